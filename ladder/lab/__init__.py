"""The lab: how well each rating system would have predicted the matches that were played.

Each system and each variant of it is replayed over the same matches. Before a match it is asked for its chances, or,
if it has none, who stands higher; then it learns the result. `queries/comparison.py` offers this for any list of
results: `compare_systems(results)`. The page of a ladder keeps what it worked out until the ladder changes.

What the figures mean, and how draws, newcomers and matches of many are read: docs/lab.md.
"""
