"""What the pages about rating systems print, already formatted."""
