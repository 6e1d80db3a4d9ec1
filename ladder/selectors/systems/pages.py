"""The page of one rating system: its rules, tables, examples, questions and options."""

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from ladder.ratings import About, Example, Rating, RatingSystem, Result, SelfTestQuestion, create_system
from ladder.selectors.parts import Part

from .answers import Answer, answer, named, parts
from .asking import inputs
from .glance import Fading, Glance, fading, glances
from .options import OptionLine, option_lines
from .runs import Run, runs


class Worked(NamedTuple):
    """A printed example with our own numbers; `query` asks the calculator for the same, if it can."""

    rule: str
    says: str
    parts: list[Part]
    query: str


class Asked(NamedTuple):
    """A question with the answer that the system works out."""

    rule: str
    asks: str
    answer: Answer
    query: str


class Page(NamedTuple):
    """What the page prints, beside the calculator."""

    key: str
    about: About
    glances: list[Glance]
    options: list[OptionLine]
    examples: list[Worked]
    runs: list[Run]
    questions: list[Asked]
    fading: Fading | None
    related: list[tuple[str, str]]

    @property
    def changed(self) -> list[OptionLine]:
        """The options that are not as the source has them."""
        return [one for one in self.options if one.differs]


def page(system: RatingSystem) -> Page:
    """Return the page of a system; its examples are those of the printed rules, whatever this one's options."""
    about, printed = system.about, create_system(system.key)
    return Page(
        system.key,
        about,
        glances(system),
        option_lines(system),
        [worked(system.key, example) for example in about.examples],
        runs(printed),
        [asked(printed, question) for question in about.questions],
        fading(system),
        [(key, create_system(key).about.label) for key in about.related],
    )


def worked(key: str, example: Example) -> Worked:
    """Return an example as the system rates it."""
    system, result = create_system(key, example.options), example.result
    found = parts(system, result, example.before, named(result))
    query = "" if example.options else query_of(system, result, example.before)
    return Worked(example.rule, example.says, found, query)


def asked(system: RatingSystem, question: SelfTestQuestion) -> Asked:
    """Return a question and its answer."""
    found = answer(system, question.result, question.before)
    return Asked(question.rule, question.asks, found, query_of(system, question.result, question.before))


def query_of(system: RatingSystem, result: Result, before: Sequence[Rating]) -> str:
    """Return the calculator's query for this match."""
    return urlencode(inputs(system, result, before))
