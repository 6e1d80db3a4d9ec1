"""Boring ladders, players and matches for tests, made through the services."""

import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from ladder import ledger
from ladder.formats import ParticipantResult
from ladder.matches.actions.batches import NewMatch, store_matches
from ladder.matches.actions.new_match import build_played_match, record_match
from ladder.matches.actions.reports import report_match
from ladder.models import Board, Ladder, Match, MatchRevision, Season
from ladder.ratings import build_duel
from ladder.scene import Scene
from players.models import FormerName, Player
from players.people.actions import find_or_create_players
from players.people.names import build_name_key, clean_name


def make_ladder(*keys: str, slug: str = "club", name: str = "Club", season: str = "all-time", **fields: Any) -> Ladder:
    """Return a ladder with one open season and a board for each key.

    It is what `create_ladder` stores (tests/test_factories.py), without its checks, which most tests would repeat.
    """
    (ladder,) = Ladder.objects.bulk_create([Ladder(slug=slug, name=name, **fields)])
    first = Season(ladder=ladder, slug=season, name=season.replace("-", " ").capitalize())
    Season.objects.bulk_create([first])
    systems = enumerate(keys or ("match-length-elo",))
    Board.objects.bulk_create([Board(season=first, system=key, position=position) for position, key in systems])
    return ladder


def season_of(ladder: Ladder) -> Season:
    """Return the ladder's newest season."""
    return ladder.seasons.select_related("ladder").first()


def board_of(*keys: str) -> Board:
    """Return the main board of a new ladder, with its season and ladder."""
    board = season_of(make_ladder(*keys)).boards.select_related("season__ladder").first()
    assert board
    return board


def make_player(name: str) -> Player:
    """Return the player of this name, made when there is none."""
    key = build_name_key(name)
    if player := Player.objects.filter(key=key, merged_into=None).first():
        return player
    if Player.objects.filter(key=key).exists() or FormerName.objects.filter(key=key).exists():
        return next(iter(find_or_create_players([name]).values()))
    return Player.objects.bulk_create([Player(name=clean_name(name), key=key)])[0]


def make_member(name: str) -> Player:
    """Return a player with an account."""
    player = make_player(name)
    player.user = User.objects.create_user(name.lower())
    Player.objects.filter(pk=player.pk).update(user=player.user)
    return player


def signed_in(user: User) -> Client:
    """Return a browser of its own in which that account is signed in."""
    client = Client()
    client.force_login(user)
    return client


def prove(client: Client) -> None:
    """Let whoever is signed in there have proved a moment ago who they are."""
    session = client.session
    session["account_authentication_methods_user"] = session["_auth_user_id"]
    session["account_authentication_methods"] = [{"method": "code", "at": time.time(), "reauthenticated": True}]
    session.save()


def at(day: date | None, hour: int = 12) -> datetime:
    """Return a moment on that day; on no day, now."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC) if day else timezone.now()


def enter_match(
    *,
    season: Season,
    participants: Sequence[ParticipantResult],
    by: User | None,
    kind: str,
    form_key: UUID | None = None,
    pending: bool = False,
    **played: Any,
) -> Match:
    """Record the match of these participants; `played` is the rest of what `build_played_match` takes."""
    entry = build_played_match(kind, participants, **played)
    return record_match(season=season, entry=entry, by=by, form_key=form_key, pending=pending)


def enter_report(
    *,
    season: Season,
    participants: Sequence[ParticipantResult],
    by: User,
    kind: str,
    form_key: UUID | None = None,
    **played: Any,
) -> Match:
    """Report the match of these participants as an account; `played` as in `enter_match`."""
    entry = build_played_match(kind, participants, **played)
    return report_match(scene=Scene(season, by), entry=entry, form_key=form_key)


def play(
    season: Season, winner: str, loser: str, length: int = 5, *, on: date | None = None, drawn: bool = False
) -> Match:
    """Record a rated match of two; names that are new make players."""
    score = 0.5 if drawn else 1.0
    participants = [ParticipantResult(make_player(winner), score), ParticipantResult(make_player(loser), 1 - score)]
    return enter_match(
        season=season, participants=participants, by=None, kind="rated", played_at=at(on), facts={"length": length}
    )


def play_sides(season: Season, winners: Sequence[str], losers: Sequence[str], *, on: date | None = None) -> Match:
    """Record a match of two sides; names that are new make players."""
    participants = [ParticipantResult(make_player(name), 1.0, side=1) for name in winners]
    participants += [ParticipantResult(make_player(name), 0.0, side=2) for name in losers]
    return enter_match(season=season, participants=participants, by=None, kind="team", played_at=at(on))


def play_all(season: Season, pairs: Sequence[tuple[str, str]], *, on: date | None = None) -> None:
    """Record a rated match of each pair, winner first, in one go."""
    keys = {name: make_player(name).pk for pair in pairs for name in pair}
    results = [build_duel(keys[winner], keys[loser], ended=at(on), facts={"length": 5}) for winner, loser in pairs]
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        new = [NewMatch(result, timezone.now()) for result in results]
        ledger.settle(season, store_matches(season, new, MatchRevision.Verb.RECORD)[0])


def make_asking(*keys: str, slug: str = "club", name: str = "Club", **fields: Any) -> Season:
    """Return the open season of a ladder whose results count only when confirmed, within 48 hours."""
    ladder = make_ladder(*keys or ("points-exchange",), slug=slug, name=name)
    Ladder.objects.filter(pk=ladder.pk).update(confirm_hours=48, counts_when_confirmed=True, **fields)
    return season_of(ladder)


def enter_when_played() -> None:
    """Let every match so far have been entered at the moment it was played."""
    for match in Match.objects.all():
        MatchRevision.objects.filter(match=match, number=1).update(at=match.played_at)


def make_twins(day: date) -> Season:
    """Return a season in which Ada beat Bo, and the day after beat Bo again, entered as Ada B."""
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ada", "Bo", on=day)
    play(season, "Ada B.", "Bo", on=day + timedelta(1))
    return season


def make_two_days(day: date) -> Season:
    """Return a season in which Ada beat Bo and the day after lost to Cy, each entered when it was played."""
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ada", "Bo", on=day)
    play(season, "Cy", "Ada", on=day + timedelta(1))
    enter_when_played()
    return season
