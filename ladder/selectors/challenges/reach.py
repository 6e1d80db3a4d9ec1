"""Everybody around a member, with what a win is worth against those who may be challenged, and why not the others."""

from typing import NamedTuple

from ladder.models import Ladder
from ladder.ratings import RatingSystem
from ladder.selectors import previews
from ladder.selectors.printing import change_text, rating_text

from .listed import said_of
from .people import Around, Person
from .reasons import NO_ACCOUNT, apart, counted, is_serious, match_of, why_not, why_not_at_all

NEAR = 12  # places above and below that are shown besides those who may be challenged
FEW = 30  # players who are all shown


class Reach(NamedTuple):
    """A line of the list; without `can` the words say why not, and `worth` is what a win would bring."""

    rank: str
    player: int
    name: str
    rating: str
    is_me: bool
    can: bool
    words: str
    worth: str


class Reached(NamedTuple):
    """The lines that are shown, how many there are with the others, and how many players have no account."""

    lines: list[Reach]
    able: int
    without_account: int


def reach(around: Around, everybody: bool = False) -> Reached:
    """Return the lines in order of place, newcomers last: those near the member, or all who can answer."""
    people = sorted(around.people.values(), key=lambda one: (around.place(one.player), one.name.casefold()))
    if around.me.player not in around.people:
        people.append(around.me)
    barred = bool(why_not_at_all(around))
    lines = [line(around, one, barred) for one in people]
    able = [one for one in lines if one.words != NO_ACCOUNT]
    shown = able if everybody or len(able) <= FEW else near(able)
    return Reached(shown, len(able), len(lines) - len(able))


def near(lines: list[Reach]) -> list[Reach]:
    """Return the member's neighbours in the list."""
    mine = next(number for number, one in enumerate(lines) if one.is_me)
    return lines[max(mine - NEAR, 0) : mine + NEAR + 1]


def line(around: Around, one: Person, barred: bool) -> Reach:
    """Return one line."""
    row, is_me = around.rows.get(one.player), one.player == around.me.player
    between = around.between(one.player)
    words = "" if is_me else said_of(between, around.me.player) if between else why_not(around, one)
    can = not (is_me or words or barred)
    rating = row.rating if row else newcomer(around)
    rank = (row.rank_text if row else "") or "–"
    return Reach(rank, one.player, one.name, rating, is_me, can, words, worth(around, one) if can else "")


def newcomer(around: Around) -> str:
    """Return the rating of somebody who has not played yet."""
    system = system_of(around)
    return rating_text(system, system.initial())


def system_of(around: Around) -> RatingSystem:
    return next(iter(around.terms.season.boards.all())).rating_system


def worth(around: Around, other: Person) -> str:
    """Return what a win over this player brings on the first board that would count it, if it brings anything."""
    return change_of(around, [around.me.player, other.player])


def change_of(around: Around, players: list[int]) -> str:
    """Return what the member wins or loses where the first of two beats the other, if that is anything."""
    for board in around.terms.boards[:1]:
        result, mine = match_of(around, players), players.index(around.me.player)
        before = previews.ratings_of(board, result.players, around.ratings, around.day)
        after = board.rating_system.rate(result, before)
        change = after[mine].points - before[mine].points
        return change_text(board.rating_system, change) if change else ""
    return ""


def offer(around: Around, other: int) -> str:
    """Return the rating of somebody who challenges the member, and what either result is worth to the member."""
    row, me = around.rows.get(other), around.me.player
    won, lost = change_of(around, [me, other]), change_of(around, [other, me])
    stake = f" A win is worth {won}, a loss {lost}." if won and lost else ""
    return f"Rating {row.rating if row else newcomer(around)}.{stake}"


def rules(around: Around) -> str:
    """Return in a sentence or three whom one may challenge and for how long."""
    ladder = around.terms.season.ladder
    said = [f"You may challenge {whom(around)}."]
    if ladder.rematch_days and is_serious(around):
        said.append(f"A rematch is possible after {counted(ladder.rematch_days, 'day')}.")
    answer, play = counted(ladder.answer_days, "day"), counted(ladder.play_days, "day")
    said.append(f"Answer a challenge within {answer}; once it is accepted, play within {play}.")
    return " ".join(said)


def whom(around: Around) -> str:
    """Return who is in range."""
    ladder, limit = around.terms.season.ladder, around.terms.season.ladder.challenge_reach
    if not limit or not is_serious(around):
        return "anyone who plays here"
    if ladder.challenge_measure == Ladder.Measure.PLACES:
        return f"anyone level with you or up to {counted(limit, 'place')} above you"
    return f"anyone within {apart(limit)} of you"
