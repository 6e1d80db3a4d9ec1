"""What people type into forms at random: mostly what may be, and sometimes what is refused."""

from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from ladder.formats import ANY_SCORE, Game, ScoreRule, format_games, list_likely_games, parse_score_rule, turn_games
from ladder.formats.games import RETIRED, count_lead
from ladder.models import Ladder
from tests.simulator.browser import PageForm

NEW = 0.06  # how often somebody comes who never played
SCORED = 0.8  # how often a report has a score where it can, and so on
GAVE_UP, NOT_PLAYED, LEVEL = 0.1, 0.05, 0.2
LEFT = ("dead", "surrendered")
REASONS = ("The score sheet says otherwise.", "Mixed up the players.", "Entered on the wrong day.", "Asked by both.")
MOST_GOALS = 6

Typed = dict[str, str]


class Typist:
    """Fills in forms at random."""

    def __init__(self, luck: Random, names: Sequence[str], regulars: int) -> None:
        self.luck, self.names, self.regulars = luck, names, regulars

    def some(self, count: int) -> list[str]:
        """Return the names of `count` different players; now and then one is new."""
        found = self.luck.sample(self.names[: self.regulars], count)
        if self.luck.random() < NEW:
            found[0] = self.luck.choice(self.names[self.regulars :])
        return found

    def reason(self) -> Typed:
        """Return a reason."""
        return {"reason": self.luck.choice(REASONS)}

    # ---- a new match

    def match(self, form: PageForm, day: date, ladder: Ladder) -> Typed:
        """Return what is typed for a new match, whatever its form."""
        typed = self.when(form, day) | self.outcome(form, ladder)
        if "exit" in form.choices:
            typed["exit"] = self.luck.choice(form.choices["exit"])
        if "chips" in form.values:
            typed["chips"] = f"{self.luck.uniform(0.5, 40):.2f}"
        if "handicap" in form.values and self.luck.random() < LEVEL:
            typed |= self.handicap(form)
        if "field" in form.values:
            return typed | self.places()
        if "winner" in form.choices and "player_1" in form.values:
            return typed | self.sides(form, ladder)
        if "player_0" in form.values:
            return typed | self.exits(form)
        return typed | dict(zip(self.pair(form), self.some(2), strict=False))

    def pair(self, form: PageForm) -> tuple[str, ...]:
        """Return the fields with the names of the two players; a member types the opponent only."""
        return ("first", "second") if "first" in form.values else ("newcomer",)

    def when(self, form: PageForm, day: date) -> Typed:
        """Return when the match ended; for a battle sometimes also when it began."""
        clock = f"{self.luck.randrange(8, 24):02}:{self.luck.randrange(60):02}"
        typed = {"day": "other", "date": f"{day}", "time": self.luck.choice([clock, clock, ""])}
        if "started_at" in form.values and self.luck.random() < 0.4:
            typed["started_at"] = f"{day - timedelta(days=self.luck.randrange(3))}T{self.luck.randrange(8):02}:00"
        return typed

    def sides(self, form: PageForm, ladder: Ladder) -> Typed:
        """Return the players of both sides; a member's own name is not asked for."""
        size, fewest = ladder.most_a_side, ladder.fewest_a_side
        counts = [self.luck.randint(fewest, size) for _ in range(2)]
        seats = [side * size + place for side, count in enumerate(counts) for place in range(count)]
        asked = [f"player_{seat}" for seat in seats if f"player_{seat}" in form.values]
        return dict(zip(asked, self.some(len(asked)), strict=True))

    def exits(self, form: PageForm) -> Typed:
        """Return how each player left a battle: the first row stands, the others left in some round."""
        typed: Typed = {}
        own = [form.values["player_0"]] if form.values["player_0"] else []
        others = [name for name in self.some(self.luck.randint(3, 5)) if name not in own]
        for seat, name in enumerate([*own, *others[1:]]):
            left = self.luck.choice(LEFT) if seat else "standing"
            typed |= {f"player_{seat}": name, f"exit_{seat}": left}
            typed[f"round_{seat}"] = str(self.luck.randint(1, 3)) if seat else ""
        return typed

    def places(self) -> Typed:
        """Return the finishing places of a tournament, and the size of its field."""
        people = self.some(self.luck.randint(3, 8))
        typed: Typed = {"field": str(len(people) + self.luck.randint(0, 4))}
        for seat, name in enumerate(people):
            typed |= {f"player_{seat}": name, f"place_{seat}": str(seat + 1)}
        return typed

    def handicap(self, form: PageForm) -> Typed:
        """Return a handicap for one of two players or sides."""
        return {
            "handicap": str(self.luck.randint(1, 300)),
            "handicap_for": self.luck.choice(form.choices["handicap_for"]),
        }

    # ---- how it ended

    def outcome(self, form: PageForm, ladder: Ladder) -> Typed:
        """Return who won two players or sides, how long the match was, and its score where the form asks for one."""
        typed = {name: self.luck.choice(form.choices[name]) for name in ("winner", "length") if name in form.choices}
        if "score" not in form.values or self.luck.random() > SCORED:
            return typed | ({"score": "", "ending": ""} if "score" in form.values else {})
        how = self.luck.random()
        if how < NOT_PLAYED:
            return typed | {"score": "", "ending": "walkover"}
        games = make_games(self.luck, parse_score_rule(ladder.score_rule))
        if how < NOT_PLAYED + GAVE_UP:
            return typed | {"score": format_games(games[:-1]), "ending": RETIRED}
        winners, lead = form.choices.get("winner", []), count_lead(games)
        if len(winners) == 1 and lead < 0:  # only the winner reports here
            games = turn_games(games)
        elif winners:  # it may be left to the score to say who won
            found = winners[(0 if lead > 0 else 1 if lead < 0 else 2) % len(winners)]
            typed["winner"] = self.luck.choice(["", found])
        return typed | {"score": format_games(games), "ending": ""}

    # ---- a match that is there

    def correction(self, form: PageForm, day: date, ladder: Ladder) -> Typed:
        """Return what is changed in the form of a match that is there, as an organiser or as one of its players."""
        ways = [self.other_field(form, day)]
        if "score" in form.values:
            ways += [self.other_score(form, ladder), self.other_score(form, ladder)]
        if "handicap_for" in form.choices:
            ways.append(self.handicap(form))
        if "player_1" in form.values:
            ways.append(self.other_seats(form))
        return self.luck.choice([way for way in ways if way] or [{}])

    def other_field(self, form: PageForm, day: date) -> Typed:
        """Return one field of a correction with another value; another winner leaves no score."""
        values = {name: self.value(name, form, day) for name in form.values}
        changed = [(name, value) for name, value in values.items() if value is not None]
        if not changed:
            return {}
        name, value = self.luck.choice(changed)
        return {name: value} | ({"score": "", "ending": ""} if name == "winner" and "score" in form.values else {})

    def value(self, name: str, form: PageForm, day: date) -> str | None:
        """Return another value for a field of a correction; None for a field that is left alone."""
        if name in ("winner", "kind") or name.endswith("_tapped"):
            return self.luck.choice(form.choices[name])
        if name == "date":
            return f"{day}"
        if name.startswith("player_"):
            return self.some(1)[0]
        if name in ("length_other", "chips", "field") or name.startswith(("round_", "place_")):
            return str(self.luck.randint(1, 12))
        return None

    def other_score(self, form: PageForm, ladder: Ladder) -> Typed:
        """Return another score, which says who won."""
        games = make_games(self.luck, parse_score_rule(ladder.score_rule))
        return {"winner": "", "score": format_games(games), "ending": ""}

    def other_seats(self, form: PageForm) -> Typed:
        """Return two players with their seats changed, who may be partners or opponents."""
        seats = sorted(name for name in form.values if name.startswith("player_") and form.values[name])
        if len(seats) < 2:
            return {}
        one, other = self.luck.sample(seats, 2)
        return {one: form.values[other], other: form.values[one]}


