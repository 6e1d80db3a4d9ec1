"""Find players by name, create those who are new, and store another name or other details of a player."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.models import FormerName, Player
from players.people.names import LONGEST_PLAYER_NAME, build_name_key, clean_name
from players.privacy.redaction import find_meant_key


def find_or_create_players(names: Iterable[str]) -> dict[str, Player]:
    """Return the players with these names, by name key; unknown ones are created, in one statement.

    Raises: ValueError with the sentence of `clean_name`.
    """
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(build_name_key(name), clean_name(name))
    missing = set(spelt) - set(find_players(spelt))
    Player.objects.bulk_create(
        [Player(name=name, key=key) for key, name in spelt.items() if key in missing], ignore_conflicts=True
    )
    return find_players(spelt)


def find_players(keys: Iterable[str]) -> dict[str, Player]:
    """Return the players that these name keys find, by key: by the name they have, else by one that they had.

    A merged player's name finds the one they were merged into. At the venue, where names are shown shortened, a
    shortened name finds its player too, if it is nobody's whole name.
    """
    wanted = list(keys)
    found = dict(find_players_by_key(Player, wanted))
    found |= dict(find_players_by_key(FormerName, [key for key in wanted if key not in found]))
    shown = {key: own for key in wanted if key not in found and (own := find_meant_key(key))}
    meant = dict(find_players_by_key(Player, list(shown.values())))
    return {key: meant[own] for key, own in shown.items() if own in meant} | found


def find_player_by_name(name: str) -> Player:
    """Return the player whom a typed name finds. Raises: ValidationError, "No player is called Ana." """
    short = name.replace("\0", "").strip()[:LONGEST_PLAYER_NAME]
    key = build_name_key(short)
    found = find_players([key]).get(key)
    if found is None:
        raise ValidationError(f"No player is called {short}." if short else "Enter a name.")
    return found


def find_players_by_key(model: type[Player] | type[FormerName], keys: Sequence[str]) -> Iterator[tuple[str, Player]]:
    """Yield the name keys that the model has with their players; of equal former names the latest comes last."""
    path = "player__merged_into" if model is FormerName else "merged_into"
    for start in range(0, len(keys), 500):
        rows = model._default_manager.filter(key__in=keys[start : start + 500]).select_related(path)
        for row in rows.reverse():
            yield row.key, (row if isinstance(row, Player) else row.player).itself


def store_player_name(*, player: Player, name: str) -> Player:
    """Store another name of a player; the old one still finds them.

    Raises: ValidationError, such as "Bo is already a player."
    """
    player.name = name
    try:
        with transaction.atomic():
            player.full_clean()
            player.save()
    except IntegrityError:
        player.full_clean()  # somebody took the name meanwhile
        raise
    return player


class VisibilityDetails(TypedDict, total=False):
    """What changes in how visitors see a player."""

    nickname: str
    hidden: bool


class PlayerDetails(VisibilityDetails, total=False):
    """What changes in the details of a player."""

    name: str
    retired_on: date | None
    sits_out_until: date | None


def store_player_details(*, player: Player, **values: Unpack[PlayerDetails]) -> Player:
    """Store these details of a player; the others, matches and ratings stay as they are.

    Raises: ValidationError, such as "Bo is already a player."
    """
    if "nickname" in values:
        values["nickname"] = " ".join(values["nickname"].split())
    for name, value in values.items():
        setattr(player, name, value)
    return store_player_name(player=player, name=player.name)
