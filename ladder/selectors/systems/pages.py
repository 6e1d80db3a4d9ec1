"""The page of one rating system: its rules, tables, examples, questions and options."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from ladder.ratings import About, Example, Rating, RatingSystem, Result, SelfTestQuestion, create_system
from ladder.selectors.parts import PlayerExplanation
from ladder.selectors.systems.answers import MatchAnswer, list_rating_parts, name_example_players, work_out_match
from ladder.selectors.systems.asking import list_calculator_inputs
from ladder.selectors.systems.glance import DecayTable, Glance, build_decay_table, list_glances
from ladder.selectors.systems.options import OptionLine, list_option_lines
from ladder.selectors.systems.runs import WorkedRun, work_out_runs


class WorkedExample(NamedTuple):
    """A printed example with our own numbers; `query` asks the calculator for the same, if it can."""

    rule: str
    says: str
    parts: list[PlayerExplanation]
    query: str


class AnsweredQuestion(NamedTuple):
    """A question with the answer that the system works out."""

    rule: str
    asks: str
    answer: MatchAnswer
    query: str


class SystemPage(NamedTuple):
    """What the page prints, beside the calculator."""

    key: str
    about: About
    glances: list[Glance]
    options: list[OptionLine]
    examples: list[WorkedExample]
    runs: list[WorkedRun]
    questions: list[AnsweredQuestion]
    fading: DecayTable | None
    related: list[tuple[str, str]]

    @property
    def changed(self) -> list[OptionLine]:
        """The options that are not as the source has them."""
        return [one for one in self.options if one.differs]


def build_system_page(system: RatingSystem) -> SystemPage:
    """Return the page of a system; its examples are those of the printed rules, whatever this one's options."""
    about, printed = system.about, create_system(system.key)
    return SystemPage(
        system.key,
        about,
        list_glances(system),
        list_option_lines(system),
        [work_out_example(system.key, example) for example in about.examples],
        work_out_runs(printed),
        [answer_question(printed, question) for question in about.questions],
        build_decay_table(system),
        [(key, create_system(key).about.label) for key in about.related],
    )


def work_out_example(key: str, example: Example) -> WorkedExample:
    """Return an example as the system rates it."""
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
    """Return the calculator's query for this match."""
    return urlencode(list_calculator_inputs(system, result, before))
