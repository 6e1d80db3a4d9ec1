"""The challenges there are: those that wait for a member, the others that run, and the latest that are over."""

from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from ladder.models import Challenge, Season, State
from ladder.models.challenge import TO_PLAY
from ladder.ratings import load_kinds
from ladder.selectors.challenges.deadlines import (
    UNPLAYED,
    build_running_filter,
    build_unplayed_filter,
    select_challenges,
)
from ladder.selectors.challenges.offered import (
    ChallengePowers,
    build_challenge_report_url,
    describe_call_off_request,
    list_challenge_buttons,
    list_walkover_winners,
)
from ladder.selectors.challenges.people import collect_player_keys, list_joined_players
from ladder.selectors.dates import format_day
from ladder.selectors.results import join_names

MOST_OVER = 5  # of those that are over
TAG_CLASSES = {
    State.OPEN: "warn",
    State.ACCEPTED: "ok",
    State.PLAYED: "ok",
    State.DECLINED: "",
    State.WITHDRAWN: "",
    State.CALLED_OFF: "void",
    State.EXPIRED: "void",
    State.OVERDUE: "void",
}


class ListedChallenge(NamedTuple):
    """A challenge in a list: who against whom, about what, how it stands, and what this member may do with it."""

    pk: int
    who: str
    whom: str
    length: str
    kind: str
    note: str  # for those who play it, or may join
    when: str
    tag: str
    tag_class: str
    actions: list[tuple[str, str]]
    asks: str  # who wants it called off
    report: str
    waits_for_me: bool
    is_mine: bool  # a match that this member has agreed on or asked for
    claims: list[tuple[int, str]]  # winners that a walkover may be given to


def list_challenges(season: Season, me: int | None, may: ChallengePowers) -> list[ListedChallenge]:
    """Return the season's challenges: those that run, those not played in time, a few that are over; four queries."""
    found = select_challenges(season)
    going = list(found.filter(build_running_filter() | build_unplayed_filter()).order_by("answer_by", "pk"))
    going.sort(key=lambda one: one.state == State.OVERDUE)
    over = found.filter(UNPLAYED).exclude(pk__in=[one.pk for one in going])[:MOST_OVER]
    return [build_listed_challenge(one, me, may) for one in [*going, *over]]


def build_listed_challenge(challenge: Challenge, me: int | None, may: ChallengePowers) -> ListedChallenge:
    """Return one challenge as the list prints it."""
    state, taking = challenge.state, [player.name for player in list_joined_players(challenge)]
    waiting = [party.player.itself.name for party in challenge.parties.all() if not party.joined_at]
    need = challenge.places - len(taking)
    whom = join_names([*taking[1:], *waiting])
    tag = f"Needs {need}" if state == State.OPEN and challenge.places > 2 else state.label
    return ListedChallenge(
        challenge.pk,
        challenge.by.itself.name,
        whom,
        f"{challenge.facts['length']:g}" if "length" in challenge.facts else "",
        load_kinds()[challenge.kind].label,
        challenge.note if challenge.places > 2 or me in collect_player_keys(challenge) else "",
        describe_deadline(challenge, state),
        tag,
        TAG_CLASSES[state],
        list_challenge_buttons(challenge, state, me, organiser=may.correct),
        describe_call_off_request(challenge, state, me),
        build_challenge_report_url(challenge, state, me, may),
        state == State.OPEN and any(p.player.itself.pk == me and not p.joined_at for p in challenge.parties.all()),
        state in (State.OPEN, *TO_PLAY) and me in [player.pk for player in list_joined_players(challenge)],
        list_walkover_winners(challenge, state, me, organiser=may.correct),
    )


def describe_running_challenge(challenge: Challenge, me: int) -> str:
    """Return how a challenge between a member and another stands, for the line of the other."""
    if challenge.state == State.ACCEPTED:
        return f"To be played by {format_deadline(challenge.deadline)}"
    return (
        "Challenged you"
        if challenge.by.itself.pk != me
        else f"Challenged, open until {format_deadline(challenge.deadline)}"
    )


def describe_deadline(challenge: Challenge, state: State) -> str:
    """Return until when a challenge is open or to be played, or when it ran out."""
    if state in (State.OPEN, State.ACCEPTED):
        return f"{'Until' if state == State.OPEN else 'To be played by'} {format_deadline(challenge.deadline)}"
    if state not in (State.OVERDUE, State.EXPIRED):
        return f"Made {format_deadline(challenge.made_at)}"
    end = format_deadline(challenge.deadline + challenge.grace)
    late = f"Was to be played by {format_deadline(challenge.deadline)}, open until {end}"
    return late if state == State.OVERDUE else f"Expired on {end}"


def format_deadline(at: datetime) -> str:
    """Return a day as people say it, with the time where it is today or tomorrow."""
    local, today = timezone.localtime(at), timezone.localdate()
    days = (local.date() - today).days
    if days in (0, 1):
        return f"{'tomorrow' if days else 'today'}, {local:%H:%M}"
    return f"{local:%a} {format_day(local.date())}"
