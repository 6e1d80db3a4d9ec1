"""Warlocks Elo: an Elo rating of duels in which a kill counts more than a surrender.

Units: rating points, unrounded. Zero-sum. Draws where nobody wins; no provisional period, no clock.
Source: rules E-1 to E-7.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import erf, sqrt
from typing import ClassVar

from ladder.ratings import (
    DEAD,
    DRAWN,
    FRIENDLY,
    LADDER,
    SAMPLE_DAY,
    SURRENDERED,
    UNRATED,
    VERY_FRIENDLY,
    WON,
    About,
    Column,
    Example,
    Facts,
    GainsSystem,
    Kind,
    Message,
    PrintedTable,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_duel,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

KILL, DEFEAT = 1.0, 0.9  # E-3; the other side has the rest to 1
CURVES = (("normal", "Bell curve, sigma 2000/7"), ("table", "Straight lines between the printed points"))

SIGMA = 2000 / 7  # E-5
PRINTED = (  # E-5: rating difference, expected score of the higher-rated in percent
    (0, 50), (36, 55), (72, 60), (110, 65), (149, 70), (193, 75), (240, 80), (296, 85), (366, 90), (470, 95), (677, 99),
)  # fmt: skip


def expect_by_bell_curve(lead: float) -> float:
    """Return the expected score by the cumulative normal distribution."""
    return (1 + erf(lead / (SIGMA * sqrt(2)))) / 2


def expect_by_table(lead: float) -> float:
    """Return the expected score between the printed points; beyond 677 it stays .99, where the table ends."""
    if lead < 0:
        return 1 - expect_by_table(-lead)
    for (low, lower), (high, higher) in pairwise(PRINTED):
        if lead <= high:
            return (lower * (high - lead) + higher * (lead - low)) / (100 * (high - low))
    return 0.99


def build_ladder_duel(way: str) -> Result:
    """Return a ladder duel whose loser leaves that way."""
    return build_duel("winner", "loser", ended=SAMPLE_DAY, kind=LADDER, exit=way)


def build_example(rule: str, lead: int, way: str, change: str, says: str) -> Example:
    """Return an example: the player that far ahead wins."""
    back = change.translate(str.maketrans("+-", "-+")) if change != "+0" else change
    return Example(rule, says, build_ladder_duel(way), (Rating(1500 + lead), Rating(1500)), (change, back))


def build_question(rule: str, lead: int, way: str, asks: str) -> SelfTestQuestion:
    """Return a question about a duel that the player that far ahead wins or loses."""
    return SelfTestQuestion(rule, asks, build_ladder_duel(way), (Rating(1500 + lead), Rating(1500)))


TABLE = PrintedTable(
    "The expected score of the higher-rated, as printed and by our two curves (E-5)",
    ("Ahead by", "Printed", "Bell curve", "Straight lines"),
    tuple(
        (
            str(lead),
            format_fixed(percent / 100, 2),
            format_fixed(expect_by_bell_curve(lead), 3),
            format_fixed(expect_by_table(lead), 3),
        )
        for lead, percent in PRINTED
    ),
)

ABOUT = About(
    label="Warlocks Elo",
    summary="How well you duel, whatever the score: a kill counts 1, a defeat by surrender 0.9.",
    formula=(
        "New = old + 25 × (W − We)",
        "We = ½ × (1 + erf(D ÷ (σ × √2))), σ = 2000 ÷ 7, D = own rating − opponent's",
    ),
    rules=(
        "Everyone starts at 1500, and the first duel counts like any other (E-1).",
        "Ladder and friendly battles of two players count. Very friendly ones and those of three or more don't (E-2).",
        "Teams don't count: a player who dies or surrenders does so alone (E-2, our choice).",
        "W is 1 for a kill and 0 for a death, 0.9 for a defeat and 0.1 for a surrender (E-3).",
        "The new rating is the old one + 25 × (W − We) (E-4).",
        "Surrendering to a corpse is a kill (E-3). If nobody wins, both get 0.5 (E-3, our choice).",
        "We is what was expected from the two ratings before. Which curve runs through the printed points "
        "is our choice (E-5).",
        "The table ends at 677. Beyond it the straight lines stay at 0.99 (E-5, our choice).",
        "A surrender pays only 0.9: about 366 ahead or more, winning by it gains nothing or costs rating (E-6).",
        "Ratings are stored unrounded and shown as whole numbers (E-7, our choice).",
    ),
    rating_label="Elo",
    columns=(Column.record("Won–lost", draws=True),),
    examples=(
        build_example("E-4", 0, DEAD, "+12.5", "Level players: a kill moves half of 25."),
        build_example("E-6", 366, SURRENDERED, "+0", "366 ahead, expected 0.90: a surrender worth 0.9 gains nothing."),
        build_example("E-6", 677, SURRENDERED, "-2.3", "677 ahead, expected 0.99: winning by surrender costs 2.3."),
    ),
    suits="Two-player games where giving up is not the same as being beaten. Fits beside the Warlocks score.",
    tables=(TABLE,),
    questions=(
        build_question(
            "E-5", 72, DEAD, "You are 72 ahead. What score is expected of you, and how much does a kill gain?"
        ),
        build_question("E-6", 470, SURRENDERED, "You are 470 ahead and your opponent surrenders. Do you gain?"),
    ),
    related=("warlocks-score",),
)


@register_system
@dataclass(frozen=True)
class WarlocksElo(GainsSystem):
    """The Elo of seed 001."""

    key: ClassVar[str] = "warlocks-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (LADDER, FRIENDLY)
    uncounted: ClassVar[tuple[Kind, ...]] = (VERY_FRIENDLY, UNRATED)  # E-2
    draws: ClassVar[bool] = True
    zero_sum: ClassVar[bool] = True
    start: float = declare_start(1500.0, "E-1")
    k: float = declare_option(
        25.0,
        label="K-factor",
        help="How fast ratings move: between equals half of it.",
        rule="E-4",
        low=0.01,
        high=1_000,
    )
    curve: str = declare_option(
        "normal",
        label="Curve",
        help="Both give nearly the same chances: the lines meet the printed table exactly.",
        rule="E-5",
        choices=CURVES,
        choice=True,
    )

    def concerns(self, result: Result) -> bool:
        return result.kind in self.kinds and len(result.players) == 2  # E-2

    def score(self, result: Result) -> float:
        if result.scores[0] == DRAWN:
            return DRAWN
        loser = 1 if result.scores[0] == WON else 0
        worth = DEFEAT if result.exits[loser].how == SURRENDERED else KILL  # E-3
        return worth if loser else 1 - worth

    def expect(self, lead: float) -> float:
        """Return the expected score of a player that far ahead (E-5)."""
        return expect_by_bell_curve(lead) if self.curve == "normal" else expect_by_table(lead)

    def gains(self, a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
        gain = self.k * (score - self.expect(a.points - b.points))  # E-4
        return gain, -gain

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        mine = self.expect(before[0].points - before[1].points)
        return mine, 1 - mine

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        who = {"me": result.players[seat], "other": result.players[1 - seat]}
        mine, theirs = before[seat].points, before[1 - seat].points
        score = self.score(result) if seat == 0 else 1 - self.score(result)
        chance = self.expect(mine - theirs)
        change = self.change(result, before, seat)
        return (
            self.chance(mine, theirs, chance, who),
            explain_worth(score, result, seat, who),
            *explain_surprise(score, chance, who),
            self.move(score, chance, change, who),
        )

    def chance(self, mine: float, theirs: float, chance: float, who: dict[str, object]) -> Step:
        sentence = Message(
            "{me} had {mine}, {other} {theirs}. The curve gives the expected score for that gap.",
            {"mine": format_fixed(mine), "theirs": format_fixed(theirs)},
            who,
        )
        lead = format_fixed(mine - theirs)
        how = f"½ × (1 + erf({lead} ÷ (285.7 × √2)))" if self.curve == "normal" else f"table at {lead}"
        return Step(
            "E-5", "What was expected?", sentence, f"{how} = {format_fixed(chance, 3)}".replace("-", "−"), chance
        )

    def move(self, score: float, chance: float, change: float, who: dict[str, object]) -> Step:
        words = "{me} did better than expected." if score > chance else "{me} did worse than expected."
        if score == chance:
            words = "{me} did as expected."
        total = f"{self.k:g} × ({score:g} − {format_fixed(chance, 3)}) = {format_signed(change, 2)}".replace("-", "−")
        return Step("E-4", "The rating moves", Message(words, {}, who), total, change)


def explain_worth(score: float, result: Result, seat: int, who: dict[str, object]) -> Step:
    """Return the step that says what the result counts."""
    if score == DRAWN:
        words = "Nobody won against the other, so {me} and {other} have a half each."
    elif result.scores[seat] == WON:
        words = "{me} killed {other}." if score == KILL else "{other} surrendered to {me}: a defeat, not a kill."
        if result.exits[seat].how == SURRENDERED:
            words = "{me} surrendered to a corpse, which is a kill."
    else:
        words = "{me} died." if score == 1 - KILL else "{me} surrendered, which saves a tenth."
    return Step("E-3", "How much does the result count?", Message(words, {}, who), f"W = {score:g}", score)


def explain_surprise(score: float, chance: float, who: dict[str, object]) -> tuple[Step, ...]:
    """Return the step that says why a win costs or a surrender pays, when it does (E-6)."""
    if score == DEFEAT and chance > score:
        words = "A surrender pays only 0.9, and more was expected of {me}. Winning this way costs rating."
    elif score == 1 - DEFEAT and chance < score:
        words = "Less than 0.1 was expected of {me}, so surrendering in time pays."
    else:
        return ()
    total = f"{score:g} − {format_fixed(chance, 3)} = {format_signed(score - chance, 3)}".replace("-", "−")
    return (Step("E-6", "A win can cost, a surrender can pay", Message(words, {}, who), total, score - chance),)
