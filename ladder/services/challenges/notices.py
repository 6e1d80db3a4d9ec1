"""What the players of a challenge are told: that there is one, how it was answered, that its time is nearly over."""

from collections.abc import Iterable, Sequence

from django.urls import reverse

from ladder.models import Challenge, Season
from ladder.ratings import load_kinds
from ladder.selectors.challenges.listed import format_deadline
from ladder.selectors.challenges.people import collect_player_keys
from players.models import Notice, Player
from players.services.notices import NewNotice, mark_notices_answered, notify_player, notify_players
from players.services.readers import find_readers

CHALLENGE_ANCHOR = "#challenge-"
"""What goes before a challenge's key in the address of its place."""


def notify_challenged(challenge: Challenge, opponent: Player) -> None:
    """Tell whoever is challenged."""
    by, until = challenge.by.itself.name, format_deadline(challenge.answer_by)
    said = f" They say: {challenge.note}" if challenge.note else ""
    notify_challenge_players(
        [opponent], challenge, f"{by} challenged you{describe_challenge_target(challenge)}. Answer by {until}.{said}"
    )


def notify_arranged(challenge: Challenge, one: Player, other: Player) -> None:
    """Tell both that an organiser arranged their match, and by when it is to be played."""
    assert challenge.play_by, "it has begun"  # noqa: S101
    for player, opponent in ((one, other), (other, one)):
        words = f"An organiser arranged a match for you and {opponent.name}. Play it by {format_deadline(challenge.play_by)}."
        notify_challenge_players([player], challenge, words)


def notify_accepted(challenge: Challenge, who: Player, others: Iterable[Player]) -> None:
    """Tell the others that somebody takes part, and by when it is to be played if that was the last."""
    if challenge.play_by:
        words = f"{who.name} accepted the challenge. Play it by {format_deadline(challenge.play_by)}."
    else:
        words = f"{who.name} joined the battle."
    mark_notices_answered(urls=[build_challenge_url(challenge)], by=who)
    notify_challenge_players(others, challenge, words)


def notify_declined(challenge: Challenge, who: Player) -> None:
    mark_challenge_notices_read([challenge])
    notify_challenge_players([challenge.by.itself], challenge, f"{who.name} declined your challenge.")


def notify_withdrawn(challenge: Challenge, who: Player) -> None:
    mark_challenge_notices_read([challenge])
    words = "closed the battle" if challenge.places > 2 else "withdrew the challenge"
    notify_challenge_players(list_other_players(challenge, who), challenge, f"{who.name} {words}.")


def notify_call_off_request(challenge: Challenge, who: Player, *, agreed: bool) -> None:
    """Tell the others that somebody wants it called off, or that it is, since all do."""
    asks = "asks to call the challenge off. It stays until everybody agrees."
    words = "agreed to call the challenge off." if agreed else asks
    mark_challenge_notices_read([challenge]) if agreed else mark_notices_answered(
        urls=[build_challenge_url(challenge)], by=who
    )
    notify_challenge_players(list_other_players(challenge, who), challenge, f"{who.name} {words}")


def notify_called_off(challenge: Challenge, organiser: Player | None) -> None:
    mark_challenge_notices_read([challenge])
    text = f"An organiser called off the challenge of {challenge.by.itself.name}."
    notify_challenge_players(list_other_players(challenge, organiser), challenge, text)


def notify_season_closed(season: Season, ended: Sequence[Challenge]) -> None:
    """Tell everybody whose challenges ended with the season, in one statement."""
    mark_challenge_notices_read(ended)
    theirs = [(player, one) for one in ended for player in collect_player_keys(one)]
    readers = {reader.player: reader for reader in find_readers({player for player, _ in theirs})}
    told = [
        NewNotice(readers[player], describe_season_end(season, one), season.get_absolute_url())
        for player, one in theirs
        if player in readers
    ]
    notify_players(kind=Notice.Kind.CHALLENGE, told=told)


def describe_season_end(season: Season, challenge: Challenge) -> str:
    return f"{season.name} closed, so the challenge of {challenge.by.itself.name} was called off."


def mark_challenge_notices_read(challenges: Iterable[Challenge]) -> None:
    """Mark what these challenges asked of anybody as read: they were answered, called off or played, or ran out."""
    mark_notices_answered(urls=[build_challenge_url(one) for one in challenges], kinds=[Notice.Kind.CHALLENGE])


def find_challenges_with_unread_notices() -> set[int]:
    """Return the keys of the challenges that somebody has something unread of."""
    unread = Notice.objects.filter(kind=Notice.Kind.CHALLENGE, read_at=None, url__contains=CHALLENGE_ANCHOR)
    return {int(url.rpartition(CHALLENGE_ANCHOR)[2]) for url in unread.values_list("url", flat=True).distinct()}


def list_other_players(challenge: Challenge, but: Player | None) -> Iterable[Player]:
    """Return everybody in a challenge but one."""
    players = (party.player.itself for party in challenge.parties.all())
    return (player for player in players if player != but)


def describe_challenge_target(challenge: Challenge) -> str:
    """Return what a challenge is to, where it says so: " to 7 points", " to a friendly match"."""
    if "length" in challenge.facts:
        return f" to a match of {challenge.facts['length']:g}"
    return f" to a {load_kinds()[challenge.kind].label.lower()} match"


def notify_challenge_players(players: Iterable[Player], challenge: Challenge, text: str) -> None:
    """Leave a notice for each of these players; who has asked for it gets it by mail, after commit."""
    for player in players:
        notify_player(player=player, kind=Notice.Kind.CHALLENGE, text=text, url=build_challenge_url(challenge))


def build_challenge_url(challenge: Challenge) -> str:
    """Return the path of the challenge's place on its ladder's page."""
    return f"{reverse('ladder:challenges', args=[challenge.season.ladder.slug])}{CHALLENGE_ANCHOR}{challenge.pk}"
