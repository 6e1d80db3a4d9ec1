"""The questions that club sheets answer, in their order and words, each with the usual answers; and six whole sheets.

An answer is columns of a ladder and options of its board. What no answer says is set by hand, as another rule.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ladder.models import Ladder
from ladder.pages.options import OWN
from ladder.ratings import RatingSystem, TableSystem, list_options
from ladder.ratings.idle_calendar import FORTNIGHT, MONTH
from ladder.ratings.idle_table import AFTER_MATCHES, BY_DAYS
from ladder.ratings.systems.rungs import BELOW, BOTTOM, LOWER_HALF, MORNING, PASS, STAY, SWAP, TAKE, UP

Measure, Unanswered, Unplayed, Among = Ladder.Measure, Ladder.Unanswered, Ladder.Unplayed, Ladder.Among
PLAIN_PLACES: dict[str, Any] = {
    "reach_down": None,
    "top_places": None,
    "top_reach": None,
    "challenge_among": Among.EVERYBODY,
}


@dataclass(frozen=True)
class Answer:
    """A usual answer: its words, and what it sets; some make sense on a ladder of places only."""

    key: str
    label: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    is_of_places: bool = False

    def fits(self, system: RatingSystem) -> bool:
        """Return whether it makes sense with this system: rungs have no points."""
        if isinstance(system, TableSystem):
            return self.settings.get("challenge_measure") != Measure.RATING
        return not self.is_of_places


@dataclass(frozen=True)
class Question:
    """A question with its usual answers; it sets what any of them sets, and what else is named."""

    key: str
    text: str
    answers: tuple[Answer, ...]
    more: tuple[str, ...] = ()  # columns
    more_options: tuple[str, ...] = ()

    @property
    def settings(self) -> tuple[str, ...]:
        """The names of the columns that it sets."""
        return tuple(dict.fromkeys(name for one in self.answers for name in one.settings)) + self.more

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options that it sets."""
        return tuple(dict.fromkeys(name for one in self.answers for name in one.options)) + self.more_options

    def find_answer(self, ladder: Ladder, system: RatingSystem) -> str:
        """Return the key of the answer that a ladder has now; `OWN` where it is none of the usual ones."""
        for one in self.answers:
            is_set = all(getattr(ladder, name) == value for name, value in one.settings.items())
            if is_set and all(getattr(system, name, value) == value for name, value in one.options.items()):
                return one.key
        return OWN


@dataclass(frozen=True)
class Preset:
    """A whole sheet: an answer to each question that it has one for."""

    key: str
    label: str
    answers: Mapping[str, str]


def build_reach(key: str, label: str, reach: int | None, measure: str = Measure.PLACES, **more: Any) -> Answer:
    """Return the answer that one may challenge so far; `more` is what else is said of places, and who counts."""
    return Answer(key, label, {"challenge_reach": reach, "challenge_measure": measure} | PLAIN_PLACES | more)


def build_newcomers(key: str, label: str, free: int, place: str = BOTTOM) -> Answer:
    """Return the answer that newcomers come in there and have so many free challenges."""
    rules = {"free_challenges": free, "free_for": Ladder.FreeFor.NEWCOMERS}
    return Answer(key, label, rules, {"newcomers": place}, is_of_places=place != BOTTOM)


def build_deadline(key: str, label: str, days: int, rule: str = Unplayed.LOST, grace: int | None = 0) -> Answer:
    """Return the answer that a challenge is played within so many days, and what comes of it if not."""
    counted = {"rates_walkovers": True} if rule == Unplayed.LOST else {}
    return Answer(key, label, {"play_days": days, "grace_days": grace, "if_unplayed": rule}, counted)


def build_reply(key: str, label: str, days: int, rule: str = Unanswered.LOST) -> Answer:
    """Return the answer that a challenge is answered within so many days, and what comes of it if not."""
    counted = {"rates_walkovers": True} if rule == Unanswered.LOST else {}
    return Answer(key, label, {"answer_days": days, "if_unanswered": rule}, counted)


