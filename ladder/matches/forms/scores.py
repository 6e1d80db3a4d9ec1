"""The fields for the score of a match: the points of its games, and how the match ended.

Who won follows from the score and need not be said. Where both are said and they contradict each other, the form asks
which is right (`ScoreDoubt`); nothing is changed silently.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError

from ladder.formats import (
    ANY_SCORE,
    DRAWN,
    PLAYED,
    RETIRED,
    STOPPED,
    Game,
    RatingError,
    ScoreRule,
    UnfinishedScore,
    check_games,
    find_games_score,
    find_games_won,
    format_games,
    give_example,
    list_likely_games,
    print_games,
    read_games,
    read_games_won,
    tells_games_won,
    turn_games,
)
from ladder.formats.games import LONGEST_SCORE
from ladder.matches.queries.score_rule import POINTS_RULE, find_stored_score_rule
from ladder.models import Ladder, Match
from ladder.ratings import RatingSystem

WALKOVER_ENDING = "walkover"
NOBODY_WON = "Nobody won"
HAS_WINNER = "This score is level, but a match here has a winner."
LEVEL_POINTS = "Level points can’t be rated here. Choose “Unrated” as the kind of match."
STOPPED_AND_WON = "The match was stopped, so nobody won, but “{said}” is chosen."
ENDING_LABELS = {PLAYED: "Played", RETIRED: "Retired", STOPPED: "Stopped", WALKOVER_ENDING: "Walkover"}
ENDING_HELPS = {
    RETIRED: "Retired: the loser gave up; the match counts.",
    STOPPED: "Stopped: both agree that it can’t be finished; nobody has won.",
    WALKOVER_ENDING: "Walkover: nobody played; no rating changes.",
}
RATED_WALKOVER_HELP = "Walkover: nobody played; it counts as won and lost."
OFFERED_RESULTS = (1.0, 0.0, 0.5)  # of the first player, in the order of a form's outcomes


class EnteredScore(NamedTuple):
    """What a form says of the score, the first player's points first; a walkover has no games."""

    games: tuple[Game, ...] = ()
    ending: str = PLAYED
    is_walkover: bool = False


def find_outcome_score(found: EnteredScore) -> float | None:
    """Return the first player's score, where it follows from the games, or because both stopped."""
    if found.ending == STOPPED:
        return DRAWN
    return find_games_score(found.games) if found.games and found.ending == PLAYED else None


class ScoreDoubt(NamedTuple):
    """A score that contradicts who was said to have won: who won by the score, and the score the other way round.

    A level score has no other way round.
    """

    winner: str
    label: str
    said: str
    turned: str


def build_score_doubt(winner: str, label: str, said: str, found: EnteredScore) -> ScoreDoubt:
    """Return the doubt whether `winner`, whose label says so, or who was `said` has won with this score."""
    is_level = find_outcome_score(found) == DRAWN
    return ScoreDoubt(winner, label, said, "" if is_level else format_games(turn_games(found.games)))


class ScoreVerdict(NamedTuple):
    """Who won by the score: the outcome of the form, and a sentence."""

    key: str
    text: str


class GameButtons(NamedTuple):
    """Buttons with the likely results of one game, for the first player's wins or losses; `since` games were played."""

    label: str
    results: Sequence[str]
    since: int = 0


