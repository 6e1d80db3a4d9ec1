"""The rules on challenges in sentences, as the page of challenges and the page of rules print them."""

from typing import NamedTuple

from ladder.challenges.queries.eligibility import find_place_units, format_rating_gap, is_rating_at_stake
from ladder.challenges.queries.opponents import OpponentPool
from ladder.formats import format_count
from ladder.models import Ladder
from ladder.ratings import RatingSystem

Unplayed = Ladder.Unplayed
UNPLAYED_SENTENCES = {  # without days of grace, and with them
    Unplayed.CLAIM: (
        "An accepted challenge that is not played in time is over.",
        "An accepted challenge that is not played in time can be closed as a walkover, by either player, "
        "for {grace} after that.",
    ),
    Unplayed.LOST: (
        "An accepted challenge that is not played in time counts as lost by whoever was challenged.",
        "An accepted challenge that is not played in time, nor in the {grace} of grace after that, "
        "counts as lost by whoever was challenged.",
    ),
    Unplayed.OFF: (
        "An accepted challenge that is not played in time is called off.",
        "An accepted challenge that is not played in time, nor in the {grace} of grace after that, is called off.",
    ),
}


class RulesReader(NamedTuple):
    """For what the rules are told: a ladder and the system of the board whose standings decide who is in range.

    Of friendly matches most rules are left out. `skips_unranked` means that somebody has no rank.
    """

    ladder: Ladder
    system: RatingSystem
    has_sides: bool = False
    is_rated: bool = True
    skips_unranked: bool = False


def describe_challenge_rules(pool: OpponentPool) -> str:
    """Return in a few sentences whom a member may challenge, and how long there is to answer and to play."""
    reader = RulesReader(
        pool.terms.season.ladder,
        pool.main.rating_system,
        has_sides=pool.terms.kind.format.has_sides,
        is_rated=is_rating_at_stake(pool),
        skips_unranked=len(pool.ranks) < len(pool.rows),
    )
    return " ".join(list_challenge_rules(reader))


def list_challenge_rules(reader: RulesReader) -> list[str]:
    """Return the rules on challenges, a sentence each: whom, how often, and what happens if not."""
    return [*list_range_rules(reader), *list_repeat_rules(reader), *list_deadline_rules(reader.ladder)]


def list_range_rules(reader: RulesReader) -> list[str]:
    """Return whom one may challenge."""
    sentences = [f"You may challenge {describe_challenge_range(reader)}."]
    if reader.has_sides and reader.ladder.challenge_reach:
        sentences.append("A side counts as the mean of its players.")
    return sentences


def list_repeat_rules(reader: RulesReader) -> list[str]:
    """Return how often one may challenge, and when the same two may meet again."""
    if not reader.ladder.rematch_days or not reader.is_rated:
        return []
    return [f"A rematch is possible after {format_count(reader.ladder.rematch_days, 'day')}."]


def list_deadline_rules(ladder: Ladder) -> list[str]:
    """Return how long there is to answer and to play, and what happens if not."""
    answer, play = format_count(ladder.answer_days, "day"), format_count(ladder.play_days, "day")
    sentences = [f"Answer a challenge within {answer}; once it is accepted, play within {play}."]
    if ladder.if_unanswered == Ladder.Unanswered.LOST:
        sentences.append("A challenge that is declined, or not answered in time, counts as lost.")
    if ladder.postpone_days:
        days = format_count(ladder.postpone_days, "day")
        sentences.append(f"Once, either player can move the last day to play by {days}.")
    return [*sentences, describe_unplayed_rule(ladder)]


def list_break_rules(ladder: Ladder) -> list[str]:
    """Return how long and how often somebody may sit out, and what becomes of their challenges."""
    if ladder.break_days == 0:
        return ["Whoever wants to sit out tells an organiser."]
    most = ladder.break_days
    length = f"for at most {format_count(most, 'day')}" if most else "for as long as they like"
    often = f", {format_count(ladder.most_breaks, 'time')} in a season" if ladder.most_breaks else ""
    running = "stay, and have so many days more"
    if ladder.break_challenges == Ladder.BreakChallenges.OFF:
        running = "are called off"
    return [
        f"Everybody may sit out {length}{often}. Meanwhile nobody can challenge them; they are back by themselves.",
        f"Challenges that run when a break begins {running}.",
    ]


def describe_unplayed_rule(ladder: Ladder) -> str:
    """Return the sentence about what happens when an accepted challenge is not played in time."""
    at_once, with_grace = UNPLAYED_SENTENCES[Unplayed(ladder.if_unplayed)]
    days = ladder.days_of_grace
    return with_grace.format(grace=format_count(days, "day")) if days else at_once


def describe_challenge_range(reader: RulesReader) -> str:
    """Return who may be challenged, as the rest of "You may challenge ..."."""
    limit = reader.ladder.challenge_reach
    if not limit or not reader.is_rated:
        return "any side" if reader.has_sides else "anyone who plays here"
    who, yours, it = ("a side", "yours", "it") if reader.has_sides else ("anyone", "you", "you")
    if reader.ladder.challenge_measure == Ladder.Measure.RATING:
        return f"{who} within {format_rating_gap(reader.system, limit)} of {yours}"
    one, many = find_place_units(reader.system)
    reach = f"up to {format_count(limit, one, many)} above {it}"
    if one == "place":
        return f"{who} level with {yours} or {reach}"
    return f"{who} {reach}{', not counting players without a rank' if reader.skips_unranked else ''}"
