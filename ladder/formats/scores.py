"""The rule by which the games of a match are scored, and what it says of a score.

A rule has a short text, which a ladder stores and a preset names: "best of 5 games to 11, 2 clear". The first part says
how many games there are at most and how many points win one; the others, in any order, are

    2 clear        the winner of a game needs a lead of so many points
    at most 30     at so many points any lead wins
    last to 10     the deciding game may be a tie-break to so many points, two clear
    draws          a score may be level

Commas between the parts may be left out, numbers up to eleven may be words, and what is not named is a game. A score is
one line of games; "one score" is a match that has a single one, such as 3-1 in football.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .games import MOST_GAMES, MOST_POINTS, PLAYED, RETIRED, STOPPED, format_games, print_games, tells_games_won
from .values import Game, RatingError

UNIT_WORD = "(game|set|frame|leg|score)s?"
FIRST_PART = re.compile(rf"(?:best of (\d{{1,4}})(?: {UNIT_WORD})?|one {UNIT_WORD})(?: to (\d{{1,4}})(?: points?)?)?")
OTHER_PARTS = {
    "clear": re.compile(r"(\d{1,4}) clear"),
    "cap": re.compile(r"at most (\d{1,4})"),
    "last": re.compile(r"last to (\d{1,4})"),
}
NO_COMMA = re.compile(r",? (?:and )?(?=(?:\d{1,4} clear|at most|last to|draws)\b)")  # where another part begins
NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]
NUMBER_WORD = re.compile(rf"(?<=of |to |st )(?:{'|'.join(NUMBER_WORDS)})\b|\btwo(?= clear)")  # as in “best of five”
NOT_A_RULE = "Write the rule like “best of 5 games to 11, 2 clear” or “one score”."
RULE_PARTS = (
    "“2 clear” (a game needs that lead), “at most 30” (any lead wins at so many points), "
    "“last to 10” (a tie-break decides the match) and “draws”"
)
WAS_OVER = {
    RETIRED: "The match was over at {score}, so nobody retired.",
    STOPPED: "The match was over at {score}, so it was not stopped.",
}
MOST_BUTTONS = 14  # likely results of one game for which a form has buttons

USUAL_RULES = (
    ("Table tennis and squash", "best of 5 games to 11, 2 clear"),
    ("Table tennis, short", "best of 3 games to 11, 2 clear"),
    ("Badminton", "best of 3 games to 21, 2 clear, at most 30"),
    ("Pickleball", "best of 3 games to 11, 2 clear"),
    ("Tennis and padel", "best of 3 sets to 6, 2 clear, at most 7"),
    ("Tennis and padel with a match tie-break", "best of 3 sets to 6, 2 clear, at most 7, last to 10"),
    ("Tennis, one long set", "one set to 8, 2 clear, at most 9"),
    ("Foosball", "one score to 10"),
    ("Goals, points or frames", "one score"),
    ("Goals with draws", "one score, draws"),
)
"""Rules that many clubs play by, with the games that do."""


class ScoreRule(NamedTuple):
    """How many games a match has, and when one is won; a rule without points takes any numbers."""

    best_of: int = 1
    points: int | None = None
    clear: int = 1
    cap: int | None = None
    last: int | None = None
    draws: bool = False
    unit: str = "score"

    @property
    def needed(self) -> int:
        """The games that win the match."""
        return self.best_of // 2 + 1

    @property
    def part(self) -> str:
        """What a part of a match is called: a game, a set, a frame."""
        return "game" if self.unit == "score" else self.unit

    def __str__(self) -> str:
        """Return the text of the rule, as it is stored."""
        start = f"one {self.unit}" if self.best_of == 1 else f"best of {self.best_of} {self.unit}s"
        parts = [
            start if self.points is None else f"{start} to {self.points}",
            f"{self.clear} clear" if self.clear > 1 else "",
            f"at most {self.cap}" if self.cap else "",
            f"last to {self.last}" if self.last else "",
            "draws" if self.draws else "",
        ]
        return ", ".join(filter(None, parts))


class UnfinishedScore(RatingError):
    """A score that may still become a right one, while somebody types it."""


ANY_SCORE = ScoreRule(best_of=MOST_GAMES, draws=True, unit="game")
"""The rule of a ladder that names none: any games, as long as they say who won."""


def parse_score_rule(text: str) -> ScoreRule:
    """Return the rule that a text says; that of an empty one takes any score.

    Raises: RatingError with a sentence for whoever wrote it.
    """
    plain = " ".join(text.casefold().replace(",", ", ").split())
    if not plain:
        return ANY_SCORE
    plain = NUMBER_WORD.sub(lambda found: str(NUMBER_WORDS.index(found[0]) + 1), plain.strip(" ."))
    first, *others = [part.strip() for part in NO_COMMA.sub(", ", plain.replace(", to ", " to ")).split(",")]
    found = FIRST_PART.fullmatch(first)
    if not found:
        raise RatingError(f"“{first[:40]}” is no way to score. {NOT_A_RULE}", "score_rule")
    games, several, single, points = found.groups()
    values = {name: read_rule_part(name, others) for name in OTHER_PARTS}
    known = {"draws", *(one for one in others for part in OTHER_PARTS.values() if part.fullmatch(one))}
    unknown = [one for one in others if one not in known]
    if unknown:
        raise RatingError(f"“{unknown[0][:40]}” is not a part of such a rule. Parts are {RULE_PARTS}.", "score_rule")
    rule = ScoreRule(
        int(games or 1), int(points) if points else None, values["clear"] or 1, values["cap"], values["last"],
        "draws" in others, several or single or "game",
    )  # fmt: skip
    check_score_rule(rule)
    return rule


def read_rule_part(name: str, parts: Sequence[str]) -> int | None:
    """Return the number of the part of this name; None where there is no such part."""
    found = next(filter(None, map(OTHER_PARTS[name].fullmatch, parts)), None)
    return int(found[1]) if found else None


def check_score_rule(rule: ScoreRule) -> None:
    """Refuse a rule whose numbers don't go together. Raises: RatingError."""
    if not 1 <= rule.best_of <= MOST_GAMES or (rule.best_of % 2 == 0 and not rule.draws):
        raise RatingError(f"A match is best of an odd number of games, up to {MOST_GAMES}.", "score_rule")
    if rule.points is not None and not 1 <= rule.points <= MOST_POINTS:
        raise RatingError("A game goes to one point or more.", "score_rule")
    if rule.points is None and (rule.clear > 1 or rule.cap or rule.last):
        raise RatingError("Say to how many points a game goes, such as “to 11”.", "score_rule")
    if not 1 <= rule.clear <= (rule.points or 1):
        raise RatingError("A lead is one point or more, and at most the points of a game.", "score_rule")
    if rule.cap is not None and rule.points is not None and rule.cap < rule.points:
        raise RatingError(f"A game to {rule.points} can't be over at {rule.cap}.", "score_rule")
    if rule.last is not None and (rule.best_of < 3 or rule.last < 2):
        raise RatingError("A tie-break decides a match of several games or sets.", "score_rule")


