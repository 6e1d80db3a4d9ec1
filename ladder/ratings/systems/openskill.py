"""OpenSkill: a Bayesian rating of sides and free-for-alls of any size, calculated by the package `openskill`.

Units: the ordinal, mu − 3 × sigma, with its decimals. Not zero-sum. Draws; no provisional period, no clock. The memory
of a rating is its sigma. The points are stored unrounded, and they are what is ranked and shown.
Source: Weng and Lin, A Bayesian approximation method for online ranking, Journal of Machine Learning Research 12
(2011), 267–300, as the package has it. Rules O-1 to O-6 are our numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

from ladder.formats import TEAM
from ladder.ratings import (
    LADDER,
    RATED,
    TOURNAMENT,
    About,
    Column,
    Example,
    Fact,
    Kind,
    Message,
    PlayerFigures,
    Rating,
    RatingError,
    Ratings,
    RatingSystem,
    Result,
    SelfTestQuestion,
    Step,
    build_sample,
    check_fact,
    count_digits,
    declare_draws,
    declare_option,
    format_fixed,
    format_signed,
    register_system,
    round_half_up,
)

MU = 25.0  # O-1
SIGMA = MU / 3
Z = 3  # O-2
BROUGHT_SIGMA = Fact("deviation", "Deviation", low=0.01, high=100, whole=False)
FARTHEST = 600.0  # what the package is given at most, so that no exponential is too large for a float
MOST = 200  # players in a match
NAMED = 6  # sides that an explanation names
MODELS = {
    "plackett-luce": ("PlackettLuce", "Plackett–Luce"),
    "bradley-terry-full": ("BradleyTerryFull", "Bradley–Terry, every pair"),
    "bradley-terry-part": ("BradleyTerryPart", "Bradley–Terry, neighbours"),
    "thurstone-mosteller-full": ("ThurstoneMostellerFull", "Thurstone–Mosteller, every pair"),
    "thurstone-mosteller-part": ("ThurstoneMostellerPart", "Thurstone–Mosteller, neighbours"),
}
TAKEN: dict[str, tuple[str, tuple[Kind, ...]]] = {
    "all": ("all", (RATED, TEAM, LADDER, TOURNAMENT)),
    "singles": ("singles", (RATED,)),
    "teams": ("doubles and teams", (TEAM,)),
    "both": ("singles, doubles and teams", (RATED, TEAM)),
    "battles": ("battles", (LADDER,)),
    "tournaments": ("tournaments", (TOURNAMENT,)),
}


class Skill(NamedTuple):
    """What the package knows of a player: the strength and how unsure it is."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        return self.show(2)

    def show(self, digits: int) -> str:
        """Return the estimate with its deviation: 26.96 ± 8.18."""
        return f"{format_number(self.mu, digits)} ± {format_fixed(self.sigma, digits)}"


class Match(NamedTuple):
    """A match as the package takes it: the seats of each side, and the sides' ranks, of which the lowest is best."""

    sides: list[list[int]]
    ranks: list[float]


def read_skill(rating: Rating) -> Skill:
    """Return what a rating says; one of points alone is as unsure as a newcomer's."""
    sigma = rating.memory[0] if rating.memory else SIGMA
    return Skill(rating.points + Z * sigma, sigma)


def write_skill(rating: Rating, skill: Skill) -> Rating:
    """Return the rating with this strength and the rest that it had."""
    return rating._replace(points=skill.mu - Z * skill.sigma, memory=[skill.sigma])


def arrange_match(result: Result) -> Match:
    """Return the sides of a match and their ranks: by finishing place, else by score and by who left later (O-4)."""
    sides: dict[int, list[int]] = {}
    for seat in range(len(result.players)):
        sides.setdefault(result.sides[seat] if result.sides else seat, []).append(seat)
    keys = [find_finish(result, seats[0]) for seats in sides.values()]
    order = sorted(set(keys))
    return Match(list(sides.values()), [float(1 + order.index(key)) for key in keys])


def find_finish(result: Result, seat: int) -> tuple[float, float]:
    """Return how a player finished; lower is better."""
    if result.places:
        return result.places[seat], 0
    left = result.exits[seat].round if result.exits else None
    return -result.scores[seat], -math.inf if left is None else -left


@cache
def create_model(name: str, limit: bool) -> Any:
    """Return a model of the package, which is loaded with the first match that needs it."""
    from openskill import models

    return getattr(models, MODELS[name][0])(limit_sigma=limit)


def print_skill(one: PlayerFigures) -> str:
    """Return the strength and the deviation as the standings print them."""
    return str(read_skill(one.rating))


