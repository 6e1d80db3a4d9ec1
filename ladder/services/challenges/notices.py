"""What the players of a challenge are told: that there is one, how it was answered, that its time is nearly over."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from ladder.models import Challenge, Season
from ladder.ratings import load_kinds
from ladder.selectors.challenges.listed import moment
from ladder.selectors.challenges.people import players_in
from players.models import Notice, Player
from players.services import notices
from players.services.notices import Told

PLACE = "#challenge-"
"""What goes before a challenge's key in the address of its place."""


def challenged(challenge: Challenge, opponent: Player) -> None:
    """Tell whoever is challenged."""
    by, until = challenge.by.itself.name, moment(challenge.answer_by)
    said = f" They say: {challenge.note}" if challenge.note else ""
    tell([opponent], challenge, f"{by} challenged you{to(challenge)}. Answer by {until}.{said}")


def arranged(challenge: Challenge, one: Player, other: Player) -> None:
    """Tell both that an organiser arranged their match, and by when it is to be played."""
    assert challenge.play_by, "it has begun"  # noqa: S101
    for player, opponent in ((one, other), (other, one)):
        words = f"An organiser arranged a match for you and {opponent.name}. Play it by {moment(challenge.play_by)}."
        tell([player], challenge, words)


def accepted(challenge: Challenge, who: Player, others: Iterable[Player]) -> None:
    """Tell the others that somebody takes part, and by when it is to be played if that was the last."""
    if challenge.play_by:
        words = f"{who.name} accepted the challenge. Play it by {moment(challenge.play_by)}."
    else:
        words = f"{who.name} joined the battle."
    notices.answered(urls=[page_of(challenge)], by=who)
    tell(others, challenge, words)


def declined(challenge: Challenge, who: Player) -> None:
    over([challenge])
    tell([challenge.by.itself], challenge, f"{who.name} declined your challenge.")


def withdrawn(challenge: Challenge, who: Player) -> None:
    over([challenge])
    words = "closed the battle" if challenge.places > 2 else "withdrew the challenge"
    tell(others(challenge, who), challenge, f"{who.name} {words}.")


def asked_off(challenge: Challenge, who: Player, *, agreed: bool) -> None:
    """Tell the others that somebody wants it called off, or that it is, since all do."""
    asks = "asks to call the challenge off. It stays until everybody agrees."
    words = "agreed to call the challenge off." if agreed else asks
    over([challenge]) if agreed else notices.answered(urls=[page_of(challenge)], by=who)
    tell(others(challenge, who), challenge, f"{who.name} {words}")


def called_off_by_organiser(challenge: Challenge, organiser: Player | None) -> None:
    over([challenge])
    text = f"An organiser called off the challenge of {challenge.by.itself.name}."
    tell(others(challenge, organiser), challenge, text)


def season_closed(season: Season, ended: Sequence[Challenge]) -> None:
    """Tell everybody whose challenges ended with the season, in one statement."""
    over(ended)
    theirs = [(player, one) for one in ended for player in players_in(one)]
    readers = {reader.player: reader for reader in notices.readers({player for player, _ in theirs})}
    told = [
        Told(readers[player], over_with(season, one), season.get_absolute_url())
        for player, one in theirs
        if player in readers
    ]
    notices.tell_all(kind=Notice.Kind.CHALLENGE, told=told)


def over_with(season: Season, challenge: Challenge) -> str:
    return f"{season.name} closed, so the challenge of {challenge.by.itself.name} was called off."


def over(challenges: Iterable[Challenge]) -> None:
    """Mark what these challenges asked of anybody as read: they were answered, called off or played, or ran out."""
    notices.answered(urls=[page_of(one) for one in challenges], kinds=[Notice.Kind.CHALLENGE])


def news() -> set[int]:
    """Return the keys of the challenges that somebody has something unread of."""
    unread = Notice.objects.filter(kind=Notice.Kind.CHALLENGE, read_at=None, url__contains=PLACE)
    return {int(url.rpartition(PLACE)[2]) for url in unread.values_list("url", flat=True).distinct()}


def others(challenge: Challenge, but: Player | None) -> Iterable[Player]:
    """Return everybody in a challenge but one."""
    players = (party.player.itself for party in challenge.parties.all())
    return (player for player in players if player != but)


def to(challenge: Challenge) -> str:
    """Return what a challenge is to, where it says so: " to 7 points", " to a friendly match"."""
    if "length" in challenge.facts:
        return f" to a match of {challenge.facts['length']:g}"
    return f" to a {load_kinds()[challenge.kind].label.lower()} match"


def tell(players: Iterable[Player], challenge: Challenge, text: str) -> None:
    """Leave a notice for each of these players; who has asked for it gets it by mail, after commit."""
    for player in players:
        notices.tell(player=player, kind=Notice.Kind.CHALLENGE, text=text, url=page_of(challenge))


def page_of(challenge: Challenge) -> str:
    """Return the path of the challenge's place on its ladder's page."""
    return f"{reverse('ladder:challenges', args=[challenge.season.ladder.slug])}{PLACE}{challenge.pk}"
