"""Fields for players by name: who is known under it, or a player who would be new."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from players.alike import FEWEST
from players.models import Player
from players.names import build_name_key, clean_name
from players.services import find_players


class TypedNameField(forms.CharField):
    """A player's name; gives a player of that name that is not saved, for a form that looks up all at once."""

    def __init__(self, **kwargs: Any) -> None:
        names = {"autocomplete": "off", "autocapitalize": "words", "list": "names", "spellcheck": "false"}
        super().__init__(widget=forms.TextInput(names), **kwargs)

    def clean(self, value: Any) -> Player | None:
        text = super().clean(value)
        try:
            return Player(name=clean_name(text)) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from error


class NameField(TypedNameField):
    """A player's name; gives the player of that name, or a new one that is not saved yet."""

    def clean(self, value: Any) -> Player | None:
        typed = super().clean(value)
        return find_known_players([typed])[0] if typed else None


def find_known_players(typed: Sequence[Player]) -> list[Player]:
    """Return the players of these names, whatever their letter case; those who are new as they are. One query."""
    keys = [build_name_key(player.name) for player in typed]
    found = find_players(keys)
    return [found.get(key, player) for key, player in zip(keys, typed, strict=True)]


class TappedField(forms.CharField):
    """A player who was tapped, by primary key; gives the player, or nobody."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> Player | None:
        text = super().clean(value)
        if not text:
            return None
        known = text.isascii() and text.isdigit() and len(text) < 18
        found = Player.objects.filter(pk=int(text)).first() if known else None
        if found is None:
            raise ValidationError("Choose one of the players, or type a name.")
        return found


def find_by_beginning(typed: Player | None) -> Player | None:
    """Return the one player whose name begins as the new name that is typed: Fem is Femi; else who is typed.

    Whoever is not found this way may still be meant: a name like known ones is asked about.
    """
    key = build_name_key(typed.name) if typed and not typed.pk else ""
    if len(key) < FEWEST:
        return typed
    found = list(Player.objects.filter(key__startswith=key, merged_into=None)[:2])
    return found[0] if len(found) == 1 else typed
