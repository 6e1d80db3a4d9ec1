"""A match explained: what it was worth to each player on each board, in the words of its system."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from ladder.models import Board, Match, Opening, RatingChange
from ladder.ratings import Key, Rating, RatingSystem, Result, Step, periods

from .printing import MINUS, change_text, direction, printed, rating_text

AT = "participant__match__"
MANY = 12  # participants whose steps are all printed; of a larger field, one is asked for


class Line(NamedTuple):
    """One step as a page prints it: the sum up to its last equals sign, and what it comes to."""

    rule: str
    title: str
    sentence: str
    sum: str
    value: str


class Part(NamedTuple):
    """What the match was worth to one player on one board."""

    player: int
    name: str
    change: str
    direction: str
    before: str
    after: str
    lines: list[Line]


class Split(NamedTuple):
    """A zero-sum duel's stake: what the winner got, and what the other would have got."""

    won: str
    other: str
    pool: str
    percent: str


class Explained(NamedTuple):
    """One board that counted the match."""

    board: Board
    label: str
    title: str
    parts: list[Part]
    split: Split | None


def explained(match: Match, result: Result, names: Mapping[Key, str], asked: int | None = None) -> list[Explained]:
    """Return the match as each board counted it, from the very numbers that the ledger holds."""
    rows = RatingChange.objects.filter(participant__match=match).select_related("board", "participant")
    boards: dict[Board, list[RatingChange]] = {}
    for row in rows.order_by("board__position", "board", "participant__seat"):
        boards.setdefault(row.board, []).append(row)
    return [on_board(match, board, changes, result, names, asked) for board, changes in boards.items()]


def on_board(
    match: Match,
    board: Board,
    rows: Sequence[RatingChange],
    result: Result,
    names: Mapping[Key, str],
    asked: int | None,
) -> Explained:
    """Return one board's account of the match, the best result first."""
    system, before = board.rating_system, [row.before for row in rows]
    if result.started:
        result = result._replace(at_start=tuple(rating_at(row.at_start) for row in rows if row.at_start))
    since = previous(match, board, [row.participant.player_id for row in rows]) if system.period else {}
    parts = []
    for seat in order(result):
        player = rows[seat].participant.player_id
        steps: tuple[Step, ...] = ()
        if len(rows) <= MANY or player == asked:
            steps = decay_steps(system, since.get(player), before[seat]) + system.explain(result, before, seat)
        parts.append(part(system, rows[seat], names, steps))
    return Explained(board, system.about.label, question(system, parts), parts, split(system, result, before))


def question(system: RatingSystem, parts: Sequence[Part]) -> str:
    """Return what a duel's explanation answers: Why 5.4 points?"""
    unit = "chips" if system.about.unit == "chips" else "points"
    worth = parts[0].change.lstrip("+")
    return f"Why {worth} {unit[:-1] if worth == '1' else unit}?" if len(parts) == 2 else "What it was worth"


def order(result: Result) -> list[int]:
    """Return the seats, the best result first."""
    if result.places:
        return sorted(range(len(result.players)), key=result.places.__getitem__)
    return sorted(range(len(result.players)), key=lambda seat: -result.scores[seat])


def part(system: RatingSystem, row: RatingChange, names: Mapping[Key, str], steps: Sequence[Step]) -> Part:
    """Return what a ledger row says, as printed."""
    player = row.participant.player_id
    figures = (change_text(system, row.change), direction(row.change))
    ratings = (rating_text(system, row.before_points), rating_text(system, row.after_points))
    return Part(player, names[player], *figures, *ratings, [line(step, names) for step in steps])


def line(step: Step, names: Mapping[Key, str]) -> Line:
    """Return a step as printed."""
    head, equals, value = printed(step.sum).rpartition(" = ")
    return Line(step.rule, step.title, sentence(step, names), head + equals, value)


def sentence(step: Step, names: Mapping[Key, str]) -> str:
    """Return a step's sentence; numbers get a real minus, names keep their hyphens."""
    figures = {word: re.sub(r"^-(?=\d)", MINUS, text) for word, text in step.sentence.params.items()}
    return step.sentence._replace(params=figures).text(names.__getitem__)


def rating_at(columns: Sequence[object]) -> Rating:
    """Return a rating at the start of the match, as the ledger stores it."""
    points, experience, memory, as_of = columns
    return Rating(points, experience, memory, date.fromisoformat(str(as_of)) if as_of else None)  # type: ignore[arg-type]


def decay_steps(system: RatingSystem, since: Rating | None, before: Rating) -> tuple[Step, ...]:
    """Return what the clock alone took since the player's last change."""
    if since is None or since.as_of is None or before.as_of is None or system.period is None:
        return ()
    count = periods(system.period, since.as_of, before.as_of)
    return system.explain_decay(since, count) if count else ()


def previous(match: Match, board: Board, players: Sequence[int]) -> dict[int, Rating]:
    """Return each player's rating after the change before this match, or at the season's opening."""
    states = {row.player_id: row.rating for row in Opening.objects.filter(board=board, player__in=players)}
    if any(rating.as_of is None for rating in states.values()):
        day = first_day(board)
        states = {player: rating._replace(as_of=rating.as_of or day) for player, rating in states.items()}
    earlier = Q(**{f"{AT}played_at__lt": match.played_at}) | Q(
        **{f"{AT}played_at": match.played_at, f"{AT}sequence__lt": match.sequence}
    )
    newest_first = [F(f"{AT}played_at").desc(), F(f"{AT}sequence").desc()]
    number = Window(RowNumber(), partition_by=[F("participant__player")], order_by=newest_first)
    changes = RatingChange.objects.filter(earlier, board=board, participant__player__in=players)
    for row in changes.annotate(newest=number).filter(newest=1).select_related("participant"):
        states[row.participant.player_id] = row.after
    return states


def first_day(board: Board) -> date | None:
    """Return the day of the board's first match, when undated openings begin to decay."""
    first = RatingChange.objects.filter(board=board, before_as_of__isnull=False).order_by(f"{AT}played_at").first()
    return first.before_as_of if first else None


def split(system: RatingSystem, result: Result, before: Sequence[Rating]) -> Split | None:
    """Return how the stake of a zero-sum duel was split; nothing where there is no such thing."""
    if not system.zero_sum or 1.0 not in result.scores or system.expected(result, before) is None:
        return None
    winner = result.scores.index(1.0)
    turned = result._replace(scores=result.scores[::-1], exits=result.exits[::-1])
    won, other = system.change(result, before, winner), system.change(turned, before, 1 - winner)
    if won <= 0 or other <= 0:
        return None
    share = f"{won / (won + other) * 100:.1f}%"
    first, second, pool = (change_text(system, worth).lstrip("+") for worth in (won, other, won + other))
    return Split(first, second, pool, share)
