"""Begin games on courts, enter their results, and take them off."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone

from ladder.challenges.queries.running import NOT_PLAYED_YET, build_unplayed_filter
from ladder.challenges.reports import store_challenge_match
from ladder.formats import DRAWN, LOST, TEAM, WON, Game, ParticipantResult, end_sentences
from ladder.ledger.admission import check_match_day, check_season_open
from ladder.ledger.storage.tables import start_of_day
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import report_match
from ladder.models import Court, Fixture, Match, Night, Origin, Party, Season, State
from ladder.models.fixture import ChallengeRules
from ladder.nights.actions.night import (
    LONGEST_NIGHT,
    NIGHT_ENDS_LATE,
    change_night,
    end_games,
    raise_night_version,
)
from ladder.nights.actions.visits import AT_ONCE, NAMED_TWICE, NOT_HERE
from ladder.nights.queries.result_rules import takes_draws
from ladder.nights.queries.stored_night import group_sides, load_played_games, select_games
from ladder.nights.rights import check_runs_night
from ladder.ratings import RATED, UNRATED
from ladder.scene import Scene
from players.models import Player

COURT_IS_TAKEN = "On {court} now play {names}. Somebody was faster."
COURT_IS_CLOSED = "{court} is out of order."
WRONG_NUMBER = "{court} is for {count} players."
ENTERED_ALREADY = "The result is in already: {names} won. Open the match to correct it."
ROUND_IS_PLAYED = "A round is played. Enter its results first."
GAME_IS_OFF = "This game was taken off its court without a result. Report the match, if it was played."
DRAWN_ALREADY = "The result is in already: they drew. Open the match to correct it."
KEPT_LEVEL = "Level on points, which the ratings of this season don’t know: kept as unrated."
ONE_PLAYER_ON_BOTH_SIDES = "{player} is on both sides, since two players were merged. Choose “No result”."
SIDE_BY_PLACES = {2: (1, 1), 4: (2, 2)}


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
            raise ValidationError(end_sentences(COURT_IS_TAKEN.format(court=court, names=running.both_names)))
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
    """Refuse a game that can't be: in a season that is over, of too many, of somebody who is not there or plays."""
    check_season_open(night.season)
    check_match_day(night.season, timezone.localdate())
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
    after: UUID | None = None,
) -> Match:
    """Report the result of a game that side 1 or 2 won, or 0 for a draw, and return its match.

    The same result again returns the match that it made. `points` are those of both sides, where they are counted.
    It is dated by when it was tapped, where it `waited` for a network since then, so that games stay in their order;
    `after` is the key of the form that was sent before it from the same device.

    A challenge, a round or a box that asks for this match is ticked off with it. Level points are kept as unrated where
    boards have no draws, so that they are in the table of the night.
    Raises: NotAllowed; ValidationError, such as "The result is in already: Ana and Ben won. ..."; else what
    `report_match` raises.
    """
    with change_night(fixture.court.night) as night:  # type: ignore[union-attr]  # a game has a court
        fixture = reload_game(night, fixture)
        if scene.player is None or not fixture.find_side(scene.player.pk):
            check_runs_night(scene)
        if fixture.match and not fixture.match.is_void:
            return check_same_winner(fixture, winner)
        for player in {*fixture.list_side(1)}.intersection(fixture.list_side(2)):
            raise ValidationError(ONE_PLAYER_ON_BOTH_SIDES.format(player=player))
        asked = find_asked_fixture(fixture)
        began = timezone.localtime(asked.began_at) if asked and asked.began_at else None
        results = [
            ParticipantResult(player, find_score(number, winner), side=number if fixture.has_sides else 0)
            for number, side in enumerate(fixture.sides, start=1)
            for player in side
        ]
        ended = find_game_end(fixture, night.season, find_tapped_moment(fixture, waited, after))
        games = (Game(points[0], points[1]),) if points else ()
        is_spared = bool(points) and not winner and not takes_draws(night.season, fixture.kind)
        kind, reason = (UNRATED.key, KEPT_LEVEL) if is_spared else (fixture.kind, "")
        entry = build_played_match(kind, results, ended, started_at=began, games=games)
        now = Scene(night.season, scene.user, scene.venue_code)
        match = report_match(scene=now, entry=entry, form_key=form_key, reason=reason)
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


def find_tapped_moment(fixture: Fixture, waited: timedelta, after: UUID | None) -> datetime | None:
    """Return when a result was tapped that waited for a network; None for one sent at once.

    That is since its game began, and since the match of the form `after` which it was tapped.
    """
    if not waited:
        return None
    before = Match.objects.filter(form_key=after, season=fixture.season) if after else Match.objects.none()
    return max(timezone.now() - waited, fixture.made_at, *before.values_list("played_at", flat=True))


def find_game_end(fixture: Fixture, season: Season, tapped: datetime | None) -> datetime | None:
    """Return when a game ended: when its result was tapped, or just now where that is None.

    If its result was taken back, and others have begun on its court since, it ended when that result said. A game that
    began on a day of the season never ends after the season's last day.
    """
    if fixture.match and Fixture.objects.filter(court=fixture.court_id, pk__gt=fixture.pk).exists():
        return max(fixture.match.played_at, fixture.made_at)
    last = season.ends_on
    if last and timezone.localdate(fixture.made_at) <= last < timezone.localdate(tapped):
        return max(fixture.made_at, start_of_day(last + timedelta(1)) - timedelta(seconds=1))
    return tapped


def check_same_winner(fixture: Fixture, winner: int) -> Match:
    """Return the match of a game whose result is entered again. Raises: ValidationError, where another side won."""
    assert fixture.match  # noqa: S101
    played = load_played_games([fixture])[fixture.pk]
    if played.winner == winner:
        return fixture.match
    if not played.winner:
        raise ValidationError(DRAWN_ALREADY)
    raise ValidationError(ENTERED_ALREADY.format(names=played.name_side(played.winner)))


def find_asked_fixture(game: Fixture) -> Fixture | None:
    """Return the challenge, or the match of a round, between the same sides that is still to be played."""
    mine = Q(parties__player__in=game.sides[0][0].own_keys)
    open_ones = Fixture.objects.filter(
        mine, build_unplayed_filter(), season=game.season, kind=game.kind, box=None, court=None
    ).prefetch_related("parties__player__merged_into")
    asked = {frozenset(map(frozenset, one.sides)): one for one in open_ones.order_by("-play_by", "-pk")}
    return asked.get(frozenset(map(frozenset, game.sides)))


def end_reported_game(match: Match) -> None:
    """Let the game that its players play on a court tonight have a match that was reported without it.

    The match was played since the game began; the ladder is locked.
    """
    night = Night.objects.filter(season=match.season, closed_at=None).first()
    if night is None:
        return
    sides = group_sides(match.participants.select_related("player__merged_into"))
    played = frozenset(frozenset(one.player.itself for one in side) for side in sides)
    games = select_games(night).filter(NOT_PLAYED_YET, made_at__lte=match.played_at).reverse()
    if game := next((one for one in games if frozenset(map(frozenset, one.sides)) == played), None):
        store_challenge_match(game, match)
        raise_night_version(night)


def call_off_game(*, fixture: Fixture, scene: Scene) -> None:
    """Take a game off its court without a result. Raises: NotAllowed; ValidationError, where it has one."""
    check_runs_night(scene)
    with change_night(fixture.court.night) as night:  # type: ignore[union-attr]  # a game has a court
        fixture = reload_game(night, fixture)
        if fixture.match and not fixture.match.is_void:
            raise ValidationError("This game has a result. Void the match instead.")
        end_games([fixture])
