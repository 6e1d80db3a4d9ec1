"""Making the fictional club: everything in one transaction, and by the ways a club would use."""

from datetime import date

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Ladder, Match, MatchRevision, Season

from .. import batches, ledger, matches, seasons
from ..results import sides_of
from .club import ORGANISER, Account, make_accounts, sign_up
from .year import club_nights, matches_of

SYSTEM = ("match-length-elo", {"provisional_until": 20})


def make() -> list[Account]:
    """Make the club with its matches of a year up to yesterday; return the accounts to sign in with.

    Raises: ValidationError, "There is a ladder already. The demonstration only fills an empty site."
    """
    accounts = make_accounts()
    with transaction.atomic():
        if Ladder.objects.exists():
            raise ValidationError("There is a ladder already. The demonstration only fills an empty site.")
        nights = list(club_nights(timezone.localdate()))
        season = open_season(nights[0])
        people = sign_up(accounts, nights)
        since, _ = batches.store(season, list(matches_of(nights, people)), MatchRevision.Verb.RECORD)
        ledger.settle(season, since)
        change_some(season, people[ORGANISER].user)
    return accounts


def open_season(first: date) -> Season:
    """Make the ladder with one season that has begun and has no end."""
    ladder = seasons.create_ladder(
        slug="backgammon", name="Backgammon ladder", boards=[SYSTEM], season="open", season_name="Open season"
    )
    season = ladder.seasons.get()
    season.starts_on = first
    season.save()
    return season


def change_some(season: Season, organiser: User | None) -> None:
    """Correct two matches and void two, as it happens in a club."""
    swap(match_from_end(season, 31), organiser, "The winner and the loser were swapped.")
    long = match_from_end(season, 140)
    matches.correct(match=long, by=organiser, reason="They played to 9.", revision=1, facts={"length": 9})
    twice = match_from_end(season, 12)
    matches.void(match=twice, by=organiser, reason="Both players reported it.", revision=1)
    practice = match_from_end(season, 260)
    matches.void(match=practice, by=organiser, reason="It was practice and wasn't to count.", revision=1)


def match_from_end(season: Season, number: int) -> Match:
    return Match.objects.filter(season=season).order_by("-sequence")[number]


def swap(match: Match, by: User | None, reason: str) -> None:
    """Let the loser of a match be its winner."""
    winner, loser = sides_of(match)
    sides = [loser._replace(score=1.0), winner._replace(score=0.0)]
    matches.correct(match=match, by=by, reason=reason, revision=1, sides=sides)
