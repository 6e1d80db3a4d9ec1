"""Begin and end a night, tick people in and out, begin games and enter their results.

All of it happens under the ladder's lock. A game is a fixture (`Origin.NIGHT`), and its result an ordinary report, so
every rule about reports holds here, too.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from ladder.challenges.queries.running import NOT_PLAYED_YET, build_unplayed_filter
from ladder.challenges.reports import store_challenge_match
from ladder.formats import DRAWN, LOST, TEAM, WON, Game, ParticipantResult
from ladder.ledger.admission import check_season_open
from ladder.ledger.ladder_lock import lock_open_season, lock_season
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import report_match
from ladder.models import Court, Fixture, Ladder, Match, Night, Origin, Party, Season, State, Visit
from ladder.models.fixture import ChallengeRules
from ladder.nights.queries.stored_night import select_games
from ladder.nights.rights import check_may_tick, check_runs_night
from ladder.ratings import RATED
from ladder.scene import Scene, list_season_formats
from players.models import Player

logger = logging.getLogger(__name__)
NIGHT_RUNS_ALREADY = "A night runs already. End it first."
NIGHT_IS_OVER = "This night is over."
NOT_PLAYED_HERE = "The boards of this season don’t take such matches: look at the courts for singles and doubles."
NO_NIGHTS_HERE = "This ladder has no club nights. An organiser can change that in its settings."
COURT_IS_TAKEN = "On {court} now play {names}. Somebody was faster."
COURT_IS_CLOSED = "{court} is out of order."
NOT_HERE = "{player} is not here, or plays already."
WRONG_NUMBER = "{court} is for {count} players."
NAMED_TWICE = "{player} is named twice."
ENTERED_ALREADY = "The result is in already: {names} won. Open the match to correct it."
ROUND_IS_PLAYED = "A round is played. Enter its results first."
GAME_IS_OFF = "This game was taken off its court without a result. Report the match, if it was played."
DRAWN_ALREADY = "The result is in already: they drew. Open the match to correct it."
NIGHT_ENDS_LATE = timedelta(hours=3)  # after its time a night that nobody ended is closed
LONGEST_NIGHT = timedelta(hours=16)
MOST_COURTS = 40
AT_ONCE = timedelta(0)  # what did not wait for a network
SIDE_BY_PLACES = {2: (1, 1), 4: (2, 2)}


class NewCourt(NamedTuple):
    """A court to be made: its name, whether two or four play on it, and for which games it is kept, if any."""

    name: str
    places: int
    category: str = ""


def begin_night(
    *, scene: Scene, ends_at: datetime, courts: Sequence[NewCourt], way: str = Night.Way.BOARD, **values: int
) -> Night:
    """Store a night that begins now, and return it.

    Raises: NotAllowed; ValidationError, such as "A night runs already. End it first."
    """
    check_runs_night(scene)
    with transaction.atomic():
        season = lock_open_season(scene.season)
        if season.ladder.nights == Ladder.Nights.NONE:
            raise ValidationError(NO_NIGHTS_HERE)
        if Night.objects.filter(season__ladder=season.ladder, closed_at=None).exists():
            raise ValidationError(NIGHT_RUNS_ALREADY)
        night = Night(season=season, starts_at=timezone.now(), ends_at=ends_at, way=way, **values)
        night.full_clean()
        night.save()
        store_courts(night, courts)
    return night


def list_court_places(season: Season) -> set[int]:
    """Return for how many players a court of this season can be: 4 where a board takes doubles, 2 for singles."""
    formats = list_season_formats(season)
    places = {4} if season.ladder.plays_doubles and any(one.has_sides for one in formats) else set[int]()
    return places | ({2} if any(not one.has_sides and one.most == 2 for one in formats) else set())


def store_courts(night: Night, courts: Sequence[NewCourt]) -> None:
    """Let a night have these courts: those of the same name stay, others are new, and the rest is closed."""
    if any(new.places not in list_court_places(night.season) for new in courts):
        raise ValidationError(NOT_PLAYED_HERE)
    known = {one.name: one for one in night.courts.all()}
    for position, new in enumerate(courts):
        court = known.pop(new.name, None) or Court(night=night, name=new.name)
        court.position, court.places, court.category, court.is_open = position, new.places, new.category, True
        court.full_clean()
        court.save()
    night.courts.filter(pk__in=[one.pk for one in known.values()]).update(is_open=False)


@contextmanager
def change_night(night: Night) -> Iterator[Night]:
    """Lock the ladder of a night that runs, give it as it is now, and raise its version once it is changed.

    Raises: ValidationError, "This night is over."
    """
    with transaction.atomic():
        season = lock_season(night.season)
        night = Night.objects.get(pk=night.pk)
        night.season = season
        if night.closed_at:
            raise ValidationError(NIGHT_IS_OVER)
        yield night
        raise_night_version(night)


def store_night_settings(*, night: Night, scene: Scene, courts: Sequence[NewCourt], **values: Any) -> None:
    """Store when a night ends, its courts and what its proposals look at. Raises: NotAllowed; ValidationError."""
    check_runs_night(scene)
    with change_night(night) as night:
        for name, value in values.items():
            setattr(night, name, value)
        night.full_clean()
        night.save(update_fields=[*values])
        store_courts(night, courts)


def come_to_night(*, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE) -> None:
    """Tick somebody in; whoever is there already, or rests, plays from now on. Raises: NotAllowed; ValidationError."""
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit is None:
            Visit.objects.create(night=night, player=player.itself, came_at=at)
        elif at and visit and visit.is_resting:
            visit.rests[-1][1] = at.isoformat()
            visit.save(update_fields=["rests"])


def rest_at_night(
    *, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE, passes: bool = False
) -> None:
    """Let somebody rest until they say so; who passes rests for no time, and goes to the end of the queue.

    Raises: NotAllowed; ValidationError, "Ana is not here, or plays already."
    """
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit is None:
            raise ValidationError(NOT_HERE.format(player=player.itself))
        if at and visit and not visit.is_resting:
            visit.rests.append([at.isoformat(), at.isoformat() if passes else None])
            visit.save(update_fields=["rests"])


def leave_night(*, night: Night, scene: Scene, player: Player, waited: timedelta = AT_ONCE) -> None:
    """Let somebody go home; who is not there stays so. Raises: NotAllowed; ValidationError."""
    check_may_tick(scene, player)
    with change_night(night) as night:
        at, visit = find_tick_moment(night, player, waited), find_visit(night, player)
        if at and visit:
            visit.left_at = at
            visit.save(update_fields=["left_at"])


def pair_for_night(*, night: Night, scene: Scene, player: Player, partner: Player | None) -> None:
    """Let two who are there play together tonight, where pairs stay together; without a partner, part them.

    Raises: NotAllowed; ValidationError, such as "Ana is not here, or plays already."
    """
    check_runs_night(scene)
    with change_night(night) as night:
        pair = [player.itself, *([partner.itself] if partner else [])]
        if partner and pair[0] == pair[1]:
            raise ValidationError(NAMED_TWICE.format(player=player.itself))
        visits = [find_visit(night, one) for one in pair]
        keys = [key for one in pair for key in one.own_keys]
        night.visits.filter(Q(player__in=keys) | Q(partner__in=keys), left_at=None).update(partner=None)
        for one, visit, other in zip(pair, visits, reversed(pair), strict=True):
            if visit is None:
                raise ValidationError(NOT_HERE.format(player=one))
            if partner:
                night.visits.filter(pk=visit.pk).update(partner=other)


def find_tick_moment(night: Night, player: Player, waited: timedelta) -> datetime | None:
    """Return when somebody was ticked, before it waited for a network; None if something newer is known of them."""
    at = timezone.now() - waited
    latest = Visit.objects.filter(night=night, player__in=player.own_keys).last()
    return None if latest and latest.changed_at > at else at


def find_visit(night: Night, player: Player) -> Visit | None:
    """Return the visit of somebody who is there."""
    return Visit.objects.filter(night=night, player__in=player.own_keys, left_at=None).first()


def begin_night_game(*, court: Court, scene: Scene, sides: Sequence[Sequence[Player]], why: str = "") -> Fixture:
    """Let these play on a court, and return the fixture; the same players again get the one that has begun.

    Whoever does not run the night may begin a game of their own.
    Raises: NotAllowed; ValidationError, such as "On Court 2 now play Ana and Ben. Somebody was faster."
    """
    players = [player.itself for side in sides for player in side]
    if scene.player not in players:
        check_runs_night(scene)
    with change_night(court.night) as night:
        court = Court.objects.get(pk=court.pk)
        if running := find_running_game(court):
            if {player for side in running.sides for player in side} == {*players}:
                return running
            raise ValidationError(COURT_IS_TAKEN.format(court=court, names=running.both_names))
        check_night_game(night, court, sides, players)
        return store_game(night, court, sides, why)


def begin_round(*, night: Night, scene: Scene, games: Mapping[int, tuple[Sequence[Sequence[Player]], str]]) -> None:
    """Let a whole round begin: by the key of its court, the sides of each game and why they play.

    Raises: NotAllowed; ValidationError, such as "A round is played. Enter its results first."
    """
    check_runs_night(scene)
    with change_night(night) as night:
        if select_games(night).filter(NOT_PLAYED_YET).exists():
            raise ValidationError(ROUND_IS_PLAYED)
        for court in night.courts.filter(pk__in=games):
            sides, why = games[court.pk]
            check_night_game(night, court, sides, [player.itself for side in sides for player in side])
            store_game(night, court, sides, why)


def find_running_game(court: Court) -> Fixture | None:
    """Return the game that is played on a court: the latest one there, if it has no result and was not called off."""
    games = court.fixtures.filter(NOT_PLAYED_YET, status=State.ACCEPTED)
    return games.prefetch_related("parties__player__merged_into").order_by("-pk").first()


def check_night_game(night: Night, court: Court, sides: Sequence[Sequence[Player]], players: Sequence[Player]) -> None:
    """Refuse a game that can't be: in a closed season, of too many, of somebody who is not there or plays already."""
    check_season_open(night.season)
    if not court.is_open:
        raise ValidationError(COURT_IS_CLOSED.format(court=court))
    if tuple(map(len, sides)) != SIDE_BY_PLACES[court.places]:
        raise ValidationError(WRONG_NUMBER.format(court=court, count=court.places))
    here = {one.player.itself.pk for one in night.visits.filter(left_at=None).select_related("player__merged_into")}
    games = Fixture.objects.filter(NOT_PLAYED_YET, court__night=night, status=State.ACCEPTED)
    busy = {key for game in games.prefetch_related("parties__player__merged_into") for key in game.player_keys()}
    for number, player in enumerate(players):
        if player in players[:number]:
            raise ValidationError(NAMED_TWICE.format(player=player))
        if player.pk not in here - busy:
            raise ValidationError(NOT_HERE.format(player=player))


