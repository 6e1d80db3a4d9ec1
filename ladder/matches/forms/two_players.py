"""The forms for a match of two players: one's own with an opponent, and that of two others."""

from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.utils import timezone
from django.utils.text import Truncator

from ladder.formats import DEAD, Played, RatingError, build_duel, list_formats
from ladder.ledger.storage.match_record import number_players
from ladder.matches.forms.match import MatchForm
from ladder.matches.forms.scores import SCORES, OutcomeFields
from ladder.models import Season
from ladder.pages.fields import NameField, TappedField
from players.models import Player
from players.people.names import build_name_key, isolate_direction

EXITS_OF_LOSER = [("dead", "Died"), ("surrendered", "Surrendered")]
LONGEST_ON_BUTTON = 24  # letters of a name on the button

NAMELESS = "Enter a name."
TAPPED = "_tapped"


class TwoPlayersForm(OutcomeFields, MatchForm):
    """A form for a match of two, with the outcome as the first player sees it."""

    keys: ClassVar[tuple[str, str, str]] = ("first", "second", "draw")
    receivers = ("The first player", "The second player")
    template = "ladder/matches/match_record.html"
    whose = "The first player’s"  # points come first in the score
    formats = [one for one in list_formats() if one.is_entered_as_pair]

    winner = forms.ChoiceField(
        label="Who won?", error_messages={"required": "Say who won.", "invalid_choice": "Say who won."}
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        winner: Any = self.fields["winner"]
        winner.choices = [(key, label) for key, label in self.labels().items() if key in self.outcomes]
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
        self.ask_for_score(self.season.ladder, self.whose)

    @property
    def winners_only(self) -> bool:
        """Whether the reporter can't have lost, because only winners report on this ladder (B-12)."""
        return self.player is not None and self.season.ladder.reporters == "winner"

    @property
    def outcomes(self) -> list[str]:
        """The results that can be reported; a draw only if every board that counts the kind has draws."""
        decided = self.keys[:1] if self.winners_only else self.keys[:2]
        counting = [system for system in self.systems if self.shown_kind() in system.kinds]
        drawn = bool(counting) and all(system.draws for system in counting)
        return [*decided, *(self.keys[2:] if drawn else ())]

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        """The two players, as far as the form names them; also before it is valid."""
        raise NotImplementedError

    @property
    def about_range(self) -> forms.BoundField:
        """The field beside which a refusal of this pair is shown (W-9)."""
        return self[self.beside["range"]]

    def labels(self) -> dict[str, str]:
        """Return the label of each outcome."""
        drawn = "Nobody won" if self.shown_kind().format.may_lack_winner else "Draw"
        return dict(zip(self.keys, (*self.who_won(), drawn), strict=True))

    def who_won(self) -> tuple[str, str]:
        """Return the labels for a win of the first and of the second player."""
        first, second = (player.name if player else "" for player in self.pair)
        return f"{first or 'The first'} won", f"{second or 'The second'} won"

    def called(self) -> tuple[str, str]:
        """Return what the first player is called as a winner, and as a loser."""
        name = shorten_for_button(self.pair[0])
        return name, name

    def told(self) -> dict[str, str]:
        """Return a sentence for each outcome, such as "Ann beat Bo", once both players are known."""
        (wins, loses), other = self.called(), shorten_for_button(self.pair[1])
        drawn = "Nobody won" if self.shown_kind().format.may_lack_winner else f"{wins} drew with {other}"
        return dict(zip(self.keys, (f"{wins} beat {other}", f"{other} beat {loses}", drawn), strict=True))

    def won_again(self, nths: tuple[str, str]) -> tuple[str, str]:
        """Return the words for one more win of each player: "Ann’s 2nd win over Ben today"."""
        first, second = (player.name if player else "" for player in self.pair)
        return f"{first}’s {nths[0]} win over {second} today", f"{second}’s {nths[1]} win over {first} today"

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        self.check_outcome()
        return values

    @cached_property
    def entry(self) -> Played:
        return self.build_outcome(self.cleaned_data.get("winner") or self.keys[0])

    def build_outcome(self, outcome: str) -> Played:
        """Return the match with this outcome; players who are not known yet are unnamed.

        Raises: RatingError with what is wrong.
        """
        players, began = tuple(player or Player() for player in self.pair), self.began()
        first, second = number_players(players)
        result = build_duel(
            first,
            second,
            SCORES[self.keys.index(outcome)],
            ended=timezone.localtime(self.cleaned_data["played_at"]),
            kind=self.chosen_kind(),
            facts=self.fact_values(),
            exit=self.cleaned_data.get("exit") or DEAD,
            started=timezone.localtime(began) if began else None,
        )
        return Played(self.add_score(result), players, self.is_just_now())

    def find_outcome(self, outcome: str) -> Played | None:
        """Return the match with this outcome, also before the form is valid; None if there can't be such a match."""
        try:
            return self.build_outcome(outcome) if "played_at" in self.cleaned_data else None
        except RatingError:
            return None


def shorten_for_button(player: Player | None) -> str:
    """Return a player's name, cut to what fits on a button beside the length of the match."""
    return isolate_direction(Truncator(player.name).chars(LONGEST_ON_BUTTON)) if player else ""


class PlayerPick(NamedTuple):
    """The fields of one player: the one to type in with its label, and the player who was tapped."""

    typed: forms.BoundField
    or_typed: str
    tapped: forms.BoundField


class PairForm(TwoPlayersForm):
    """A form for a match of two others. A new name makes a player.

    A typed name goes before a tapped player, since without JavaScript a tap can't be undone.
    """

    field_order = ("first_tapped", "first", "second_tapped", "second", "winner", "kind")

    first = NameField(label="First player", required=False)
    second = NameField(label="Second player", required=False)
    first_tapped = TappedField(label="First player")
    second_tapped = TappedField(label="Second player")

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "second", "range": "second"}

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        values = getattr(self, "cleaned_data", {})
        return values.get("first") or values.get("first_tapped"), values.get("second") or values.get("second_tapped")

    def picks(self) -> list[PlayerPick]:
        """Return the fields of both players."""
        fields = [(self[name], self[name + TAPPED]) for name in ("first", "second")]
        return [PlayerPick(typed, f"{typed.label}: another name", tapped) for typed, tapped in fields]

    def clean(self) -> dict[str, Any]:
        first, second = self.pair
        self.require("first", first)
        self.require("second", second)
        if first and second and (first.pk, build_name_key(first.name)) == (second.pk, build_name_key(second.name)):
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")
        return super().clean()

    def require(self, name: str, player: Player | None) -> None:
        """Put beside a player's field that the player is missing."""
        if player is None and name not in self.errors and name + TAPPED not in self.errors:
            self.add_error(name, NAMELESS)


