"""The challenges of a season as its page lists them, and what each reader may do with them."""

from typing import NamedTuple

from ladder.challenges.queries.eligibility import find_postponing_obstacle
from ladder.challenges.queries.running import (
    NOT_PLAYED_YET,
    build_running_filter,
    build_unplayed_filter,
    describe_agreed_handicap,
    describe_no_answer,
    describe_not_playing,
    find_fixture_report,
    format_deadline,
    name_origin,
    select_challenges,
    select_own_fixtures,
)
from ladder.formats import SIDES, format_count, join_names, join_side
from ladder.models import Fixture, Party, Season, State
from ladder.models.fixture import TO_PLAY

CALL_OFF = [("close", "Call it off")]
GIVE_WALKOVER, CLAIM_EARLY = "Walkover for {winner}", "Claim it after {offers}"
MOST_OVER = 5  # challenges that are over
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


class ChallengePowers(NamedTuple):
    """What somebody may do besides playing: enter results for others, and correct them."""

    enter: bool = False
    correct: bool = False


def list_challenge_buttons(
    challenge: Fixture, state: State, me: int | None, *, organiser: bool
) -> list[tuple[str, str]]:
    """Return the actions that this member may take on a challenge, each with the text of its button."""
    mine = {party.player.itself.pk: party for party in challenge.parties.all()}.get(me or 0)
    if state in TO_PLAY:
        later = list_postpone_buttons(challenge, state, mine)
        return [*later, *list_call_off_buttons(challenge, mine, organiser=organiser)]
    answers = list_answer_buttons(challenge, mine, me) if state == State.OPEN and me else []
    return answers or (CALL_OFF if organiser and state == State.OPEN else [])


def list_answer_buttons(challenge: Fixture, mine: Party | None, me: int) -> list[tuple[str, str]]:
    """Return the buttons with which a member may answer an open challenge."""
    if challenge.by.itself.pk == me:
        return [("withdraw", "Withdraw")]
    if mine and not mine.joined_at:
        return [("accept", "Accept"), ("decline", "Decline")]
    if mine:
        return [("withdraw", "Withdraw" if challenge.has_sides else "Leave")]
    return [("accept", "Join")] if challenge.is_battle else []


def list_call_off_buttons(challenge: Fixture, mine: Party | None, *, organiser: bool) -> list[tuple[str, str]]:
    """Return the button that calls an accepted challenge off: at once for an organiser, for a player asking first."""
    if challenge.box_id:
        return []
    if organiser:
        return CALL_OFF
    if mine is None or mine.asked_off_at:
        return []
    asked = any(party.asked_off_at for party in challenge.parties.all())
    return [("call_off", "Agree to call it off" if asked else "Ask to call it off")]


def list_postpone_buttons(challenge: Fixture, state: State, mine: Party | None) -> list[tuple[str, str]]:
    """Return the button with which a player moves the last day to play."""
    if mine is None or state != State.ACCEPTED or find_postponing_obstacle(challenge):
        return []
    return [("postpone", f"Play up to {format_count(challenge.season.ladder.postpone_days or 0, 'day')} later")]


def describe_call_off_request(challenge: Fixture, state: State, me: int | None) -> str:
    """Return the sentence that says who wants an accepted challenge called off."""
    if state not in TO_PLAY:
        return ""
    asking = [party.player.itself for party in challenge.parties.all() if party.asked_off_at]
    names = ["You" if player.pk == me else player.name for player in asking]
    if len(names) == 1 and names != ["You"]:
        return f"{names[0]} asks to call it off."
    return f"{join_names(names)} ask to call it off." if names else ""


def list_walkover_winners(
    challenge: Fixture, state: State, me: int | None, may: ChallengePowers
) -> list[tuple[int, str]]:
    """Return who may be given a walkover, with the words of the button: both by an organiser, one's own once it is due.

    A side has the key of its first player.
    """
    if challenge.is_battle or state not in TO_PLAY:
        return []
    own = challenge.find_side(me) if may_report_challenge(challenge, me, may) else 0
    is_due = challenge.may_be_claimed and (state == State.OVERDUE or challenge.may_be_claimed_early)
    given = SIDES if may.correct else [own] if own and is_due else []
    words = CLAIM_EARLY if state == State.ACCEPTED and not may.correct else GIVE_WALKOVER
    offers = format_count(challenge.season.ladder.box_offers or 0, "offer")
    sides = [(challenge.list_side(number), challenge.name_side(number)) for number in given]
    return [(side[0].pk, words.format(winner=name, offers=offers)) for side, name in sides if side]


