"""A player of a match in a form: tapped among those who play often, or typed."""

from typing import NamedTuple

from django import forms

from ladder.pages.addresses import parse_whole_number
from players.models import Player

PLAYER_NEEDED = "Enter a name."
TAPPED_SUFFIX = "_tapped"


class PlayerPick(NamedTuple):
    """The fields of one player: the one to type in with its label, and the player who was tapped."""

    typed: forms.BoundField
    or_typed: str
    tapped: forms.BoundField
    others: list[str]  # the keys of those with whom the form was opened as the other players


def bind_picks(form: forms.Form, names: list[str]) -> list[PlayerPick]:
    """Return the fields of the players whose typed names have fields of these names."""
    opened_with = {name: form[name + TAPPED_SUFFIX].initial for name in names}
    return [
        PlayerPick(
            form[name],
            f"{form[name].label}: another name",
            form[name + TAPPED_SUFFIX],
            [str(key) for other, key in opened_with.items() if key and other != name],
        )
        for name in names
    ]


def find_picked(form: forms.Form, name: str) -> Player | None:
    """Return the player who was typed in the field of this name, or else tapped beside it, as far as they can be read.

    A typed name goes first, since without JavaScript a tap can't be undone.
    """
    values = getattr(form, "cleaned_data", {})
    picked: Player | None = values.get(name) or values.get(name + TAPPED_SUFFIX)
    return picked


def list_picked_keys(form: forms.Form, names: list[str]) -> list[int]:
    """Return the keys of the players who are tapped for these fields, and of those with whom the form was opened."""
    tapped = [form[name + TAPPED_SUFFIX] for name in names]
    keys = (parse_whole_number(str(key)) for field in tapped for key in (field.initial, field.value()) if key)
    return list(dict.fromkeys(key for key in keys if key))
