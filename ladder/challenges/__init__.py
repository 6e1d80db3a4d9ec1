"""Challenges: a member asks another to play, or with partners another side, or opens a battle that others join.

`queries/` says whom a member may challenge, why not the others, and lists the challenges of a season. The same words
stand on the page and in a refusal. `actions.py` makes, accepts, declines, withdraws, arranges and calls off challenges,
and `reports.py` turns one into a match or a walkover. Each step takes the ladder's lock and reads the challenge again,
so of two people at once the second is told who was first.

A challenge of two players is one of two sides with one player each (`Fixture.number_parties`); of a side anybody
speaks for all. What is different is what it is called: `PLAYER_WORDS` and `SIDE_WORDS` in `queries/eligibility.py`.

Accepting writes `accepted_at`. The match that is reported from the challenge takes it as its beginning, whatever the
form says, so the ratings of that moment decide (W-8, W-9). An accepted challenge that was not played can become a
walkover. It stays open for that, or for a late report, for the days of grace (`Fixture.decide_at`). It is called off
by all who were to play, by an organiser, or with its season.

What is not answered, or not played, in time ends as the ladder had it when the challenge was made: by itself, as lost,
or called off. The server's clock sees to it (`due.py`). Reminders go out by the clock, too, or by `manage.py remind`.

A challenge is a fixture as those of boxes and rounds are: what is to be played, the report, the walkover, the reminders
and the list on home are here for all of them. What only somebody who asked for a match can do, such as call it off,
asks for the origin (`Fixture.is_asked`).
"""
