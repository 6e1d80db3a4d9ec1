"""Who challenges whom in the fictional club: one waits for an answer, one is to be played, a battle is open."""

from collections.abc import Iterable
from contextlib import suppress

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from ladder.models import Challenge, Ladder, Season
from ladder.services import challenges
from ladder.services.demo.people import MEMBER
from players.models import Player

CHALLENGE_RULES = {
    "table-tennis": {"challenge_reach": 6, "rematch_days": 7, "most_challenges": 3},
    "warlocks": {"rematch_days": 2},
}
MOST_PLACES = 4
CHALLENGE_NOTE = "Thursday after training?"


def make_demo_challenges() -> None:
    """Let some players challenge each other today, on the ladders that have rules for it."""
    for slug, rules in CHALLENGE_RULES.items():
        Ladder.objects.filter(slug=slug).update(**rules)
        season = Season.objects.select_related("ladder").get(ladder__slug=slug, closed_at=None)
        me = Player.objects.select_related("user").get(name=MEMBER)
        others = Player.objects.filter(standings__board__season=season).exclude(pk=me.pk)
        challenge_in_season(season, me, list(others.select_related("user").distinct().order_by("key")))


def challenge_in_season(season: Season, me: Player, others: list[Player]) -> None:
    """Let somebody challenge the member, the member challenge another who accepts, and somebody open a battle."""
    make_first_allowed(season, ((other, me) for other in others))
    mine = make_first_allowed(season, ((me, other) for other in others))
    if mine:
        opponent = mine.parties.exclude(player=me).select_related("player__user").get().player
        challenges.accept_challenge(challenge=mine, by=find_player_account(opponent))
    with suppress(ValidationError):
        challenges.open_battle(season=season, by=find_player_account(others[0]), places=MOST_PLACES, kind="friendly")


def make_first_allowed(season: Season, pairs: Iterable[tuple[Player, Player]]) -> Challenge | None:
    """Return the first challenge that the rules allow, of the one to the other."""
    for by, opponent in pairs:
        with suppress(ValidationError):
            return challenges.challenge_player(
                season=season, by=find_player_account(by), opponent=opponent, note=CHALLENGE_NOTE
            )
    return None


def find_player_account(player: Player) -> User:
    """Return a player's account; in the fictional club everybody has one."""
    assert player.user is not None, "everybody signed up"  # noqa: S101
    return player.user
