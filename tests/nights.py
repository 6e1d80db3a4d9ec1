"""How the board's nights compare with other ways: `python -m tests.nights`, which prints the tables of docs/nights.md.

Each night is drawn from its number and played in every way: the same people with the same strengths come, rest and go,
and the nth game on a court takes as long. Which results come, and what is level, goes by a lot of its own.

8 to 40 people come, a third of them late, one in five goes early, one in seven rests once for 10 to 25 minutes. There
are 1 to 8 courts and never more than the people fill; in one night of five the last is for singles. Games take 15
minutes, with a deviation of 3; none begins in the last ten minutes of 150. Strengths are normally distributed with a
deviation of 100, 200 or 300 points. The club's ratings are off by 50, and of one in ten it knows nothing. A quarter of
all pairs were last partners one to eight weeks ago, and nearly half met.
"""

import argparse
import heapq
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from statistics import mean
from typing import NamedTuple

from ladder.nights.game_prices import MOST_WEIGHT, USUAL_WEIGHTS, NightRules, Weights
from ladder.nights.history import (
    IN_A_ROW_MINUTES,
    Court,
    Game,
    Key,
    Night,
    Side,
    Sides,
    Visit,
    begin_game,
    count_opponents,
    count_partners,
    find_waits,
    list_attendees,
    list_free_courts,
    list_queue,
)
from ladder.nights.proposal import list_splits, propose_game
from ladder.ratings import calculate_expected_score

NIGHTS, WEIGHED_NIGHTS, SPREADS = 500, 150, (100, 200, 300)
CLOSING, LAST_START, GAME_MINUTES = 150.0, 140.0, 15.0
UNKNOWN_RATING, RATING_ERROR = 1500.0, 50.0
TRIED_LOTS = 5  # of which the one with the fewest partners again is taken, in hindsight
FULL_HOUSE = 4  # fewer people than that besides those who play

Way = Callable[[Night, Court, "Plan", random.Random], Sides | None]


class Person(NamedTuple):
    """Somebody who comes: their strength and what the club knows of it, and when they come, go and rest."""

    strength: float
    rating: float
    comes: float
    goes: float
    rests: float | None  # from when
    rest_minutes: float


class Plan(NamedTuple):
    """A night as it is drawn, before anybody plays."""

    number: int
    spread: int
    courts: tuple[Court, ...]
    people: tuple[Person, ...]
    partnered: dict[frozenset[Key], int]
    met: dict[frozenset[Key], int]

    @property
    def spare(self) -> int:
        """How many more come than can play at the same time."""
        return len(self.people) - sum(court.players for court in self.courts)

    def find_chance(self, side: Side, other: Side, *, by: str = "rating") -> float:
        """Return the expected score of a side, by the ratings that the club knows, or by strength."""
        return calculate_expected_score(*(mean(getattr(self.people[key], by) for key in one) for one in (side, other)))


class PlayedNight(NamedTuple):
    """A night at its end.

    How often a court stayed free though enough waited, and somebody played a third game in a row though enough others
    waited, is counted while it is played.
    """

    night: Night
    idle: int
    tired: int


