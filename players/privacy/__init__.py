"""Privacy: what visitors read instead of names, erasing a person, and what the site keeps of one.

Names are veiled where they are read (decision 0016). The columns that hold names ask the veil of the request
(`veil.py`); `visitors.py` says what everybody is called, and `abbreviation.py` keeps two Anns apart. `erasure.py` takes
a person's names out of sentences and leaves those of others in.
"""
