"""A match of two: who won, and in a battle how the other left."""

from typing import Any, ClassVar

from django import forms
from django.utils.text import Truncator

from ladder.forms.match import MatchForm
from ladder.services.results import ParticipantResult
from players.models import Player
from players.names import isolate_direction

EXITS_OF_LOSER = [("dead", "Died"), ("surrendered", "Surrendered")]
SCORES = (1.0, 0.0, 0.5)
LONGEST_ON_BUTTON = 24  # letters of a name on the button


class TwoPlayersForm(MatchForm):
    """The first player, the second, and the outcome as seen by the first."""

    keys: ClassVar[tuple[str, str, str]] = ("first", "second", "draw")

    winner = forms.ChoiceField(
        label="Who won?", error_messages={"required": "Say who won.", "invalid_choice": "Say who won."}
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        winner: Any = self.fields["winner"]
        winner.choices = [(key, label) for key, label in self.labels().items() if key in self.outcomes]
        if self.winners_only and not any(system.draws for system in self.systems):
            del self.fields["winner"]
        if any(kind.shape == "battle" for kind in self.kinds):
            self.fields["exit"] = forms.ChoiceField(
                label="The loser",
                choices=EXITS_OF_LOSER,
                required=False,
                initial="dead",
                error_messages={"invalid_choice": "Choose one of these."},
            )

    @property
    def winners_only(self) -> bool:
        """Whether whoever fills this in can't have lost (B-12)."""
        return self.player is not None and self.season.ladder.reporters == "winner"

    @property
    def outcomes(self) -> list[str]:
        """The results that can be reported; a draw only where every board that counts the kind has one."""
        decided = self.keys[:1] if self.winners_only else self.keys[:2]
        counting = [system for system in self.systems if self.shown_kind() in system.kinds]
        drawn = bool(counting) and all(system.draws for system in counting)
        return [*decided, *(self.keys[2:] if drawn else ())]

    @property
    def pair(self) -> tuple[Player | None, Player | None]:
        """The two players as far as the form says, in a valid form or not."""
        raise NotImplementedError

    @property
    def about_range(self) -> forms.BoundField:
        """The field beside which it stands that the two may not play each other (W-9)."""
        return self[self.beside["range"]]

    def labels(self) -> dict[str, str]:
        """Return what each outcome is called."""
        drawn = "Nobody won" if self.shown_kind().shape == "battle" else "Draw"
        return dict(zip(self.keys, (*self.who_won(), drawn), strict=True))

    def who_won(self) -> tuple[str, str]:
        """Return the words for a win of the first and of the second."""
        first, second = (player.name if player else "" for player in self.pair)
        return f"{first or 'The first'} won", f"{second or 'The second'} won"

    def called(self) -> tuple[str, str]:
        """Return what the first is called who wins, and who loses."""
        name = shorten_for_button(self.pair[0])
        return name, name

    def told(self) -> dict[str, str]:
        """Return each outcome in a sentence, once both players are known: Ann beat Bo."""
        (wins, loses), other = self.called(), shorten_for_button(self.pair[1])
        drawn = "Nobody won" if self.shown_kind().shape == "battle" else f"{wins} drew with {other}"
        return dict(zip(self.keys, (f"{wins} beat {other}", f"{other} beat {loses}", drawn), strict=True))

    def won_again(self, nths: tuple[str, str]) -> tuple[str, str]:
        """Return what one more win of the first and of the second is called: Ann’s 2nd win over Ben today."""
        first, second = (player.name if player else "" for player in self.pair)
        return f"{first}’s {nths[0]} win over {second} today", f"{second}’s {nths[1]} win over {first} today"

    def sides(self, outcome: str | None = None) -> list[ParticipantResult]:
        """Return both sides; who won is what the form says, or the outcome asked for."""
        score = SCORES[self.keys.index(outcome or self.cleaned_data.get("winner") or self.keys[0])]
        players = [player or Player() for player in self.pair]
        sides = zip(players, (score, 1 - score), strict=True)
        if self.chosen_kind().shape != "battle":
            return [ParticipantResult(player, mine) for player, mine in sides]
        left = self.cleaned_data.get("exit") or "dead"
        return [build_battle_side(player, mine, left) for player, mine in sides]


def shorten_for_button(player: Player | None) -> str:
    """Return a player's name as it fits on a button, with the length of the match beside it."""
    return isolate_direction(Truncator(player.name).chars(LONGEST_ON_BUTTON)) if player else ""


def build_battle_side(player: Player, score: float, left: str) -> ParticipantResult:
    """Return how a player left a battle of two (W-2, W-4)."""
    return ParticipantResult(player, score, "standing") if score == 1 else ParticipantResult(player, score, left, 1)
