"""Forms of match: how a result is entered, checked, put into words and filed; plain Python without Django."""