def store_game(night: Night, court: Court, sides: Sequence[Sequence[Player]], why: str) -> Fixture:
    """Store a game that begins now; it is to be played until the night is closed."""
    now, last = timezone.now(), night.starts_at + LONGEST_NIGHT + NIGHT_ENDS_LATE
    fixture = Fixture.objects.create(
        season=night.season,
        origin=Origin.NIGHT,
        court=court,
        by=sides[0][0].itself,
        kind=(RATED if court.places == 2 else TEAM).key,
        places=court.places,
        note=why,
        made_at=now,
        answer_by=now,
        status=State.ACCEPTED,
        accepted_at=now,
        play_by=last,
        decide_at=last,
        if_unplayed=ChallengeRules.Unplayed.OFF,
    )
    Party.objects.bulk_create(
        Party(fixture=fixture, player=player.itself, side=number if court.places == 4 else 0, joined_at=now)
        for number, side in enumerate(sides, start=1)
        for player in side
    )
    return fixture


def enter_game_result(
    *,
    fixture: Fixture,
    scene: Scene,
    winner: int,
    points: Sequence[int] = (),
    form_key: UUID | None = None,
    waited: timedelta = AT_ONCE,
) -> Match:
    """Report the result of a game that side 1 or 2 won, or 0 for a draw, and return its match.

    The same result again returns the match that it made. `points` are those of both sides, where they are counted.
    It is dated by when it was tapped, where it `waited` for a network since then, so that games stay in their order.

    A challenge, a round or a box that asks for this match is ticked off with it.
    Raises: NotAllowed; ValidationError, such as "The result is in already: Ana and Ben won. ..."; else what
    `report_match` raises.
    """
    with change_night(fixture.court.night) as night:  # type: ignore[union-attr]  # a game has a court
        fixture = reload_game(night, fixture)
        if scene.player is None or not fixture.find_side(scene.player.pk):
            check_runs_night(scene)
        if fixture.match and not fixture.match.is_void:
            return check_same_winner(fixture, winner)
        asked = find_asked_fixture(fixture)
        began = timezone.localtime(asked.began_at) if asked and asked.began_at else None
        results = [
            ParticipantResult(player, find_score(number, winner), side=number if fixture.has_sides else 0)
            for number, side in enumerate(fixture.sides, start=1)
            for player in side
        ]
        ended = find_tapped_moment(fixture, waited)
        games = (Game(points[0], points[1]),) if points else ()
        entry = build_played_match(fixture.kind, results, ended, started_at=began, games=games)
        match = report_match(scene=Scene(night.season, scene.user, scene.venue_code), entry=entry, form_key=form_key)
        for one in (fixture, asked):
            if one:
                store_challenge_match(one, match)
    return match


