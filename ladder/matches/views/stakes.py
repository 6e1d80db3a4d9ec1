"""What a match would be worth before it counts: the boards that count it, the stakes, and who may not play."""

from typing import Any, NamedTuple

from django.utils import timezone

from ladder.formats import Played, add_match_length, format_ordinal
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.outcome import OutcomeForm
from ladder.matches.forms.rows import RowsForm
from ladder.matches.queries.limits import find_reached_limit
from ladder.matches.queries.stakes import (
    MatchRatings,
    Stake,
    count_wins_today,
    describe_rating_boards,
    find_range_refusals,
    find_rating_boards,
    list_first_stakes,
    list_stakes,
    load_match_ratings,
)
from ladder.models import Board, Match, Season
from ladder.pages.figures import format_period_end
from ladder.ratings import Kind, Result
from players.privacy.redaction import are_names_redacted


class PossibleResult(NamedTuple):
    """A result to tap, with what it is worth on each board, which win of today it is, and the sentence to report."""

    key: str
    label: str
    stakes: list[Stake]
    again: str = ""
    told: str = ""


class BoardWorth(NamedTuple):
    """What a match is worth to everybody on one board."""

    label: str
    rows: list[tuple[str, Stake]]
    when: str = ""  # if not at once


class RangeNotes(NamedTuple):
    """Why the players may not play each other (W-9), by participant, and a kind of match without that rule."""

    refusals: dict[int, str]
    instead: Kind | None = None


def build_outcome_stakes(form: OutcomeForm) -> dict[str, Any]:
    """Return the results to tap, with stakes if players, kind and facts are known and the match is not being fixed."""
    planned = {key: form.find_outcome(key) for key in form.outcomes} if form.is_bound else {}
    known = next(filter(None, planned.values()), None)
    words = {"counts_for": describe_rating_boards(form.season, known.result) if known else "", "reach": RangeNotes({})}
    worth: dict[str, list[Stake]] = {}
    again: dict[str, str] = {}
    told: dict[str, str] = {}
    if known and all(form.named_sides()) and not form.fixes:
        boards = find_rating_boards(form.season, known.result)
        if limited := describe_reached_limit(form.season, known):
            words |= {"counts_for": "", "limited": limited}
            boards = []
        if has_unshown_player(known):
            boards = []
        ratings = load_match_ratings(boards, known.result)
        worth = {key: list_first_stakes(boards, one.result, ratings) for key, one in planned.items() if one}
        words["reach"] = find_range_notes(form, known, boards, ratings)
        again = list_repeated_wins(form, known.result)
        told = {key: format_reported_sentence(text, known.result, worth.get(key)) for key, text in form.told().items()}
    labels = form.labels()
    outcomes = [
        PossibleResult(key, labels[key], worth.get(key, []), again.get(key, ""), told.get(key, ""))
        for key in form.outcomes
    ]
    return words | {"outcomes": outcomes, "awaited": range(0) if form.fixes else find_awaited_lines(form)}


def find_awaited_lines(form: OutcomeForm) -> range:
    """Return the numbers of the small lines that a stake will have, so that their room is kept until they come."""
    asked = {fact for fact in form.facts if fact.required and fact.default is None}  # nothing is at stake before
    counting = [one for one in form.systems if form.shown_kind() in one.kinds and asked.isdisjoint(one.facts)]
    is_deferred = bool(counting and format_period_end(counting[0], timezone.localdate()))
    return range(len(counting) + is_deferred)


def has_unshown_player(entry: Played) -> bool:
    """Return whether a visitor typed a name that is new or not shown, so that no stake may tell which."""
    return are_names_redacted() and not all(player.pk for player in entry.players)


def describe_reached_limit(season: Season, entry: Played) -> str:
    """Return that the match goes beyond a limit of its ladder, and what becomes of it; an empty text if it doesn't."""
    reached = find_reached_limit(season, entry.result)
    return f"{reached.describe(entry.names)} It will be kept as unrated." if reached else ""


def format_reported_sentence(text: str, result: Result, stakes: list[Stake] | None) -> str:
    """Return the sentence that is reported: "I beat Larry, 7-point match, +5.4"."""
    change = f", {stakes[0].change}" if stakes else ""
    if stakes and stakes[0].when:
        change = f", rated at {stakes[0].when}"
    return add_match_length(text, result.facts) + change


def list_repeated_wins(form: OutcomeForm, result: Result) -> dict[str, str]:
    """Return which win of today each would be, if both sides have met today: "2nd win over Larry today"."""
    first, second = ([player.pk for player in side] for side in form.named_sides())
    if not (first and second and all((*first, *second))) or result.ended.date() != timezone.localdate():
        return {}
    won = count_wins_today(form.season, first, second)
    words = form.won_again((format_ordinal(won[0] + 1), format_ordinal(won[1] + 1)))
    return {key: again for key, again, times in zip(form.keys, words, won, strict=False) if times}


def build_row_stakes(form: RowsForm) -> dict[str, Any]:
    """Return what the match as typed is worth to each player, by board."""
    entry = form.find_entry() if form.is_bound and not form.fixes else None
    if entry is None:
        return {"reach": RangeNotes({}), "worth": []}
    result, limited = entry.result, describe_reached_limit(form.season, entry)
    boards = [] if limited else find_rating_boards(form.season, result)
    ratings = load_match_ratings(boards, result)
    return {
        "counts_for": limited or describe_rating_boards(form.season, result),
        "verdict": form.format.describe_winner(result, entry.names),
        "worth": list_board_worth(boards, entry, ratings),
        "reach": find_range_notes(form, entry, boards, ratings),
    }


def list_pending_worth(match: Match, entry: Played) -> list[BoardWorth]:
    """Return what a pending match would be worth to each player if it counted now; a walkover often is nothing."""
    if not match.is_pending:
        return []
    counting = find_rating_boards(match.season, entry.result)
    boards = [board for board in counting if board.rules.rates(entry.result)]
    return list_board_worth(boards, entry, load_match_ratings(boards, entry.result))


def list_board_worth(boards: list[Board], entry: Played, ratings: MatchRatings) -> list[BoardWorth]:
    """Return what a match is worth to each player, by board."""
    names = [player.name for player in entry.players]
    stakes = [list_stakes(board, entry.result, ratings) for board in boards]
    return [BoardWorth(one[0].label, list(zip(names, one, strict=True)), one[0].when) for one in stakes]


def find_range_notes(form: MatchForm, entry: Played, boards: list[Board], ratings: MatchRatings) -> RangeNotes:
    """Return why the players may not play each other (W-9), and a kind of the same format in which they may."""
    found = find_range_refusals(boards, entry.result, ratings, entry.names)
    if not found:
        return RangeNotes({})
    instead = next((kind for kind in form.kinds if is_kind_allowed(form, entry, kind)), None)
    return RangeNotes({one.seat: one.text for one in found}, instead)


def is_kind_allowed(form: MatchForm, entry: Played, kind: Kind) -> bool:
    """Return whether some board counts the match if it is of that kind, and none refuses these players."""
    result = entry.result._replace(kind=kind)
    boards = find_rating_boards(form.season, result) if kind.format is entry.result.kind.format else []
    return bool(boards) and not find_range_refusals(boards, result, load_match_ratings(boards, result), entry.names)
