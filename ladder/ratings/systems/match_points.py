"""Match points: each match gives both players points by its result, and a season adds them up.

Units: points, also halves. Not zero-sum: matches make points, and most give the loser some. Draws are an option, and
matches that were stopped count. No provisional period, no clock. Source: rules M-1 to M-12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ladder.formats import DRAWN, PLAYED, RETIRED, STOPPED, TEAM, Game, add_games, parse_games
from ladder.formats.games import print_games, tells_games_won, turn_games
from ladder.ratings import (
    RATED,
    SINGLES,
    TAKES_CHOICES,
    WALKOVER,
    WON,
    About,
    Column,
    Counts,
    Example,
    Fact,
    Kind,
    Message,
    PrintedTable,
    Rating,
    Ratings,
    RatingSystem,
    Result,
    SelfTestQuestion,
    Step,
    Variant,
    build_sample,
    choose_kinds,
    declare_draws,
    declare_option,
    format_signed,
    register_system,
    round_half_up,
)

CLAIMED_WALKOVER = Fact(
    "claimed", "Claimed walkover", high=1, required=False, help="1 after offers that were not taken up."
)
SUM, TABLE = "sum", "table"
AS_IT_STOOD, SO_MANY_EACH, NOTHING = "stood", "each", "nothing"
AS_A_WIN, AS_A_FORFEIT = "win", "forfeit"
POINTS, WINS = "points", "wins"
UNUSED, DIRECT, START = "none", "direct", "start"
GAMES_LOST, GAMES_DIFFERENCE, FORFEIT_POINTS, CONCEDED = "games_lost", "games_difference", "forfeit_points", "conceded"
LEVEL_CHOICES = (
    (UNUSED, "nothing more"),
    (DIRECT, "the match between them"),
    (WINS, "more wins"),
    (POINTS, "more points"),
    (GAMES_LOST, "fewer games lost"),
    (GAMES_DIFFERENCE, "better difference of games"),
    (FORFEIT_POINTS, "fewer points by forfeit"),
    (CONCEDED, "fewer points conceded"),
    (START, "the place at the start"),
)
LEVEL_HELP = "Among players who are level so far. The match between them and the place at the start are for boxes."
MOST_POINTS = 1_000
POINTS_RANGE: Mapping[str, Any] = {"low": 0, "high": MOST_POINTS}


class PointsRecord(NamedTuple):
    """What a player's matches came to in a season, as the memory of the rating has it."""

    wins: float = 0
    games_won: float = 0
    games_lost: float = 0
    scored: float = 0
    conceded: float = 0
    forfeit_points: float = 0


def read_record(rating: Rating) -> PointsRecord:
    """Return what a player's matches came to; nothing for somebody without one."""
    return PointsRecord(*rating.memory) if rating.memory else PointsRecord()


LEVEL_VALUES: Mapping[str, Callable[[Rating], float]] = {
    WINS: lambda rating: 0 - read_record(rating).wins,
    POINTS: lambda rating: 0 - rating.points,
    GAMES_LOST: lambda rating: read_record(rating).games_lost,
    GAMES_DIFFERENCE: lambda rating: read_record(rating).games_lost - read_record(rating).games_won,
    FORFEIT_POINTS: lambda rating: read_record(rating).forfeit_points,
    CONCEDED: lambda rating: read_record(rating).conceded,
}


class SeenMatch(NamedTuple):
    """A match as one of its players saw it; `lead` is in games, and `score` has the own points first."""

    score: float
    games_won: int
    games_lost: int
    scored: int
    conceded: int
    score_text: str
    is_between_sides: bool
    own: float  # points before the match, of a side the mean
    theirs: float

    @property
    def lead(self) -> int:
        """By how many games the player was ahead."""
        return self.games_won - self.games_lost


