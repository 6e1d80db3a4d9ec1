"""The page of each rating system with rules, tables, examples, questions and options; and the list of all systems."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from ladder.games import Game, list_games
from ladder.matches.queries.explanation import PlayerExplanation
from ladder.pages.figures import describe_experience_unit, format_rating, format_start
from ladder.pages.options import OptionLine, list_option_lines
from ladder.ratings import (
    About,
    BoardRules,
    Example,
    PrintedSeries,
    Rating,
    RatingSystem,
    Result,
    SelfTestQuestion,
    TableSystem,
    create_system,
    list_system_choices,
)
from ladder.systems.queries.calculations import (
    MatchAnswer,
    format_marked_rating,
    list_calculator_inputs,
    list_rating_parts,
    name_example_players,
    work_out_match,
)

EXAMPLE_POINTS = 100.0

RESULT_WORDS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}


class Glance(NamedTuple):
    """One line of the summary of a system."""

    label: str
    text: str


class FadingTable(NamedTuple):
    """What time alone makes of a rating after some periods."""

    rule: str
    rows: list[tuple[str, str]]


def list_glances(system: RatingSystem) -> list[Glance]:
    """Return the summary of a system: the starting rating, draws, what time does, and so on."""
    start = system.initial()
    found = [
        Glance("Everyone starts at", format_start(system)),
        Glance("What one gains the other loses", "Yes" if BoardRules(system).balances else "Not always"),
        Glance("Draws", describe_draws(system)),
        Glance("Without playing", describe_idle_time(system)),
    ]
    left = system.provisional_left(start)
    if left:
        found.append(Glance("Provisional at first", f"{left:,} {describe_experience_unit(system, left)}"))
    return found


def describe_idle_time(system: RatingSystem) -> str:
    """Return what happens to a player who does not play, in words."""
    if isinstance(system, TableSystem):
        return "Matches of others may move one"
    return system.period.at_a_glance if system.period else "Nothing"


def describe_draws(system: RatingSystem) -> str:
    """Return whether there are draws, in words."""
    if not any(kind.format.has_losers for kind in system.kinds):
        return "No, finishing places"
    return "Yes" if system.draws else "No"


def build_fading_table(system: RatingSystem) -> FadingTable | None:
    """Return what a rating is after some days or months; None if time alone doesn't change the points."""
    rating, period = Rating(EXAMPLE_POINTS), system.period
    if period is None or system.advance(rating, 1).points == rating.points:
        return None
    rows = [
        (period.format_spans(count), format_rating(system, system.advance(rating, count))) for count in period.samples
    ]
    return FadingTable(system.explain_advance(rating, 1)[-1].rule, rows)


class RunGame(NamedTuple):
    """One game of a printed series, from the player's point of view."""

    opponent: str
    result: str
    own: PlayerExplanation


class WorkedRun(NamedTuple):
    """All games of a printed series; the last one is explained."""

    rule: str
    says: str
    games: list[RunGame]

    @property
    def last(self) -> PlayerExplanation:
        return self.games[-1].own


def work_out_run(system: RatingSystem, series: PrintedSeries) -> WorkedRun:
    """Return a printed series with the numbers that we calculate; the player is the first in each game."""
    rating, games = series.start, []
    for result, opponent in series.games:
        before = (rating, opponent)
        own = list_rating_parts(system, result, before, name_example_players(result))[0]
        games.append(RunGame(format_marked_rating(system, opponent), RESULT_WORDS[result.scores[0]], own))
        rating = system.rate(result, before)[0]
    return WorkedRun(series.rule, series.says, games)


class WorkedExample(NamedTuple):
    """A printed example with the numbers that we calculate; `query` opens the calculator with it, if it can."""

    rule: str
    says: str
    parts: list[PlayerExplanation]
    query: str


class AnsweredQuestion(NamedTuple):
    """A question with the answer that the system calculates."""

    rule: str
    asks: str
    answer: MatchAnswer
    query: str


class SystemPage(NamedTuple):
    """What the page of a system prints, besides the calculator."""

    key: str
    about: About
    glances: list[Glance]
    options: list[OptionLine]
    examples: list[WorkedExample]
    runs: list[WorkedRun]
    questions: list[AnsweredQuestion]
    fading: FadingTable | None
    related: list[tuple[str, str]]

    @property
    def changed(self) -> list[OptionLine]:
        """The options whose value differs from the default."""
        return [one for one in self.options if one.differs]


def build_system_page(system: RatingSystem) -> SystemPage:
    """Return the page of a system; its examples are calculated with the options of the printed rules."""
    about, printed = system.about, create_system(system.key)
    return SystemPage(
        system.key,
        about,
        list_glances(system),
        list_option_lines(system),
        [work_out_example(system.key, example) for example in about.examples],
        [work_out_run(printed, series) for series in about.series],
        [answer_question(printed, question) for question in about.questions],
        build_fading_table(system),
        [(key, create_system(key).about.label) for key in about.related],
    )


def work_out_example(key: str, example: Example) -> WorkedExample:
    """Return an example with the numbers that the system calculates."""
    system, result = create_system(key, example.options), example.result
    found = list_rating_parts(system, result, example.before, name_example_players(result))
    query = "" if example.options else build_calculator_query(system, result, example.before)
    return WorkedExample(example.rule, example.says, found, query)


def answer_question(system: RatingSystem, question: SelfTestQuestion) -> AnsweredQuestion:
    """Return a question and its answer."""
    found = work_out_match(system, question.result, question.before)
    return AnsweredQuestion(
        question.rule, question.asks, found, build_calculator_query(system, question.result, question.before)
    )


def build_calculator_query(system: RatingSystem, result: Result, before: Sequence[Rating]) -> str:
    """Return the query that opens the calculator with this match; empty if it can't describe the match."""
    return urlencode(list_calculator_inputs(system, result, before))


class SystemCard(NamedTuple):
    """A system in the list of all systems, with its first example and the games for which it is recommended."""

    key: str
    label: str
    summary: str
    suits: str
    says: str
    parts: list[PlayerExplanation]
    games: list[Game]


def list_system_cards() -> list[SystemCard]:
    """Return all rating systems, by label."""
    return sorted((build_system_card(key) for key, _ in list_system_choices()), key=lambda one: one.label.casefold())


def build_system_card(key: str) -> SystemCard:
    about = create_system(key).about
    first = work_out_example(key, about.examples[0])
    games = [one for one in list_games() if one.system.key == key]
    return SystemCard(key, about.label, about.summary, about.suits, first.says, first.parts, games)
