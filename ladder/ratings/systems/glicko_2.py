"""Glicko-2: each rating has a deviation and a volatility, and the games of a period are rated together at its end.

Units: rating points, unrounded. Not zero-sum. Draws; no provisional period. The memory of a rating is its deviation,
its volatility and the games that wait for the end of the period.
Source: Glickman, Example of the Glicko-2 system; rules K-1 to K-8 are its steps, K-9 is what it says of periods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt
from typing import Any, ClassVar, NamedTuple

from ladder.formats import TEAM
from ladder.ratings import (
    RATED,
    About,
    Column,
    Example,
    Fact,
    Key,
    Kind,
    Message,
    Monthly,
    Nightly,
    Period,
    Rating,
    Ratings,
    RatingSystem,
    Result,
    SelfTestQuestion,
    Step,
    Variant,
    Weekly,
    build_sample,
    check_fact,
    count_digits,
    declare_draws,
    declare_option,
    declare_start,
    format_fixed,
    format_signed,
    register_system,
    round_half_up,
)
from ladder.ratings.sides import SINGLES, TAKES_CHOICES, choose_kinds

SCALE = 173.7178  # K-2
CENTRE = 1500.0
CLOSE = 1e-6  # K-5
DEVIATION, VOLATILITY = 350.0, 0.06  # K-1
FARTHEST = 30.0  # beyond this no float tells an expected score from 1


class Game(NamedTuple):
    """A game of the period: the opponents, with their rating and deviation at its beginning, and the score."""

    opponents: Sequence[Key]
    points: float
    deviation: float
    score: float


class State(NamedTuple):
    """A whole rating: points, deviation, volatility, and the games that wait for the end of the period."""

    points: float
    deviation: float
    volatility: float
    waiting: Sequence[Sequence[Any]] = ()  # the games as the memory of a rating has them

    @property
    def games(self) -> list[Game]:
        """The games that wait."""
        return [Game(*game) for game in self.waiting]


class Sums(NamedTuple):
    """What the games of a period say together: v (K-3), Δ (K-4), and the new σ, φ* and φ′ (K-5 to K-7)."""

    information: float  # 1 ÷ v
    surprise: float  # Σ g × (score − expected score)
    volatility: float
    before: float
    after: float

    @property
    def v(self) -> float:
        return 1 / self.information

    @property
    def delta(self) -> float:
        return self.v * self.surprise


def calculate_weight(phi: float) -> float:
    """Return g: how much a game against an opponent of this deviation tells (K-3)."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def calculate_expectation(mu: float, opponent: float, weight: float) -> float:
    """Return E, the expected score against an opponent whose games have this weight (K-3)."""
    return 1 / (1 + exp(min(max(weight * (opponent - mu), -FARTHEST), FARTHEST)))


def assess_game(points: float, game: Game) -> tuple[float, float]:
    """Return g and E of a game of somebody with these points."""
    weight = calculate_weight(game.deviation / SCALE)
    return weight, calculate_expectation((points - CENTRE) / SCALE, (game.points - CENTRE) / SCALE, weight)


def find_zero(f: Callable[[float], float], low: float, high: float) -> float:
    """Return where f is 0, by the Illinois rule (K-5)."""
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low