def check_games(rule: ScoreRule, games: Sequence[Game], ending: str = PLAYED) -> None:
    """Refuse a score that can't come about by this rule.

    The last game of a match that was not played to its end may be unfinished.
    Raises: RatingError with which game it is and why.
    """
    if tells_games_won(games):
        check_games_won(rule, games[0], ending)
        return
    if len(games) > 1 and rule.best_of == 1:
        raise RatingError(f"A match is one {rule.unit} here, such as {print_games(games[:1])}.", "games")
    won = [0, 0]
    for number, game in enumerate(games, start=1):
        printed = print_games([game])
        what = printed if rule.best_of == 1 else f"{rule.unit.capitalize()} {number}, {printed},"
        if max(won) == rule.needed:
            raise RatingError(f"The match was over after {rule.unit} {number - 1}. Leave out what follows.", "games")
        fault, is_unfinished = find_game_fault(rule, game, is_deciding=number == rule.best_of > 1)
        if fault and not (is_unfinished and ending != PLAYED and number == len(games)):
            may_go_on = is_unfinished and number == len(games)  # a game that others follow is over
            raise (UnfinishedScore if may_go_on else RatingError)(f"{what} {fault}", "games")
        if not fault and game.first != game.second:
            won[game.first < game.second] += 1
    if ending != PLAYED and rule is not ANY_SCORE and max(won) == rule.needed:
        raise RatingError(WAS_OVER[ending].format(score=print_games(games)), "games")
    if won_only := find_games_won(rule, games, ending):
        raise UnfinishedScore(
            f"{print_games(games)} may be the points of one {rule.part} or the {rule.part}s won. Add the other "
            f"{rule.part}s, or write “{format_games([won_only])}”.",
            "games",
        )
    if games and ending == PLAYED:
        check_decided(rule, len(games), won)


def check_games_won(rule: ScoreRule, won: Game, ending: str) -> None:
    """Refuse games won that can't come about by this rule. Raises: RatingError."""
    printed = print_games([won])
    if rule is ANY_SCORE:
        return
    if rule.best_of == 1:
        raise RatingError(f"A match is one {rule.unit} here, so {printed} can't be.", "games")
    high, low = max(won[:2]), min(won[:2])
    if high > rule.needed or low >= rule.needed or high + low > rule.best_of:
        raise RatingError(f"{printed} can't be: the match is over at {rule.needed} {rule.part}s.", "games")
    if ending == PLAYED:
        check_decided(rule, high + low, won[:2])
    elif high == rule.needed:
        raise RatingError(WAS_OVER[ending].format(score=printed), "games")


