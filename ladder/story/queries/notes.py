"""What is told of a ladder beside its matches: corrections with what they moved, and seasons that began and ended."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from ladder.formats import spell_number
from ladder.ledger.storage.tables import start_of_day
from ladder.matches.queries.results import CHANGING_VERBS, describe_result, load_match_participants
from ladder.models import Ladder, Match, MatchRevision, Season
from ladder.pages.figures import format_day
from ladder.story.queries.ladder_story import NamedDay, NamedTale, NamedWord, Sentence, StoryDay

MOST_CORRECTIONS = 3  # of one day, those that moved most
CORRECTED = "{result} on {day}; {count} ratings moved"
CORRECTED_WITH_ONE = "{result} on {day}; one rating moved"
CORRECTED_ALONE = "{result} on {day}; no other rating moved"


def add_notes(ladder: Ladder, days: Sequence[NamedDay], newer: StoryDay | None) -> list[NamedDay]:
    """Return these days, the newest first, with what happened beside matches on them and after each.

    `newer` is the day before which they end, on a later page; None says that they go on until today. Four queries.
    """
    if not days:
        return []
    first, last = days[-1].day, newer.day - timedelta(1) if newer else timezone.localdate()
    notes: dict[date, list[NamedTale]] = defaultdict(list)
    for day, tale in (*list_corrections(ladder, first, last), *list_season_notes(ladder, first, last)):
        notes[day].append(tale)
    tales = {one.day: one.tales for one in days}
    return [NamedDay(day, [*tales.get(day, ()), *notes[day]]) for day in sorted({*tales, *notes}, reverse=True)]


def list_corrections(ladder: Ladder, first: date, last: date) -> Iterable[tuple[date, NamedTale]]:
    """Return the corrected, void and restored matches of these days with how many ratings each moved; three queries."""
    main = Q(adjustments__board__position=0)
    rows = MatchRevision.objects.filter(
        match__season__ladder=ladder,
        verb__in=CHANGING_VERBS,
        at__gte=start_of_day(first),
        at__lt=start_of_day(last + timedelta(1)),
    ).annotate(moved=Count("adjustments", filter=main))
    by_day: dict[date, list[Any]] = defaultdict(list)
    for row in rows.order_by("-moved", "pk"):
        by_day[timezone.localdate(row.at)].append(row)
    told = [(day, row) for day, found in by_day.items() for row in found[:MOST_CORRECTIONS]]
    matches = Match.objects.in_bulk({row.match_id for _, row in told})
    participants = load_match_participants(list(matches.values()))
    for day, row in told:
        match = matches[row.match_id]
        sides = participants[match.pk]
        result = describe_result(match, sides)
        text = {0: CORRECTED_ALONE, 1: CORRECTED_WITH_ONE}.get(row.moved, CORRECTED).format(
            result=f"{result.who} {result.went}",
            day=format_day(timezone.localdate(match.played_at)),
            count=spell_number(row.moved),
        )
        sentence = Sentence(row.get_verb_display().capitalize(), (NamedWord(text),))
        yield day, NamedTale(match.pk, sides[0].player.name, (sentence,), "", "same")


def list_season_notes(ladder: Ladder, first: date, last: date) -> Iterable[tuple[date, NamedTale]]:
    """Return the seasons that began or ended on these days; one query."""
    for season in Season.objects.filter(ladder=ladder).select_related("winner"):
        if season.starts_on and first <= season.starts_on <= last:
            yield season.starts_on, build_season_note(season, f"{season.name} began")
        if season.closed_at and season.ends_on and first <= season.ends_on <= last:
            ended = "{season} ended, won by {winner}" if season.winner else "{season} ended"
            yield season.ends_on, build_season_note(season, ended.format(season=season.name, winner=season.winner))


def build_season_note(season: Season, text: str) -> NamedTale:
    """Return a note of a season, which has no match."""
    sentence = Sentence("Season", (NamedWord(text),))
    return NamedTale(None, season.winner.name if season.winner else "", (sentence,), "", "")
