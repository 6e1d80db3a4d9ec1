"""A player's page: where he stands on one board, and his matches with what each was worth."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db import models
from django.utils import timezone

from ladder.models import Board, Match, Participant, RatingChange, Standing
from ladder.ratings import Rating, decayed
from players.models import Player

from .form import Form, forms
from .places import ordinal
from .printing import change_text, direction, rating_text
from .ranking import as_of, ranks, states, stored
from .results import NAMES, changes_of, length_of
from .seasons import KeyFigure
from .standings import provisional, record

PER_PAGE = 20
WORDS = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
EXITS = {"dead": "died", "surrendered": "surrendered"}


class Profile(NamedTuple):
    """Where a player stands on one board."""

    board: Board
    place: str
    rating: str
    provisional: str
    figures: list[KeyFigure]
    form: Form


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


def boards_of(player: Player) -> list[Board]:
    """Return the boards on which a player stands, the one with the latest match first."""
    rows = Standing.objects.filter(player=player).select_related("board__season__ladder")
    newest = rows.order_by(models.F("last_match__played_at").desc(nulls_last=True), "-board__season", "board__position")
    return [row.board for row in newest.fetch_mode(models.FETCH_RAISE)]


def profile(board: Board, player: Player) -> Profile:
    """Return where the player stands on a board, in two queries."""
    system, day, rows = board.rating_system, as_of(board.season), stored(board)
    place = ranks(system, states(rows), day)[player.pk]
    row = next(row for row in rows if row.player_id == player.pk)
    rating = decayed(system, row.rating, day)
    return Profile(
        board,
        f"{ordinal(place)} of {len(rows)}",
        rating_text(system, rating.points),
        provisional(system, rating),
        figures(board, row, rating),
        forms(board, player.pk).get(player.pk, Form()),
    )


def figures(board: Board, row: Standing, rating: Rating) -> list[KeyFigure]:
    """Return the figures of a profile, in the order of the system's columns."""
    system = board.rating_system
    found = [
        KeyFigure(system.about.columns[0].label, rating_text(system, rating.points)),
        KeyFigure("Played", f"{row.played:,}"),
    ]
    if any(one.key == "died" for one in system.about.columns):
        return [*found, KeyFigure("Won", f"{row.won:,}"), KeyFigure("Died", f"{row.died:,}")]
    if all(kind.shape == "tournament" for kind in system.kinds):
        return [*found, KeyFigure("Won", f"{row.won:,}")]
    found.append(KeyFigure("W–D–L" if system.draws else "Won–lost", record(system, row)))
    label = next((one.label for one in system.about.columns if one.key == "experience"), "")
    return [*found, KeyFigure("Experience", f"{row.experience:,}")] if label == "Exp" else found


def matches(board: Board, player: Player, number: str | None) -> tuple[Page[Participant], list[Played]]:
    """Return one page of a player's matches that a board could count, newest first, in five queries."""
    system = board.rating_system
    kinds = [kind.key for kind in (*system.kinds, *system.uncounted)]
    mine = Participant.objects.filter(player=player, match__season=board.season_id, match__kind__in=kinds)
    mine = mine.select_related("match").order_by("-match__played_at", "-match__sequence")
    page = Paginator(mine.fetch_mode(models.FETCH_RAISE), PER_PAGE).get_page(number)
    rows = list(page.object_list)
    sides = others_of(rows)
    ids = [side.pk for row in rows for side in (row, *sides.get(row.match_id, []))]
    changes = changes_of(board, ids)
    return page, [played(board, row, sides.get(row.match_id, []), changes) for row in rows]


def others_of(rows: Sequence[Participant]) -> dict[int, list[Participant]]:
    """Return the other participants of these matches, by match."""
    found: dict[int, list[Participant]] = {}
    others = Participant.objects.filter(match__in=[row.match_id for row in rows]).select_related("player")
    own = {row.pk for row in rows}
    for side in others.order_by("match", "seat").fetch_mode(models.FETCH_RAISE):
        if side.pk not in own:
            found.setdefault(side.match_id, []).append(side)
    return found


def played(board: Board, row: Participant, others: Sequence[Participant], changes: dict[int, RatingChange]) -> Played:
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
        after=rating_text(system, change.after_points) if change else "",
        is_void=row.match.status == Match.Status.VOID,
    )


def day_of(at: datetime) -> str:
    """Return a day as a list prints it, with its year when that is not this year."""
    day, this = timezone.localdate(at), timezone.localdate().year
    return f"{day.day} {day:%b}" if day.year == this else f"{day.day} {day:%b %Y}"


def opponent(board: Board, side: Participant, change: RatingChange | None) -> Opponent:
    """Return an opponent with the rating just before the match, where the board rated it."""
    rating = rating_text(board.rating_system, change.before_points) if change else ""
    return Opponent(side.player_id, side.player.name, rating)


def verb(row: Participant, field: int) -> str:
    """Say how a match ended for a player: "beat", "died in round 3 against", "came 2nd of 8, with"."""
    if row.place:
        size = row.match.facts.get("field", field)
        return f"came {ordinal(row.place)} of {size:g}" + (", with" if field > 1 else "")
    if row.score != 1 and row.exit in EXITS and row.round:
        return f"{EXITS[row.exit]} in round {row.round} against"
    return WORDS.get(row.score, "played") if row.score is not None else "played"
