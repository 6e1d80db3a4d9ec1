"""What organisers change about seasons: one transaction each, with the ladder locked."""
