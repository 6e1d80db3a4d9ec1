"""Lines of a chat or a notebook as a list of matches: “Ann beat Bo 3-1”, with the day before or above it.

Lines without a result are left out and counted. “I” is who wrote the message. A verb says who won, and the score is the
winner’s, since many write “Bo lost to Ann 3-1”. Lines that seem to be a result and can’t be read are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ladder.files.interpretation.row_numbers import format_row_numbers
from ladder.files.interpretation.row_outcomes import find_score_pairs
from ladder.files.layouts.text_dates import split_first_date, split_last_date
from ladder.files.workbooks import Sheet, tidy_text
from ladder.formats import format_count

MOST_NAME_WORDS = 5
MOST_LINES_NAMED = 3  # lines that can't be read
LEAST_SHARE = 0.5  # of the lines that are messages, or else results
LINES_JUDGED = 200
CHAT_HEADER = re.compile(  # [02/01/2026, 21:03:11] Ann: text, and 02/01/2026, 21:03 - Ann: text
    r"\[?(?P<when>\d[\d./-]{5,9},? \d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]\.?m\.?)?)(?:\] ?| - )(?P<what>.*)",
    re.IGNORECASE,
)
SENDER = re.compile(r"~? ?([^:]{1,60}): (.*)")
LINE_START = re.compile(r"^(?:[-*•–>]\s+|\(?\d{1,3}[.)]\s+(?=[^\W\d]))")
SENT_BEHIND = re.compile(r"\s*<[^<>]{1,60}>$")  # as in <This message was edited>
SCORE = r"\d{1,3} ?[-–—:/] ?\d{1,3}(?: ?\(\d{1,2}(?: ?[-–:] ?\d{1,2})?\))?"
SCORES = re.compile(rf"\[?{SCORE}\]?(?:[,;]? (?:and )?\[?{SCORE}\]?)*(?: ?(?:ret|w/o)\.?)?(?![\w-])", re.IGNORECASE)
BEATS = "|".join(
    (
        "beats?|has beaten|defeat(?:s|ed)|(?:def|bt|d)\\.?|(?:won|wins) (?:against|over)|won vs\\.?",
        "schlägt|schlug|besiegte?|(?:gewann|gewinnt) gegen",
        "a battu|bat|(?:a gagné|gagne) contre",
        "ganó a|gana a|venció a|vence a",
        "ha battuto|batte|ha vinto contro",
        "(?:wint|won) van|versloeg|verslaat",
        "venceu|vence|ganhou de",
        "slog|slår|slo|vann mot|vandt over",
        "обыграла?|победила?|pokonała?|wygrała? z",
    )
)
LOSES = "|".join(
    (
        "lost (?:to|against|vs\\.?)|loses to|was beaten by",
        "(?:verlor|verliert) gegen|unterlag",
        "(?:a perdu|perd) contre",
        "perdió (?:contra|con)|pierde contra",
        "(?:ha perso|perde) contro",
        "(?:verloor|verliest) van",
        "perdeu para|perde para",
        "förlorade mot|tabte til|taber til|tapte mot",
        "проиграла?|przegrała? z",
    )
)
DRAWS = "|".join(
    (
        "drew(?: with| against| vs\\.?)?|draws with|tied(?: with)?|halved with",
        "(?:spielte )?(?:remis|unentschieden) gegen",
        "(?:a fait|fait) nul avec",
        "(?:empató|empata) con|empatou com",
        "(?:ha pareggiato|pareggia) con",
        "speelde gelijk tegen|spelade lika mot",
    )
)
MEETS = "vs?\\.?|versus|gegen|contre|contra|contro|tegen|mot|against|-|–"
VERBS = {"won": BEATS, "lost": LOSES, "draw": DRAWS, "": MEETS}
SENTENCES = {
    word: re.compile(rf"(?P<one>\S.*?)[ ,]+(?:{verbs}) +(?P<rest>\S.*)", re.IGNORECASE) for word, verbs in VERBS.items()
}
WITHOUT_SUBJECT = re.compile(rf"(?:{BEATS}|{LOSES}|{DRAWS}) ", re.IGNORECASE)
AND_BEFORE = re.compile(rf"^(?:and|und|et|y|en|och|og) (?=(?:{BEATS}|{LOSES}|{DRAWS}) )", re.IGNORECASE)
PAIR_WORD = re.compile(r" (?:and|und|et|y|en|och|og|\+|/) ")
SCORE_BETWEEN = re.compile(
    rf"(?P<one>[^\d]{{2,}}?) *(?P<score>{SCORES.pattern}) +(?P<other>[^\d]{{2,}})", re.IGNORECASE
)
WRITER = frozenset(["i", "me", "ich", "mich", "je", "moi", "yo", "mí", "io", "ik", "mij", "eu", "jag", "jeg", "я"])
JOINING = frozenset(["&", "and", "und", "et", "y", "e", "en", "och", "og", "+", "/", "i", "и"])
PARTICLES = frozenset(
    ("van", "von", "der", "den", "de", "da", "di", "del", "della", "dos", "du", "le", "la", "ten", "ter", "bin", "zu")
)
BEHIND_NAME = re.compile(r"[,.;!(]| (?:by|on|at|in|yesterday|today)\b")
NO_RESULT = re.compile(
    r"\?|\b(?:if|will|would|could|can|might|should|never|almost|nearly|hopes?|going to|didn.?t|didnt|won.?t|tomorrow"
    r"|next week|anyone|who|wer|wird|morgen|nicht)\b",
    re.IGNORECASE,
)
OUTCOME_HINT = re.compile(rf"\b(?:{BEATS}|{LOSES}|{DRAWS})(?!\w)|{SCORE}", re.IGNORECASE)
HEADINGS = ["Date", "Player 1", "Player 2", "Winner", "Result"]
REMARK = "Each line that says who won or how a match ended is read as a match."


class Message(NamedTuple):
    """A line without its day and its writer; `number` is that of the line."""

    number: int
    day: str
    writer: str
    text: str


class Told(NamedTuple):
    """What a line says of a match: both names, who won ("won" for the first of them), and the score as written."""

    one: str
    other: str
    outcome: str
    score: str


def read_message_sheets(text: str) -> list[Sheet]:
    """Return the results in the lines of a text as a sheet with a row for each; none if these aren't such lines."""
    if not is_chat(text) and not are_results(find_messages(text.splitlines()[:LINES_JUDGED])):
        return []
    said = [one for one in find_messages(text.splitlines()) if one.text]
    told = {one: found for one in said if (found := read_match(one))}
    if not told:
        return []
    rows = [HEADINGS, *(write_row(message, match) for message, match in told.items())]
    unused = describe_lines_left([one for one in said if one not in told])
    return [Sheet("", rows, remarks=[REMARK], numbers=[0, *(one.number for one in told)], unused=unused)]


