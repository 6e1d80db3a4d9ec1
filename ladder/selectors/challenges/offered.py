"""What somebody may do with a challenge that is listed: answer, call off, report, or close it as a walkover."""

from typing import NamedTuple

from django.urls import reverse

from ladder.models import Challenge, Ladder, Party, State
from ladder.models.challenge import TO_PLAY
from ladder.selectors.challenges.people import collect_player_keys, list_joined_players
from ladder.selectors.results import join_names

CALL_OFF = [("close", "Call it off")]


class ChallengePowers(NamedTuple):
    """What somebody may do beside their own: enter results for others, and correct them."""

    enter: bool = False
    correct: bool = False


def list_challenge_buttons(
    challenge: Challenge, state: State, me: int | None, *, organiser: bool
) -> list[tuple[str, str]]:
    """Return the verbs that this member may say, with their buttons."""
    mine = {party.player.itself.pk: party for party in challenge.parties.all()}.get(me or 0)
    if state in TO_PLAY:
        return list_call_off_buttons(challenge, mine, organiser=organiser)
    answers = list_answer_buttons(challenge, mine, me) if state == State.OPEN and me else []
    return answers or (CALL_OFF if organiser and state == State.OPEN else [])


def list_answer_buttons(challenge: Challenge, mine: Party | None, me: int) -> list[tuple[str, str]]:
    """Return what a member may answer to an open challenge."""
    if challenge.by.itself.pk == me:
        return [("withdraw", "Withdraw")]
    if mine and not mine.joined_at:
        return [("accept", "Accept"), ("decline", "Decline")]
    if mine:
        return [("withdraw", "Leave")]
    return [("accept", "Join")] if challenge.places > 2 else []


def list_call_off_buttons(challenge: Challenge, mine: Party | None, *, organiser: bool) -> list[tuple[str, str]]:
    """Return the button that calls off what is accepted: at once by an organiser, else asking, or agreeing."""
    if organiser:
        return CALL_OFF
    if mine is None or mine.asked_off_at:
        return []
    asked = any(party.asked_off_at for party in challenge.parties.all())
    return [("call_off", "Agree to call it off" if asked else "Ask to call it off")]


def describe_call_off_request(challenge: Challenge, state: State, me: int | None) -> str:
    """Return who wants an accepted challenge called off, while it stands."""
    if state not in TO_PLAY:
        return ""
    asking = [party.player.itself for party in challenge.parties.all() if party.asked_off_at]
    names = ["You" if player.pk == me else player.name for player in asking]
    return (
        f"{join_names(names)} {'ask' if len(names) > 1 or names == ['You'] else 'asks'} to call it off."
        if names
        else ""
    )


def list_walkover_winners(
    challenge: Challenge, state: State, me: int | None, *, organiser: bool
) -> list[tuple[int, str]]:
    """Return whom a walkover may be given to: anyone by an organiser, oneself by a player once it is overdue."""
    if challenge.places > 2 or state not in TO_PLAY:
        return []
    players = list_joined_players(challenge)
    if organiser:
        return [(player.pk, player.name) for player in players]
    return [(player.pk, player.name) for player in players if player.pk == me and state == State.OVERDUE]


def build_challenge_report_url(challenge: Challenge, state: State, me: int | None, may: ChallengePowers) -> str:
    """Return the address of the report form, filled in from the challenge, for those who may report it."""
    theirs = me in collect_player_keys(challenge) and challenge.season.ladder.reporters != Ladder.Reporters.RECORDERS
    if state not in TO_PLAY or not (may.enter or theirs):
        return ""
    page = "battle_record" if challenge.places > 2 else "match_record"
    season = challenge.season
    return reverse(f"ladder:{page}", args=[season.ladder.slug, season.slug]) + f"?challenge={challenge.pk}"
