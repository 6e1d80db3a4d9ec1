"""What the players of a challenge are told."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.urls import reverse

from ladder.challenges.queries.running import (
    describe_agreed_handicap,
    describe_no_answer,
    format_deadline,
)
from ladder.formats import SIDES, join_side
from ladder.models import Fixture, Season, State
from ladder.pages.figures import format_day
from ladder.ratings import load_kinds
from players.models import Notice, Player
from players.notices.actions import NewNotice, mark_notices_answered, notify_player, notify_players
from players.notices.queries import find_readers

CHALLENGE_ANCHOR = "#challenge-"
"""What stands before a challenge's key in the address of its place on the page."""

UNPLAYED_AND_WON = "{who}’s challenge was not played by {until}, so it counts as won."
UNPLAYED_AND_LOST = "{who}’s challenge was not played by {until}, so it counts as lost."
UNPLAYED_AND_OFF = "{who}’s challenge was not played by {until}, so it is called off."


def notify_challenged(challenge: Fixture, me: Player) -> None:
    """Tell the partners that they are to play, and the other side that it was challenged."""
    until, match = format_deadline(challenge.answer_by), describe_challenge_match(challenge)
    terms = list_handicap_sentence(challenge)
    note = [f"Note: “{challenge.note}”"] if challenge.note else []
    for player in challenge.list_side(1)[1:]:
        partners = join_side(["you", *(one.name for one in challenge.list_side(1)[1:] if one != player)])
        made = f"{me.name} challenged {challenge.name_side(2)} to {match} together with {partners}."
        told = [made, *terms, f"They have until {until} to answer.", *note]
        notify_challenge_players([player], challenge, " ".join(told))
    for player in challenge.list_side(2):
        made = f"{challenge.challenger} challenged {name_companions(challenge, player)} to {match}."
        one = ["One answer is enough."] if len(challenge.list_side(2)) > 1 else []
        told = [made, *terms, f"Answer by {until}{describe_no_answer(challenge)}.", *one, *note]
        notify_challenge_players([player], challenge, " ".join(told))


def notify_arranged(challenge: Fixture) -> None:
    """Tell both sides that an organiser arranged their match, and by when it is to be played."""
    until, terms = format_deadline(challenge.deadline), list_handicap_sentence(challenge)
    for number in SIDES:
        for player in challenge.list_side(number):
            you, others = name_companions(challenge, player), challenge.name_side(3 - number)
            told = [f"An organiser arranged a match for {you} against {others}.", *terms, f"Play it by {until}."]
            notify_challenge_players([player], challenge, " ".join(told))


def name_companions(challenge: Fixture, player: Player) -> str:
    """Return what a player is told of their own side: "you", "you and Ben", "you, Ben and Cy"."""
    own = challenge.list_side(challenge.find_side(player.pk))
    return join_side(["you", *(one.name for one in own if one != player)])


def notify_accepted(challenge: Fixture, who: Player) -> None:
    """Tell the other players that somebody accepted or joined, and by when to play if nobody is missing any more."""
    if challenge.is_battle:
        mark_notices_answered(urls=[build_challenge_url(challenge)], by=who)
    else:
        mark_challenge_notices_read([challenge])
    text = f"{who.name} joined the battle."
    if challenge.play_by:
        text = f"{who.name} accepted the challenge."
        if challenge.has_sides:
            text = f"{who.name} accepted {challenge.challenger}’s challenge to {challenge.name_side(2)}."
        text = f"{text} Play it by {format_deadline(challenge.play_by)}."
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_declined(challenge: Fixture, who: Player) -> None:
    """Tell everybody else that somebody declined."""
    mark_challenge_notices_read([challenge])
    text = f"{who.name} declined your challenge."
    if challenge.has_sides:
        text = f"{who.name} declined {challenge.challenger}’s challenge to {challenge.name_side(2)}."
    text += " It counts as lost." if challenge.counts_unanswered else ""
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_postponed(challenge: Fixture, who: Player) -> None:
    """Tell everybody else that somebody moved the last day to play."""
    text = f"{who.name} moved the last day of the challenge. Play it by {format_deadline(challenge.deadline)}."
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_break(challenge: Fixture, who: Player, until: date) -> None:
    """Tell everybody else that somebody sits out, and what becomes of their challenge."""
    then = "Their challenge is called off."
    if challenge.status != State.CALLED_OFF:
        then = f"Their challenge stays, now until {format_deadline(challenge.last_day)}."
    else:
        mark_challenge_notices_read([challenge])
    text = f"{who.name} sits out until {format_day(until)}. {then}"
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_unplayed(challenge: Fixture, last: datetime) -> None:
    """Tell everybody that a challenge was not played until its last moment, and what the site made of it."""
    mark_challenge_notices_read([challenge])
    lost = (UNPLAYED_AND_WON, UNPLAYED_AND_LOST)
    for number, text in zip(SIDES, lost if challenge.counts_unplayed else [UNPLAYED_AND_OFF] * 2, strict=True):
        told = text.format(who=challenge.challenger, until=format_deadline(last))
        notify_challenge_players(challenge.list_side(number), challenge, told)