class Part(NamedTuple):
    """Something that a match gives points for, so many times; `words` are those of the sentence."""

    rule: str
    title: str
    sentence: str
    each: float
    times: float = 1
    words: Mapping[str, str] = {}

    @property
    def points(self) -> float:
        return self.each * self.times

    @property
    def sum(self) -> str:
        """The sum as it is printed: +5, or 3 × 1 = 3 for something that counts more than once."""
        if self.times == 1:
            return format_signed(self.points, 2)
        return f"{self.times:g} × {format_points(self.each)} = {format_points(self.points)}"


def format_points(points: float) -> str:
    """Return points with the decimals that they have, two at most."""
    text = f"{round_half_up(points, 2):,}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def find_mean_points(result: Result, before: Ratings, side: int) -> float:
    """Return the mean of the points of a side before the match."""
    found = [one.points for one, number in zip(before, result.sides or (1, 2), strict=True) if number == side]
    return sum(found) / len(found)


def build_scored_sample(score: str, ending: str = PLAYED) -> Result:
    """Return a match with this score and ending, which the first player won unless it was stopped."""
    return add_games(build_sample(DRAWN if ending == STOPPED else WON), parse_games(score), ending)


NOBODY_AHEAD = (Rating(0), Rating(0))
BY_GAMES: Mapping[str, Any] = {"counting": TABLE, "draws": False, "level_1": DIRECT, "level_2": WINS}
SET_OPTIONS: Mapping[str, Any] = {
    "playing": 0,
    "game": 0,
    "win": 2,
    "draws": False,
    "stopped": SO_MANY_EACH,
    "forfeit_winner": 2,
    "forfeit_conceded": 9,
}
LADDER_OPTIONS: Mapping[str, Any] = {
    "playing": 2,
    "game": 3,
    "win": 0,
    "higher": 2,
    "draws": False,
    "retired": AS_A_FORFEIT,
    "forfeit_winner": 3,
}
VARIANTS = (
    Variant(
        "best-of-five",
        "Best of five by games: 6–1, 5–2, 4–3",
        {**BY_GAMES, "retired": AS_IT_STOOD, "forfeit_winner": 6},
    ),
    Variant(
        "sum",
        "One for playing, for each game and for the win",
        {"draws": False, "level_1": DIRECT, "level_2": WINS, "level_3": GAMES_LOST},
    ),
    Variant("sum-claimed", "The same, with 4 for a match that is claimed", {"draws": False, "claimed": 4}),
    Variant(
        "wins-first",
        "Best of five by games: 7–1, 6–2, 5–3, and more wins go first",
        {
            "counting": TABLE,
            "draws": False,
            "first_by": WINS,
            "level_1": DIRECT,
            "winner_none": 7,
            "winner_one": 6,
            "winner_two": 5,
            "loser_two": 3,
        },
    ),
    Variant("one-set", "One set, and two for a win", SET_OPTIONS),
    Variant("for-a-ladder", "Two for playing, three for each set, and more against somebody higher", LADDER_OPTIONS),
)
ABOUT = About(
    label="Match points",
    summary="Each match gives both players points by its result, and the season adds them up.",
    formula=(
        "Points = for playing + for each game won + for the win",
        "or by a table: 6–1, 5–2 and 4–3 where the loser won no game, one, or two",
    ),
    rules=(
        "Everyone starts each season at 0, whatever share of ratings a season keeps. The rating is the sum of the "
        "points from all matches since it began (M-1, our choice).",
        "A match gives 1 point for playing, 1 for each game won and 1 for the win. A draw gives what the board says "
        "instead of the win (M-2).",
        "Or it gives points by the games that the loser won: 6 to 1 for none, 5 to 2 for one, 4 to 3 for two or more. "
        "In a draw each gets half of the last row (M-3).",
        "Each point of the score may count, too (M-4).",
        "A win against somebody who had more points before the match may give more (M-5).",
        "A match that both agree can’t be finished counts as it stood: what was played counts, and nobody has the win. "
        "By the table, a lead of two games or more is the row in which the loser won one, a lead of one the row in "
        "which the loser won two, and where it was level, each gets half of that row. Or it gives so many points to "
        "each, or none (M-6).",
        "Where somebody gives up, the other has the win, with the games as they were recorded. Or the match counts as "
        "it stood, or as a forfeit (M-7).",
        "A match that somebody did not come to gives 5 points to the winner and 0 to the other (M-8).",
        "A match that somebody claims after offers that were not taken up gives 4 points (M-9).",
        "Where nobody entered the score, the sum has only playing and the win, and the table its last row, with the "
        "smallest difference (M-10, our choice).",
        "More points stand higher, or more wins and then more points. Among players who are level, what the board says "
        "counts, in its order. Pages can’t see the match between two players, or their places at the start, in one "
        "rating; those count in the tables of boxes (M-11).",
        "In doubles and teams each player gets the points of the side (M-12, our choice).",
    ),
    rating_label="Points",
    columns=(
        Column.counted("played", "Played", shown_on="files"),
        Column.record("W–D–L", draws=None),
    ),
    examples=(
        Example(
            "M-2",
            "Won by 3 games to 1: 1 for playing, 3 for the games and 1 for the win; the loser gets 1 and 1.",
            build_scored_sample("11-7 9-11 11-5 11-8"),
            NOBODY_AHEAD,
            ("+5", "+2"),
        ),
        Example(
            "M-3",
            "The same match by the table: 5 to 2, since the loser won one game.",
            build_scored_sample("11-7 9-11 11-5 11-8"),
            NOBODY_AHEAD,
            ("+5", "+2"),
            options=BY_GAMES,
        ),
        Example(
            "M-6",
            "Stopped when it was level at one game each, by the table: 3½ each.",
            build_scored_sample("11-7 9-11", STOPPED),
            NOBODY_AHEAD,
            ("+3.5", "+3.5"),
            options=BY_GAMES,
        ),
        Example(
            "M-10",
            "Won, and nobody entered the score: 1 for playing and 1 for the win; the loser gets 1.",
            build_sample(),
            NOBODY_AHEAD,
            ("+2", "+1"),
        ),
        Example(
            "M-8",
            "The other did not come: 5 to 0.",
            build_sample()._replace(kind=WALKOVER),
            NOBODY_AHEAD,
            ("+5", "+0"),
        ),
    ),
    unit="points",
    suits="Box leagues, and ladders that reward playing: any two-player game with games, sets or frames.",
    tables=(
        PrintedTable(
            "Points by the games that the loser won, best of five (M-3)",
            ("Games", "Winner", "Loser"),
            (("3–0", "6", "1"), ("3–1", "5", "2"), ("3–2", "4", "3")),
        ),
    ),
    questions=(
        SelfTestQuestion(
            "M-2", "You win by 3 games to 2. What do you get?", build_scored_sample("3-2 in games"), NOBODY_AHEAD
        ),
    ),
    variants=VARIANTS,
)