class ReportForm(TwoPlayersForm):
    """A form for one's own match; the opponent is tapped among the likely ones, or typed."""

    keys: ClassVar[tuple[str, str, str]] = ("me", "them", "draw")
    receivers = ("Me", "My opponent")
    whose = "Your"
    field_order = ("opponent", "newcomer", "winner", "kind")
    player: Player

    opponent = TappedField(label="Your opponent")
    newcomer = NameField(required=False, label="Someone else, or a new name")

    def __init__(
        self, data: Any = None, *, season: Season, player: Player, opponent: Player | None = None, **kwargs: Any
    ) -> None:
        self.before = opponent
        super().__init__(data, season=season, player=player, **kwargs)
        if opponent:
            self.initial["opponent"] = opponent.pk

    @property
    def beside(self) -> dict[str, str]:
        return super().beside | {"result": "winner", "players": "opponent", "range": "opponent"}

    @property
    def found(self) -> Player | None:
        """The opponent, also before the form is valid; in a new form, the one that it was opened with."""
        if not self.is_bound:
            return self.before
        values = getattr(self, "cleaned_data", {})
        return values.get("newcomer") or values.get("opponent")

    @property
    def pair(self) -> tuple[Player, Player | None]:
        return self.player, self.found

    def game_labels(self) -> tuple[str, str]:
        return f"I won the {self.name_unit()}", f"They won the {self.name_unit()}"

    def who_won(self) -> tuple[str, str]:
        return "I won", f"{self.found.name if self.found else 'They'} won"

    def called(self) -> tuple[str, str]:
        return "I", "me"

    def won_again(self, nths: tuple[str, str]) -> tuple[str, str]:
        name = self.found.name if self.found else ""
        return f"{nths[0]} win over {name} today", f"{name}’s {nths[1]} win over you today"

    def clean(self) -> dict[str, Any]:
        for name in ("opponent", "newcomer"):
            found = self.cleaned_data.get(name)
            if found and found.pk == self.player.pk:
                self.add_error(name, "That is you. Choose someone else.")
        values = super().clean()
        chosen, typed = values.get("opponent"), values.get("newcomer")
        if chosen and typed and chosen.pk != typed.pk:
            self.add_error(
                "newcomer", "Choose a player or type a name, not both. Choose “Someone else” to keep the name."
            )
        elif not chosen and not typed and not {"opponent", "newcomer"} & set(self.errors):
            self.add_error("opponent", "Choose your opponent.")
        return values