def make_games(luck: Random, rule: ScoreRule) -> tuple[Game, ...]:
    """Return the games of a match that was played to its end by this rule."""
    if rule is ANY_SCORE:
        return (Game(*luck.sample(range(MOST_GOALS), 2)),)
    games: list[Game] = []
    while max(sum(one.first > one.second for one in order) for order in (games, turn_games(games))) < rule.needed:
        games.append(make_game(luck, rule, is_deciding=len(games) == rule.best_of - 1 > 0))
        if rule.draws and len(games) == rule.best_of:
            break
    return tuple(games)


def make_game(luck: Random, rule: ScoreRule, *, is_deciding: bool) -> Game:
    """Return one game that somebody won, by two clear or with a tie-break where the rule has them."""
    if rule.points is None:
        return Game(luck.randrange(MOST_GOALS), luck.randrange(MOST_GOALS)) if rule.draws else (
            Game(*luck.sample(range(MOST_GOALS), 2))
        )  # fmt: skip
    likely = list_likely_games(rule, is_deciding=is_deciding) or ((rule.points, luck.randrange(rule.points - 1)),)
    high, low = luck.choice(likely)
    tie_break = luck.randrange(12) if (high, low) == (rule.cap, rule.points) else None
    return Game(*luck.choice([(high, low), (low, high)]), tie_break)
