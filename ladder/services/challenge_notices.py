"""What the players of a challenge are told: that there is one, how it was answered, that its time is nearly over."""

from collections.abc import Iterable

from django.urls import reverse

from ladder.models import Challenge
from ladder.ratings import kinds
from ladder.selectors.challenges.listed import moment
from players.models import Notice, Player
from players.services import notices


def challenged(challenge: Challenge, opponent: Player) -> None:
    """Tell whoever is challenged."""
    by, until = challenge.by.itself.name, moment(challenge.answer_by)
    tell([opponent], challenge, f"{by} challenged you{to(challenge)}. Answer by {until}.")


def accepted(challenge: Challenge, who: Player, others: Iterable[Player]) -> None:
    """Tell the others that somebody takes part, and by when it is to be played if that was the last."""
    if challenge.play_by:
        words = f"{who.name} accepted the challenge. Play it by {moment(challenge.play_by)}."
    else:
        words = f"{who.name} joined the battle."
    tell(others, challenge, words)


def declined(challenge: Challenge, who: Player) -> None:
    tell([challenge.by.itself], challenge, f"{who.name} declined your challenge.")


def withdrawn(challenge: Challenge, who: Player) -> None:
    others = (party.player.itself for party in challenge.parties.all())
    words = "closed the battle" if challenge.places > 2 else "withdrew the challenge"
    tell((player for player in others if player != who), challenge, f"{who.name} {words}.")


def to(challenge: Challenge) -> str:
    """Return what a challenge is to, where it says so: " to 7 points", " to a friendly match"."""
    if "length" in challenge.facts:
        return f" to a match of {challenge.facts['length']:g}"
    return f" to a {kinds()[challenge.kind].label.lower()} match"


def tell(players: Iterable[Player], challenge: Challenge, text: str) -> None:
    """Leave a notice for each of these players; who has asked for it gets it by mail, after commit."""
    url = reverse("ladder:challenges", args=[challenge.season.ladder.slug])
    for player in players:
        notices.tell(player=player, kind=Notice.Kind.CHALLENGE, text=text, url=url)