def is_chat(text: str) -> bool:
    """Return whether a text begins with messages as a chat exports them."""
    said = list(filter(str.strip, text.splitlines()[:LINES_JUDGED]))
    return sum(bool(CHAT_HEADER.match(tidy_text(line))) for line in said) > LEAST_SHARE * len(said)


def are_results(messages: Iterable[Message]) -> bool:
    """Return whether enough of the lines of a notebook are results."""
    said = [one for one in messages if one.text]
    return sum(bool(read_match(one)) for one in said) > LEAST_SHARE * len(said) - 1


def describe_lines_left(left: Sequence[Message]) -> list[str]:
    """Return in words which lines no match is made of: those that seem to be one, and how many others."""
    odd = [one for one in left if OUTCOME_HINT.search(one.text)]
    others = [one.number for one in left if one not in odd]
    named = [f"line {one.number} (“{one.text[:60]}”)" for one in odd[:MOST_LINES_NAMED]]
    more = [f"{format_count(len(odd) - MOST_LINES_NAMED, 'more line')} like it"] if len(odd) > MOST_LINES_NAMED else []
    rows = format_row_numbers(others).replace("row", "line", 1) if others else ""
    plain = [f"{format_count(len(others), 'line')} without a result ({rows})"] if others else []
    return [*named, *more, *plain]