def reload_game(night: Night, fixture: Fixture) -> Fixture:
    """Return a game as it is now. Raises: ValidationError, "This game was taken off its court ..." """
    if game := select_games(night).filter(pk=fixture.pk).first():
        return game
    raise ValidationError(GAME_IS_OFF)


def find_score(number: int, winner: int) -> float:
    """Return the score of a side, by the number of the side that won."""
    return DRAWN if not winner else WON if number == winner else LOST


def find_tapped_moment(fixture: Fixture, waited: timedelta) -> datetime | None:
    """Return when a result was tapped that waited for a network, since its game began; None for one sent at once."""
    return max(timezone.now() - waited, fixture.made_at) if waited else None


def check_same_winner(fixture: Fixture, winner: int) -> Match:
    """Return the match of a game whose result is entered again. Raises: ValidationError, where another side won."""
    assert fixture.match  # noqa: S101
    won = fixture.match.participants.filter(score=WON).select_related("player__merged_into")
    sides = {fixture.find_side(one.player.itself.pk) for one in won} or {0}
    if sides == {winner}:
        return fixture.match
    (number,) = sides
    raise ValidationError(ENTERED_ALREADY.format(names=fixture.name_side(number)) if number else DRAWN_ALREADY)


def find_asked_fixture(game: Fixture) -> Fixture | None:
    """Return the challenge, or the match of a round, between the same sides that is still to be played."""
    mine = Q(parties__player__in=game.sides[0][0].own_keys)
    open_ones = Fixture.objects.filter(
        mine, build_unplayed_filter(), season=game.season, kind=game.kind, box=None, court=None
    ).prefetch_related("parties__player__merged_into")
    asked = {frozenset(map(frozenset, one.sides)): one for one in open_ones.order_by("-play_by", "-pk")}
    return asked.get(frozenset(map(frozenset, game.sides)))


