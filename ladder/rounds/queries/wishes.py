"""How often players want to be in the rounds of a ladder, and with whom where pairs stay together; also in words."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date

from django.db.models import Q

from ladder.models import Ladder, RoundWish, Season
from players.models import Player
from players.people.queries import order_own_last

Wishes = Mapping[int, RoundWish]
"""The wishes of a ladder, by the key of the player."""
WISHES_SAID = {
    RoundWish.Wanted.OUT: "You are out.",
    RoundWish.Wanted.IN: "You are in, once.",
    RoundWish.Wanted.TWICE: "You are in, twice.",
}
PAIR_SAID = {
    RoundWish.Wanted.IN: "You are in, once, with {partner}.",
    RoundWish.Wanted.TWICE: "You are in, twice, with {partner}.",
}
AWAY = "You are away on that day, so you are not in the round."
NO_PARTNER = "You have named no partner, so you are not in the round."
PARTNER_AWAY = "{partner} is away on that day, so you two are not in the round."
NOT_NAMED_BACK = "{partner} has not named you as partner, so you two are not in the round."
PARTNER_OUT = "{partner} is out, so you two are not in the round."


def has_fixed_pairs(season: Season) -> bool:
    """Return whether pairs stay together in the rounds of a season."""
    return season.ladder.round_partners == Ladder.Partners.STAY and plays_in_fours(season)


def plays_in_fours(season: Season) -> bool:
    """Return whether all boards of a season take matches of sides alone, and a side has two players."""
    boards = season.boards.all()
    return season.ladder.plays_doubles and all(
        kind.format.has_sides for board in boards for kind in board.rating_system.kinds
    )


def load_wishes(ladder: Ladder) -> Wishes:
    """Return the wishes of a ladder; one query."""
    return load_wishes_by_ladder(Q(ladder=ladder)).get(ladder.pk, {})


def load_own_wishes(player: Player) -> Mapping[int, Wishes]:
    """Return the wish of a player, and of those who named them as partner, on each ladder by its key; two queries."""
    return load_wishes_by_ladder(Q(player__in=player.own_keys) | Q(partner__in=player.own_keys))


def load_wishes_by_ladder(where: Q) -> Mapping[int, Wishes]:
    """Return these wishes by ladder and player; of those of a player who was merged the one's own counts."""
    found: dict[int, dict[int, RoundWish]] = defaultdict(dict)
    wishes = RoundWish.objects.filter(where).select_related("player__merged_into", "partner__merged_into")
    for one in wishes.order_by(*order_own_last("player")):
        found[one.ladder_id][one.player.itself.pk] = one
    return found


def describe_wish(wishes: Wishes, player: Player, day: date, *, in_pairs: bool) -> str:
    """Return whether a player is in the round of a day, in words: "You are in, once.", or why they are not."""
    wanted = find_wanted(wishes, player)
    if wanted and is_player_away(player, day):
        return AWAY
    if not wanted or not in_pairs:
        return WISHES_SAID[wanted]
    partner, why_not = find_partner(wishes, player), explain_no_pair(wishes, player, day)
    if partner is None or why_not:
        return why_not
    return PAIR_SAID[min(wanted, find_wanted(wishes, partner))].format(partner=partner)


def explain_no_pair(wishes: Wishes, player: Player, day: date) -> str:
    """Return why a player who is in has no partner in the round of a day; an empty text if they have."""
    partner = find_partner(wishes, player)
    if partner is None:
        return NO_PARTNER
    if is_player_away(partner, day):
        return PARTNER_AWAY.format(partner=partner)
    if find_partner(wishes, partner) != player:
        return NOT_NAMED_BACK.format(partner=partner)
    return "" if find_wanted(wishes, partner) else PARTNER_OUT.format(partner=partner)


def find_partner(wishes: Wishes, player: Player) -> Player | None:
    """Return the partner whom a player named; None where that is the same person by now."""
    wish = wishes.get(player.pk)
    partner = wish.partner.itself if wish and wish.partner else None
    return None if partner == player else partner


def find_wanted(wishes: Wishes, player: Player) -> RoundWish.Wanted:
    """Return how often a player wants to play; who never said is out."""
    wish = wishes.get(player.pk)
    return RoundWish.Wanted(wish.wanted) if wish else RoundWish.Wanted.OUT


def is_player_away(player: Player, day: date) -> bool:
    """Return whether a player has retired, or sits out on that day."""
    return player.retired_on is not None or bool(player.sits_out_until and player.sits_out_until > day)


def load_entrants(season: Season, day: date) -> dict[tuple[Player, ...], int]:
    """Return who is in a round that begins on a day, alone or as a pair that stays together, and how often; one query.

    Nobody is who is away, or has no partner where pairs stay together.
    """
    wishes, in_pairs = load_wishes(season.ladder), has_fixed_pairs(season)
    found: dict[tuple[Player, ...], int] = {}
    for one in wishes.values():
        player = one.player.itself
        if not one.wanted or is_player_away(player, day):
            continue
        if not in_pairs:
            found[player,] = one.wanted
        elif (partner := find_partner(wishes, player)) and not explain_no_pair(wishes, player, day):
            found[sort_side((player, partner))] = min(one.wanted, find_wanted(wishes, partner))
    return found


def sort_side(side: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players of a side in the order of their keys, in which a round knows a pair."""
    return tuple(sorted(side, key=lambda one: one.pk))
