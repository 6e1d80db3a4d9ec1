"""How often players want to be in the rounds of a ladder, as it is stored and in words."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from django.db.models import Q

from ladder.models import Ladder, RoundWish
from players.models import Player
from players.people.queries import order_own_last

Wishes = Mapping[int, RoundWish]
"""The wishes of a ladder, by the key of the player."""
WISHES_SAID = {
    RoundWish.Wanted.OUT: "You are out.",
    RoundWish.Wanted.IN: "You are in, once.",
    RoundWish.Wanted.TWICE: "You are in, twice.",
}
AWAY = "You are away on that day, so you are not in the round."


def load_wishes(ladder: Ladder) -> Wishes:
    """Return the wishes of a ladder; one query."""
    return load_wishes_by_ladder(Q(ladder=ladder)).get(ladder.pk, {})


def load_own_wishes(player: Player) -> Mapping[int, Wishes]:
    """Return the wish of a player on each ladder, by its key; two queries."""
    return load_wishes_by_ladder(Q(player__in=player.own_keys))


def load_wishes_by_ladder(where: Q) -> Mapping[int, Wishes]:
    """Return these wishes by ladder and player; of those of a player who was merged the one's own counts."""
    found: dict[int, dict[int, RoundWish]] = defaultdict(dict)
    wishes = RoundWish.objects.filter(where).select_related("player__merged_into")
    for one in wishes.order_by(*order_own_last("player")):
        found[one.ladder_id][one.player.itself.pk] = one
    return found


def describe_wish(wishes: Wishes, player: Player, day: date) -> str:
    """Return whether a player is in the round of a day, in words: "You are in, once."."""
    wanted = find_wanted(wishes, player)
    return AWAY if wanted and is_player_away(player, day) else WISHES_SAID[wanted]


def find_wanted(wishes: Wishes, player: Player) -> RoundWish.Wanted:
    """Return how often a player wants to play; who never said is out."""
    wish = wishes.get(player.pk)
    return RoundWish.Wanted(wish.wanted) if wish else RoundWish.Wanted.OUT


def is_player_away(player: Player, day: date) -> bool:
    """Return whether a player has retired, or sits out on that day."""
    return player.retired_on is not None or bool(player.sits_out_until and player.sits_out_until > day)
