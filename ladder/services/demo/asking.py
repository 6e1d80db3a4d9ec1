"""Who challenges whom in the fictional club: one waits for an answer, one is to be played, a battle is open."""

from collections.abc import Iterable
from contextlib import suppress

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.models import Challenge, Ladder, Season
from players.models import Player

from .. import challenges
from .people import MEMBER

RULES = {
    "table-tennis": {"challenge_reach": 6, "rematch_days": 7, "most_challenges": 3},
    "warlocks": {"rematch_days": 2},
}
PLACES = 4
NOTE = "Thursday after training?"


def ask_around() -> None:
    """Let some players challenge each other today, on the ladders that have rules for it."""
    for slug, rules in RULES.items():
        Ladder.objects.filter(slug=slug).update(**rules)
        season = Season.objects.select_related("ladder").get(ladder__slug=slug, closed_at=None)
        me = Player.objects.select_related("user").get(name=MEMBER)
        others = Player.objects.filter(standings__board__season=season).exclude(pk=me.pk)
        ask(season, me, list(others.select_related("user").distinct().order_by("key")))


def ask(season: Season, me: Player, others: list[Player]) -> None:
    """Let somebody challenge the member, the member challenge another who accepts, and somebody open a battle."""
    first_of(season, ((other, me) for other in others))
    mine = first_of(season, ((me, other) for other in others))
    if mine:
        opponent = mine.parties.exclude(player=me).select_related("player__user").get().player
        challenges.accept(challenge=mine, by=account(opponent))
    with suppress(ValidationError):
        challenges.open_battle(season=season, by=account(others[0]), places=PLACES, kind="friendly")


def first_of(season: Season, pairs: Iterable[tuple[Player, Player]]) -> Challenge | None:
    """Return the first challenge that the rules allow, of the one to the other."""
    for by, opponent in pairs:
        with suppress(ValidationError):
            return challenges.challenge(season=season, by=account(by), opponent=opponent, note=NOTE)
    return None


def account(player: Player) -> User:
    """Return a player's account; in the fictional club everybody has one."""
    assert player.user is not None, "everybody signed up"  # noqa: S101
    return player.user
