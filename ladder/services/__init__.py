"""What may be done to a ladder: one transaction each, the ladder locked first.

A package is a noun and offers its verbs, so that a call reads as a sentence: `matches.record(...)`,
`challenges.accept(...)`, `seasons.close(...)`. Each line builds on those above it; pyproject.toml keeps it so.

    results, revisions, concern, admission   what a match says, whose business it is, which season takes it
    ledger, collector                        what matches do to ratings, without a pause for garbage
    permissions, stale, locking              who may; what was shown and holds no more; what is read under the lock
    events, noting                           who did what
    consequences, knowledge, exports         ratings told in words, as they were known, and in files
    matches, challenges, reports             what players do
    seasons, ladders, players, club          what organisers do
    imports, backups, demo                   what comes in files, or is made up
"""
