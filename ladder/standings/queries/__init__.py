"""What the pages of the standings print, already formatted."""