def draw_plan(number: int) -> Plan:
    lot = random.Random(f"night {number}")
    count = lot.randint(8, 40)
    courts = [Court(place) for place in range(lot.randint(1, min(8, count // 4)))]
    if len(courts) > 1 and lot.random() < 0.2:
        courts[-1] = courts[-1]._replace(players=2)
    spread = SPREADS[number % len(SPREADS)]
    weeks = [{}, {}]
    for share, known in zip((0.25, 0.45), weeks, strict=True):
        known.update(
            (frozenset(pair), lot.randint(1, 8)) for pair in combinations(range(count), 2) if lot.random() < share
        )
    return Plan(number, spread, tuple(courts), tuple(draw_person(lot, spread) for _ in range(count)), *weeks)


def draw_person(lot: random.Random, spread: int) -> Person:
    strength, comes = lot.gauss(UNKNOWN_RATING, spread), lot.uniform(5, 60) if lot.random() < 0.3 else 0.0
    return Person(
        strength=strength,
        rating=UNKNOWN_RATING if lot.random() < 0.1 else lot.gauss(strength, RATING_ERROR),
        comes=comes,
        goes=lot.uniform(75, 140) if lot.random() < 0.2 else CLOSING,
        rests=comes + lot.uniform(10, 90) if lot.random() < 0.15 else None,
        rest_minutes=lot.uniform(10, 25),
    )


class Evening:
    """A night while it is played in some way."""

    def __init__(self, plan: Plan, way: Way, lot: random.Random) -> None:
        self.plan, self.way, self.lot = plan, way, lot
        self.night = Night(plan.courts, (), (), 0.0)
        self.lengths = {court.key: random.Random(f"{plan.number} {court.key}") for court in plan.courts}
        self.results = random.Random(f"results {plan.number}")
        self.visits: dict[Key, Visit] = {}
        self.leaving: dict[Key, str] = {}  # who rests or goes after this game
        self.in_a_row: dict[Key, tuple[float, int]] = {}
        self.idle = self.tired = 0
        self.events: list[tuple[float, str, Key]] = []
        for key, person in enumerate(plan.people):
            self.events += [(person.comes, "come", key), (person.goes, "go", key)]
            if person.rests and person.rests < person.goes:
                self.events.append((person.rests, "rest", key))

    def play(self) -> PlayedNight:
        heapq.heapify(self.events)
        while self.events:
            now = self.events[0][0]
            while self.events and self.events[0][0] == now:
                self.happen(*heapq.heappop(self.events))
            self.night = self.night._replace(visits=tuple(self.visits.values()), now=now)
            if now <= LAST_START:
                self.fill_courts()
        return PlayedNight(self.night._replace(now=CLOSING), self.idle, self.tired)

    def happen(self, now: float, what: str, key: Key) -> None:
        if what == "end":
            self.end_game(now, key)
        elif what == "come":
            self.visits[key] = Visit(key, now)
        elif what in ("go", "rest"):
            if any(key in game.players for game in self.night.games if game.ended is None):
                self.leaving[key] = what if self.leaving.get(key) != "go" else "go"
            elif self.visits[key].went is None:
                self.leave(now, what, key)

    def leave(self, now: float, what: str, key: Key) -> None:
        visit = self.visits[key]
        if what == "go":
            self.visits[key] = visit._replace(went=now)
        else:
            back = now + self.plan.people[key].rest_minutes
            self.visits[key] = visit._replace(rests=((now, back),))
            heapq.heappush(self.events, (back, "back", key))

    def end_game(self, now: float, place: int) -> None:
        game = self.night.games[place]
        won = self.results.random() < self.plan.find_chance(*game.sides, by="strength")
        ended = game._replace(ended=now, points=(1, 0) if won else (0, 1))
        self.night = self.night._replace(games=(*self.night.games[:place], ended, *self.night.games[place + 1 :]))
        for key in game.players:
            self.in_a_row[key] = now, self.in_a_row[key][1]
            if what := self.leaving.pop(key, ""):
                self.leave(now, what, key)

    def fill_courts(self) -> None:
        for court in list_free_courts(self.night):
            waiting = find_waits(self.night)
            if len(waiting) >= court.players:
                sides = self.way(self.night, court, self.plan, self.lot)
                if sides is None:
                    self.idle += 1
                else:
                    self.start_game(court, sides, set(waiting))

    def start_game(self, court: Court, sides: Sides, waiting: set[Key]) -> None:
        now, players = self.night.now, sides[0] + sides[1]
        rows = {
            key: row if now - ended <= IN_A_ROW_MINUTES else 0
            for key in waiting
            for ended, row in [self.in_a_row.get(key, (0.0, 0))]
        }
        if sum(row < 2 for row in rows.values()) >= court.players:
            self.tired += sum(rows[key] > 1 for key in players)
        self.in_a_row.update((key, (now, rows[key] + 1)) for key in players)
        minutes = min(25.0, max(8.0, self.lengths[court.key].gauss(GAME_MINUTES, 3)))
        heapq.heappush(self.events, (now + minutes, "end", len(self.night.games)))
        self.night = begin_game(self.night, court, sides)


def play_night(plan: Plan, way: Way, lot_number: int = 0) -> PlayedNight:
    return Evening(plan, way, random.Random(f"lot {plan.number} {lot_number}")).play()


def propose(
    night: Night, court: Court, plan: Plan, lot: random.Random, weights: Weights = USUAL_WEIGHTS
) -> Sides | None:
    rules = NightRules(plan.find_chance, plan.partnered, plan.met)
    found = propose_game(night, court, rules, weights=weights, seed=plan.number)
    return found.sides if found else None


def choose_at_peg_board(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    """Whoever waits longest takes three of the next six, and one of them as partner."""
    first, *others = list_queue(night)
    return split_in_order([first, *lot.sample(others[:6], court.players - 1)])


def choose_by_lot(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    return split_in_order(lot.sample(sorted(find_waits(night)), court.players))


def choose_by_rank(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    """Whoever waits longest and who are nearest in rating; the first and the last against the others."""
    first, *others = list_queue(night)
    others.sort(key=lambda key: abs(plan.people[key].rating - plan.people[first].rating))
    ranked = sorted([first, *others[: court.players - 1]], key=lambda key: plan.people[key].rating)
    return split_in_order([ranked[0], ranked[-1], *ranked[1:-1]])


def choose_longest_waiting(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    return split_in_order(list_queue(night)[: court.players])


def choose_most_owed(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    waiting = [one for one in list_attendees(night) if one.waiting_since is not None]
    owed = sorted(waiting, key=lambda one: (one.games - one.due, one.waiting_since))
    return split_in_order([one.key for one in owed][: court.players])


def choose_fewest_repeats(night: Night, court: Court, plan: Plan, lot: random.Random) -> Sides:
    """Of a dozen who wait, those who were partners least often."""
    waiting, partners = sorted(find_waits(night)), count_partners(night.games)
    dozen = lot.sample(waiting, min(12, len(waiting)))
    fewest, chosen = float("inf"), None
    for four in combinations(dozen, court.players):
        for sides in list_splits(four):
            again = sum(partners[frozenset(side)] for side in sides)
            if again < fewest:
                fewest, chosen = again, sides
        if not fewest:
            break
    return chosen


def split_in_order(players: Sequence[Key]) -> Sides:
    half = len(players) // 2
    return tuple(players[:half]), tuple(players[half:])


class NightFigures(NamedTuple):
    """What is measured of a night that was played in some way."""

    longest_wait: float  # minutes
    most_off_even: float  # games more or fewer than even, of whoever is furthest off
    chances: list[float]  # of the favourites in doubles, by rating
    true_chances: list[float]  # the same by strength
    partners: int
    partners_again: int
    least_partners_again: float
    opponents: int
    opponents_again: int
    least_opponents_again: float
    partners_of_last_weeks: int  # of the last four
    starts: int  # players in all games
    tired: int
    idle: int


def measure_night(plan: Plan, played: PlayedNight) -> NightFigures:
    games = played.night.games
    doubles = [game for game in games if len(game.players) == 4]
    partners, opponents = count_partners(games), count_opponents(games)
    return NightFigures(
        longest_wait=max(max(list_waits(visit, games)) for visit in played.night.visits),
        most_off_even=max(abs(one.games - one.due) for one in list_attendees(played.night)),
        chances=[find_favourite(plan, game.sides, "rating") for game in doubles],
        true_chances=[find_favourite(plan, game.sides, "strength") for game in doubles],
        partners=partners.total(),
        partners_again=partners.total() - len(partners),
        least_partners_again=count_least_repeats(played.night, partners),
        opponents=opponents.total(),
        opponents_again=opponents.total() - len(opponents),
        least_opponents_again=count_least_repeats(played.night, opponents),
        partners_of_last_weeks=sum(plan.partnered.get(pair, 5) < 5 for pair in partners.elements()),
        starts=sum(len(game.players) for game in games),
        tired=played.tired,
        idle=played.idle,
    )


def list_waits(visit: Visit, games: Sequence[Game]) -> list[float]:
    """Return every wait of a visit, also the one at its end that no game followed."""
    busy = sorted([*((game.began, game.ended) for game in games if visit.key in game.players), *visit.rests])
    ends = [visit.came, *(ended for _, ended in busy)]
    went = CLOSING if visit.went is None else visit.went
    return [max(0.0, began - free) for free, began in zip(ends, [*(began for began, _ in busy), went], strict=True)]


def find_favourite(plan: Plan, sides: Sides, by: str) -> float:
    chance = plan.find_chance(*sides, by=by)
    return max(chance, 1 - chance)


def count_least_repeats(night: Night, meetings: Counter[frozenset[Key]]) -> float:
    """Return how many repetitions there must be: who meets more often than there are others meets some again."""
    times = Counter(key for pair in meetings.elements() for key in pair)
    others = {
        one.key: sum(
            min(one.went or CLOSING, other.went or CLOSING) > max(one.came, other.came)
            for other in night.visits
            if other.key != one.key
        )
        for one in night.visits
    }
    return sum(max(0, times[key] - others[key]) for key in times) / 2


def measure_ways(number: int, ways: dict[str, Way]) -> dict[str, NightFigures]:
    """Return the figures of one night in each of these ways, and in those that look at one thing alone."""
    plan = draw_plan(number)
    figures = {name: measure_night(plan, play_night(plan, way)) for name, way in (ways | SINGLE_MINDED).items()}
    lots = [measure_night(plan, play_night(plan, choose_fewest_repeats, lot)) for lot in range(TRIED_LOTS)]
    figures[FEWEST_REPEATS] = min(lots, key=lambda one: one.partners_again)
    return figures


class Tally(NamedTuple):
    """The figures of all nights, by way, and the plans of the nights."""

    plans: list[Plan]
    ways: dict[str, list[NightFigures]]

    def select(self, wanted: Callable[[Plan], bool]) -> "Tally":
        """Return the same for some of the nights."""
        chosen = [place for place, plan in enumerate(self.plans) if wanted(plan)]
        return Tally(
            [self.plans[place] for place in chosen],
            {name: [figures[place] for place in chosen] for name, figures in self.ways.items()},
        )

    def add_up(self, way: str, what: str) -> float:
        return sum(getattr(one, what) for one in self.ways[way])

    def share(self, way: str, what: str, of: str) -> float:
        return self.add_up(way, what) / self.add_up(way, of)

    def find_quantile(self, way: str, what: str, part: float) -> float:
        values = sorted(value for one in self.ways[way] for value in getattr(one, what))
        return values[int(part * len(values))]

    def list_extra_waits(self, way: str) -> list[float]:
        """Return for each night the longest wait, in games longer than the least possible."""
        least = self.ways[LONGEST_WAITING]
        pairs = zip(self.ways[way], least, strict=True)
        return [(one.longest_wait - other.longest_wait) / GAME_MINUTES for one, other in pairs]


def tally_nights(numbers: Sequence[int], ways: dict[str, Way], apply: Callable = map) -> Tally:
    found = list(apply(partial(measure_ways, ways=ways), numbers))
    return Tally([draw_plan(number) for number in numbers], {name: [one[name] for one in found] for name in found[0]})


def format_ways(tally: Tally, ways: Collection[str]) -> Iterator[str]:
    """Yield a table with a column for each of these ways, and one for what is reached by looking at this alone."""
    yield f"| {len(tally.plans)} nights | {' | '.join(ways)} | this alone |"
    yield "|---" * (len(ways) + 2) + "|"
    for what, single_minded, find in FIGURES:
        cells = [find(tally, way) for way in ways] + [find(tally, single_minded) if single_minded else ""]
        yield f"| {what} | {' | '.join(cells)} |"


def format_fullness(tally: Tally) -> Iterator[str]:
    """Yield a table of the board’s nights by how full they are, with what is reached by looking at this alone."""
    yield "| more people than places | 0 to 3 | 4 to 7 | 8 and more |"
    yield "|---|---|---|---|"
    groups = [tally.select(lambda plan, low=low, high=high: low <= plan.spare < high) for low, high in FULLNESS]
    yield f"| nights | {' | '.join(str(len(group.plans)) for group in groups)} |"
    for what, single_minded, find in FIGURES:
        if single_minded or "spread 200" in what:
            cells = [find(group, BOARD) for group in groups]
            least = [f" ({find(group, single_minded)})" if single_minded else "" for group in groups]
            yield f"| {what} | {' | '.join(map(''.join, zip(cells, least, strict=True)))} |"


def format_percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def format_chances(tally: Tally, way: str, what: str = "chances", spread: int = 200) -> str:
    chosen = tally.select(lambda plan: plan.spread == spread)
    return ", ".join(f"{100 * chosen.find_quantile(way, what, part):.1f}" for part in (0.5, 0.9))


def count_waits(tally: Tally, way: str) -> str:
    return format_percent(mean(extra <= 1 for extra in tally.list_extra_waits(way)))


def count_off_even(tally: Tally, way: str) -> str:
    return format_percent(mean(one.most_off_even <= 1 for one in tally.ways[way]))


BOARD, LONGEST_WAITING, MOST_OWED, FEWEST_REPEATS = "board", "longest waiting", "most owed", "fewest repeats"
WAYS: dict[str, Way] = {
    BOARD: propose,
    "peg board": choose_at_peg_board,
    "by lot": choose_by_lot,
    "by rank": choose_by_rank,
}
SINGLE_MINDED: dict[str, Way] = {LONGEST_WAITING: choose_longest_waiting, MOST_OWED: choose_most_owed}
WEIGHED: dict[str, Way] = {"all at 5": propose} | {
    f"{goal.replace('_', ' ')} at 10": partial(propose, weights=USUAL_WEIGHTS._replace(**{goal: MOST_WEIGHT}))
    for goal in Weights._fields
}
FULLNESS = ((0, 4), (4, 8), (8, 40))
Find = Callable[[Tally, str], str]
FIGURES: list[tuple[str, str, Find]] = [
    (
        "longest wait of a night, on average",
        LONGEST_WAITING,
        lambda tally, way: f"{mean(one.longest_wait for one in tally.ways[way]):.0f} min",
    ),
    ("nights in which nobody waits over a game longer than the least possible", "", count_waits),
    (
        "games more or fewer than even, at most, on average",
        MOST_OWED,
        lambda tally, way: f"{mean(one.most_off_even for one in tally.ways[way]):.2f}",
    ),
    ("nights in which all games are within one of even", MOST_OWED, count_off_even),
    ("favourite’s chance in per cent: at most, in half and in nine of ten games, spread 200", "", format_chances),
    ("… spread 200, by true strength", "", partial(format_chances, what="true_chances")),
    ("… spread 100", "", partial(format_chances, spread=100)),
    ("… spread 300", "", partial(format_chances, spread=300)),
    (
        "partners who were partners that night",
        FEWEST_REPEATS,
        lambda tally, way: format_percent(tally.share(way, "partners_again", "partners")),
    ),
    (
        "… the least by counting",
        "",
        lambda tally, way: format_percent(tally.share(way, "least_partners_again", "partners")),
    ),
    (
        "… in the four weeks before",
        "",
        lambda tally, way: format_percent(tally.share(way, "partners_of_last_weeks", "partners")),
    ),
    (
        "opponents who were opponents that night",
        "",
        lambda tally, way: format_percent(tally.share(way, "opponents_again", "opponents")),
    ),
    (
        "… the least by counting",
        "",
        lambda tally, way: format_percent(tally.share(way, "least_opponents_again", "opponents")),
    ),
    (
        "third games in a row though enough others wait",
        "",
        lambda tally, way: format_percent(tally.share(way, "tired", "starts")),
    ),
    ("courts free though enough wait", "", lambda tally, way: f"{tally.add_up(way, 'idle')}"),
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nights", type=int, default=NIGHTS)
    nights = parser.parse_args().nights
    with ProcessPoolExecutor() as pool:
        apply = partial(pool.map, chunksize=4)
        tally = tally_nights(range(nights), WAYS, apply)
        print("\n".join((*format_ways(tally, WAYS), "", *format_fullness(tally), "")))
        print("\n".join(format_ways(tally_nights(range(min(nights, WEIGHED_NIGHTS)), WEIGHED, apply), WEIGHED)))


if __name__ == "__main__":
    main()
