"""What the players of a challenge are told, and the reminder before its time is over."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from ladder.challenges.queries.running import build_running_filter, collect_player_keys, format_deadline
from ladder.models import Challenge, Party, Season, State
from ladder.ratings import load_kinds
from players.models import Notice, Player
from players.notices.actions import NewNotice, mark_notices_answered, notify_player, notify_players
from players.notices.queries import find_readers

CHALLENGE_ANCHOR = "#challenge-"
"""What goes before a challenge's key in the address of its place."""

REMINDER_TIME = timedelta(days=1)


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
        deadline = format_deadline(challenge.play_by)
        words = f"An organiser arranged a match for you and {opponent.name}. Play it by {deadline}."
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


def send_challenge_reminders() -> int:
    """Remind whoever has yet to answer or to play within a day; return how many challenges that were."""
    due = Challenge.objects.filter(build_running_filter(), reminded_at=None).select_related(
        "season__ladder", "by__merged_into"
    )
    return sum(send_challenge_reminder(one) for one in due.filter(build_due_soon_filter()) if is_half_over(one))


def mark_expired_notices_read() -> None:
    """Mark as read what challenges asked that have run out since."""
    told = Challenge.objects.filter(pk__in=find_challenges_with_unread_notices()).select_related(
        "season__ladder", "match"
    )
    mark_challenge_notices_read(one for one in told if one.state == State.EXPIRED)


def build_due_soon_filter() -> Q:
    """Return the filter for challenges whose deadline is less than a day away."""
    until = timezone.now() + REMINDER_TIME
    return Q(status=State.OPEN, answer_by__lte=until) | Q(status=State.ACCEPTED, play_by__lte=until)


def is_half_over(challenge: Challenge) -> bool:
    """Say whether half of its time is over: nobody is reminded of what is new."""
    began = challenge.accepted_at or challenge.made_at
    return timezone.now() - began >= (challenge.deadline - began) / 2


def send_challenge_reminder(challenge: Challenge) -> int:
    """Remind once, whoever else is at it."""
    with transaction.atomic():
        if not Challenge.objects.filter(pk=challenge.pk, reminded_at=None).update(reminded_at=timezone.now()):
            return 0
        by = challenge.by.itself.name
        if challenge.status == State.ACCEPTED:
            text = f"The challenge of {by} has to be played by {format_deadline(challenge.deadline)}."
        else:
            text = f"{by} is waiting for your answer to a challenge until {format_deadline(challenge.deadline)}."
        notify_challenge_players(list_reminded_players(challenge), challenge, text)
    return 1


def list_reminded_players(challenge: Challenge) -> Iterator[Player]:
    """Yield those who have yet to answer, or all who are to play."""
    parties = Party.objects.filter(challenge=challenge).select_related("player__merged_into")
    for party in parties:
        if challenge.status == State.ACCEPTED or party.joined_at is None:
            yield party.player.itself