def read_games_won(rule: ScoreRule, games: Sequence[Game], ending: str = PLAYED) -> tuple[Game, ...]:
    """Return a score such as 3-1 as the games won, where it can only be these by the rule; any other as it is.

    A score that somebody gave up is as far as it went, so 2-1 may be the points of its first game. Of a match that was
    stopped it is the games won: whoever stops in the first game has no score worth keeping.
    """
    won = find_games_won(rule, games, ending)
    return tuple(games) if won is None or may_be_points(rule, games) else (won,)


def find_games_won(rule: ScoreRule, games: Sequence[Game], ending: str = PLAYED) -> Game | None:
    """Return a score as the games won, if it may be these by the rule; None for any other."""
    if rule is ANY_SCORE or len(games) != 1 or games[0].tie_break is not None:
        return None
    won = games[0]._replace(unit=rule.part)
    if games[0].unit:
        return won
    if ending == RETIRED:
        return None
    try:
        check_games_won(rule, won, PLAYED)
    except UnfinishedScore:
        return won if ending == STOPPED else None
    except RatingError:
        return None
    return won


def may_be_points(rule: ScoreRule, games: Sequence[Game]) -> bool:
    """Return whether a score of one game is also how a game can end by the rule, as 3-1 in games to 3."""
    return not games[0].unit and rule.points is not None and not find_game_fault(rule, games[0], is_deciding=False)[0]


def check_decided(rule: ScoreRule, played: int, won: Sequence[int]) -> None:
    """Refuse a score after which the match goes on: so many games were played, and won. Raises: RatingError."""
    if rule.best_of == 1 or rule is ANY_SCORE:
        return
    is_drawn = rule.draws and played == rule.best_of and won[0] == won[1]
    if max(won) < rule.needed and not is_drawn:
        raise UnfinishedScore(
            f"Nobody has won {rule.needed} {rule.unit}s of {rule.best_of} yet. If a player gave up, choose “Retired”.",
            "games",
        )


def find_game_fault(rule: ScoreRule, game: Game, *, is_deciding: bool) -> tuple[str, bool]:
    """Return what is wrong with one game in words, if anything, and whether it is only unfinished."""
    high, low = max(game[:2]), min(game[:2])
    if is_deciding and rule.last and ((high, low) == (1, 0) or high > (rule.cap or rule.points or 0)):
        return find_points_fault(game, rule._replace(points=rule.last, clear=2, cap=None))
    if game.tie_break is not None and (high, low) != (rule.cap, rule.points):
        return f"can't be: only {rule.cap}–{rule.points} has a tie-break." if rule.cap else "has no tie-break.", False
    return find_points_fault(game, rule)


def find_points_fault(game: Game, rule: ScoreRule) -> tuple[str, bool]:
    """Return what is wrong with the points of one game in words, and whether it is only unfinished."""
    high, low = max(game[:2]), min(game[:2])
    points, clear, cap = rule.points, rule.clear, rule.cap
    if points is None:
        return ("", False) if high > low or rule.draws else ("is level, and there are no draws.", True)
    if rule.last == points and (high, low) == (1, 0):
        return "", False  # a match tie-break may be written as 1-0
    over_at = max(points, low + clear)
    over_at = min(over_at, cap) if cap else over_at
    if high > over_at:
        ended = f"{over_at}–{low}" if game.first > game.second else f"{low}–{over_at}"
        return f"can't be: it {f'was over at {ended}' if low < over_at else f'ends at {over_at}'}.", False
    if high < points:
        return f"isn't over: nobody has {points}.", True
    if high == over_at and high > low:
        return "", False
    return f"isn't over: it takes a lead of {clear}.", True


def list_likely_games(rule: ScoreRule, *, is_deciding: bool = False) -> tuple[tuple[int, int], ...]:
    """Return the results of one game that have a button, the winner's points first; empty where they are too many."""
    if is_deciding and rule.last:
        rule = rule._replace(points=rule.last, clear=2, cap=None, last=None)
    points, clear = rule.points, rule.clear
    if points is None:
        return ()
    found = [(points, low) for low in range(points - clear + 1)]
    more = [(low + clear, low) for low in range(points - clear + 1, points + clear - 1)] if clear > 1 else []
    if rule.cap:
        more = [(rule.cap, low) for low in range(rule.cap - clear, rule.cap)] if rule.cap > points else []
    return tuple(found + more) if len(found + more) <= MOST_BUTTONS else ()


def give_example(rule: ScoreRule) -> str:
    """Return a score that can come about by the rule, as somebody types it: "11-9 8-11 11-6 11-7"."""
    if rule is ANY_SCORE:
        return "11-7 9-11 11-5, or 3-1"
    if rule.points is None:
        return " ".join(["3-1", "2-4", *("5-2" for _ in range(rule.needed - 1))][: 1 if rule.best_of == 1 else None])
    lost = [max(rule.points - rule.clear - less, 0) for less in (0, 1, 3, *(2 for _ in range(rule.needed)))]
    won = [f"{rule.points}-{low}" for low in lost]
    return won[0] if rule.best_of == 1 else " ".join([won[0], f"{lost[1]}-{rule.points}", *won[2 : rule.needed + 1]])
