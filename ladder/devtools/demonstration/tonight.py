"""A club night that runs on two ladders: most are there, some courts are taken, and one is free."""

import random
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.devtools.demonstration.members import MEMBER
from ladder.models import Court, Fixture, Ladder, Night, Visit
from ladder.nights.actions import NewCourt, begin_night, begin_night_game, come_to_night
from ladder.nights.queries.proposals import propose_night_games
from ladder.nights.queries.stored_night import load_stored_night
from ladder.scene import Scene
from players.models import Player

NIGHT_COURTS = {
    "padel": [NewCourt(f"Court {number}", 4) for number in (1, 2, 3)],
    "table-tennis": [NewCourt(f"Table {number}", 2) for number in (1, 2, 3, 4)],
}
HERE, COMES_EVERY = 14, timedelta(minutes=2)
BEGAN_AGO, LASTS = timedelta(minutes=40), timedelta(hours=3)


def make_demo_nights(luck: random.Random, by: User, now: datetime) -> None:
    """Begin a night on each of these ladders, some minutes ago, and let games run on all courts but one.

    The member is not there yet.
    """
    for slug, courts in NIGHT_COURTS.items():
        Ladder.objects.filter(slug=slug).update(nights=Ladder.Nights.RECORDERS)
        season = Ladder.objects.get(slug=slug).seasons.select_related("ladder").get(closed_at=None)
        scene = Scene(season, by)
        night = begin_night(scene=scene, ends_at=now + LASTS, courts=courts)
        standing = Player.objects.filter(standings__board__season=season, retired_on=None).exclude(name=MEMBER)
        people = list(standing.distinct().order_by("key"))
        for player in luck.sample(people, min(HERE, len(people))):
            come_to_night(night=night, scene=scene, player=player)
        date_beginning(night, now - BEGAN_AGO)
        night.refresh_from_db()
        begin_proposed_games(night, scene, len(courts) - 1)
        Fixture.objects.filter(court__night=night).update(made_at=now - COMES_EVERY)


def date_beginning(night: Night, began_at: datetime) -> None:
    """Let a night have begun at a moment, and its people have come one after the other since then."""
    Night.objects.filter(pk=night.pk).update(starts_at=began_at)
    for number, visit in enumerate(Visit.objects.filter(night=night).order_by("pk")):
        Visit.objects.filter(pk=visit.pk).update(came_at=began_at + number * COMES_EVERY)


def begin_proposed_games(night: Night, scene: Scene, count: int) -> None:
    """Let the first proposals be played."""
    stored = load_stored_night(night)
    proposals = propose_night_games(stored, stored.build_history(timezone.now()), None)
    for court, proposal in list(proposals.items())[:count]:
        place = Court.objects.select_related("night__season__ladder").get(pk=court)
        begin_night_game(court=place, scene=scene, sides=[side.players for side in proposal.sides], why=proposal.why)