def find_volatility(volatility: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Return the new volatility (K-5)."""
    a, spread, surplus, tau_squared = log(volatility**2), phi**2 + v, delta**2 - phi**2 - v, tau**2

    def f(x: float) -> float:
        e = exp(x)
        return e * (surplus - e) / (2 * (spread + e) ** 2) - (x - a) / tau_squared

    if delta**2 > spread:
        far = log(surplus)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        far = a - k * tau
    return exp(find_zero(f, a, far) / 2)


def sum_up_games(state: State, tau: float) -> Sums:
    """Return what the games that wait say together (K-3 to K-7)."""
    phi, information, surprise = state.deviation / SCALE, 0.0, 0.0
    for game in state.games:
        g, expected = assess_game(state.points, game)
        information += g**2 * expected * (1 - expected)
        surprise += g * (game.score - expected)
    volatility = find_volatility(state.volatility, phi, 1 / information, surprise / information, tau)
    before = sqrt(phi**2 + volatility**2)
    return Sums(information, surprise, volatility, before, 1 / sqrt(1 / before**2 + information))


def split_sides(result: Result, seat: int) -> tuple[list[int], list[int]]:
    """Return the seats of a player's own side, and those of the others."""
    if not result.sides:
        return [seat], [1 - seat]
    sides = result.sides
    own = [one for one, side in enumerate(sides) if side == sides[seat]]
    return own, [one for one in range(len(sides)) if one not in own]


def average_side(states: Sequence[State]) -> State:
    """Return a side as one player: the mean of the ratings, and the root of the mean of the squared deviations."""
    if len(states) == 1:
        return states[0]
    count = len(states)
    deviation = sqrt(sum(one.deviation**2 for one in states) / count)
    return State(sum(one.points for one in states) / count, deviation, VOLATILITY)


WORDS, AT_A_GLANCE = "are worked out at the end of each", "Less sure; the {}’s games are rated at its end"
PERIODS: dict[str, Period] = {
    "day": Nightly(f"{WORDS} day", AT_A_GLANCE.format("day")),
    "week": Weekly(f"{WORDS} week", AT_A_GLANCE.format("week")),
    "month": Monthly(f"{WORDS} month", AT_A_GLANCE.format("month")),
}

BROUGHT_DEVIATION = Fact("deviation", "Deviation", low=1, whole=False)

ABOUT = About(
    label="Glicko-2",
    summary="Knows how sure it is: each rating has a deviation, and the games of a period are rated together.",
    formula=("New rating = rating + 173.7178 × φ′² × Σ g × (score − expected score)",),
    rules=(
        "Everyone starts at 1500 with a deviation of 350 and a volatility of 0.06 (K-1).",
        "Ratings and deviations are divided by 173.7178 for the sums (K-2), and multiplied by it afterwards (K-8).",
        "A game against a player whose rating is unsure tells less: its weight g is smaller (K-3).",
        "Δ is by how much the games of a period say that the rating was wrong (K-4).",
        "The volatility grows with surprising results, and τ says how fast (K-5).",
        "In a period without a game the rating stays, and the deviation grows (K-6).",
        "Games make the deviation smaller, and the rating moves the farther, the less sure it was (K-7).",
        "The games of a period are rated together at its end, with the ratings of its first day (K-9).",
    ),
    change_label="",
    columns=(
        Column.record("Record", draws=None),
        Column(
            "waiting",
            "To rate",
            lambda one: f"{count_waiting(one.rating):,}",
            lambda one: count_waiting(one.rating),
            unit="to rate",
        ),
    ),
    examples=(
        Example(
            "K-9",
            "A game waits for the end of its period: until then nothing moves.",
            build_sample(),
            (Rating(1500), Rating(1400)),
            ("+0", "+0"),
            ("1,500 ± 350", "1,400 ± 350"),
        ),
    ),
    unit="rating",
    suits="Clubs in which some play every week and others a few times a year.",
    questions=(
        SelfTestQuestion("K-9", "You win today. When does it count?", build_sample(), (Rating(1500), Rating(1400))),
    ),
    variants=(
        Variant("weekly", "Glicko-2, rated each week", {"every": "week"}),
        Variant("daily", "Glicko-2, rated each day", {"every": "day"}),
    ),
    how_to_report="The games of a period are rated together when it is over.",  # K-9
)


def count_waiting(rating: Rating) -> int:
    """Return how many games wait for the end of the period."""
    return len(rating.memory[2]) if rating.memory else 0


@register_system
@dataclass(frozen=True)
class Glicko2(RatingSystem):
    """Glickman's second system, with a day, a week or a month as its rating period."""

    key: ClassVar[str] = "glicko-2"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    team_kinds: ClassVar[tuple[Kind, ...]] = (TEAM,)
    is_deferred: ClassVar[bool] = True
    start: float = declare_start(1500.0, "K-1", low=0)
    deviation: float = declare_option(
        DEVIATION,
        label="Deviation at the start",
        help="How unsure a first rating is. The larger, the faster newcomers move.",
        rule="K-1",
        low=30,
        high=1000,
    )
    volatility: float = declare_option(
        VOLATILITY,
        label="Volatility at the start",
        help="How much a player’s strength is expected to change. Leave it unless you know why.",
        rule="K-1",
        low=0.01,
        high=0.5,
    )
    tau: float = declare_option(
        0.5,
        label="τ, how fast the volatility changes",
        rule="K-5",
        low=0.1,
        high=2,
        help="From 0.3 to 1.2. Small values keep ratings from large moves after a few surprising results.",
    )
    every: str = declare_option(
        "month",
        label="Rating period",
        rule="K-9",
        choices=(("day", "a day"), ("week", "a week, from Monday to Sunday"), ("month", "a calendar month")),
        help="Long enough for ten games or so of an active player.",
        choice=True,
    )
    draws: bool = declare_draws("K-4")
    takes: str = declare_option(
        SINGLES,
        label="Matches that count",
        help="Which matches this board rates. A side counts as its players’ mean.",
        rule="K-3",
        choices=TAKES_CHOICES,
        choice=True,
    )

    def __post_init__(self) -> None:
        """Set the kinds that the board takes."""
        object.__setattr__(self, "kinds", choose_kinds(self.takes, type(self).kinds, self.team_kinds))

    def initial(self) -> Rating:
        return self.opening(self.start, 0, 0)

    def opening(self, points: float, games: int, experience: int) -> Rating:
        return Rating(points, experience or games, [self.deviation, self.volatility, []])

    def give_deviation(self, rating: Rating, deviation: float) -> Rating:
        """Return the rating with this deviation, which is at most a newcomer's (K-1)."""
        check_fact(BROUGHT_DEVIATION._replace(high=self.deviation), deviation)
        return self.write(rating, self.read(rating)._replace(deviation=deviation))

    @property
    def period(self) -> Period:
        return PERIODS[self.every]

    def read(self, rating: Rating) -> State:
        """Return what a rating says; one of points alone is as unsure as a newcomer's."""
        deviation, volatility, games = rating.memory or (self.deviation, self.volatility, ())
        return State(rating.points, deviation, volatility, games)

    def write(self, rating: Rating, state: State) -> Rating:
        """Return the rating in this state, with the experience and the day that it had."""
        memory = [state.deviation, state.volatility, [*state.waiting]]
        return Rating(state.points, rating.experience, memory, rating.as_of)

    def rate(self, result: Result, before: Ratings) -> Ratings:
        states = [self.read(rating) for rating in before]
        after = []
        for seat, (rating, state) in enumerate(zip(before, states, strict=True)):
            waiting = [*state.waiting, [*self.see(result, states, seat)]]
            memory = [state.deviation, state.volatility, waiting]
            after.append(Rating(rating.points, rating.experience + 1, memory, rating.as_of))
        return tuple(after)

    def see(self, result: Result, states: Sequence[State], seat: int) -> Game:
        """Return the game as a player remembers it until the end of the period.

        In a team it is one against the mean of the opponents, as far away as that is from the mean of the own side.
        """
        own, others = split_sides(result, seat)
        theirs = average_side([states[one] for one in others])
        points = theirs.points
        if len(own) > 1:
            points = points - average_side([states[one] for one in own]).points + states[seat].points
        return Game([result.players[one] for one in others], points, theirs.deviation, result.scores[seat])

    def expected(self, result: Result, before: Ratings) -> tuple[float, ...]:
        states = [self.read(rating) for rating in before]
        found = []
        for seat in range(len(states)):
            mine, theirs = (average_side([states[one] for one in seats]) for seats in split_sides(result, seat))
            both = Game([], theirs.points, sqrt(mine.deviation**2 + theirs.deviation**2), 0)
            found.append(assess_game(mine.points, both)[1])
        return tuple(found)

    def advance(self, rating: Rating, periods: int) -> Rating:
        if not periods:
            return rating
        state = self.read(rating)
        if state.waiting:
            sums, periods = sum_up_games(state, self.tau), periods - 1
            points = state.points + SCALE * sums.after**2 * sums.surprise
            state = State(points, min(SCALE * sums.after, self.deviation), sums.volatility)
        spread = SCALE * sqrt((state.deviation / SCALE) ** 2 + periods * state.volatility**2)
        return self.write(rating, state._replace(deviation=min(spread, self.deviation)))

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the rating drawn to the start, less sure in the same measure; games that wait are rated before."""
        if keep == 1 or not rating.memory:
            return super().carry(rating, keep)
        old = self.read(self.advance(rating, 1) if count_waiting(rating) else rating)
        deviation = self.deviation + keep * (old.deviation - self.deviation)
        points = self.start + keep * (old.points - self.start)
        return self.write(rating if keep else self.initial(), State(points, deviation, old.volatility))

    def shown(self, rating: Rating) -> str:
        """Return the rating with its deviation; points alone have none."""
        return describe_spread(rating.points, rating.memory[0]) if rating.memory else super().shown(rating)

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        states = [self.read(rating) for rating in before]
        game = self.see(result, states, seat)
        g, expected = assess_game(states[seat].points, game)
        names, others = name_opponents(game)
        who = {"me": result.players[seat], **others}
        figures = {"theirs": describe_spread(game.points, game.deviation), "span": self.every}
        has = "has" if len(game.opponents) == 1 else "together count as"
        met = Message(f"{names} {has} {{theirs}} in this {{span}}. {{me}} was expected to score:", figures, who)
        waits = Message("{me}’s games of the {span} are rated together at its end.", figures, who)
        rating = format_fixed(states[seat].points, 1)
        return (
            Step("K-3", "What was expected?", met, f"g = {g:.4f}, E = {format_fixed(expected, 3)}", expected),
            explain_game(game, g, expected),
            self.explain_worth(result, before, seat),
            Step("K-9", f"It waits for the end of the {self.every}", waits, f"{rating} + 0 = {rating}", 0.0),
        )

    def explain_worth(self, result: Result, before: Ratings, seat: int) -> Step:
        """Return the step that says what a game adds to the change at the end of the period."""
        without, within = (self.advance(one[seat], 1) for one in (before, self.rate(result, before)))
        figures = {"without": self.shown(without), "within": self.shown(within), "span": self.every}
        words = "If the {span} ended now, {me}’s rating would be {without} without this game, and {within} with it."
        change, digits = within.points - without.points, max(1, count_digits(within.points, without.points))
        total = f"{format_fixed(within.points, digits)} − {format_fixed(without.points, digits)}"
        total = f"{total} = {format_signed(change, digits)}".replace("-", "−")
        said = Message(words, figures, {"me": result.players[seat]})
        return Step("K-9", f"What it adds at the end of the {self.every}", said, total, change)

    def explain_advance(self, rating: Rating, periods: int) -> tuple[Step, ...]:
        old, new = self.read(rating), self.read(self.advance(rating, periods))
        steps = [*explain_period(old, self.tau)] if old.waiting and periods else []
        rest = periods - bool(old.waiting)
        if rest > 0:
            spans = {"spans": self.period.format_spans(rest)}
            less = Message("Without a game for {spans}, the rating is less sure.", spans)
            steps.append(Step("K-6", "Nothing was played", less, f"deviation = {new.deviation:.2f}", new.deviation))
        title = f"The {self.every} is over" if old.waiting else "Nothing was played"
        change, count = new.points - old.points, len(old.waiting)
        games = {"games": f"{count:,} game{'s' if count > 1 else ''}" if count else "No games"}
        moved = format_signed(change, 2).replace("-", "− ").replace("+", "+ ")
        total = f"{format_fixed(old.points, 2)} {moved} = {format_fixed(new.points, 2)}"
        return (*steps, Step("K-9", title, Message("{games} rated together.", games), total, change))


ENDED = {1.0: "A win against", 0.5: "A draw with", 0.0: "A loss to"}


def describe_spread(points: float, deviation: float) -> str:
    """Return a rating with its deviation: 1,464 ± 152."""
    return f"{round_half_up(points, 0):,} ± {round_half_up(deviation, 0):,}"


def format_number(number: float, digits: int = 4) -> str:
    """Return a number with a real minus sign."""
    return format_fixed(number, digits).replace("-", "−")


def name_opponents(game: Game) -> tuple[str, Mapping[str, Key]]:
    """Return the placeholders of the opponents in a sentence, and who they are."""
    who = {f"other{number}": player for number, player in enumerate(game.opponents)}
    return " and ".join(f"{{{word}}}" for word in who), who


def explain_game(game: Game, g: float, expected: float) -> Step:
    """Return the step of one game of a period: what it adds to the sum of all."""
    names, who = name_opponents(game)
    has = "who had" if len(who) == 1 else "who together counted as"
    said = Message(
        f"{ENDED.get(game.score, 'A game against')} {names}, {has} {{theirs}}: g is {{g}} and E {{expected}}.",
        {
            "theirs": describe_spread(game.points, game.deviation),
            "g": f"{g:.4f}",
            "expected": format_fixed(expected, 3),
        },
        who,
    )
    adds = g * (game.score - expected)
    total = f"{g:.4f} × ({game.score:g} − {format_fixed(expected, 3)}) = {format_fixed(adds, 4)}"
    return Step("K-3", "A game", said, total.replace("-", "−"), adds)


def explain_period(old: State, tau: float) -> Iterator[Step]:
    """Yield the steps of a period with games: each of them, then what they say together."""
    for game in old.games:
        yield explain_game(game, *assess_game(old.points, game))
    sums, phi = sum_up_games(old, tau), old.deviation / SCALE
    v, before, after, sigma = (f"{one:.4f}" for one in (sums.v, sums.before, sums.after, sums.volatility))
    said = Message("How little the games tell: 1 ÷ v is the sum of g² × E × (1 − E).")
    yield Step("K-3", "The games together", said, f"v = {v}", sums.v)
    said = Message("By this much the games say that the rating was wrong, divided by 173.7178.")
    text = f"Δ = {v} × {format_number(sums.surprise)} = {format_number(sums.delta)}"
    yield Step("K-4", "How surprising they were", said, text, sums.delta)
    said = Message("The volatility was {old}.", {"old": f"{old.volatility:.5f}"})
    yield Step("K-5", "The new volatility", said, f"σ′ = {sums.volatility:.5f}", sums.volatility)
    said = Message("The rating is less sure before the games.")
    yield Step("K-6", "A period has passed", said, f"φ* = √({phi:.4f}² + {sigma}²) = {before}", sums.before)
    spread = {"old": format_fixed(old.deviation, 2), "new": format_fixed(SCALE * sums.after, 2)}
    said = Message("The games make it surer: the deviation was {old} and is {new}.", spread)
    yield Step("K-7", "The new deviation", said, f"φ′ = 1 ÷ √(1 ÷ {before}² + 1 ÷ {v}) = {after}", sums.after)
    change = SCALE * sums.after**2 * sums.surprise
    text = f"173.7178 × {after}² × {format_number(sums.surprise)} = {format_number(change, 2)}"
    yield Step("K-8", "The rating moves", Message("By φ′² times the sum of all games."), text, change)