def notify_unanswered(challenge: Fixture) -> None:
    """Tell everybody that a challenge was not answered in time and counts as lost."""
    until, them = format_deadline(challenge.answer_by), challenge.name_side(2)
    for number in SIDES:
        for player in challenge.list_side(number):
            text = f"{them} did not answer {challenge.challenger}’s challenge by {until}, so it counts as won."
            if number != 1:
                text = f"{challenge.challenger}’s challenge was not answered by {until}, so it counts as lost."
            notify_challenge_players([player], challenge, text)


def notify_withdrawn(challenge: Fixture, who: Player) -> None:
    """Tell the other players that a challenge or an open battle was withdrawn."""
    mark_challenge_notices_read([challenge])
    text = f"{who.name} closed the battle." if challenge.is_battle else f"{who.name} withdrew the challenge."
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_call_off_request(challenge: Fixture, who: Player, *, agreed: bool) -> None:
    """Tell the other players that somebody asks to call it off, or that it is called off because all agreed."""
    text = f"{who.name} agreed to call the challenge off."
    if agreed:
        mark_challenge_notices_read([challenge])
    else:
        text = f"{who.name} asks to call the challenge off. It stays until everybody agrees."
        if challenge.has_sides:
            text = f"{who.name} asks to call the challenge off. It stays until the other side agrees."
        mark_notices_answered(urls=[build_challenge_url(challenge)], by=who)
    notify_challenge_players(list_other_players(challenge, who), challenge, text)


def notify_called_off(challenge: Fixture, organiser: Player | None) -> None:
    """Tell everybody but the organiser that an organiser called a challenge off."""
    mark_challenge_notices_read([challenge])
    text = f"An organiser called off {challenge.challenger}’s challenge."
    notify_challenge_players(list_other_players(challenge, organiser), challenge, text)


def notify_season_closed(season: Season, ended: Sequence[Fixture]) -> None:
    """Tell everybody whose challenges ended with the season, in one statement."""
    mark_challenge_notices_read(ended)
    affected = [(player, challenge) for challenge in ended for player in challenge.player_keys()]
    readers = {reader.player: reader for reader in find_readers({player for player, _ in affected})}
    told = []
    for player, challenge in affected:
        if player in readers:
            text = f"{season.name} has closed, so {challenge.challenger}’s challenge was called off."
            told.append(NewNotice(readers[player], text, season.get_absolute_url()))
    notify_players(kind=Notice.Kind.CHALLENGE, told=told)


def mark_challenge_notices_read(challenges: Iterable[Fixture]) -> None:
    """Mark all notices of these challenges as read, since there is nothing left to answer or to play."""
    mark_notices_answered(urls=[build_challenge_url(one) for one in challenges], kinds=[Notice.Kind.CHALLENGE])


def list_other_players(challenge: Fixture, but: Player | None) -> Iterable[Player]:
    """Return all players of a challenge but one."""
    players = (party.player.itself for party in challenge.parties.all())
    return (player for player in players if player != but)


def describe_challenge_match(challenge: Fixture) -> str:
    """Return what a challenge is to: "a match to 7", "a friendly match", "doubles"."""
    if "length" in challenge.facts:
        return f"a match to {challenge.facts['length']:g}"
    if challenge.has_sides:
        return "doubles" if challenge.season.ladder.plays_doubles else "a team match"
    return f"a {load_kinds()[challenge.kind].label.lower()} match"


def list_handicap_sentence(challenge: Fixture) -> list[str]:
    """Return the sentence about the handicap, if one was agreed."""
    handicap = describe_agreed_handicap(challenge)
    return [f"Handicap: {handicap}."] if handicap else []


def notify_challenge_players(players: Iterable[Player], challenge: Fixture, text: str) -> None:
    """Store a notice for each of these players; it goes out by mail after commit to those who asked for that."""
    for player in players:
        notify_player(player=player, kind=Notice.Kind.CHALLENGE, text=text, url=build_challenge_url(challenge))


def build_challenge_url(challenge: Fixture) -> str:
    """Return the path of the challenge's place on its ladder's page."""
    return f"{reverse('ladder:challenges', args=[challenge.season.ladder.slug])}{CHALLENGE_ANCHOR}{challenge.pk}"
