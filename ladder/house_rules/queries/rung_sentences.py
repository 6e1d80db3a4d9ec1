"""Who moves how far on a ladder of rungs, in the words of club sheets, with examples by names."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ladder.formats import format_count, format_ordinal, join_side
from ladder.ratings import DRAWN, LOST, RATED, SAMPLE_DAY, WALKOVER, WON, Kind, Rating, build_duel
from ladder.ratings.idle_table import AFTER_MATCHES, BY_DAYS, PERIOD_WORDS
from ladder.ratings.systems.rungs import BELOW, LOWER_HALF, MORNING, PASS, STAY, SWAP, TAKE, UP, Rungs

WIN_SENTENCES = {
    TAKE: "Who beats somebody above takes their place; they and everybody between move down by one.",
    SWAP: "Who beats somebody above swaps places with them; nobody else moves.",
    MORNING: "Who beats somebody above swaps the places that both had that morning, with whoever is on them by then.",
}
DRAW_SENTENCES = {
    STAY: "A draw moves nobody.",
    BELOW: "After a draw the lower player goes directly below the other.",
    UP: "After a draw the lower player goes up one, unless the other is there.",
    PASS: "After a draw the lower player goes up one; neighbours swap.",
}
DEFENCE_SENTENCES = {STAY: "If the player above wins, nobody moves.", UP: "A player above who wins goes up one."}
IDLE_TIMES = {
    AFTER_MATCHES: "Who has no match for {days} moves down one, behind who has played since{spared}.",
    BY_DAYS: "Who has no match for {days} moves down {rungs}{spared}, and again after as many days.",
}
IN_A_PERIOD = "Who has fewer than {matches} in a {period} moves down {rungs} at its end{spared}."
USUAL_NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
LOWER_SEAT, UPPER_SEAT = 3, 1  # in the examples the 4th plays the 2nd


class RuleLine(NamedTuple):
    """A sentence of the sheet, and an example or nothing."""

    text: str
    example: str = ""


def list_win_lines(system: Rungs, names: Sequence[str]) -> list[RuleLine]:
    """Return what a win from below and a forfeit move; `names` are those of the first five, from the top."""
    return [
        RuleLine(WIN_SENTENCES[system.move], describe_example(system, names, "beats", WON)),
        RuleLine("The places that count are those when the match is played."),
        describe_forfeit(system, names),
    ]


def list_draw_lines(system: Rungs, names: Sequence[str]) -> list[RuleLine]:
    """Return what a draw moves."""
    if not system.draws:
        return [RuleLine("There are no draws.")]
    return [RuleLine(DRAW_SENTENCES[system.draw_move], describe_example(system, names, "draws with", DRAWN))]


def list_defence_lines(system: Rungs, names: Sequence[str]) -> list[RuleLine]:
    """Return what it moves when the player above wins."""
    return [RuleLine(DEFENCE_SENTENCES[system.defence], describe_example(system, names, "loses to", LOST))]


def list_idle_lines(system: Rungs) -> Iterator[RuleLine]:
    """Yield what it costs not to play."""
    looks = system.idle_days or system.idle_by in PERIOD_WORDS
    sentence = IDLE_TIMES.get(system.idle_by, IN_A_PERIOD) if looks else "Nobody moves down for not playing."
    yield RuleLine(
        sentence.format(
            days=format_count(system.idle_days, "day"),
            matches=format_count(system.idle_matches, "match", "matches"),
            period=PERIOD_WORDS.get(system.idle_by),
            rungs="one" if system.idle_rungs == 1 else format_count(system.idle_rungs, "place"),
            spared=", but for the first" if system.idle_spares_first else "",
        )
    )
    if looks and system.has_calendar:
        yield RuleLine("Days of a break don’t count, and nobody passes others who move down that day.")
    if system.sitting_days:
        yield RuleLine(f"Who sits out for more than {format_count(system.sitting_days, 'day')} goes to the bottom.")


def describe_newcomers(system: Rungs) -> RuleLine:
    """Return where newcomers come in."""
    if system.newcomers == LOWER_HALF:
        return RuleLine("Newcomers come in at a place in the lower half, by lot, or where an organiser puts them.")
    return RuleLine("Newcomers start at the bottom, or where an organiser puts them.")


def describe_forfeit(system: Rungs, names: Sequence[str]) -> RuleLine:
    """Return what a match moves that somebody did not play."""
    if not system.rates_walkovers:
        return RuleLine("A walkover moves nobody.")
    text = "A match that somebody does not play counts as if they had lost it."
    if system.forfeit == BELOW:
        text = "If the player above does not play, the other goes up one, and they go to just below."
    return RuleLine(text, describe_example(system, names, "wins by forfeit against", WON, WALKOVER))


def describe_example(system: Rungs, names: Sequence[str], verb: str, score: float, kind: Kind = RATED) -> str:
    """Return "Dan, 4th, beats Bob, 2nd: then Ann, Dan, Bob, Cat, Eve." as the system works it out, or that all stay."""
    people = list(names if len(set(names)) == len(USUAL_NAMES) else USUAL_NAMES)
    table = {seat: Rating(-1.0 - seat) for seat in range(len(people))}
    moved = system.rate_table(build_duel(LOWER_SEAT, UPPER_SEAT, score, ended=SAMPLE_DAY, kind=kind), table)
    order = sorted(table, key=lambda seat: -(moved.get(seat) or table[seat]).points)
    lower, upper = (f"{people[seat]}, {format_ordinal(seat + 1)}" for seat in (LOWER_SEAT, UPPER_SEAT))
    if order == sorted(table):
        return f"{lower}, {verb} {upper}: all stay where they are."
    return f"{lower}, {verb} {upper}: the order is then {join_side([people[seat] for seat in order])}."
