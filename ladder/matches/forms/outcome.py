"""The base of all forms for a match of two sides, of one player each or of several: who won, and the score.

Who played is asked by each of them in its own way. Outcomes and score are as the first side sees them.
"""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.text import Truncator

from ladder.formats import (
    DEAD,
    DUEL,
    LOST,
    STOPPED,
    WALKOVER,
    Format,
    Played,
    RatingError,
    ScoreRule,
    add_games,
    build_duel,
    join_side,
    list_formats,
    turn_games,
)
from ladder.ledger.storage.match_record import number_players
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.scores import (
    HAS_WINNER,
    LEVEL_POINTS,
    NOBODY_WON,
    OFFERED_RESULTS,
    STOPPED_AND_WON,
    ScoreFields,
    ScoreVerdict,
    build_score_doubt,
    find_outcome_score,
    print_count,
)
from ladder.matches.queries.score_rule import find_score_rule
from ladder.ratings import Result
from players.models import Player
from players.people.names import isolate_direction

OWN_KEYS, OTHER_KEYS = ("me", "them", "draw"), ("first", "second", "draw")
EXITS_OF_LOSER = [("dead", "Died"), ("surrendered", "Surrendered")]
LONGEST_ON_BUTTON = 24  # letters of a name on the button


class OutcomeForm(ScoreFields, MatchForm):
    """A form for a match of two players or sides. That of a member names their own side first.

    Without more, it is for two players, in any format in which it is enough to say who of them won.
    """

    template = "ladder/matches/match_record.html"
    first_side: int = 1  # the number of the side that the form names first
    format: Format = DUEL
    formats: Collection[Format] = [one for one in list_formats() if one.is_entered_as_pair]
    receivers = ("The first player", "The second player")
    whose = "The first player’s"  # points come first in the score
    called: tuple[str, str] = ("First player", "Second player")  # above the buttons of one game

    winner = forms.ChoiceField(
        label="Who won?", error_messages={"required": "Say who won.", "invalid_choice": "Say who won."}
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if self.winners_only and not any(system.draws for system in self.systems):
            del self.fields["winner"]
        if any(kind.format.has_exits for kind in self.kinds):
            self.fields["exit"] = forms.ChoiceField(
                label="The loser",
                choices=EXITS_OF_LOSER,
                required=False,
                initial="dead",
                error_messages={"invalid_choice": "Choose one of these."},
            )
        self.ask_outcome(find_score_rule(self.season.ladder))

    def ask_outcome(self, rule: ScoreRule | None) -> None:
        """Ask who won, where this is asked, and for the score by this rule."""
        self.add_score_fields(self.season.ladder, self.whose, rule)
        if "winner" in self.fields:
            winner: Any = self.fields["winner"]
            level = self.takes_stopped or self.counts_points  # a match that was stopped is a draw
            known = (*self.outcomes, *(self.keys[2:] if level else ()))
            winner.choices = [(key, label) for key, label in self.labels().items() if key in known]
            winner.required = rule is None  # the score may say it

    @property
    def heading(self) -> str:
        """Return what the page of the report is called."""
        return "Report a match"

    @property
    def keys(self) -> tuple[str, str, str]:
        """The outcomes: the first side won, the second did, a draw."""
        return OWN_KEYS if self.player else OTHER_KEYS

    @property
    def winners_only(self) -> bool:
        """Whether the reporter can't have lost, because only winners report on this ladder (B-12)."""
        return self.player is not None and self.season.ladder.reporters == "winner"

    @property
    def outcomes(self) -> list[str]:
        """The results that can be reported; a draw only if every board that counts the kind has draws.

        Level points that no board counts are in the table of the night.
        """
        decided = self.keys[:1] if self.winners_only else self.keys[:2]
        counting = [system for system in self.systems if self.shown_kind() in system.kinds]
        drawn = all(system.draws for system in counting) and (self.counts_points or bool(counting))
        return [*decided, *(self.keys[2:] if drawn else ())]

    # ---- in words

    def named_sides(self) -> tuple[list[Player], list[Player]]:
        """Return the players of both sides, as far as the form names them; also before it is valid."""
        raise NotImplementedError

    def list_chosen(self) -> list[int]:
        """Return the keys of the players who are tapped, or with whom the form was opened."""
        raise NotImplementedError

    def names_somebody(self) -> bool:
        """Return whether the form was opened with players."""
        raise NotImplementedError

    def who_won(self) -> tuple[str, str]:
        """Return the labels for a win of the first and of the second side."""
        first, second = (" and ".join(one.name for one in side) for side in self.named_sides())
        return f"{first or 'The first'} won", f"{second or 'The second'} won"

    def labels(self) -> dict[str, str]:
        """Return the label of each outcome."""
        drawn = "Nobody won" if self.shown_kind().format.may_lack_winner else "Draw"
        return dict(zip(self.keys, (*self.who_won(), drawn), strict=True))

    def told(self) -> dict[str, str]:
        """Return a sentence for each outcome, such as "Bo and I beat Cy and Di", once both sides are known."""
        mine, other = ([shorten_for_button(one) for one in side] for side in self.named_sides())
        wins, loses = ([*mine[1:], me] for me in ("I", "me")) if self.player else (mine, mine)
        first, beaten, others = join_side(wins), join_side(loses), join_side(other)
        drawn = "Nobody won" if self.shown_kind().format.may_lack_winner else f"{first} drew with {others}"
        return dict(zip(self.keys, (f"{first} beat {others}", f"{others} beat {beaten}", drawn), strict=True))

    def won_again(self, nths: tuple[str, str]) -> tuple[str, str]:
        """Return the words for one more win of each of two players: "Ann’s 2nd win over Ben today"."""
        first, second = (" and ".join(one.name for one in side) for side in self.named_sides())
        if self.player:
            return f"{nths[0]} win over {second} today", f"{second}’s {nths[1]} win over you today"
        return f"{first}’s {nths[0]} win over {second} today", f"{second}’s {nths[1]} win over {first} today"

    def game_labels(self) -> tuple[str, str]:
        first, second = self.called
        return f"{first} won the {self.name_unit()}", f"{second} won the {self.name_unit()}"

    # ---- who won

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        self.check_seats()
        self.check_outcome()
        return values

    @property
    def about_range(self) -> forms.BoundField:
        """The field beside which a refusal of these two is shown (W-9)."""
        return self[self.beside["range"]]

    def check_seats(self) -> None:
        """Put beside its field who is missing, or there twice."""
        raise NotImplementedError

    def check_outcome(self) -> None:
        """Check the score, and let it say who won."""
        if self.rule:
            self.check_score()
            self.follow_score()

    def follow_score(self) -> None:
        """Let the score say who won, where nobody did; put beside it what it contradicts."""
        found, tapped = self.entered_score(), self.tapped_winner()
        score = find_outcome_score(found)
        key = "" if score is None or "score" in self.errors else self.keys[OFFERED_RESULTS.index(score)]
        if key and found.ending == STOPPED:
            self.follow_stop(key, tapped)
        elif key == self.keys[2] and key not in self.outcomes:
            self.add_error("score", LEVEL_POINTS if self.counts_points else HAS_WINNER)
        elif key and tapped and key != tapped:
            labels = self.labels()
            self.doubt = build_score_doubt(key, labels.get(key, ""), labels.get(tapped, ""), found)
            self.add_error("score", f"By this score {self.doubt.label}, but “{self.doubt.said}” is chosen.")
        elif "winner" in self.fields and "winner" not in self.errors:
            if not tapped and not key and "score" not in self.errors:
                self.add_error("winner", "Say who won.")
            self.cleaned_data["winner"] = tapped or key

    def follow_stop(self, drawn: str, tapped: str) -> None:
        """Let a match that was stopped be a draw; put beside the score who was said to have won it."""
        if tapped not in ("", drawn):
            self.doubt = build_score_doubt(drawn, NOBODY_WON, self.labels().get(tapped, ""), self.entered_score())
            self.add_error("score", STOPPED_AND_WON.format(said=self.doubt.said))
        else:
            self.cleaned_data["winner"] = drawn

    @property
    def verdict(self) -> ScoreVerdict | None:
        """What the score says, once it is right: who won, and by how many games."""
        if not self.is_bound or self.rule is None or "score" in self.errors:
            return None
        found = self.entered_score()
        score = find_outcome_score(found)
        if score is None:
            return None
        key = self.keys[OFFERED_RESULTS.index(score)]
        if found.ending == STOPPED:
            return ScoreVerdict(key, f"{NOBODY_WON}, {print_count(found.games)}" if found.games else NOBODY_WON)
        return ScoreVerdict(key, f"{self.labels()[key]}, {print_count(found.games, turned=score == LOST)}")

    def tapped_winner(self) -> str:
        """Return the outcome that was chosen by hand; that of the winner, where only winners report."""
        is_asked = "winner" in self.fields or self.entered_score().ending == STOPPED
        return self.cleaned_data.get("winner") or ("" if is_asked else self.keys[0])

    def add_score(self, result: Result) -> Result:
        """Return the result with the score of the form, if that can be its score.

        Raises: RatingError, as when both players retired.
        """
        if self.rule is None:
            return result
        found = self.entered_score()
        if found.is_walkover:
            return result._replace(kind=WALKOVER)
        if find_outcome_score(found) not in (None, result.scores[0]):
            return result  # another outcome than the score says, of which only the stake is shown
        return add_games(result, turn_games(found.games) if self.first_side == 2 else found.games, found.ending)

    # ---- the match

    @cached_property
    def entry(self) -> Played:
        return self.build_outcome(self.cleaned_data.get("winner") or self.keys[0])

    def build_outcome(self, outcome: str) -> Played:
        """Return the match with this outcome; players who are not known yet have no name or a new one.

        Raises: RatingError with what is wrong.
        """
        entry = self.build_scored(OFFERED_RESULTS[self.keys.index(outcome)])
        return entry._replace(result=self.add_score(entry.result))

    def build_scored(self, score: float) -> Played:
        """Return the match without its games, with this score of the first side. Raises: RatingError."""
        first, second = (next(iter(side), Player()) for side in self.named_sides())
        (one, other), began = number_players([first, second]), self.began()
        result = build_duel(
            one,
            other,
            score,
            ended=timezone.localtime(self.cleaned_data["played_at"]),
            kind=self.chosen_kind(),
            facts=self.fact_values(),
            exit=self.cleaned_data.get("exit") or DEAD,
            started=timezone.localtime(began) if began else None,
        )
        return Played(result, (first, second), self.is_just_now())

    def find_outcome(self, outcome: str) -> Played | None:
        """Return the match with this outcome, also before the form is valid; None if there can't be such a match."""
        try:
            return self.build_outcome(outcome) if "played_at" in self.cleaned_data else None
        except RatingError:
            return None


def shorten_for_button(player: Player) -> str:
    """Return a player's name, cut to what fits on a button beside the length of the match."""
    return isolate_direction(Truncator(player.name).chars(LONGEST_ON_BUTTON))
