"""What the pages before a match print, already formatted."""