class ScoreField(forms.CharField):
    """A typed score; its value is the games, and how the match ended."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        widget = forms.TextInput(attributes)
        super().__init__(label="Score", required=False, max_length=LONGEST_SCORE, widget=widget, **kwargs)

    def clean(self, value: Any) -> EnteredScore:
        try:
            return EnteredScore(*read_games(super().clean(value)))
        except RatingError as error:
            raise ValidationError(str(error)) from error


class ScoreFields(forms.Form):
    """A form of two players that asks for the score, where the ladder wants one."""

    rule: ScoreRule | None = None
    doubt: ScoreDoubt | None = None
    is_unfinished = False  # the score may still become right
    systems: list[RatingSystem]  # of the boards of the season
    games_won = ""  # the score as the games won, where it may be these or the points of one game
    is_required = False

    def add_score_fields(self, ladder: Ladder, whose: str, rule: ScoreRule | None) -> None:
        """Add the fields, if there is a rule for scores; `whose` says whose points come first."""
        self.rule = rule
        if self.rule is None:
            return
        self.is_required = ladder.scores == Ladder.Scores.REQUIRED
        part, several = self.rule.part, self.rule is not ANY_SCORE and self.rule.best_of > 1
        won = f", or only the {part}s won, such as {self.rule.needed}-1" if several else ""
        by = "" if self.rule is ANY_SCORE else f"{str(self.rule).capitalize()}. "
        example = f"{give_example(self.rule)}{won}"
        self.fields["score"] = ScoreField(help_text=f"{by}{whose} points first, such as {example}.")
        self.fields["ending"] = forms.ChoiceField(
            label="How it ended",
            required=False,
            initial=PLAYED,
            error_messages={"invalid_choice": "Choose one of these."},
        )
        self.offer_endings(ENDING_LABELS.keys() - (set() if self.takes_stopped else {STOPPED}))

    @property
    def counts_points(self) -> bool:
        """Whether a night counts the points of this game, which may be level."""
        return self.rule is POINTS_RULE

    @property
    def takes_stopped(self) -> bool:
        """Whether a board rates matches that both stopped."""
        return any(system.rates_stopped for system in self.systems)

    def offer_endings(self, offered: Collection[str]) -> None:
        """Let the form ask for these endings, and say what they mean."""
        field: Any = self.fields["ending"]
        field.choices = [(key, label) for key, label in ENDING_LABELS.items() if key in offered]
        helps = dict(ENDING_HELPS)
        if any(system.rates_walkovers for system in self.systems):
            helps[WALKOVER_ENDING] = RATED_WALKOVER_HELP
        field.help_text = " ".join(text for key, text in helps.items() if key in offered)

    def offer_score(self, match: Match, whose: str, games: Sequence[Game], ending: str) -> None:
        """Add the fields filled in with a stored score, where the ladder has scores or the match has one.

        The score may be left out, and a walkover is another kind of match here.
        """
        rule = find_stored_score_rule(match, is_proposed=bool(games or ending))
        self.add_score_fields(match.season.ladder, whose, rule)
        if self.rule is None:
            return
        self.is_required = False
        self.offer_endings({PLAYED, RETIRED, *([STOPPED] if self.takes_stopped or ending == STOPPED else [])})
        self.fields["score"].initial, self.fields["ending"].initial = format_games(games), ending

    def entered_score(self) -> EnteredScore:
        """Return what the form says of the score, as far as it can be read."""
        values = getattr(self, "cleaned_data", {})
        found, ending = values.get("score") or EnteredScore(), values.get("ending") or PLAYED
        if ending == WALKOVER_ENDING:
            return EnteredScore(found.games, is_walkover=True)
        ending = found.ending or ending
        return EnteredScore(read_games_won(self.rule or ANY_SCORE, found.games, ending), ending)

    def check_score(self) -> None:
        """Put beside the score what is wrong with it."""
        if self.rule is None or "score" in self.errors:
            return
        found = self.entered_score()
        try:
            if found.is_walkover and found.games:
                raise RatingError("A walkover has no score. Empty the score, or choose “Played”.", "games")
            if self.is_required and not (found.games or found.ending or found.is_walkover):
                raise RatingError(f"Enter the score, such as {give_example(self.rule)}.", "games")
            check_games(self.rule, found.games, found.ending)
        except RatingError as error:
            self.is_unfinished = isinstance(error, UnfinishedScore) or not found.games
            won = None if tells_games_won(found.games) else find_games_won(self.rule, found.games, found.ending)
            self.games_won = format_games([won]) if won else ""
            self.add_error("score", str(error))

    def list_game_buttons(self) -> list[GameButtons]:
        """Return the buttons for the next game, those of the first player's wins first; none where they are too many.

        Those of a deciding game come last, if it has a rule of its own.
        """
        if self.rule is None:
            return []
        found = []
        for is_deciding in (False, True) if self.rule.last else (False,):
            likely, since = list_likely_games(self.rule, is_deciding=is_deciding), 2 * (self.rule.needed - 1)
            for label, order in zip(self.game_labels(), (1, -1), strict=True):
                results = ["{}-{}".format(*pair[::order]) for pair in likely]
                found.append(GameButtons(label, results, since if is_deciding else 0))
        return [one for one in found if one.results]

    def list_tie_breaks(self) -> list[str]:
        """Return the results of a set that a tie-break decided, such as 7-6 and 6-7; none where there is none."""
        rule = self.rule
        if rule is None or rule.unit != "set" or rule.cap is None or rule.cap - 1 != rule.points:
            return []
        return [f"{rule.cap}-{rule.points}", f"{rule.points}-{rule.cap}"]

    def game_labels(self) -> tuple[str, str]:
        """Return the words above the buttons for a game that the first and the second player won."""
        return f"First player won the {self.name_unit()}", f"Second player won the {self.name_unit()}"

    def name_unit(self) -> str:
        """Return what a part of a match is called: a game, a set, a frame."""
        return self.rule.part if self.rule else "game"


def format_entered_score(games: Sequence[Game], *, turned: bool = False) -> str:
    """Return games as a form shows them to be changed."""
    return format_games(turn_games(games) if turned else games)


def print_count(games: Sequence[Game], *, turned: bool = False) -> str:
    """Return how many games each side won, such as "3–1", the second side's first if `turned`; of one its points."""
    if turned:
        return print_count(turn_games(games))
    if len(games) == 1:
        return print_games(games)
    first = sum(game.first > game.second for game in games)
    return f"{first}–{sum(game.first < game.second for game in games)}"