def find_messages(lines: Sequence[str]) -> Iterator[Message]:
    """Yield the lines with the day and the writer of each; a day in a line of its own is that of the lines below."""
    day, above, writer = "", "", ""
    for number, line in enumerate(map(tidy_text, lines), 1):
        if found := CHAT_HEADER.match(line):
            day, rest = found["when"], found["what"]
            said = SENDER.match(rest)
            writer, text = (said[1].strip(), said[2]) if said else ("", rest)
            yield Message(number, day, writer, SENT_BEHIND.sub("", text))
            continue
        own, text = split_first_date(LINE_START.sub("", line, count=1))
        if own and not text:
            above = own
            continue
        text, own = (text, own) if own else split_last_date(text)
        said = SENDER.match(text)
        by, text = (said[1].strip(), said[2]) if said and is_name(said[1]) else (writer, text)
        above = "" if own else above
        yield Message(number, own or day or above, by, LINE_START.sub("", text, count=1))


def read_match(message: Message) -> Told | None:
    """Return what a message says of a match; None if it says nothing of one, or not for certain."""
    text = AND_BEFORE.sub("", message.text.strip(" .!"))
    if NO_RESULT.search(text):
        return None
    if message.writer and WITHOUT_SUBJECT.match(text):
        text = f"I {text}"
    for outcome, sentence in SENTENCES.items():
        found = sentence.fullmatch(text)
        if found:
            told = read_sentence(found["one"], found["rest"], outcome)
            return set_writer(told, message.writer) if told else None
    found = SCORE_BETWEEN.fullmatch(text)
    told = Told(found["one"].strip(" ,"), found["other"].strip(" ,.!"), "", found["score"]) if found else None
    return set_writer(told, message.writer) if told and is_name(told.one) and is_name(told.other) else None


def read_sentence(one: str, rest: str, outcome: str) -> Told | None:
    """Return what the words before and behind a verb say; None if they are no names, or nothing says who won."""
    found = SCORES.search(rest)
    other = rest[: found.start()] if found else BEHIND_NAME.split(rest, maxsplit=1)[0]
    score = found[0] if found else ""
    one, other = one.strip(" ,:"), other.strip(" ,:;(")
    if not (is_name(one) and is_name(other)) or not (outcome or score):
        return None
    return Told(one, other, outcome, score)


def is_name(text: str) -> bool:
    """Return whether a text can be the name of a player, or of two: few words, several only with capitals."""
    if any(map(str.isdigit, text)) or not any(map(str.isalpha, text)):
        return False
    words = [word for word in text.split() if word.casefold() not in JOINING]
    if len(words) < 2 or len(words) > MOST_NAME_WORDS:
        return len(words) < 2
    plain = [word for word in words if word.casefold() not in PARTICLES]
    return bool(plain) and not any(word[0].islower() for word in plain)


def set_writer(told: Told, writer: str) -> Told | None:
    """Return a match with the writer's name in place of “I”; None if it isn't known or is a number."""
    if told.one.casefold() not in WRITER and told.other.casefold() not in WRITER:
        return told
    if not any(map(str.isalpha, writer)):
        return None
    one, other = (writer if name.casefold() in WRITER else name for name in (told.one, told.other))
    return told._replace(one=one, other=other)


def write_row(message: Message, told: Told) -> list[str]:
    """Return the row of a match, with the score as the first player has it where the verb says who won."""
    winner = {"won": "Player 1", "lost": "Player 2"}.get(told.outcome, "")
    score = told.score
    pairs = find_score_pairs(score)
    ahead = sum((one > other) - (one < other) for one, other in pairs)
    if told.outcome == "lost" and ahead > 0:
        score = " ".join(f"{other}-{one}" for one, other in pairs)
    one, other = (PAIR_WORD.sub(" & ", name) for name in (told.one, told.other))
    return [message.day, one, other, winner, score or ("draw" if told.outcome == "draw" else "")]