def call_off_game(*, fixture: Fixture, scene: Scene) -> None:
    """Take a game off its court without a result. Raises: NotAllowed; ValidationError, where it has one."""
    check_runs_night(scene)
    with change_night(fixture.court.night) as night:  # type: ignore[union-attr]  # a game has a court
        fixture = reload_game(night, fixture)
        if fixture.match and not fixture.match.is_void:
            raise ValidationError("This game has a result. Void the match instead.")
        end_games([fixture])


def raise_night_version(night: Night) -> None:
    """Let the boards that are open be loaded again."""
    Night.objects.filter(pk=night.pk).update(version=F("version") + 1)


def end_games(fixtures: Iterable[Fixture]) -> None:
    """Store that these games are not played any more."""
    keys = [one.pk for one in fixtures]
    off = {"status": State.CALLED_OFF, "accepted_at": None, "play_by": None, "match": None}
    Fixture.objects.filter(pk__in=keys).update(**off)


def close_night(*, night: Night, scene: Scene | None = None) -> None:
    """End a night: who is there has gone, and games without a result are called off. Without a scene the clock does it.

    Raises: NotAllowed; ValidationError, "This night is over."
    """
    if scene is not None:
        check_runs_night(scene)
    with change_night(night) as night:
        now = timezone.now()
        end_games(select_games(night).filter(NOT_PLAYED_YET))
        night.visits.filter(left_at=None).update(left_at=now)
        Night.objects.filter(pk=night.pk).update(closed_at=now)


def close_due_nights() -> int:
    """End the nights that nobody ended, some hours after their time; return how many."""
    due = Night.objects.filter(closed_at=None, ends_at__lt=timezone.now() - NIGHT_ENDS_LATE)
    closed = 0
    for night in due.select_related("season__ladder"):
        try:
            close_night(night=night)
            closed += 1
        except ValidationError as error:  # it is tried again a minute later
            logger.info("A night is not closed yet: %s", error)
    return closed