def build_rest(key: str, label: str, days: int | None, matches: int | None = None, spared: int | None = None) -> Answer:
    """Return the answer that the same two may play again after so many days, or other matches but for the first."""
    return Answer(key, label, {"rematch_days": days, "rematch_matches": matches, "rematch_spared": spared})


def build_break(key: str, label: str, days: int | None, keeps: int = 0) -> Answer:
    """Return the answer that members may sit out so long by themselves, and keep the place for so many days of it."""
    return Answer(key, label, {"break_days": days}, {"sitting_days": keeps}, is_of_places=keeps > 0)


def build_idle(
    key: str, label: str, days: int = 0, *, by: str = BY_DAYS, matches: int = 1, rungs: int = 1, spares: bool = False
) -> Answer:
    """Return the answer that somebody moves down after so many days, or with fewer matches than that in a period."""
    options = {"idle_days": days, "idle_by": by, "idle_matches": matches, "idle_rungs": rungs}
    return Answer(key, label, options=options | {"idle_spares_first": spares})


SHEET_QUESTIONS = (
    Question(
        "reach",
        "Whom may I challenge?",
        (
            build_reach("two", "2 up", 2),
            build_reach("three", "3 up", 3),
            build_reach("four", "4 up", 4),
            build_reach("top", "4 up; in the top ten 3", 4, top_places=10, top_reach=3),
            build_reach("four-either", "4 up or down", 4, reach_down=4),
            build_reach("five", "5 up", 5),
            build_reach("five-three", "5 up, 3 down", 5, reach_down=3),
            build_reach("five-either", "5 either way", 5, reach_down=5),
            build_reach("three-here", "3 up of those who are here tonight", 3, challenge_among=Among.HERE),
            build_reach("five-here", "5 either way of those who are here", 5, reach_down=5, challenge_among=Among.HERE),
            build_reach("quarter", "A quarter of all on the ladder", 25, Measure.SHARE),
            build_reach("rows", "Own row of a pyramid, and the next one up", 1, Measure.ROWS),
            build_reach("above", "Anybody above", None, Measure.ABOVE),
            build_reach("points", "Within 200 points", 200, Measure.RATING),
            build_reach("anybody", "Anybody", None),
        ),
        ("exempt_accepted", "exempt_days", "exempt_minutes"),
    ),
    Question(
        "newcomers",
        "Newcomers?",
        (
            build_newcomers("none", "As everybody else", 0),
            build_newcomers("one", "One free challenge, to anybody", 1),
            build_newcomers("two", "Two free challenges, to anybody", 2),
            build_newcomers("lot", "By lot on a place in the lower half", 0, LOWER_HALF),
        ),
    ),
    Question(
        "reply",
        "No answer, or no?",
        (
            build_reply("free", "7 days to answer; it costs nothing", 7, Unanswered.FREE),
            build_reply("two", "48 hours, then lost", 2),
            build_reply("three", "3 days, then lost", 3),
            build_reply("seven", "7 days, then lost", 7),
            build_reply("fourteen", "2 weeks, then lost", 14),
        ),
    ),
    Question(
        "played",
        "Played by when, and what if not?",
        (
            build_deadline("claim", "14 days; then either may claim it", 14, Unplayed.CLAIM, None),
            build_deadline("seven", "7 days, then lost by the challenged", 7),
            build_deadline("fourteen", "14 days, then lost by the challenged", 14),
            build_deadline("grace", "15 days and 5 of grace, then lost", 15, grace=5),
            build_deadline("off", "14 days, then it is called off", 14, Unplayed.OFF),
        ),
        ("postpone_days",),
        ("forfeit",),
    ),
    Question(
        "win",
        "The challenger wins?",
        (
            Answer("take", "Takes the place; those between move down", options={"move": TAKE}),
            Answer("swap", "The two swap places", options={"move": SWAP}),
            Answer("morning", "The places of the morning swap", options={"move": MORNING}),
        ),
    ),
    Question(
        "draw",
        "A draw?",
        (
            Answer("none", "There are no draws", options={"draws": False, "draw_move": STAY}),
            Answer("nobody", "Moves nobody", options={"draws": True, "draw_move": STAY}),
            Answer("below", "The lower goes directly below the other", options={"draws": True, "draw_move": BELOW}),
            Answer("up", "The lower goes up one", options={"draws": True, "draw_move": UP}),
            Answer("pass", "The lower goes up one; neighbours swap", options={"draws": True, "draw_move": PASS}),
        ),
    ),
    Question(
        "defence",
        "The defender wins?",
        (
            Answer("nothing", "Nobody moves", options={"defence": STAY}),
            Answer("up", "Goes up one", options={"defence": UP}),
        ),
    ),
    Question(
        "again",
        "The same two again, and how many at a time?",
        (
            build_rest("none", "At once", None),
            build_rest("week", "After a week", 7),
            build_rest("fortnight", "After 14 days", 14),
            build_rest("month", "After 4 weeks", 28),
            build_rest("other", "Not twice in a row: another first", None, 1),
            build_rest("second-row", "Not twice in a row, but for the first three", None, 1, 3),
            build_rest("others", "Two others first", None, 2),
        ),
        ("most_challenges", "period_challenges", "period_days"),
    ),
    Question(
        "idle",
        "Who plays too little?",
        (
            build_idle("never", "Keeps the place", by=AFTER_MATCHES),
            build_idle("fourteen", "Down one after 14 days, but for the first", 14, spares=True),
            build_idle("spared", "Down one after 21 days, but for the first", 21, spares=True),
            build_idle("month", "Down two with fewer than 2 matches in a calendar month", by=MONTH, matches=2, rungs=2),
            build_idle("fortnight", "Down one with no match in a fortnight", by=FORTNIGHT),
        ),
    ),
    Question(
        "breaks",
        "Breaks?",
        (
            build_break("organiser", "Organisers enter them", 0),
            build_break("week", "Members by themselves, up to a week", 7),
            build_break("month", "Members by themselves, up to 30 days", 30),
            build_break("bottom", "Members by themselves; after 30 days they go to the bottom", None, 30),
            build_break("any", "Members by themselves, as long as they like", None),
        ),
        ("most_breaks", "break_challenges"),
    ),
)

