"""The list of a player's matches, with what each was worth."""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db import models
from django.db.models import Q

from ladder.models import Board, Participant, RatingChange
from ladder.selectors.marks import Mark, marks_of
from ladder.selectors.places import ordinal
from ladder.selectors.printing import change_text, direction, rating_text
from ladder.selectors.results import NAMES, as_who, changes_of, length_of
from players.identity import selves
from players.models import Player

from .boards import Choice
from .career import until
from .dates import day_of

PER_PAGE = 20
WORDS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
EXITS = {"dead": "died", "surrendered": "surrendered"}


class Opponent(NamedTuple):
    """Who else took part, with the rating then."""

    pk: int
    name: str
    rating: str


class Played(NamedTuple):
    """A line of the list of matches."""

    match: int
    day: str
    won: bool
    verb: str
    opponents: list[Opponent]
    others: int
    length: str
    change: str
    direction: str
    after: str
    is_void: bool
    mark: Mark | None


class Listed(NamedTuple):
    """One page of the list, and how many matches the next one holds."""

    page: Page[Participant]
    rows: list[Played]

    @property
    def left(self) -> int:
        return min(self.page.paginator.count - self.page.end_index(), PER_PAGE)


def matches(choice: Choice, player: Player, number: str | None, other: Player | None = None) -> Listed:
    """Return one page of a player's matches that a board could count, newest first, in six queries.

    Void matches and kinds that the board leaves alone are among them. With `other`, only those of both.
    """
    mine = Participant.objects.filter(until(choice.asked, "match__"), *wanted(choice.board, player, other))
    mine = mine.select_related("match").order_by("-match__played_at", "-match__sequence")
    page = Paginator(mine.fetch_mode(models.FETCH_RAISE), PER_PAGE).get_page(number)
    rows = list(page.object_list)
    sides = others_of(rows)
    ids = [side.pk for row in rows for side in (row, *sides.get(row.match_id, []))]
    changes, marks = changes_of(choice.board, ids), marks_of([row.match for row in rows])
    shown = [(row, sides.get(row.match_id, []), marks.get(row.match_id)) for row in rows]
    return Listed(page, [played(choice.board, *one, changes) for one in shown])


def wanted(board: Board, player: Player, other: Player | None) -> list[Q]:
    """Return the filters for the player's matches on a board, against the other where one is given."""
    kinds = [kind.key for kind in board.rating_system.known]
    mine = Q(player__in=selves([player.pk]), match__season=board.season_id, match__kind__in=kinds)
    return [mine, Q(match__participants__player__in=selves([other.pk]))] if other else [mine]


def others_of(rows: Sequence[Participant]) -> dict[int, list[Participant]]:
    """Return the other participants of these matches, by match."""
    found: dict[int, list[Participant]] = {}
    others = Participant.objects.filter(match__in=[row.match_id for row in rows])
    own = {row.pk for row in rows}
    for side in as_who(others.order_by("match", "seat")):
        if side.pk not in own:
            found.setdefault(side.match_id, []).append(side)
    return found


def played(
    board: Board, row: Participant, others: Sequence[Participant], mark: Mark | None, changes: dict[int, RatingChange]
) -> Played:
    """Return one line: how it went, against whom, and what it was worth."""
    system, change = board.rating_system, changes.get(row.pk)
    shown = others if len(others) <= NAMES + 1 else others[:NAMES]
    return Played(
        match=row.match_id,
        day=day_of(row.match.played_at),
        won=row.score == 1,
        verb=verb(row, len(others) + 1),
        opponents=[opponent(board, side, changes.get(side.pk)) for side in shown],
        others=len(others) - len(shown),
        length=length_of(row.match),
        change=change_text(system, change.change if change else None),
        direction=direction(change.change if change else None),
        after=rating_text(system, change.after) if change else "",
        is_void=row.match.is_void,
        mark=mark,
    )


def opponent(board: Board, side: Participant, change: RatingChange | None) -> Opponent:
    """Return an opponent with the rating just before the match, where the board rated it."""
    rating = rating_text(board.rating_system, change.before) if change else ""
    return Opponent(side.player_id, side.player.name, rating)


def verb(row: Participant, field: int) -> str:
    """Say how a match ended for a player: "beat", "died in round 3 against", "came 2nd of 8, with"."""
    if row.place:
        size = row.match.facts.get("field", field)
        return f"came {ordinal(row.place)} of {size:g}" + (", with" if field > 1 else "")
    if row.score != 1 and row.exit in EXITS and row.round:
        return f"{EXITS[row.exit]} in round {row.round} against"
    return WORDS.get(row.score, "played") if row.score is not None else "played"
