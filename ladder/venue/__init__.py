"""The screen at the venue: boards, the story, boxes and the latest round take turns on it; nobody touches it.

It is the visitors' whoever asks, and asks for itself again once the ladder has another version.
"""
