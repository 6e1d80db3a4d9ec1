"""A match in the fold, and as whom its players count."""

from typing import NamedTuple

from django.core.exceptions import ValidationError

from ladder.ratings import Key, Result
from ladder.selectors.order import OrderPlace
from players.identity import Identities


class MatchEntry(NamedTuple):
    """A counting match in the fold."""

    match: int
    place: OrderPlace
    result: Result
    participants: tuple[int | None, ...]


def list_merged_keys(player: Key, identities: Identities) -> list[Key]:
    """Return a player and those who were merged into them."""
    return [player, *(one for one, other in identities.items() if other == player)]


def merge_entries(entries: list[MatchEntry], identities: Identities) -> list[MatchEntry]:
    """Return the entries with merged players as whom they count as."""
    if not identities:
        return entries
    return [one._replace(result=merge_result_players(one.result, identities)) for one in entries]


def merge_result_players(result: Result, identities: Identities) -> Result:
    """Return the result with merged players as whom they count as.

    Raises: ValidationError, when somebody would then play against themselves.
    """
    if identities.keys().isdisjoint(result.players):
        return result
    players = tuple(identities.get(player, player) for player in result.players)
    if len(set(players)) < len(players):
        raise ValidationError("Two players of this match were merged. Undo the merge first.")
    return result._replace(players=players)
