"""Chips: the winner gains the chips, the loser loses most of them; one rating keeps, one fades.

Units: chips, decimals kept. Not zero-sum: each match adds a fifth of its chips. No draws, no
provisional period; the daily rating falls by 5% a day. Source: rules C-1 to C-7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ladder.ratings import (
    RATED,
    WON,
    About,
    Column,
    DuelSystem,
    Example,
    Fact,
    Facts,
    Kind,
    Message,
    Nightly,
    Period,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

CHIPS = Fact("chips", "Chips", low=0.01, high=1_000_000_000, whole=False, help="Won by one, lost by the other.")

FORMULA = ("Winner: + chips", "Loser: − 80% of the chips")
RULES = (
    "Everyone starts at 0 (C-1, our choice).",
    "The winner gains the chips won (C-2).",
    "The loser loses 80% of the same chips (C-3), so each match adds a fifth of its chips.",
    "Chips must be more than 0, and a rating may fall below 0 (C-6, our choice).",
    "The other chip rating counts the same matches on a board of its own (C-1, C-7).",
)
HUNDRED = build_sample(chips=100)
EXAMPLE = Example(
    "C-3",
    "100 chips change hands: the winner gains 100 and the loser loses 80, so 20 are new.",
    HUNDRED,
    (Rating(0), Rating(0)),
    ("+100", "-80"),
    ("100", "-80"),
)
QUESTION = SelfTestQuestion(
    "C-3",
    "Two players at 250 play for 100 chips. What does each of them gain or lose?",
    HUNDRED,
    (Rating(250), Rating(250)),
)
COLUMNS = (Column.record("Won–lost"),)
OVERNIGHT = 0.95  # C-4
SHRINKING = Nightly("shrink over time, even if nobody plays", "Shrinks each day")  # C-4, C-5
TOTAL = About(
    label="Chips, total",
    summary="Chips won and lost, added up for good.",
    formula=FORMULA,
    rules=(*RULES, "The total never falls on its own (C-4, our choice)."),
    rating_label="Chips",
    columns=COLUMNS,
    examples=(EXAMPLE,),
    unit="chips",
    change_units=("chip", "chips"),
    suits="Games for chips or points, where how much you win matters more than who you beat.",
    questions=(QUESTION,),
    related=("chips-daily",),
)
DAILY = About(
    label="Chips, daily",
    summary="Recent play counts most: every day takes 5% off.",
    formula=(*FORMULA, "Each midnight: rating × 0.95"),
    rules=(
        *RULES,
        "Each midnight in the club's time zone takes 5% off, whether you play or not (C-4; C-5, our choice).",
    ),
    rating_label="Chips",
    columns=COLUMNS,
    examples=(EXAMPLE,),
    unit="chips",
    change_units=("chip", "chips"),
    suits="Clubs that want to see who is winning now, and to give people a reason to come often.",
    questions=(QUESTION,),
    related=("chips-total",),
)


@dataclass(frozen=True)
class Chips(DuelSystem):
    """What both ratings of seed 002 share: what one match is worth."""

    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (CHIPS,)
    start: float = declare_start(0.0, "C-1", low=-1_000_000, high=1_000_000, choice=True)
    share: float = declare_option(
        0.8,
        label="Share of the chips lost",
        rule="C-3",
        low=0,
        high=1,
        help="What the loser loses of what the winner gains. 0.8 is 80%.",
    )

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        won = facts["chips"]  # C-2
        lost = self.share * won  # C-3
        return (won, -lost) if score else (-lost, won)

    def shown(self, rating: Rating) -> str:
        return format_chips(rating.points)

    def change_shown(self, change: float) -> str:
        return format_signed(change, 2)

    def advance(self, rating: Rating, periods: int) -> Rating:
        if self.period is None or not periods:
            return rating
        return Rating(rating.points * OVERNIGHT**periods, rating.experience, rating.memory, rating.as_of)  # C-4

    def is_at_rest(self, rating: Rating) -> bool:
        return self.period is None or not rating.points

    def explain_advance(self, rating: Rating, periods: int) -> tuple[Step, ...]:
        after = self.advance(rating, periods)
        if after is rating:
            return ()
        days = SHRINKING.format_ends(periods)
        words = {"days": days, "before": self.shown(rating), "after": self.shown(after)}
        sentence = Message("{days} at 5% each took {before} to {after}.", words)
        total = f"{words['before']} × {OVERNIGHT}^{periods} = {words['after']}".replace("-", "−")
        return (Step("C-4", "The rating shrinks by 5% a day", sentence, total, after.points - rating.points),)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        change = self.change(result, before, seat)
        return (
            self.part(result, seat),
            self.added(result, before[seat].points, change, seat),
        )

    def part(self, result: Result, seat: int) -> Step:
        """Return the step from the chips to the part of them that counts."""
        chips, players = result.facts["chips"], result.players
        who = {"me": players[seat], "other": players[1 - seat]}
        words = {"chips": format_chips(chips), "share": f"{self.share * 100:g}%"}
        noun = "chip" if chips == 1 else "chips"
        if result.scores[seat] == WON:
            sentence = Message(f"{{me}} won {{chips}} {noun} from {{other}}. Winnings count in full.", words, who)
            return Step("C-2", "Count the chips won", sentence, f"100% of {words['chips']} = {words['chips']}", chips)
        lost = self.share * chips
        sentence = Message(f"{{me}} lost {{chips}} {noun} to {{other}}. {{share}} of what is lost counts.", words, who)
        total = f"{words['share']} of {words['chips']} = {format_chips(lost)}"
        return Step("C-3", "Count part of the chips lost", sentence, total, lost)

    def added(self, result: Result, points: float, change: float, seat: int) -> Step:
        """Return the step from the rating before to the one after."""
        won = result.scores[seat] == WON
        words = "{me} had {points} and gains {part}." if won else "{me} had {points} and loses {part}."
        part = format_chips(abs(change))
        sentence = Message(words, {"points": format_chips(points), "part": part}, {"me": result.players[seat]})
        total = f"{format_chips(points)} {'+' if won else '−'} {part} = {format_chips(points + change)}"
        title = "Add it to the rating" if won else "Take it off the rating"
        return Step("C-2" if won else "C-3", title, sentence, total.replace("-", "−"), change)


def format_chips(chips: float) -> str:
    """Return chips with two decimals at most."""
    return format_fixed(chips, 2).rstrip("0").rstrip(".")


@register_system
@dataclass(frozen=True)
class ChipsTotal(Chips):
    """All chips ever; never falls by time alone, unless the club reads C-4 the other way."""

    key: ClassVar[str] = "chips-total"
    about: ClassVar[About] = TOTAL
    decays: bool = declare_option(
        False,
        label="The total falls too",
        rule="C-4",
        choice=True,
        help="Then the total loses 5% a day, as the daily rating does.",
    )

    @property
    def period(self) -> Period | None:
        return SHRINKING if self.decays else None


@register_system
@dataclass(frozen=True)
class ChipsDaily(Chips):
    """Recent chips: what is left after 5% a day."""

    key: ClassVar[str] = "chips-daily"
    about: ClassVar[About] = DAILY

    @property
    def period(self) -> Period | None:
        return SHRINKING
