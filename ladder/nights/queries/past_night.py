"""A night that is over: what it brought, what its reader did in it, and its picture; and the nights so far."""

from functools import cached_property
from typing import NamedTuple

from django.db.models import Count
from django.utils import formats, timezone

from ladder.formats import format_count
from ladder.models import Fixture, Ladder, Night, State, Visit
from ladder.nights.history import list_attendees
from ladder.nights.queries.board import NightBoard
from ladder.nights.queries.fairness import find_longest_wait
from ladder.nights.queries.stored_night import is_played
from ladder.pictures.cards import Card, CardFigure, CardLine
from ladder.story.queries.ladder_story import NamedTale
from ladder.story.queries.latest import list_match_tales
from players.models import Club
from players.people.queries import resolve_player

NIGHTS_SHOWN, MOST_MOMENTS, MOST_CARD_LINES, MOST_CARD_FIGURES = 10, 5, 3, 3
TITLE, LONG_DATE = "Night of {day}", "l, j F Y"
SUMMARY, NOBODY_PLAYED = "{players}, {games}. The longest wait was {minutes}.", "{players}. Nobody played."
NIGHT_COUNTS = "{players}, {games}"
OWN_NIGHT = "You played {games}, and waited {minutes} at most."


class PastNight(NightBoard):
    """All that the page of a night that is over shows of it to a reader."""

    @property
    def title(self) -> str:
        """Such as "Night of Friday, 27 November 2026"."""
        day = timezone.localtime(self.stored.night.starts_at)
        return TITLE.format(day=formats.date_format(day, LONG_DATE))

    @property
    def summary(self) -> str:
        """Such as "19 players, 34 games. The longest wait was 14 minutes." """
        players = format_count(len(self.stored.players), "player")
        if self.fairness is None:
            return NOBODY_PLAYED.format(players=players)
        minutes = format_count(find_longest_wait(self.history, self.stored.players), "minute")
        return SUMMARY.format(players=players, games=self.fairness.games, minutes=minutes)

    @property
    def court_count(self) -> int:
        """How many courts were played on, or were open at the end."""
        played = {game.court_id for game in self.stored.games}
        return sum(court.is_open or court.pk in played for court in self.stored.courts)

    @property
    def own(self) -> str:
        """What the reader did; an empty text for who was not there."""
        for one in list_attendees(self.history):
            if self.me and one.key == self.me.pk:
                minutes = format_count(find_longest_wait(self.history, [one.key]), "minute")
                return OWN_NIGHT.format(games=format_count(one.games, "game"), minutes=minutes)
        return ""

    @cached_property
    def moments(self) -> list[NamedTale]:
        """The greatest moments of the night, as far as they are worked out."""
        return self.list_moments()

    def list_moments(self, *, wait: bool = False) -> list[NamedTale]:
        """Return what the story of the ladder tells of the games, the greatest first."""
        matches = [game.match for game in self.stored.games if game.match and is_played(game)]
        days = {one.pk: timezone.localdate(one.played_at) for one in matches}
        return list_match_tales(self.scene.ladder, days, MOST_MOMENTS, wait=wait)


def build_night_card(night: PastNight) -> Card | None:
    """Return the picture of a night: how fair it was, and the first of its table, its moments or its results."""
    if night.fairness is None:
        return None
    players, games = str(len(night.stored.players)), str(len(night.history.games))
    figures = [CardFigure(one.label, one.value) for one in night.fairness.lines[:MOST_CARD_FIGURES]]
    return Card(
        club=str(Club.current()),
        place=str(night.scene.ladder),
        title=night.title,
        lines=tuple(list_card_lines(night)[:MOST_CARD_LINES]),
        figures=(CardFigure("Players", players), CardFigure("Games", games), *figures),
    )


def list_card_lines(night: PastNight) -> list[CardLine]:
    """Return the table of a night, or else its moments, or else its results."""
    table = [
        CardLine((player.name,), str(row.points), format_count(row.games, "game"), str(row.rank), "", row.rank == 1)
        for row, player in night.table
    ]
    moments = [] if table else night.list_moments(wait=True)
    return (
        table
        or [
            CardLine((one.name,), one.worth, one.sentences[0].text, "", one.direction, headline=one.sentences[0].label)
            for one in moments
        ]
        or [CardLine((), headline=one.text) for one in night.results]
    )


class NightLine(NamedTuple):
    """A night in a list, with how many came and how many games they played."""

    night: Night
    text: str


def list_past_nights(ladder: Ladder) -> list[NightLine]:
    """Return the last nights of a ladder, the newest first; three queries."""
    nights = Night.objects.filter(season__ladder=ladder).exclude(closed_at=None).select_related("season__ladder")
    shown = list(nights[:NIGHTS_SHOWN])
    visits = Visit.objects.filter(night__in=shown).order_by().values_list("night")
    games = Fixture.objects.filter(court__night__in=shown).exclude(status=State.CALLED_OFF).order_by()
    came = dict(visits.annotate(people=Count(resolve_player("player"), distinct=True)))
    played = dict(games.values_list("court__night").annotate(Count("pk")))
    counts = ((one, came.get(one.pk, 0), played.get(one.pk, 0)) for one in shown)
    return [
        NightLine(one, NIGHT_COUNTS.format(players=format_count(people, "player"), games=format_count(number, "game")))
        for one, people, number in counts
    ]
