"""Elo: what a win is worth depends on how likely it was. K by presets, and the particulars of FIDE as options.

Units: rating points, unrounded, shown as whole numbers. Zero-sum where K is the same for everybody. Draws; no clock.
Source: rules A-1 to A-11, which name FIDE's Rating Regulations in force from 1 March 2024, and rules R-8 and R-9.

With FIDE's K `Rating.memory` is True once 2400 was reached, else None.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import copysign, inf
from typing import Any, ClassVar

from ladder.formats import Game, add_games
from ladder.ratings import (
    DRAWN,
    LOST,
    MARGIN_RULE,
    RATED,
    About,
    Column,
    DuelSystem,
    Example,
    Experience,
    Facts,
    Gains,
    Key,
    Kind,
    Message,
    PrintedTable,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    Variant,
    build_sample,
    calculate_expected_score,
    count_digits,
    declare_draws,
    declare_margin,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

CONSTANT, BANDS, FIDE = "constant", "bands", "fide"
FORMULA, TABLE = "formula", "table"
LEVELS = ((2400, 16, "from 2400"), (2100, 24, "from 2100 to below 2400"), (-inf, 32, "below 2100"))  # from ... up
NEW_GAMES, NEW_K, USUAL_K, TOP_K, TOP = 30, 40, 20, 10, 2400
FARTHEST = 400


# FIDE Rating Regulations in force from 1 March 2024, table 8.1.2; rule A-9.
TABLE_ENDS = (  # the last whole difference of .50, .51, .52 ... .99; above it is 1.0
    *(3, 10, 17, 25, 32, 39, 46, 53, 61, 68),  # .50 to .59
    *(76, 83, 91, 98, 106, 113, 121, 129, 137, 145),  # .60 to .69
    *(153, 162, 170, 179, 188, 197, 206, 215, 225, 235),  # .70 to .79
    *(245, 256, 267, 278, 290, 302, 315, 328, 344, 357),  # .80 to .89
    *(374, 391, 411, 432, 456, 484, 517, 559, 619, 735),  # .90 to .99
)
PERCENTS = tuple(  # of each whole difference from 0 to 735
    50 + row
    for row, (before, end) in enumerate(zip((-1, *TABLE_ENDS), TABLE_ENDS, strict=False))
    for _ in range(end - before)
)


def find_printed_percent(difference: float) -> int:
    """Return the percentage that the printed table has for the higher-rated player, from 50 to 100 (A-9)."""
    whole = int(abs(difference) + 0.5)
    return PERCENTS[whole] if whole < len(PERCENTS) else 100


def format_printed_row(difference: float) -> str:
    """Return the row of the printed table with this difference: "198–206", or "over 735"."""
    percent = find_printed_percent(difference)
    if percent == 100:
        return f"over {TABLE_ENDS[-1]}"
    row = percent - 50
    return f"{TABLE_ENDS[row - 1] + 1 if row else 0}–{TABLE_ENDS[row]}"


def format_percent(percent: int) -> str:
    """Return a share as the table prints it: .76, 1.0."""
    return "1.0" if percent == 100 else f".{percent:02}"


PRINTED_TABLE = PrintedTable(
    "Expected scores by the difference of the ratings: FIDE’s table 8.1.2 (A-9)",
    ("Difference", "Higher-rated", "Lower-rated"),
    tuple(
        (format_printed_row(end), format_percent(50 + row), format_percent(50 - row))
        for row, end in enumerate((*TABLE_ENDS, TABLE_ENDS[-1] + 1))
    ),
)


def build_example(rule: str, says: str, ratings: tuple[Rating, Rating], changes: str, **options: Any) -> Example:
    """Return an example that the first player wins; `changes` are both changes with a blank between."""
    first, second = changes.split()
    return Example(rule, says, build_sample(), ratings, (first, second), options=options)


ABOUT = About(
    label="Elo",
    summary="The usual rating: beating a stronger player is worth more. Good for nearly every game of two.",
    formula=("We = 1 ÷ (10^((opponent − own) ÷ 400) + 1), the expected score", "Change = K × (score − We)"),
    rules=(
        "Everyone starts at 1500, unless a starting rating is given. One without any game is fine (A-1).",
        "The expected score follows from the difference of the two ratings: 200 above gives 0.76 (A-2, R-8).",
        "The rating moves by K × (score − expected score) (A-3).",
        "A win is 1, a draw is 1/2, a loss is 0 (A-4).",
        "K says how fast ratings move. The same for everybody, usually 32, keeps it simple: what one gains, "
        "the other loses (A-5).",
        "Ratings are kept unrounded and shown as whole numbers (A-10, our choice).",
    ),
    choices=(
        "K by the own rating before the game: 32 below 2100, 24 from 2100, 16 from 2400 (A-6, R-9).",
        "FIDE’s K is 40 for the first 30 games, then 20, and 10 for good once 2400 was reached (A-7, FIDE 8.3.3).",
        "A difference of more than 400 may count as 400, so that nobody plays for nothing (A-8, FIDE 8.3.1).",
        "The expected score may be read from FIDE’s printed table, with two decimals (A-9, FIDE 8.1.2).",
        MARGIN_RULE,
    ),
    columns=(Column.record("Record", draws=None), Column.experience("Games")),
    examples=(
        build_example("A-3", "Two players at 1500: half of K moves.", (Rating(1500), Rating(1500)), "+16 -16"),
        build_example(
            "A-6",
            "K by the rating: 2050 beats 2400. We is 0.1177 for the winner, with K 32; the loser has K 16.",
            (Rating(2050, 50), Rating(2400, 50)),
            "+28.2 -14.1",
            k_factor=BANDS,
        ),
        build_example(
            "A-7",
            "FIDE’s K between equals: a first game with K 40, and an opponent with 30 games and K 20.",
            (Rating(1500), Rating(1500, 30)),
            "+20 -10",
            k_factor=FIDE,
        ),
        build_example(
            "A-9",
            "By FIDE’s table: a difference of 200 is in the row 198–206, so the lower-rated player had .24.",
            (Rating(1500, 30), Rating(1700, 30)),
            "+15.2 -15.2",
            k_factor=FIDE,
            chance=TABLE,
        ),
        build_example(
            "A-8",
            "FIDE counts 420 as 400: the winner with 2420 had .92.",
            (Rating(2420, 30), Rating(2000, 30)),
            "+0.8 -1.6",
            k_factor=FIDE,
            chance=TABLE,
            limit_difference=True,
        ),
        Example(
            "A-11",
            "A clear win counts more: 630 beats 500 by 3–1 with K 20, so 1.5 times 20 × 0.321.",
            add_games(build_sample(), (Game(3, 1),)),
            (Rating(630), Rating(500)),
            ("+9.6", "-9.6"),
            options={"k": 20.0, "margin": True},
        ),
    ),
    tables=(PRINTED_TABLE,),
    suits="Chess, go, darts, squash, video games: whatever two play, with draws or without. If unsure, take this one.",
    questions=(
        SelfTestQuestion(
            "A-2",
            "You have 1700, your opponent 1500. What are you expected to score, and what would a loss cost?",
            build_sample(),
            (Rating(1700), Rating(1500)),
        ),
        SelfTestQuestion(
            "A-4",
            "You draw with a player who is 200 above you. Do you gain or lose?",
            build_sample(DRAWN),
            (Rating(1500), Rating(1700)),
        ),
    ),
    variants=(
        Variant("bands", "Elo, slower at the top", {"k_factor": BANDS}),
        Variant("fide", "Elo as in chess (FIDE)", {"k_factor": FIDE, "chance": TABLE, "limit_difference": True}),
    ),
    related=("provisional-elo", "match-length-elo", "points-exchange"),
    experience=Experience("game", "games", asked="completed games"),
)


def find_level_k(points: float) -> float:
    """Return K by the level of a rating (A-6)."""
    (top, top_k, _), (high, high_k, _), (_, usual_k, _) = LEVELS
    return top_k if points >= top else high_k if points >= high else usual_k


@register_system
@dataclass(frozen=True)
class Elo(DuelSystem):
    """Elo with a K-factor by presets; a rating's experience is the number of completed games."""

    key: ClassVar[str] = "elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    start: float = declare_start(1500.0, "A-1", help="Any number will do: only differences matter.")
    k_factor: str = declare_option(
        CONSTANT,
        label="How fast ratings move",
        rule="A-5",
        choices=(
            (CONSTANT, "the same for everybody"),
            (BANDS, "slower at the top: K 32, 24 from 2100, 16 from 2400"),
            (FIDE, "as in chess (FIDE): K 40 for 30 games, then 20, then 10"),
        ),
        help="The same for everybody is easiest to explain. FIDE’s K lets newcomers find their level fast.",
    )
    k: float = declare_option(
        32.0,
        label="K for everybody",
        rule="A-5",
        low=0.01,
        high=1_000,
        help="Between equals half of it moves. 16 is calm, 32 is usual, 48 is lively. Unused if K differs by player.",
    )
    limit_difference: bool = declare_option(
        False,
        label="A difference above 400 counts as 400",
        rule="A-8",
        help="Then even a clear favourite gains a little, and loses less to a beginner.",
    )
    chance: str = declare_option(
        FORMULA,
        label="Expected score",
        rule="A-9",
        choices=((FORMULA, "by the formula"), (TABLE, "by FIDE’s printed table")),
        help="The table has two decimals, so that everybody can check it on paper.",
    )
    margin: bool = declare_margin()
    draws: bool = declare_draws("A-4")

    @property
    def zero_sum(self) -> bool:
        return self.k_factor == CONSTANT

    @property
    def keeps_memory(self) -> bool:
        return self.k_factor == FIDE

    @property
    def k_rule(self) -> str:
        """The number of the rule that says how K is found."""
        return {CONSTANT: "A-5", BANDS: "A-6", FIDE: "A-7"}[self.k_factor]

    @property
    def reads_table(self) -> bool:
        """Whether the expected score is read from the printed table (A-9)."""
        return self.chance == TABLE

    @cached_property
    def gains(self) -> Gains:
        """By how much a game changes the points of both (A-3); its options are read once, for a million games."""
        find_chance, find_k, k = self.find_chance, self.find_k, self.k

        def calculate_equal_gains(a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
            gain = k * (score - find_chance(a.points, b.points))
            return gain, -gain

        def calculate_own_gains(a: Rating, b: Rating, score: float, facts: Facts) -> tuple[float, float]:
            surprise = score - find_chance(a.points, b.points)
            return find_k(a) * surprise, -find_k(b) * surprise

        return calculate_equal_gains if self.k_factor == CONSTANT else calculate_own_gains

    @cached_property
    def find_chance(self) -> Callable[[float, float], float]:
        """The expected score of the player with the first of two ratings (A-2, A-8, A-9)."""
        is_usual = self.chance == FORMULA and not self.limit_difference
        return calculate_expected_score if is_usual else self.find_counted_chance

    def find_counted_chance(self, own: float, opponent: float) -> float:
        """Return the expected score from the difference as it counts, by the formula or from the table."""
        lead = self.find_lead(own, opponent)
        if self.chance == FORMULA:
            return calculate_expected_score(lead, 0)
        percent = find_printed_percent(lead)
        return (percent if lead >= 0 else 100 - percent) / 100

    def find_lead(self, own: float, opponent: float) -> float:
        """Return the difference of the ratings as it counts (A-8)."""
        lead = own - opponent
        return copysign(FARTHEST, lead) if self.limit_difference and abs(lead) > FARTHEST else lead

    def find_k(self, rating: Rating) -> float:
        """Return K for a rating before the game (A-5 to A-7)."""
        if self.k_factor == CONSTANT:
            return self.k
        if self.k_factor == BANDS:
            return find_level_k(rating.points)
        if rating.memory or rating.points >= TOP:
            return TOP_K
        return NEW_K if rating.experience < NEW_GAMES else USUAL_K

    def describe_k(self, k: float) -> str:
        """Return why a rating has this K, as a sentence with places for the player, the points and the games."""
        if self.k_factor == CONSTANT:
            return "K is the same for everybody."
        if self.k_factor == BANDS:
            band = next(band for _, one, band in LEVELS if one == k)
            return f"{{me}} had {{points}}, so the band is {band}."
        if k == TOP_K:
            return f"{{me}} has reached {TOP}, so K is {TOP_K} for good."
        if k == NEW_K:
            return f"{{me}} had played {{games}}, fewer than {NEW_GAMES}."
        return f"{{me}} had played {{games}} and has not reached {TOP}."

    def remember(self, before: Rating, points: float) -> Any:
        """Return whether 2400 was ever reached; None for no, or where that doesn't matter (A-7)."""
        return (before.memory or max(before.points, points) >= TOP or None) if self.keeps_memory else before.memory

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        chance = self.find_chance(before[0].points, before[1].points)
        return chance, 1 - chance

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return a starting rating; it may come without games (A-1)."""
        rating = Rating(points, games or experience)
        return rating._replace(memory=self.remember(rating, points))

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        who = {"me": result.players[seat], "other": result.players[1 - seat]}
        own, opponent = before[seat], before[1 - seat]
        change = self.change(result, before, seat)
        return (
            explain_difference(self, own.points, opponent.points, who),
            explain_chance(self, own.points, opponent.points, who),
            explain_k(self, own, who),
            explain_change(self, own, opponent.points, result.scores[seat], change, who),
        )


def explain_difference(system: Elo, own: float, opponent: float, who: dict[str, Key]) -> Step:
    """Return the first step: the two ratings just before the game, and the difference that counts (A-2, A-8)."""
    digits, lead = count_digits(own, opponent), system.find_lead(own, opponent)
    one, other, full = (format_fixed(number, digits) for number in (own, opponent, own - opponent))
    limited = lead != own - opponent
    says = " More than 400 counts as 400." if limited else ""
    sentence = Message(f"{{me}} had {{own}}, {{other}} {{opponent}}.{says}", {"own": one, "opponent": other}, who)
    counted = f", counted as {format_fixed(lead, 0)}" if limited else ""
    total = f"{one} − {other} = {full}{counted}".replace("-", "−")
    return Step("A-8" if limited else "A-2", "Start from the ratings before the game", sentence, total, lead)


def explain_chance(system: Elo, own: float, opponent: float, who: dict[str, Key]) -> Step:
    """Return the step with the expected score, by the formula or from the table (A-2, A-9)."""
    lead, chance = system.find_lead(own, opponent), system.find_chance(own, opponent)
    if not system.reads_table:
        sentence = Message("We is what {me} was expected to score against {other}.", {}, who)
        gap = format_fixed(-lead, count_digits(opponent, own))
        total = f"1 ÷ (10^({gap} ÷ 400) + 1) = {format_fixed(chance, 3)}"
        return Step("A-2", "What was expected?", sentence, total.replace("-", "−"), chance)
    sentence = Message(
        "The difference is in the row {row}: {higher} for the higher-rated player, {lower} for the other.",
        {
            "row": format_printed_row(lead),
            "higher": format_percent(find_printed_percent(lead)),
            "lower": format_percent(100 - find_printed_percent(lead)),
        },
        who,
    )
    return Step("A-9", "What was expected?", sentence, f"We = {format_fixed(chance, 2)}", chance)


def explain_k(system: Elo, own: Rating, who: dict[str, Key]) -> Step:
    """Return the step that finds K (A-5 to A-7)."""
    k = system.find_k(own)
    games = f"{own.experience:,} {'game' if own.experience == 1 else 'games'}"
    sentence = Message(system.describe_k(k), {"points": format_fixed(own.points), "games": games}, who)
    return Step(system.k_rule, "How fast does this rating move?", sentence, f"K = {k:g}", k)


def explain_change(system: Elo, own: Rating, opponent: float, score: float, change: float, who: dict[str, Key]) -> Step:
    """Return the last step: what the player gains or loses (A-3)."""
    decimals = 2 if system.reads_table else 3
    outcome = "loss" if score == LOST else "draw" if score == DRAWN else "win"
    sentence = Message(
        "A {outcome} is {score}.",
        {"outcome": outcome, "score": f"{score:g}"},
        who,
    )
    chance = format_fixed(system.find_chance(own.points, opponent), decimals)
    total = f"{system.find_k(own):g} × ({score:g} − {chance}) = {format_signed(change, 2)}"
    return Step("A-3", "Calculate the change", sentence, total.replace("-", "−"), change)
