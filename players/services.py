"""Finding players by name and creating those who are new."""

from collections.abc import Iterable

from .models import Player
from .names import clean_name, name_key


def players_named(names: Iterable[str]) -> dict[str, Player]:
    """Return the players with these names by `name_key`, creating the unknown ones in one statement.

    Raises: ValueError with the sentence of `clean_name`.
    """
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(name_key(name), clean_name(name))
    missing = set(spelt) - set(known(spelt))
    Player.objects.bulk_create(
        [Player(name=name, key=key) for key, name in spelt.items() if key in missing], ignore_conflicts=True
    )
    return known(spelt)


def known(keys: Iterable[str]) -> dict[str, Player]:
    """Return the players that exist already, by key."""
    wanted = list(keys)
    found: dict[str, Player] = {}
    for start in range(0, len(wanted), 500):
        found |= {player.key: player for player in Player.objects.filter(key__in=wanted[start : start + 500])}
    return found
