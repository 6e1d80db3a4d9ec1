"""Club nights: one of yesterday that is over, and one that runs on two ladders, with one court that is free."""

import random
from collections.abc import Sequence
from datetime import datetime, time, timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from ladder.devtools.demonstration.members import MEMBER, build_local_moment
from ladder.formats import LOST, WON, ParticipantResult
from ladder.matches.actions.new_match import build_played_match, record_match
from ladder.models import Court, Fixture, Ladder, Night, Visit
from ladder.nights.actions import NewCourt, begin_night, begin_night_game, close_night, come_to_night
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
PAST_LADDER, PAST_BEGIN = "padel", time(19)
PAST_TURNS, TURN_MINUTES, GAME_MINUTES = 6, 20, (13, 18)


def make_demo_nights(luck: random.Random, by: User, now: datetime) -> None:
    """Begin a night on each of these ladders, some minutes ago, and let games run on all courts but one.

    The member is not there yet.
    """
    for slug, courts in NIGHT_COURTS.items():
        Ladder.objects.filter(slug=slug).update(nights=Ladder.Nights.RECORDERS)
        season = Ladder.objects.get(slug=slug).seasons.select_related("ladder").get(closed_at=None)
        scene = Scene(season, by)
        standing = Player.objects.filter(standings__board__season=season, retired_on=None)
        people = list(standing.distinct().order_by("key"))
        if slug == PAST_LADDER:
            play_past_night(luck, scene, people, courts)
        others = [one for one in people if one.name != MEMBER]
        night = open_night(scene, luck.sample(others, min(HERE, len(others))), courts, now - BEGAN_AGO)
        begun_at = now - COMES_EVERY
        begin_proposed_games(night, scene, len(courts) - 1, begun_at)
        Fixture.objects.filter(court__night=night).update(made_at=begun_at)


def open_night(scene: Scene, people: Sequence[Player], courts: Sequence[NewCourt], began_at: datetime) -> Night:
    """Return a night that began at a moment, since when these people have come."""
    night = begin_night(scene=scene, ends_at=timezone.now() + LASTS, courts=courts)
    for player in people:
        come_to_night(night=night, scene=scene, player=player)
    date_beginning(night, began_at)
    night.refresh_from_db()
    return night


def play_past_night(luck: random.Random, scene: Scene, people: Sequence[Player], courts: Sequence[NewCourt]) -> None:
    """Let a night of yesterday be over, at which the member was too."""
    others = luck.sample([one for one in people if one.name != MEMBER], HERE - 1)
    there = [*others, *(one for one in people if one.name == MEMBER)]
    began_at = build_local_moment(timezone.localdate() - timedelta(days=1), PAST_BEGIN)
    night = open_night(scene, there, courts, began_at)
    for turn in range(1, PAST_TURNS + 1):
        at = began_at + turn * timedelta(minutes=TURN_MINUTES)
        begin_proposed_games(night, scene, len(courts), at)
        for game in Fixture.objects.filter(court__night=night, match=None).prefetch_related("parties__player"):
            play_past_game(luck, scene, game, at)
    close_night(night=night, scene=scene)
    over = began_at + (PAST_TURNS + 1) * timedelta(minutes=TURN_MINUTES)
    night.visits.update(left_at=over)
    Night.objects.filter(pk=night.pk).update(closed_at=over, ends_at=over)


def play_past_game(luck: random.Random, scene: Scene, game: Fixture, at: datetime) -> None:
    """Let a game that began at a moment be won by either side; its result was entered from a list today."""
    winners, losers = luck.sample(game.sides, 2)
    results = [ParticipantResult(one, WON, side=1) for one in winners]
    results += [ParticipantResult(one, LOST, side=2) for one in losers]
    entry = build_played_match(game.kind, results, at + timedelta(minutes=luck.randint(*GAME_MINUTES)))
    match = record_match(season=scene.season, entry=entry, by=scene.user)
    Fixture.objects.filter(pk=game.pk).update(made_at=at, match=match)


def date_beginning(night: Night, began_at: datetime) -> None:
    """Let a night have begun at a moment, and its people have come one after the other since then."""
    Night.objects.filter(pk=night.pk).update(starts_at=began_at)
    for number, visit in enumerate(Visit.objects.filter(night=night).order_by("pk")):
        Visit.objects.filter(pk=visit.pk).update(came_at=began_at + number * COMES_EVERY)


def begin_proposed_games(night: Night, scene: Scene, count: int, at: datetime) -> None:
    """Let the first proposals of a moment be played."""
    stored = load_stored_night(night)
    proposals = propose_night_games(stored, stored.build_history(at), None)
    for court, proposal in list(proposals.items())[:count]:
        place = Court.objects.select_related("night__season__ladder").get(pk=court)
        begin_night_game(court=place, scene=scene, sides=[side.players for side in proposal.sides], why=proposal.why)
