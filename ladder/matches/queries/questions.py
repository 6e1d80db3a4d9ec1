"""The questions about a report before it is stored, besides those about its names; each can be answered with yes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.formats import format_games, turn_games, turn_handicap
from ladder.ledger.storage.match_record import OUTCOME_COLUMNS, list_participant_rows, pick_outcome
from ladder.models import Match, Participant, Season
from ladder.ratings import Fact, Result
from players.models import Player
from players.people.queries import ask_about_absence
from players.people.questions import Question

AGAIN_KEY = "again"  # the place of the question that is about the whole report
REPEAT_WINDOW = timedelta(minutes=2)
Outcomes = Sequence[tuple[Any, ...]]
"""What is stored of each participant, by seat: a player, how it ended, and the side."""

MOST_ENTRIES_COMPARED = 50  # entries looked at


def ask_about_absent(players: Iterable[Player], by: User | None) -> Iterator[Question]:
    """Yield questions about players who have retired or sit out, except for the one who reports."""
    for player in players:
        text = ask_about_absence(player)
        if text and (by is None or player.user_id != by.pk):
            yield Question(f"absent:{player.pk}", AGAIN_KEY, text, f"Yes, it is {player}")


def ask_about_facts(season: Season, facts: Sequence[Fact], given: Mapping[str, float]) -> Iterator[Question]:
    """Yield questions about a length that no match of the ladder had, or more chips than in any of them."""
    played = Match.objects.filter(season__ladder=season.ladder_id, status=Match.Status.COUNTED)
    for fact in facts:
        value = given.get(fact.name)
        if value is None or not (fact.usual or fact.required):
            continue
        having = played.filter(facts__has_key=fact.name)
        same = having.filter(**{f"facts__{fact.name}" if fact.usual else f"facts__{fact.name}__gte": value})
        if not same.exists() and having.exists() and not same.exists():  # again: the first may have come in between
            number = f"{value:,.12g}"
            text = f"{fact.label}: {number} is higher than ever here. Is that right?"
            if fact.usual:
                text = f"{fact.label}: no match here has had {number} before. Is that right?"
            yield Question(f"{fact.name}:{number}", fact.name, text, f"Yes, {number} is right")


def ask_about_repeats(
    season: Season, result: Result, by: User | None, form_key: UUID | None, *, waited: bool = False
) -> Iterator[Question]:
    """Yield a question if the same match, with the same result, was reported less than two minutes ago.

    Of reports that waited for a network and came at once, those two minutes are between the matches.
    """
    for match in find_recent_repeats(season, result, form_key):
        if waited and abs(match.played_at - result.ended) >= REPEAT_WINDOW:
            continue
        mine = by is not None and match.reported_by_id == by.pk
        player = getattr(match.reported_by, "player", None)
        at = f"{timezone.localtime(match.recorded_at):%H:%M}"
        text = f"This was already reported at {at}. Report it again?"
        if mine:
            text = f"You reported this at {at}. Report it again?"
        elif player:
            text = f"{player.itself.name} reported this at {at}. Report it again?"
        yield Question(f"again:{match.pk}", AGAIN_KEY, text, "Yes, it is another match", match=match)
        return


def find_recent_repeats(season: Season, result: Result, form_key: UUID | None) -> list[Match]:
    """Return the same matches that other forms made in the last two minutes, the newest first."""
    since, day = timezone.now() - REPEAT_WINDOW, result.ended.date()
    last = Match.objects.filter(season=season).order_by("-sequence").values("pk")[:MOST_ENTRIES_COMPARED]
    found = Match.objects.filter(pk__in=last, recorded_at__gte=since, participants__player=result.players[0])
    alike = [
        match
        for match in found.select_related("reported_by__player__merged_into").order_by("-sequence")
        if not match.is_void
        and (match.form_key is None or match.form_key != form_key)
        and (match.kind, timezone.localdate(match.played_at)) == (result.kind.key, day)
    ]
    participants: dict[int, list[tuple[Any, ...]]] = {match.pk: [] for match in alike}
    if alike:
        seated = Participant.objects.filter(match__in=alike).order_by("seat")
        for number, *side in seated.values_list("match_id", *OUTCOME_COLUMNS):
            participants[number].append(tuple(side))
    told = list(map(pick_outcome, list_participant_rows(result)))
    return [match for match in alike if is_repeat(match, participants[match.pk], result, told)]


def is_repeat(match: Match, stored: Outcomes, result: Result, told: Outcomes) -> bool:
    """Return whether a stored match is what is told, also with its two players or sides the other way round."""
    turned = has_sides_turned(stored, told)
    if turned is None:
        return False
    facts = turn_handicap(result.facts) if turned else dict(result.facts)
    return match.facts == facts and not has_other_score(match, result, turned=turned)


def has_sides_turned(stored: Outcomes, told: Outcomes) -> bool | None:
    """Return whether the two players or sides of a match are stored in the other order than they are told.

    None for a match of others, or with another result.
    """
    rows = sorted(stored, key=str)
    if rows == sorted(told, key=str):
        return len(stored) == 2 and stored[0] != told[0]
    sides = {one[-1] for one in told} == {1, 2}
    return True if sides and rows == sorted([(*one[:-1], 3 - one[-1]) for one in told], key=str) else None


def has_other_score(match: Match, result: Result, *, turned: bool) -> bool:
    """Return whether the stored and the told match both have a score, and not the same one."""
    games, ending = (turn_games(result.games) if turned else result.games), result.ending
    return bool(match.games and games) and (match.games, match.ending) != (format_games(games), ending)
