"""The ledger: plan what a change to the matches does to the ratings, and apply it.

* `plan` lays drafts over the stored matches, replays every board and compares the outcome with the stored ledger. A
  plan holds the rows and standings that differ, and writes nothing, so it is the preview of a correction too.
* `apply` writes a plan and raises the ladder's version by one. Where a change reaches into the past, each standing that
  it moved gets an adjustment that names the version of a match or the event.
* `settle` is both, for what is stored already, as after an import or with other options of a board.
* `verify` makes the plan of every season from its start, from matches and given starting ratings alone. An empty plan
  proves that the stored ledger is right, bit for bit; it repairs nothing. `fingerprint` is the SHA-256 of the seasons'
  opening rules, systems and options, given starting ratings, and counting matches in order, with names for players.
  Keys, versions, void and pending matches are left out of it.

A replay begins at the first place that changed (decision 0004), since every row of the ledger holds the state before
and after its match; only rows that differ are written (0005). `board_plan.py` replays a board from there.
Where a `TableSystem` lets matches move players who are not in them, each such shift is a row of its own beside the
rating changes, and such a board is replayed over its whole table from the first place that changed. What the calendar
of such a board did since the last match is in the standings alone, until the next match (`calendar.py`).
`openings.py` plans the starting ratings that a season takes from the one before it: a change to an old season is
planned there first, and if it gives other starting ratings, the next season is replayed from its start, and so on.

`lock` takes the one lock of a ladder. It comes first in a transaction, before any read that feeds a write. On
PostgreSQL it is the ladder's row; after 5 seconds of waiting `Busy` says that nothing was saved. On SQLite a
transaction begins as a writer and locks the whole database; others wait for up to 30 seconds, since SQLite has no
queue. Reading takes no lock: a replay that only reads sees everything as it was at one moment (`one_moment`). Of two
people who correct the same match, the second is told who was first, by the number of the match's version.

`storage/` reads and writes rows in bulk; to understand the ledger you need not read it.
"""

from ladder.ledger.board_plan import BoardPlan
from ladder.ledger.box_fixtures import find_box_matches, link_box_fixtures
from ladder.ledger.drafts import NEW_MATCH_KEY, Draft, build_draft
from ladder.ledger.ladder_lock import Busy, lock, one_moment
from ladder.ledger.ledger_plan import Plan, plan
from ladder.ledger.settlement import (
    CalendarMove,
    apply,
    check_season,
    find_season_leader,
    list_boards_to_settle,
    raise_versions,
    save_match,
    settle,
    settle_calendar,
)
from ladder.ledger.storage.season_matches import merge_result_players
from ladder.ledger.storage.tables import OrderPlace
from ladder.ledger.verification import BoardDifference, fingerprint, has_fingerprint, verify

__all__ = [
    "NEW_MATCH_KEY",
    "BoardDifference",
    "BoardPlan",
    "Busy",
    "CalendarMove",
    "Draft",
    "OrderPlace",
    "Plan",
    "apply",
    "build_draft",
    "check_season",
    "find_box_matches",
    "find_season_leader",
    "fingerprint",
    "has_fingerprint",
    "link_box_fixtures",
    "list_boards_to_settle",
    "lock",
    "merge_result_players",
    "one_moment",
    "plan",
    "raise_versions",
    "save_match",
    "settle",
    "settle_calendar",
    "verify",
]
