"""What those who are here could play beside the proposals: matches to be played, and whom a member may challenge."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse

from ladder.challenges.queries.opponent_list import build_opponent_list
from ladder.challenges.queries.opponents import (
    add_people,
    choose_terms,
    list_challenge_kinds,
    load_standing_pool,
    reload_season,
)
from ladder.challenges.queries.running import (
    build_unplayed_filter,
    describe_last_day,
    name_origin,
    select_fixtures,
)
from ladder.formats import TEAM
from ladder.models import Court, Fixture, Party
from ladder.nights.history import Night, list_free_courts, list_queue
from ladder.nights.queries.proposals import GameSide, number_sides
from ladder.nights.queries.stored_night import StoredNight
from ladder.ratings import RATED
from players.models import Player
from players.people.queries import list_with_merged

MOST_MATCHES_SHOWN = 12


class OpenMatch(NamedTuple):
    """A match to be played whose players all wait: where it comes from, until when, and a free court for it."""

    pk: int
    sides: tuple[GameSide, ...]
    origin: str  # "Box 2"
    until: str
    court: Court | None
    names: str


class ReachedPlayer(NamedTuple):
    """Somebody who is here and may be challenged, and the address at which that is done."""

    name: str
    url: str


def list_open_matches(stored: StoredNight, night: Night, player: Player | None = None) -> list[OpenMatch]:
    """Return the challenges and the matches of boxes and rounds that could begin now, the last day first.

    All their players wait. Of a player, return only their own. At most six queries.
    """
    waiting = list_queue(night)
    if len(waiting) < 2 or (player and player.pk not in waiting):
        return []
    courts = {court.pk: court for court in stored.courts}
    free = {court.players: courts[court.key] for court in reversed(list_free_courts(night))}
    found = select_open_fixtures(stored, list_with_merged(waiting), player)[:MOST_MATCHES_SHOWN]
    return [
        OpenMatch(
            one.pk,
            number_sides(one.sides),
            name_origin(one),
            describe_last_day(one),
            free.get(one.places),
            one.both_names,
        )
        for one in found
        if [*map(len, one.sides)] == [one.places // 2] * 2
    ]


def select_open_fixtures(stored: StoredNight, keys: list[int], player: Player | None) -> QuerySet[Fixture]:
    """Return the fixtures between these keys of players, or of them those of one player, that a court can have.

    What was agreed with a length or a handicap can't be played on a court, which knows neither.
    """
    parties = Party.objects.filter(fixture=OuterRef("pk"))
    mine = parties.filter(player__in=player.own_keys if player else keys)
    on_a_court = Q(places=2, kind=RATED.key) | Q(places=4, kind=TEAM.key)
    fixtures = select_fixtures(stored.night.season).filter(build_unplayed_filter(), on_a_court, court=None, facts={})
    return fixtures.filter(Exists(mine), ~Exists(parties.exclude(player__in=keys))).order_by("play_by", "pk")


def list_reached_players(stored: StoredNight, me: Player) -> Iterator[ReachedPlayer]:
    """Yield who is here and may be challenged by this member, on a ladder where not everybody may be by everybody.

    A dozen queries; of a ladder between sides two.
    """
    ladder = stored.night.season.ladder
    if not ladder.limits_reach and ladder.challenge_among == ladder.Among.EVERYBODY:
        return
    season, here = reload_season(stored.night.season), set(stored.here)
    kinds = list_challenge_kinds(season)
    if not kinds or kinds[0].format.has_sides:
        return
    pool = add_people(load_standing_pool(choose_terms(season, me), me), here)
    for one in build_opponent_list(pool).lines:
        if one.can:
            url = reverse("ladder:pairing", args=[season.ladder.slug, season.slug, me.pk, *one.other])
            yield ReachedPlayer(one.name, url)
