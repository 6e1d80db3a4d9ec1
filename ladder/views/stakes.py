"""What a match is worth before it counts: which boards count it, how they would move, who may not play."""

from typing import Any, NamedTuple

from django.utils import timezone

from ladder.forms import MatchForm, SeatsForm, TwoForm
from ladder.forms.planned import Planned
from ladder.models import Board, Match
from ladder.ratings import WALKOVER, Kind, Result
from ladder.selectors import previews
from ladder.selectors.places import ordinal
from ladder.selectors.repeats import wins_today
from ladder.selectors.titles import with_length
from ladder.services.matches.feeding import counts_for, feeding


class Outcome(NamedTuple):
    """A result to tap, with what it is worth on each board that would count it, which win of today it would be, and the
    sentence that is reported."""

    key: str
    label: str
    stakes: list[previews.Stake]
    again: str = ""
    told: str = ""


class Worth(NamedTuple):
    """What a match is worth to everybody on one board."""

    label: str
    rows: list[tuple[str, previews.Stake]]


class Reach(NamedTuple):
    """Why the players may not play (W-9), by seat, and the kind that has no such rule."""

    refusals: dict[int, str]
    instead: Kind | None = None


def of_two(form: TwoForm) -> dict[str, Any]:
    """The results to tap; without both players, kind and facts they have no stake, nor where a match is fixed."""
    planned = {key: form.planned(form.sides(key)) for key in form.outcomes} if form.is_bound else {}
    known = next(filter(None, planned.values()), None)
    words: dict[str, Any] = {"counts_for": counts_for(form.season, known.result) if known else ""}
    again: dict[str, str] = {}
    told: dict[str, str] = {}
    if known is None or not all(form.pair) or form.fixes:
        worth: dict[str, list[previews.Stake]] = {}
    else:
        boards = feeding(form.season, known.result)
        ratings = previews.ratings_at(boards, known.result)
        worth = {key: previews.stake(boards, one.result, ratings) for key, one in planned.items() if one}
        words["reach"] = reach(form, known, boards, ratings)
        again = wins_again(form, known.result)
        told = {key: sentence(text, known.result, worth.get(key)) for key, text in form.told().items()}
    labels = form.labels()
    outcomes = [
        Outcome(key, labels[key], worth.get(key, []), again.get(key, ""), told.get(key, "")) for key in form.outcomes
    ]
    return words | {"outcomes": outcomes}


def sentence(text: str, result: Result, stakes: list[previews.Stake] | None) -> str:
    """Return what is reported, with the length and the change on the main board: I beat Larry, 7-point match, +5.4."""
    change = f", {stakes[0].change}" if stakes else ""
    return with_length(text, result.facts) + change


def wins_again(form: TwoForm, result: Result) -> dict[str, str]:
    """Return what each win would be where the same two played today already: 2nd win over Larry today."""
    pair = [player.pk for player in form.pair if player and player.pk]
    if len(pair) < 2 or result.ended.date() != timezone.localdate():
        return {}
    won = wins_today(form.season, pair)
    first, second = (ordinal(won.get(pk, 0) + 1) for pk in pair)
    words = dict(zip(form.keys, form.won_again((first, second)), strict=False))
    return {key: words[key] for key, pk in zip(form.keys, pair, strict=False) if pk in won}


def of_seats(form: SeatsForm) -> dict[str, Any]:
    """What the match as typed is worth to each player, board by board."""
    planned = form.as_typed() if form.is_bound and not form.fixes else None
    if planned is None:
        return {"reach": Reach({}), "worth": []}
    result, names = planned
    boards = feeding(form.season, result)
    ratings = previews.ratings_at(boards, result)
    return {
        "counts_for": counts_for(form.season, result),
        "verdict": previews.verdict(result, names),
        "worth": to_everybody(boards, planned, ratings),
        "reach": reach(form, planned, boards, ratings),
    }


def of_pending(match: Match, planned: Planned) -> list[Worth]:
    """What a pending match would be worth to each player if it counted now; a walkover moves no rating."""
    if not match.is_pending or planned.result.kind == WALKOVER:
        return []
    boards = feeding(match.season, planned.result)
    return to_everybody(boards, planned, previews.ratings_at(boards, planned.result))


def to_everybody(boards: list[Board], planned: Planned, ratings: previews.Ratings) -> list[Worth]:
    """What a match is worth to each player, board by board."""
    called = [planned.names[key] for key in planned.result.players]
    stakes = [previews.stakes_on(board, planned.result, ratings) for board in boards]
    return [Worth(one[0].label, list(zip(called, one, strict=True))) for one in stakes]


def reach(form: MatchForm, planned: Planned, boards: list[Board], ratings: previews.Ratings) -> Reach:
    """Who may not play whom (W-9), and the counting kind of the same shape that lets them."""
    found = previews.refusals(boards, planned.result, ratings, planned.names)
    if not found:
        return Reach({})
    instead = next((kind for kind in form.kinds if allows(form, planned, kind)), None)
    return Reach({one.seat: one.text for one in found}, instead)


def allows(form: MatchForm, planned: Planned, kind: Kind) -> bool:
    """Say whether some board counts the match as of that kind, and none refuses these players."""
    result = planned.result._replace(kind=kind)
    boards = feeding(form.season, result) if kind.shape == planned.result.kind.shape else []
    return bool(boards) and not previews.refusals(boards, result, previews.ratings_at(boards, result), planned.names)
