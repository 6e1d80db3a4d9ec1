"""The screen at the venue: boards and the story take turns on it, without anybody who touches it.

What hangs there on paper is a page of what it shows: the standings, a round, the boxes.
"""
