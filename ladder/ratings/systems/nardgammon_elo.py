"""Nardgammon Elo: a steep backgammon Elo in which new players move faster.

Units: rating points, unrounded. Not zero-sum, since the factor R is each player's own (N-7). No draws, no provisional
period, no clock. Source: rules N-1 to N-9; the formula of R is our assumption (N-6).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

from ladder.formats import MATCH_LENGTH
from ladder.ratings import (
    RATED,
    WON,
    About,
    Column,
    Example,
    Experience,
    Fact,
    Kind,
    Message,
    PairSystem,
    Rating,
    Ratings,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    calculate_expected_score,
    count_digits,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
)

LENGTH = MATCH_LENGTH._replace(help="1 for a money game.", always=(1,))
WINNER_MINUS_LOSER, OWN_MINUS_OPPONENT = "winner-minus-loser", "own-minus-opponent"
GAMES, LENGTHS = "games", "lengths"
ASSUMED = "An assumption: the source breaks off where it defines R. "

SPREAD = 400  # N-4: FIBS has 2000
STAKE = 10  # N-3


def build_veterans_example(length: int, moved: int) -> Example:
    """Return the check value free of R: equal ratings and R = 1 move 5 × √L each way."""
    says = f"Two veterans at 1500 play to {length}: 5 × √{length} = {moved} each way."
    return Example(
        "N-9", says, build_sample(length=length), (Rating(1500, 400), Rating(1500, 400)), (f"+{moved}", f"-{moved}")
    )


ABOUT = About(
    label="Nardgammon Elo",
    summary="A steep Elo for backgammon. New players move up to five times as fast.",
    formula=(
        "E = R × 10 × √L ÷ (1 + 10^(D × √L ÷ 400))",
        "R = max(1, 5 − G ÷ 100), our assumption",
        "The winner gains their own E, the loser loses theirs",
    ),
    rules=(
        "Everyone starts at 1500 (N-1).",
        "L is the match length in points, 1 for a money game (N-2).",
        "Each player has their own E: the winner adds it, the loser subtracts it (N-3).",
        "With a scale of 400, long matches are steep (N-4).",
        "D is the winner's rating minus the loser's, for both players (N-5, our choice).",
        "G is the number of rated games a player had completed before. R falls from 5 to 1 over 400 games: "
        "this is an assumption, since the source breaks off where it defines R (N-6, our choice).",
        "Each player has their own R, so gains and losses differ (N-7).",
        "There are no draws (N-8, our choice).",
        "Between equals with R = 1 a match moves 5 × √L each way (N-9).",
    ),
    columns=(Column.experience("Games"),),
    examples=(
        build_veterans_example(1, 5),
        build_veterans_example(9, 15),
        build_veterans_example(25, 25),
        Example(
            "N-6",
            "A first game to 9 at 1500: the newcomer, with R = 5, gains 75, and the veteran, with R = 1, loses 15.",
            build_sample(length=9),
            (Rating(1500), Rating(1500, 400)),
            ("+75", "-15"),
            ("1,575", "1,485"),
        ),
    ),
    how_to_report="A money game counts as a match of length 1.",  # N-2
    suits="Backgammon clubs that play matches of many lengths and want newcomers to find their level fast.",
    questions=(
        SelfTestQuestion(
            "N-6",
            "You have 1500 from 200 games and play a veteran at 1500 to 25. What is R, and what can you win?",
            build_sample(length=25),
            (Rating(1500, 200), Rating(1500, 400)),
        ),
        SelfTestQuestion(
            "N-4",
            "You are 200 ahead and play to 9. How likely are you to win, and how much would a loss cost?",
            build_sample(length=9),
            (Rating(1700, 400), Rating(1500, 400)),
        ),
    ),
    experience=Experience("game", "games", asked="completed games"),
)


@register_system
@dataclass(frozen=True)
class NardgammonElo(PairSystem):
    """The Elo of seed 002; a rating's experience is G."""

    key: ClassVar[str] = "nardgammon-elo"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    facts: ClassVar[tuple[Fact, ...]] = (LENGTH,)
    start: float = declare_start(1500.0, "N-1")
    begin: float = declare_option(
        5.0, label="R of a newcomer", rule="N-6", low=0.01, high=100, choice=True, help=ASSUMED + "1 makes R constant."
    )
    end: float = declare_option(1.0, label="Final R", rule="N-6", low=0.01, high=100, choice=True, help=ASSUMED)
    games: int = declare_option(
        400,
        label="Games until the final R",
        rule="N-6",
        low=1,
        high=100_000,
        choice=True,
        help=ASSUMED + "R falls evenly.",
    )
    count: str = declare_option(
        GAMES,
        label="G counts",
        rule="N-6",
        choices=((GAMES, "games"), (LENGTHS, "match lengths")),
        choice=True,
        help=ASSUMED + "FIBS adds up match lengths.",
    )
    sign: str = declare_option(
        WINNER_MINUS_LOSER,
        label="D is",
        rule="N-5",
        choices=((WINNER_MINUS_LOSER, "winner minus loser"), (OWN_MINUS_OPPONENT, "own minus opponent")),
        choice=True,
        help="“Own minus opponent” is what the source says, but then a favourite who loses would lose almost nothing.",
    )

    @property
    def unit(self) -> str:
        """What G counts (N-6)."""
        return "points of match length" if self.count == LENGTHS else "games"

    def initial(self) -> Rating:
        return Rating(self.start)

    def factor(self, rating: Rating) -> float:
        """Return R, from all games that the player completed before this match (N-6)."""
        if rating.experience >= self.games:
            return self.end
        return self.begin - (self.begin - self.end) * rating.experience / self.games

    def first_seat(self, result: Result, seat: int) -> int:
        """Return whose rating D starts from: the winner's, or the player's own in the literal text (N-5)."""
        return seat if result.scores[seat] == WON or self.sign == OWN_MINUS_OPPONENT else 1 - seat

    def lead(self, result: Result, before: Ratings, seat: int) -> float:
        """Return D for one player (N-5)."""
        first = self.first_seat(result, seat)
        return before[first].points - before[1 - first].points

    def share(self, result: Result, before: Ratings, seat: int) -> float:
        """Return the part of the stake that moves, from 0 to 1: the less likely the result, the more (N-4)."""
        return calculate_expected_score(0, self.lead(result, before, seat), SPREAD / sqrt(result.facts["length"]))

    def worth(self, result: Result, before: Ratings, seat: int) -> float:
        """Return what one player gains or, below zero, loses (N-3)."""
        moved = self.factor(before[seat]) * STAKE * sqrt(result.facts["length"]) * self.share(result, before, seat)
        return moved if result.scores[seat] == WON else -moved

    def rate(self, result: Result, before: Ratings) -> Ratings:
        added = int(result.facts["length"]) if self.count == LENGTHS else 1
        return tuple(
            Rating(old.points + self.worth(result, before, seat), old.experience + added, old.memory, old.as_of)
            for seat, old in enumerate(before)
        )

    def expected(self, result: Result, before: Ratings) -> tuple[float, float]:
        chance = calculate_expected_score(before[0].points, before[1].points, SPREAD / sqrt(result.facts["length"]))
        return chance, 1 - chance

    def opening(self, points: float, games: int, experience: int) -> Rating:
        """Return a brought rating; its G is what `count` says, match lengths or games (N-6)."""
        counted = experience or games if self.count == LENGTHS else games or experience
        return Rating(points, counted)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating for the next season; G counts for all time (N-6)."""
        points = rating.points if keep == 1 else self.start + keep * (rating.points - self.start)
        return Rating(points, rating.experience, rating.memory, rating.as_of)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        return (
            explain_gap(self, result, before, seat),
            explain_share(self, result, before, seat),
            explain_factor(self, result, before, seat),
            explain_change(self, result, before, seat),
        )


def explain_gap(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the first step: D, from the two ratings just before (N-5)."""
    lead, first = system.lead(result, before, seat), system.first_seat(result, seat)
    digits = count_digits(before[first].points, before[1 - first].points)
    a, b = format_fixed(before[first].points, digits), format_fixed(before[1 - first].points, digits)
    who = {"first": result.players[first], "second": result.players[1 - first]}
    sentence = Message("D is {first}'s rating before the match, {a}, minus {second}'s, {b}.", {"a": a, "b": b}, who)
    total = f"{a} − {b} = {format_fixed(lead, digits)}".replace("-", "−")
    return Step("N-5", "Start from the ratings before the match", sentence, total, lead)