def may_report_challenge(challenge: Fixture, me: int | None, may: ChallengePowers) -> bool:
    """Return whether a member may report the challenge: who enters for others, or plays it where members report."""
    return may.enter or (me in challenge.player_keys() and challenge.season.ladder.members_report)


def build_challenge_report_url(challenge: Fixture, state: State, me: int | None, may: ChallengePowers) -> str:
    """Return the address of the report form of this challenge, for those who may report it; else nothing."""
    if state not in TO_PLAY or not may_report_challenge(challenge, me, may):
        return ""
    return find_fixture_report(challenge)


class ListedChallenge(NamedTuple):
    """A challenge in the list: who challenges whom, to what, its state, and what this member may do with it."""

    pk: int
    who: str
    whom: str
    asked: str  # what the line says of those who are to answer, to one of them: "you and Ben"
    length: str
    handicap: str  # "100 points for Ana"
    kind: str
    is_free: bool
    note: str  # for those who play it, or may join
    when: str
    tag: str
    tag_class: str
    actions: list[tuple[str, str]]
    asks: str  # who wants it called off
    report: str
    waits_for_me: bool
    is_mine: bool  # a match that this member has agreed on or asked for
    claims: list[tuple[int, str]]  # to whom a walkover may be given, and the words of the button


def list_challenges(season: Season, me: int | None, may: ChallengePowers) -> list[ListedChallenge]:
    """Return the season's challenges, and what its boxes ask of this member: running, overdue, then the latest over.

    Four queries.
    """
    shown = select_own_fixtures(season, [me] if me else [])
    running = list(shown.filter(build_running_filter() | build_unplayed_filter()).order_by("answer_by", "pk"))
    running.sort(key=lambda one: one.state == State.OVERDUE)
    over = select_challenges(season).filter(NOT_PLAYED_YET).exclude(pk__in=[one.pk for one in running])[:MOST_OVER]
    return [build_listed_challenge(one, me, may) for one in [*running, *over]]


def build_listed_challenge(challenge: Fixture, me: int | None, may: ChallengePowers) -> ListedChallenge:
    """Return the line of one challenge."""
    state, joined = challenge.state, challenge.joined_players()
    waiting = [party.player.itself for party in challenge.parties.all() if not party.joined_at]
    tag = f"Needs {challenge.places - len(joined)}" if state == State.OPEN and challenge.is_battle else state.label
    others = [join_side([player.name for player in side]) for side in challenge.sides[1:]]
    with_me = [player.name for player in waiting if player.pk != me]
    return ListedChallenge(
        challenge.pk,
        challenge.challenger,
        join_names(others),
        join_side(["you", *with_me]),
        f"{challenge.facts['length']:g}" if "length" in challenge.facts else "",
        describe_agreed_handicap(challenge),
        name_origin(challenge),
        challenge.is_free,
        challenge.note if challenge.is_battle or me in challenge.player_keys() else "",
        describe_deadline(challenge, state),
        tag,
        TAG_CLASSES[state],
        list_challenge_buttons(challenge, state, me, organiser=may.correct),
        describe_call_off_request(challenge, state, me),
        build_challenge_report_url(challenge, state, me, may),
        state == State.OPEN and me in [player.pk for player in waiting],
        state in (State.OPEN, *TO_PLAY) and me in [player.pk for player in joined],
        list_walkover_winners(challenge, state, me, may),
    )


def describe_running_challenge(challenge: Fixture, me: int) -> str:
    """Return the state of a challenge between this member and another, for the line of the other player."""
    if challenge.state == State.ACCEPTED:
        return f"To be played by {format_deadline(challenge.deadline)}"
    if challenge.by.itself.pk != me:
        return "Challenged you"
    return f"Challenged, open until {format_deadline(challenge.deadline)}"


def describe_deadline(challenge: Fixture, state: State) -> str:
    """Return until when a challenge can be answered or played, when it expired, or else when it was made."""
    deadline, end = format_deadline(challenge.deadline), format_deadline(challenge.decide_at or challenge.deadline)
    if state == State.OPEN:
        return f"Until {deadline}{describe_no_answer(challenge)}"
    if state == State.ACCEPTED:
        return f"To be played by {deadline}{describe_not_playing(challenge) if deadline == end else ''}"
    if state == State.OVERDUE:
        return f"Was due by {deadline}, open until {end}{describe_not_playing(challenge)}"
    if state == State.EXPIRED:
        return f"Expired on {end}"
    return f"Made {format_deadline(challenge.made_at)}"