ABOUT = About(
    label="OpenSkill",
    summary="Rates sides and free-for-alls of any size, and shows the strength that a player almost certainly has.",
    formula=("Rating = mu − 3 × sigma", "mu and sigma after a match come from the package openskill"),
    rules=(
        "Everyone starts with a mu of 25 and a sigma of 8.333, which is a rating of 0 (O-1).",
        "The rating is mu − 3 × sigma: the true strength is hardly ever lower (O-2).",
        "The model is that of Plackett and Luce, as Weng and Lin published it in 2011; older boards may differ (O-3).",
        "Sides are ranked by score, finishing place, or who left a battle later; level ones share a rank (O-4).",
        "A side is as strong as its players together, and the less certain player moves farther (O-5).",
        "Before a match, the chances are those that the package gives for winning (O-6).",
    ),
    columns=(
        Column("estimate", "Estimate", print_skill, lambda one: read_skill(one.rating).mu, unit=""),
        Column.record("Record", draws=None),
    ),
    examples=(
        Example(
            "O-1",
            "Two newcomers: the winner’s estimate goes up, and both become surer.",
            build_sample(),
            (Rating(0), Rating(0)),
            ("+3.44", "-1.83"),
            ("3.44", "-1.83"),
        ),
    ),
    suits="Teams that change from match to match, and games of three or more in which everybody finishes somewhere.",
    questions=(
        SelfTestQuestion(
            "O-2",
            "You beat a newcomer as a newcomer. Where do you stand?",
            build_sample(),
            (Rating(0), Rating(0)),
        ),
    ),
)


