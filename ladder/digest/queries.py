"""What a member is told of a week, as the plain text of a mail."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from ladder.challenges.queries.running import list_challenges_to_answer
from ladder.matches.queries.confirmations import list_matches_to_confirm
from ladder.models import Ladder
from ladder.pages.figures import format_day, format_weekday
from ladder.pages.seasons import list_seasons, pick_current_season
from ladder.pairings.queries.suggestions import load_suggestions
from ladder.standings.queries.overview import find_last_ladder
from ladder.story.queries.latest import LatestTale, list_own_ladders, list_tales_between
from players.models import Player

MOST_OF_A_WEEK = 5  # moments of the story


class DigestWeek(NamedTuple):
    """The Monday on which a week is told, and what happened from the Monday before, the greatest first."""

    monday: date
    tales: list[LatestTale]

    @property
    def span(self) -> str:
        """The days of the week: "16 to 22 November", "30 November to 6 December"."""
        first, last = self.monday - timedelta(7), self.monday - timedelta(1)
        return f"{first.day if first.month == last.month else format_day(first)} to {format_day(last)}"


def load_digest_week(monday: date) -> DigestWeek | None:
    """Return the week before this Monday; None while the story of a ladder is worked out by somebody else."""
    tales = list_tales_between(Ladder.objects.all(), monday - timedelta(7), monday - timedelta(1))
    return None if tales is None else DigestWeek(monday, tales)


def compose_digest(week: DigestWeek, player: Player) -> str:
    """Return what a player is told of a week; an empty text if nothing happened and nothing waits for them."""
    happened, waits = list_story_lines(week, player), [*list_waiting_lines(player)]
    if not happened and not waits:
        return ""
    parts = {"What happened": happened, "Waiting for you": waits, "Who to play": [*list_pairing_lines(player)]}
    return "\n\n".join("\n".join([heading, *lines]) for heading, lines in parts.items() if lines)


def list_story_lines(week: DigestWeek, player: Player) -> list[str]:
    """Return the greatest of the week on the ladders that a player stands on; on all, if that is none."""
    own = list_own_ladders(player)
    near = [one for one in week.tales if not own or one.ladder.pk in own]
    return [format_tale_line(one) for one in near[:MOST_OF_A_WEEK]]


def format_tale_line(one: LatestTale) -> str:
    """Return a moment as "- Upset. Eva beat Ben, with a chance of only 32%. (Club, Saturday 21 November)"."""
    sentence = one.tale.sentences[0]
    return f"- {sentence.label}. {sentence.text}. ({one.ladder}, {format_weekday(one.day)})"


def list_waiting_lines(player: Player) -> Iterator[str]:
    """Yield the results to confirm and the challenges to answer, each with the address where one does."""
    for result in list_matches_to_confirm(player):
        outcome, match = result.outcome, result.match
        where = f"{match.season.ladder}, {format_day(timezone.localdate(match.played_at))}"
        yield f"- {outcome.who} {outcome.went} ({where}): confirm it or say what is wrong."
        yield f"  {settings.SITE_URL}{match.get_absolute_url()}"
    for asked in list_challenges_to_answer(player):
        yield f"- {asked.who} challenged you ({asked.ladder}). Answer by {asked.until}."
        yield f"  {settings.SITE_URL}{reverse('ladder:challenges', args=[asked.ladder.slug])}"


def list_pairing_lines(player: Player) -> Iterator[str]:
    """Yield whom a player could play on the ladder of their last match, as the home page suggests it."""
    ladder = find_last_ladder(player)
    season = pick_current_season(list_seasons(ladder.slug)) if ladder else None
    for one in load_suggestions(season, player) if season else ():
        partners = f", with {one.partners}" if one.partners else ""
        yield f"- {one.name}{partners} ({ladder}): {one.reason[0].lower()}{one.reason[1:]}."