USUAL_ANSWERS = {
    "reach": "three",
    "newcomers": "one",
    "reply": "seven",
    "played": "fourteen",
    "win": "take",
    "draw": "none",
    "defence": "nothing",
    "again": "fortnight",
    "idle": "never",
    "breaks": "month",
}
"""What most clubs share."""
PLACE_PRESETS = (
    Preset("usual", "The usual club ladder", USUAL_ANSWERS),
    Preset("pyramid", "Pyramid", USUAL_ANSWERS | {"reach": "rows", "played": "grace"}),
    Preset("swap", "Swap", USUAL_ANSWERS | {"reach": "two", "reply": "three", "played": "seven", "win": "swap"}),
    Preset("chess", "Chess club", USUAL_ANSWERS | {"reach": "four", "draw": "below", "again": "other"}),
    Preset(
        "junior", "Junior", USUAL_ANSWERS | {"reply": "two", "played": "seven", "newcomers": "two", "again": "other"}
    ),
)
POINTS_PRESET = Preset(
    "points",
    "Points on a rating",
    {"reach": "points", "newcomers": "none", "reply": "free", "played": "claim", "again": "week", "breaks": "month"},
)


def list_asked_questions(system: RatingSystem) -> Iterator[Question]:
    """Yield the questions that do something on a ladder with this system, each with the answers that fit it."""
    known = {one.name for one in list_options(system)}
    agreed = any(kind.format.may_be_agreed for kind in system.kinds)
    for one in SHEET_QUESTIONS:
        if (agreed and one.settings) or (one.options and set(one.options) <= known):
            yield replace(one, answers=tuple(answer for answer in one.answers if answer.fits(system)))


def list_presets_for(system: RatingSystem) -> tuple[Preset, ...]:
    """Return the sheets that suit a system: those of ladders of places, or the one of ratings."""
    return PLACE_PRESETS if isinstance(system, TableSystem) else (POINTS_PRESET,)