@register_system
@dataclass(frozen=True)
class OpenSkill(RatingSystem):
    """The models of Weng and Lin, as the package `openskill` calculates them."""

    key: ClassVar[str] = "openskill"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED, TEAM, LADDER, TOURNAMENT)
    model: str = declare_option(
        "plackett-luce",
        label="Model",
        rule="O-3",
        choices=tuple((key, label) for key, (_, label) in MODELS.items()),
        help="Boards that were made with another model keep it. None of them tells who will win any better.",
        is_retired=True,
    )
    limit: bool = declare_option(
        False,
        label="A deviation never grows",
        rule="O-3",
        help="A rating can rise after a loss because it became surer, or fall after a win. This prevents the second.",
    )
    takes: str = declare_option(
        "all",
        label="Matches that count",
        help="Which matches this board rates.",
        rule="O-4",
        choices=tuple((key, label) for key, (label, _) in TAKEN.items()),
    )
    draws: bool = declare_draws("O-4")

    def __post_init__(self) -> None:
        """Set the kinds that the board takes."""
        object.__setattr__(self, "kinds", TAKEN[self.takes][1])

    def initial(self) -> Rating:
        return self.opening(0.0, 0, 0)

    def opening(self, points: float, games: int, experience: int) -> Rating:
        return Rating(points, experience or games, [SIGMA])

    def give_deviation(self, rating: Rating, deviation: float) -> Rating:
        """Return the rating with this sigma; the rating stays mu − 3 × sigma (O-2)."""
        check_fact(BROUGHT_SIGMA, deviation)
        return rating._replace(memory=[deviation])

    def concerns(self, result: Result) -> bool:
        return super().concerns(result) and len(set(result.sides) or result.players) > 1

    def validate(self, result: Result) -> None:
        if len(result.players) > MOST:
            raise RatingError(f"{self.about.label} rates at most {MOST} players in one match.", "players")

    def rate(self, result: Result, before: Ratings) -> Ratings:
        skills = self.ask_package(result, [read_skill(rating) for rating in before])
        return tuple(
            write_skill(rating, skill)._replace(experience=rating.experience + 1)
            for rating, skill in zip(before, skills, strict=True)
        )

    def ask_package(self, result: Result, skills: Sequence[Skill]) -> list[Skill]:
        """Return what the package says of each player after the match, by seat."""
        match, given = arrange_match(result), [bound_skill(skill) for skill in skills]
        rated = create_model(self.model, self.limit).rate(self.build_teams(match, given), ranks=match.ranks)
        after = list(skills)
        for seats, team in zip(match.sides, rated, strict=True):
            for seat, one in zip(seats, team, strict=True):
                is_whole = given[seat] == skills[seat]
                mu = one.mu if is_whole else skills[seat].mu + (one.mu - given[seat].mu)
                after[seat] = Skill(mu, one.sigma)
        return after

    def build_teams(self, match: Match, skills: Sequence[Skill]) -> list[list[Any]]:
        """Return the sides of a match as the package takes them."""
        build = create_model(self.model, self.limit).rating
        return [[build(mu=skills[seat].mu, sigma=skills[seat].sigma) for seat in seats] for seats in match.sides]

    def expected(self, result: Result, before: Ratings) -> tuple[float, ...] | None:
        """Return each player's chance that the side wins; finishing places have no scores to expect."""
        return None if result.places else self.predict(result, [read_skill(rating) for rating in before])

    def predict(self, result: Result, skills: Sequence[Skill]) -> tuple[float, ...]:
        """Return the chance that the package gives each player's side of winning (O-6)."""
        match = arrange_match(result)
        teams = self.build_teams(match, [bound_skill(skill) for skill in skills])
        chances = create_model(self.model, self.limit).predict_win(teams)
        found = {seat: chance for seats, chance in zip(match.sides, chances, strict=True) for seat in seats}
        return tuple(found[seat] for seat in range(len(skills)))

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating drawn to the start, mu and sigma in the same measure."""
        if keep in (0, 1):
            return super().carry(rating, keep)
        mu, sigma = read_skill(rating)
        return write_skill(rating, Skill(MU + keep * (mu - MU), SIGMA + keep * (sigma - SIGMA)))

    def shown(self, rating: Rating) -> str:
        return f"{round_half_up(rating.points, 2):,}"

    def change_shown(self, change: float) -> str:
        return format_signed(change, 2)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        skills = [read_skill(rating) for rating in before]
        old, new = skills[seat], self.ask_package(result, skills)[seat]
        chance, change = self.predict(result, skills)[seat], self.change(result, before, seat)
        who, label = {"me": result.players[seat]}, MODELS[self.model][1]
        went_in = Message("{me} went in with an estimate of {old}.", {"old": str(old)}, who)
        winning = Message("The package gives {me}’s side this chance of winning.", {}, who)
        said = Message("{model} of the package openskill, after Weng and Lin (2011), JMLR 12.", {"model": label})
        less = Message("{me}’s rating is mu less three times sigma.", {}, who)
        points = new.mu - Z * new.sigma
        total = f"{format_number(new.mu, 4)} − {Z} × {new.sigma:.4f} = {format_number(points, 4)}"
        return (
            Step("O-1", "Before the match", went_in, f"mu ± sigma = {old.show(4)}", old.mu),
            Step("O-6", "What was expected?", winning, f"predict_win = {format_fixed(chance, 4)}", chance),
            self.explain_ranks(result, skills),
            Step("O-3", "What the package answers", said, f"rate: mu ± sigma = {new.show(4)}", new.mu),
            Step("O-2", "The new rating", less, total, points),
            self.explain_move(before[seat].points, change, who),
        )

    def explain_ranks(self, result: Result, skills: Sequence[Skill]) -> Step:
        """Return the step that says what the package was given: the sides by rank."""
        match = arrange_match(result)
        players: dict[str, Any] = {}
        figures: dict[str, str] = {}
        parts = []
        for side in sorted(range(len(match.sides)), key=match.ranks.__getitem__)[:NAMED]:
            words = []
            for seat in match.sides[side]:
                players[f"p{seat}"], figures[f"s{seat}"] = result.players[seat], str(skills[seat])
                words.append(f"{{p{seat}}} {{s{seat}}}")
            parts.append(f"rank {match.ranks[side]:g}: {' and '.join(words)}")
        left = len(match.sides) - len(parts)
        more = f"; and {left:,} more" if left else ""
        given = Message(f"The package is given, by rank, {'; '.join(parts)}{more}.", figures, players)
        ranks = ", ".join(f"{rank:g}" for rank in sorted(match.ranks)[:NAMED])
        return Step("O-4", "What the package is told", given, f"ranks = {ranks}{', …' if left else ''}", match.ranks[0])

    def explain_move(self, points: float, change: float, who: Mapping[str, Any]) -> Step:
        """Return the last step: by how much the rating moves."""
        digits = max(2, count_digits(points + change, points))
        numbers = format_number(points + change, digits), format_number(points, digits)
        total = f"{numbers[0]} − {numbers[1]} = {format_signed(change, digits)}"
        return Step(
            "O-5", "The rating moves", Message("{me}’s rating moves.", {}, who), total.replace("-", "−"), change
        )


def bound_skill(skill: Skill) -> Skill:
    """Return a strength that the package can calculate with; real ones are far from its bounds."""
    return Skill(min(max(skill.mu, -FARTHEST), FARTHEST), skill.sigma)


def format_number(number: float, digits: int) -> str:
    """Return a number with a real minus sign."""
    return format_fixed(number, digits).replace("-", "−")