def declare_points(default: float, *, label: str, rule: str, help: str) -> Any:
    """Return the option of how many points something gives."""
    return declare_option(default, label=label, rule=rule, help=help, **POINTS_RANGE)


def declare_level(default: str, label: str) -> Any:
    """Return the option of what counts among players who are level."""
    return declare_option(default, label=label, rule="M-11", help=LEVEL_HELP, choices=LEVEL_CHOICES)


@register_system
@dataclass(frozen=True)
class MatchPoints(RatingSystem):
    """Points for each match, as box leagues count them."""

    key: ClassVar[str] = "match-points"
    about: ClassVar[About] = ABOUT
    kinds: ClassVar[tuple[Kind, ...]] = (RATED,)
    team_kinds: ClassVar[tuple[Kind, ...]] = (TEAM,)
    unasked_facts: ClassVar[tuple[Fact, ...]] = (CLAIMED_WALKOVER,)
    rates_walkovers: ClassVar[bool] = True
    rates_stopped: ClassVar[bool] = True
    starts_each_season: ClassVar[bool] = True
    counting: str = declare_option(
        SUM,
        label="Points are counted",
        rule="M-2",
        help="Each way has its numbers below; those of the other are not used.",
        choices=((SUM, "as a sum: for playing, games and the win"), (TABLE, "by the games that the loser won")),
    )
    playing: float = declare_points(1.0, label="Sum: for playing", rule="M-2", help="Both players get them.")
    game: float = declare_points(1.0, label="Sum: for each game won", rule="M-2", help="Or set, frame or leg.")
    win: float = declare_points(1.0, label="Sum: for the win", rule="M-2", help="Besides those for its games.")
    draw: float = declare_points(0.5, label="Sum: for a draw, each", rule="M-2", help="Only where draws are possible.")
    point: float = declare_points(0.0, label="Sum: for each point of the score", rule="M-4", help="0 for none.")
    higher: float = declare_points(
        0.0, label="Sum: more for beating somebody higher", rule="M-5", help="Who had more points before the match."
    )
    winner_none: float = declare_points(
        6.0, label="Table: to the winner, where the loser won no game", rule="M-3", help="Such as 3–0."
    )
    loser_none: float = declare_points(1.0, label="Table: to the loser then", rule="M-3", help="Such as 3–0.")
    winner_one: float = declare_points(
        5.0, label="Table: to the winner, where the loser won one", rule="M-3", help="Such as 3–1."
    )
    loser_one: float = declare_points(2.0, label="Table: to the loser then", rule="M-3", help="Such as 3–1.")
    winner_two: float = declare_points(
        4.0, label="Table: to the winner, where the loser won two or more", rule="M-3", help="Such as 3–2."
    )
    loser_two: float = declare_points(3.0, label="Table: to the loser then", rule="M-3", help="Such as 3–2.")
    draws: bool = declare_draws("M-2")
    stopped: str = declare_option(
        AS_IT_STOOD,
        label="A match that both stop counts",
        rule="M-6",
        help="Both agree that it can’t be finished.",
        choices=((AS_IT_STOOD, "as it stood"), (SO_MANY_EACH, "so many points each"), (NOTHING, "nothing")),
    )
    stopped_each: float = declare_points(
        1.0, label="Points of a match that was stopped, each", rule="M-6", help="Only with so many points each."
    )
    full_game: int = declare_option(
        0,
        label="Points from which an unfinished game counts",
        rule="M-6",
        low=0,
        high=9_999,
        help="Of matches that were stopped or given up, such as 11. With 0 whoever leads in a game has won it.",
    )
    retired: str = declare_option(
        AS_A_WIN,
        label="Where somebody gives up",
        rule="M-7",
        help="The other has won in any case; this is what it gives.",
        choices=(
            (AS_A_WIN, "the win, with the games as recorded"),
            (AS_IT_STOOD, "as it stood, as if both had stopped"),
            (AS_A_FORFEIT, "as a forfeit"),
        ),
    )
    forfeit_winner: float = declare_points(
        5.0, label="Forfeit: to the winner", rule="M-8", help="The other did not come."
    )
    forfeit_loser: float = declare_points(0.0, label="Forfeit: to the other", rule="M-8", help="Usually 0.")
    forfeit_conceded: int = declare_option(
        0,
        label="Forfeit: points that count as conceded",
        rule="M-8",
        low=0,
        high=9_999,
        help="Such as 9 where a forfeit is entered as 9–0; only where points conceded break ties.",
    )
    claimed: float = declare_points(
        4.0, label="Claimed match: to whoever claims it", rule="M-9", help="After offers that were not taken up."
    )
    first_by: str = declare_option(
        POINTS,
        label="Higher stands whoever has",
        rule="M-11",
        help="Before what counts among players who are level.",
        choices=((POINTS, "more points"), (WINS, "more wins, then more points")),
    )
    level_1: str = declare_level(DIRECT, "Among level players first")
    level_2: str = declare_level(WINS, "Then")
    level_3: str = declare_level(GAMES_DIFFERENCE, "After that")
    level_4: str = declare_level(UNUSED, "Last")
    takes: str = declare_option(
        SINGLES, label="Matches that count", help="Which matches this board rates.", rule="S-1", choices=TAKES_CHOICES
    )

    def __post_init__(self) -> None:
        """Set the kinds that the board takes."""
        object.__setattr__(self, "kinds", choose_kinds(self.takes, type(self).kinds, self.team_kinds))

    def initial(self) -> Rating:
        return Rating(0.0)

    def carry(self, rating: Rating, keep: float) -> Rating:
        """Return the fresh start: a season counts its own matches only (M-1)."""
        return self.initial()

    # ---- what a match gives

    def rate(self, result: Result, before: Ratings) -> Ratings:
        return tuple(self.add_match(result, before, seat) for seat in range(len(before)))

    def add_match(self, result: Result, before: Ratings, seat: int) -> Rating:
        """Return a player's rating after a match."""
        seen, old = self.see_match(result, before, seat), before[seat]
        gained, record = sum(part.points for part in self.list_parts(result, seen)), read_record(old)
        is_forfeit = self.is_forfeit(result)
        missed = self.forfeit_conceded if result.kind == WALKOVER else 0
        memory = [
            record.wins + (seen.score == WON),
            record.games_won + seen.games_won,
            record.games_lost + seen.games_lost,
            record.scored + seen.scored + (missed if seen.score == WON else 0),
            record.conceded + seen.conceded + (0 if seen.score == WON else missed),
            record.forfeit_points + (gained if is_forfeit else 0),
        ]
        return Rating(old.points + gained, old.experience + 1, memory, old.as_of)

    def is_forfeit(self, result: Result) -> bool:
        """Return whether a match counts as a forfeit: nobody played, or somebody gave up where that counts so."""
        return result.kind == WALKOVER or (result.ending == RETIRED and self.retired == AS_A_FORFEIT)

    def see_match(self, result: Result, before: Ratings, seat: int) -> SeenMatch:
        """Return the match as the player of a seat saw it."""
        side = result.sides[seat] if result.sides else seat + 1
        games = turn_games(result.games) if side == 2 else result.games
        won, lost = self.count_games(games, result.ending)
        is_points = not tells_games_won(games)
        own, theirs = (find_mean_points(result, before, one) for one in (side, 3 - side))
        return SeenMatch(
            result.scores[seat],
            won,
            lost,
            sum(game.first for game in games) if is_points else 0,
            sum(game.second for game in games) if is_points else 0,
            print_games(games),
            len(result.players) > 2,
            own,
            theirs,
        )

    def count_games(self, games: tuple[Game, ...], ending: str) -> tuple[int, int]:
        """Return the games that the first side won, and those that it lost; unfinished ones as the board says (M-6)."""
        if tells_games_won(games):
            return games[0].first, games[0].second
        least = 0 if ending == PLAYED else self.full_game
        over = [game for game in games if max(game.first, game.second) >= least]
        return sum(game.first > game.second for game in over), sum(game.first < game.second for game in over)

    def list_parts(self, result: Result, seen: SeenMatch) -> list[Part]:
        """Return what a match gives points for, in the order of the explanation."""
        if self.is_forfeit(result):
            return [self.find_forfeit(result, seen)]
        if result.ending == STOPPED and self.stopped != AS_IT_STOOD:
            return [self.find_fixed_stop()]
        parts = [] if result.ending == PLAYED else [self.tell_ending(result, seen)]
        if not result.games and (self.counting == TABLE or self.game or self.point):
            parts.append(Part("M-10", "No score was entered", *self.tell_missing_score(result)))
        is_as_it_stood = result.ending == STOPPED or (result.ending == RETIRED and self.retired == AS_IT_STOOD)
        if self.counting == TABLE:
            return [*parts, self.find_lead_row(seen) if is_as_it_stood else self.find_row(result, seen)]
        parts += self.list_played(seen)
        return parts if is_as_it_stood else [*parts, *self.list_won(seen)]

    def find_forfeit(self, result: Result, seen: SeenMatch) -> Part:
        """Return what a forfeit gives (M-7 to M-9)."""
        if result.ending == RETIRED:
            if seen.score == WON:
                won = "The match was given up, which counts as a forfeit: {me} won it."
                return Part("M-7", "Given up", won, self.forfeit_winner)
            lost = "The match was given up, which counts as a forfeit: {me} lost it."
            return Part("M-7", "Given up", lost, self.forfeit_loser)
        if seen.score != WON:
            lost = "The match was not played, and {me} lost it by forfeit."
            return Part("M-8", "A forfeit", lost, self.forfeit_loser)
        if result.facts.get(CLAIMED_WALKOVER.name):
            return Part("M-9", "A claimed match", "{me} claimed the match, which was not played.", self.claimed)
        return Part("M-8", "A forfeit", "The match was not played, and {me} won it by forfeit.", self.forfeit_winner)

    def find_fixed_stop(self) -> Part:
        """Return what a match that was stopped gives, whatever its score (M-6)."""
        if self.stopped == NOTHING:
            return Part("M-6", "Stopped", "The match was stopped before its end, so it gives {me} nothing.", 0)
        sentence = "The match was stopped before its end, which gives {me} and the other the same."
        return Part("M-6", "Stopped", sentence, self.stopped_each)

    def tell_ending(self, result: Result, seen: SeenMatch) -> Part:
        """Return the part that says how the match ended, which gives nothing by itself (M-6, M-7)."""
        words = {"score": seen.score_text}
        if result.ending == STOPPED:
            sentence = (
                "The match was stopped at {score}. It counts as it stood, and nobody has the win."
                if result.games
                else "The match was stopped. It counts as it stood, and nobody has the win."
            )
            return Part("M-6", "Stopped", sentence, 0, words=words)
        if self.retired == AS_IT_STOOD:
            sentence = "The match was given up. It counts as it stood, and nobody has points for the win."
        elif seen.score == WON:
            sentence = "The match was given up, so {me} has the win. Games count as they were recorded."
        else:
            sentence = "The match was given up, so {me} has lost. Games count as they were recorded."
        return Part("M-7", "Given up", sentence, 0)

    def tell_missing_score(self, result: Result) -> tuple[str, float]:
        """Return the sentence for a match without a score, and the points for that, which are none (M-10)."""
        if self.counting == TABLE and result.ending == PLAYED and DRAWN not in result.scores:
            return "No score was entered, so the row with the smallest difference counts.", 0
        return "No score was entered, so no games count.", 0

    def list_played(self, seen: SeenMatch) -> list[Part]:
        """Return what was played: the match, the games and their points (M-2, M-4)."""
        words = {"score": seen.score_text, "games": str(seen.games_won), "points": str(seen.scored)}
        played = Part("M-2", "For playing", "{me} played this match.", self.playing)
        games = Part("M-2", "For games", "Games that {me} won in {score}: {games}.", self.game, seen.games_won, words)
        sentence = "Points that {me} made in {score}: {points}."
        points = Part("M-4", "For points", sentence, self.point, seen.scored, words)
        return [
            *([played] if self.playing else []),
            *([games] if self.game and seen.score_text else []),
            *([points] if self.point and seen.score_text else []),
        ]

    def list_won(self, seen: SeenMatch) -> list[Part]:
        """Return what a win or a draw gives (M-2, M-5)."""
        if seen.score == DRAWN:
            return [Part("M-2", "For the draw", "{me} drew.", self.draw)]
        if seen.score != WON:
            return []
        parts = [Part("M-2", "For the win", "{me} won.", self.win)] if self.win else []
        if not self.higher or seen.theirs <= seen.own:
            return parts
        words = {"own": format_points(seen.own), "theirs": format_points(seen.theirs)}
        sentence = (
            "The other side stood higher before the match: on average at {theirs}, the side of {me} at {own}."
            if seen.is_between_sides
            else "{other} stood higher before the match: at {theirs}, {me} at {own}."
        )
        return [*parts, Part("M-5", "Against somebody higher", sentence, self.higher, words=words)]

    def find_row(self, result: Result, seen: SeenMatch) -> Part:
        """Return what the table gives by the games that the loser won; each half of its last row for a draw (M-3)."""
        if seen.score == DRAWN:
            return self.halve_last_row("M-3")
        is_won = seen.score == WON
        lost = (seen.games_lost if is_won else seen.games_won) if result.games else 2
        winner, loser = (
            (self.winner_none, self.loser_none),
            (self.winner_one, self.loser_one),
            (self.winner_two, self.loser_two),
        )[min(lost, 2)]
        words = {"score": seen.score_text, "winner": format_points(winner), "loser": format_points(loser)}
        sentence = (
            "{me} won: the row gives {winner} to the winner and {loser} to the loser."
            if is_won
            else "{me} lost: the row gives {winner} to the winner and {loser} to the loser."
        )
        return Part("M-3", "The row of the table", sentence, winner if is_won else loser, words=words)

    def find_lead_row(self, seen: SeenMatch) -> Part:
        """Return what the table gives for a match as it stood, by the lead in games (M-6)."""
        if not seen.lead:
            return self.halve_last_row("M-6")
        is_clear = abs(seen.lead) >= 2
        ahead, behind = (self.winner_one, self.loser_one) if is_clear else (self.winner_two, self.loser_two)
        words = {"ahead": format_points(ahead), "behind": format_points(behind)}
        sentence = (
            "{me} was ahead, for which the row gives {ahead} against {behind}."
            if seen.lead > 0
            else "{me} was behind, for which the row gives {ahead} against {behind}."
        )
        return Part("M-6", "The row of the table", sentence, ahead if seen.lead > 0 else behind, words=words)

    def halve_last_row(self, rule: str) -> Part:
        """Return half of what the last row of the table gives both players together (M-3, M-6)."""
        both = self.winner_two + self.loser_two
        sentence = "It was level, so {me} gets half of the {both} points that the last row gives both together."
        return Part(rule, "The row of the table", sentence, both / 2, words={"both": format_points(both)})

    def explain(self, result: Result, before: Ratings, seat: int) -> tuple[Step, ...]:
        seen = self.see_match(result, before, seat)
        sides = result.sides or (1, 2)
        other = next(one for one, side in enumerate(sides) if side != sides[seat])
        who = {"me": result.players[seat], "other": result.players[other]}
        steps = [
            Step(part.rule, part.title, Message(part.sentence, part.words, who), part.sum, part.points)
            for part in self.list_parts(result, seen)
        ]
        points, change = before[seat].points, self.change(result, before, seat)
        total = f"{format_points(points)} + {format_points(change)} = {format_points(points + change)}"
        sentence = (
            "{me} had {points}. Each player gets the points of the side."
            if seen.is_between_sides
            else "{me} had {points}, and this is added."
        )
        added = Message(sentence, {"points": format_points(points)}, who)
        rule = "M-12" if seen.is_between_sides else "M-1"
        return (*steps, Step(rule, "Add it to the points", added, total.replace("-", "−"), change))

    # ---- who stands higher

    @property
    def levels(self) -> tuple[str, ...]:
        """What counts among players with equal points, or wins and points, in its order; also what `order` skips."""
        first = (POINTS,) if self.first_by == WINS else ()
        return (*first, *(one for one in (self.level_1, self.level_2, self.level_3, self.level_4) if one != UNUSED))

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        labels = dict(LEVEL_CHOICES)
        return tuple(labels[one] for one in self.levels if one in LEVEL_VALUES)

    @property
    def leads_by(self) -> str:
        return "more wins" if self.first_by == WINS else ""

    def order(self, rating: Rating, counts: Counts) -> tuple[float, ...]:
        keys = (self.first_by, *(one for one in self.levels if one in LEVEL_VALUES))
        return tuple(LEVEL_VALUES[one](rating) for one in keys)

    # ---- in print

    def shown(self, rating: Rating) -> str:
        return format_points(rating.points)

    def change_shown(self, change: float) -> str:
        return format_signed(change, 2)
