"""The forms for a match of two players: one's own with an opponent, and that of two others."""

from typing import Any, NamedTuple

from django import forms
from django.utils import timezone

from ladder.formats import DEAD, Played, build_duel, list_formats
from ladder.ledger.storage.match_record import number_players
from ladder.matches.forms.outcome import OutcomeForm
from ladder.models import Season
from ladder.pages.fields import NameField, TappedField
from players.models import Player
from players.people.names import build_name_key

NAMELESS = "Enter a name."
TAPPED = "_tapped"


class TwoPlayersForm(OutcomeForm):
    """A form for a match of two."""

    receivers = ("The first player", "The second player")
    whose = "The first player’s"
    formats = [one for one in list_formats() if one.is_entered_as_pair]

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        """The two players, as far as the form names them; also before it is valid."""
        raise NotImplementedError

    def named_sides(self) -> tuple[list[Player], list[Player]]:
        first, second = ([player] if player else [] for player in self.pair)
        return first, second

    @property
    def about_range(self) -> forms.BoundField:
        """The field beside which a refusal of this pair is shown (W-9)."""
        return self[self.beside["range"]]

    def who_won(self) -> tuple[str, str]:
        first, second = (player.name if player else "" for player in self.pair)
        return f"{first or 'The first'} won", f"{second or 'The second'} won"

    def build_scored(self, score: float) -> Played:
        players, began = tuple(player or Player() for player in self.pair), self.began()
        first, second = number_players(players)
        result = build_duel(
            first,
            second,
            score,
            ended=timezone.localtime(self.cleaned_data["played_at"]),
            kind=self.chosen_kind(),
            facts=self.fact_values(),
            exit=self.cleaned_data.get("exit") or DEAD,
            started=timezone.localtime(began) if began else None,
        )
        return Played(result, players, self.is_just_now())


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

    def check_seats(self) -> None:
        first, second = self.pair
        self.require("first", first)
        self.require("second", second)
        if first and second and (first.pk, build_name_key(first.name)) == (second.pk, build_name_key(second.name)):
            self.add_error("second", "A player can’t play against themselves. Choose someone else.")

    def require(self, name: str, player: Player | None) -> None:
        """Put beside a player's field that the player is missing."""
        if player is None and name not in self.errors and name + TAPPED not in self.errors:
            self.add_error(name, NAMELESS)


class ReportForm(TwoPlayersForm):
    """A form for one's own match; the opponent is tapped among the likely ones, or typed."""

    receivers = ("Me", "My opponent")
    whose = "Your"
    called = ("I", "They")
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

    def who_won(self) -> tuple[str, str]:
        return "I won", f"{self.found.name if self.found else 'They'} won"

    def check_seats(self) -> None:
        chosen, typed = (self.cleaned_data.get(name) for name in ("opponent", "newcomer"))
        for name, found in (("opponent", chosen), ("newcomer", typed)):
            if found and found.pk == self.player.pk:
                self.add_error(name, "That is you. Choose someone else.")
        if chosen and typed and chosen.pk != typed.pk:
            self.add_error(
                "newcomer", "Choose a player or type a name, not both. Choose “Someone else” to keep the name."
            )
        elif not chosen and not typed and not {"opponent", "newcomer"} & set(self.errors):
            self.add_error("opponent", "Choose your opponent.")
