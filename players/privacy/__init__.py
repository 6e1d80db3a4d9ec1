"""Privacy: what visitors read instead of names, erasing a person, and the file with all that the site keeps of one.

Names are redacted where they are read (decision 0016). The columns that hold names ask the redaction of the request
(`redaction.py`); `visitors.py` decides what each player is called for visitors, and `abbreviation.py` shortens names so
that two Anns can be told apart. `erasure.py` replaces a person's names in sentences and leaves those of others in.
"""