def explain_share(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the step that says which part of the stake moves (N-4)."""
    length, lead = int(result.facts["length"]), system.lead(result, before, seat)
    share = system.share(result, before, seat)
    sentence = Message(
        "The share of the stake that moves. Long matches are steep: the gap is scaled by √{n}.", {"n": str(length)}
    )
    first = system.first_seat(result, seat)
    lead_text = format_fixed(lead, count_digits(before[first].points, before[1 - first].points))
    total = f"1 ÷ (1 + 10^({lead_text} × √{length} ÷ {SPREAD})) = {format_fixed(share, 4)}"
    return Step("N-4", "How surprising was the result?", sentence, total.replace("-", "−"), share)


def explain_factor(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the step with R, which falls with what the player had completed (N-6)."""
    played, factor = before[seat].experience, system.factor(before[seat])
    ramp = {"begin": f"{system.begin:g}", "end": f"{system.end:g}", "games": f"{system.games:,}"}
    sentence = Message(
        "{me} had completed {g} {unit}. R goes from {begin} to {end} over {games}. "
        "This is our assumption: the source breaks off where it defines R.",
        {"g": f"{played:,}", "unit": system.unit, **ramp},
        {"me": result.players[seat]},
    )
    total = f"G = {played:,}, R = {format_factor_sum(system, played)} = {format_fixed(factor, 2)}"
    return Step("N-6", "How fast does this rating change?", sentence, total, factor)


def format_factor_sum(system: NardgammonElo, played: int) -> str:
    """Return the sum that comes to R."""
    if played >= system.games:
        return f"{system.end:g}, the final value"
    return f"{system.begin:g} − ({system.begin:g} − {system.end:g}) × {played:,} ÷ {system.games:,}"


def explain_change(system: NardgammonElo, result: Result, before: Ratings, seat: int) -> Step:
    """Return the last step: what the player gains or loses (N-3, N-7)."""
    change = system.change(result, before, seat)
    verb = "gains" if result.scores[seat] == WON else "loses"
    words = f"{{me}} {verb} R × 10 × √L × that share. {{other}} has their own R, so the two changes may differ."  # N-7
    sentence = Message(words, {}, {"me": result.players[seat], "other": result.players[1 - seat]})
    length, factor = int(result.facts["length"]), format_fixed(system.factor(before[seat]), 2)
    share = format_fixed(system.share(result, before, seat), 4)
    moved = f"{format_fixed(abs(change), 2)}, shown as {format_signed(change, 1)}"
    total = f"{factor} × {STAKE} × √{length} × {share} = {moved}"
    return Step("N-3", "Calculate the change", sentence, total.replace("-", "−"), change)
