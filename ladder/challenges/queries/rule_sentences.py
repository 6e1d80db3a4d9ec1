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
AMONG_THOSE_HERE = "Challenges are made on club nights among those who are here; nobody else counts."


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
    pace = list_pace_rules(reader.ladder) if reader.is_rated else []
    return [*list_range_rules(reader), *list_repeat_rules(reader), *pace, *list_deadline_rules(reader.ladder)]


def list_range_rules(reader: RulesReader) -> list[str]:
    """Return whom one may challenge."""
    ladder = reader.ladder
    sentences = [f"You may challenge {describe_challenge_range(reader)}."]
    if ladder.challenge_among == Ladder.Among.HERE and reader.is_rated:
        sentences.append(AMONG_THOSE_HERE)
    if ladder.top_places and ladder.top_reach and reader.is_rated:
        top, up = f"{ladder.top_places:,}", format_count(ladder.top_reach, *find_place_units(reader.system))
        sentences.append(f"Whoever stands among the first {top} may challenge up to {up} above.")
    if reader.has_sides and ladder.limits_reach:
        sentences.append("A side counts as the mean of its players.")
    return sentences + (list_exemption_rules(ladder) if reader.is_rated else [])


def list_exemption_rules(ladder: Ladder) -> list[str]:
    """Return who may challenge anybody, and who need not be ready for a challenge."""
    sentences, free = [], format_count(ladder.free_challenges, "free challenge")
    if ladder.free_challenges and ladder.limits_reach:
        matches = format_count(ladder.free_challenges, "rated match", "rated matches")
        who = f"Until they have played {matches}, newcomers have {free}"
        if ladder.free_for == Ladder.FreeFor.EVERYBODY:
            who = f"In each season everybody has {free}"
        sentences.append(f"{who}, to anybody on the ladder.")
    if ladder.exempt_accepted:
        matches = format_count(ladder.exempt_accepted, "match", "matches")
        sentences.append(f"Whoever has {matches} to play can’t be challenged.")
    if ladder.exempt_days:
        days = format_count(ladder.exempt_days, "day")
        sentences.append(f"Whoever has played can’t be challenged for {days} after that.")
    if ladder.exempt_minutes:
        minutes = format_count(ladder.exempt_minutes, "minute")
        sentences.append(f"In the last {minutes} of a club night nobody can be challenged.")
    return sentences


def list_pace_rules(ladder: Ladder) -> list[str]:
    """Return how many challenges one may make in a period."""
    if not ladder.period_challenges or not ladder.period_days:
        return []
    made, days = format_count(ladder.period_challenges, "challenge"), format_count(ladder.period_days, "day")
    return [f"You may make {made} in {days}; one that comes to nothing does not count."]


def list_repeat_rules(reader: RulesReader) -> list[str]:
    """Return when the same two may meet again."""
    if not reader.is_rated:
        return []
    ladder, sentences = reader.ladder, []
    if ladder.rematch_days:
        sentences.append(f"A rematch is possible after {format_count(ladder.rematch_days, 'day')}.")
    if ladder.rematch_matches:
        others = format_count(ladder.rematch_matches, "other match", "other matches")
        spared = f" The first {format_count(ladder.rematch_spared, 'place')} need not." if ladder.rematch_spared else ""
        sentences.append(f"Before you challenge the same player again, play {others}.{spared}")
    return sentences


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
    ladder, limit = reader.ladder, reader.ladder.challenge_reach or 0
    if not ladder.limits_reach or not reader.is_rated:
        return "any side" if reader.has_sides else "anyone who plays here"
    who, yours, it = ("a side", "yours", "it") if reader.has_sides else ("anyone", "you", "you")
    if ladder.challenge_measure == Ladder.Measure.RATING:
        return f"{who} within {format_rating_gap(reader.system, limit)} of {yours}"
    if ladder.challenge_measure == Ladder.Measure.ROWS:
        rows = format_count(limit, "row")
        return f"{who} in your own row of the pyramid or up to {rows} above it; the rows have 1, 2, 3, 4 … players"
    one, many = find_place_units(reader.system)
    down = f" or {format_count(ladder.reach_down, one, many)} below" if ladder.reach_down else ""
    reach = f"up to {format_count(limit, one, many)} above{down} {it}"
    if ladder.challenge_measure == Ladder.Measure.ABOVE:
        reach = f"above {it}"
    elif ladder.challenge_measure == Ladder.Measure.SHARE:
        reach = f"above {it} by up to {limit:,}% of all who have a rank, rounded up to whole {many}"
    if one == "place":
        return f"{who} level with {yours} or {reach}"
    return f"{who} {reach}{', not counting players without a rank' if reader.skips_unranked else ''}"
