"""Screenshots of the demonstration club."""
