"""Whom players wish as partners on club nights, or never: as proposals read it, and as they read it themselves."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from ladder.models import PartnerWish
from players.models import Player
from players.people.queries import list_with_merged, resolve_player

Pair = frozenset[int]
Wanted = PartnerWish.Wanted


class PartnerWishes(NamedTuple):
    """Pairs who both wish to be partners, and those of whom one never wants it."""

    wished: frozenset[Pair]
    apart: frozenset[Pair]


def load_partner_wishes(players: Collection[int]) -> PartnerWishes:
    """Return the wishes of these players about one another; two queries."""
    said = {wanted: set[tuple[int, int]]() for wanted in Wanted}
    for by, partner, wanted in (
        PartnerWish.objects.filter(by__in=list_with_merged(players))
        .order_by()
        .values_list(resolve_player("by"), resolve_player("partner"), "wanted")
    ):
        if by != partner and partner in players:
            said[Wanted(wanted)].add((by, partner))
    apart = frozenset(map(frozenset, said[Wanted.APART]))
    both = (frozenset(pair) for pair in said[Wanted.WITH] if pair[::-1] in said[Wanted.WITH])
    return PartnerWishes(frozenset(both) - apart, apart)


class ShownWish(NamedTuple):
    """A wish of one's own; `is_mutual` says that the other one has it, too."""

    partner: Player
    wanted: str
    is_mutual: bool


def list_own_wishes(player: Player) -> list[ShownWish]:
    """Return what a player wishes, by name; a wish of another one is told only where both have it; two queries."""
    own = list_with_merged([player.pk])
    found = select_latest_wishes(PartnerWish.objects.filter(by__in=own).select_related("partner__merged_into"))
    theirs = PartnerWish.objects.filter(partner__in=own, wanted=Wanted.WITH)
    back = set(theirs.values_list(resolve_player("by"), flat=True))
    shown = (
        ShownWish(partner, one.wanted, one.wanted == Wanted.WITH and partner.pk in back)
        for partner, one in found.items()
        if partner != player
    )
    return sorted(shown, key=lambda one: (one.partner.folded, one.partner.pk))


def select_latest_wishes(wishes: Iterable[PartnerWish]) -> dict[Player, PartnerWish]:
    """Return these wishes by whom they are about, of two the later one: one may be of a player who was merged."""
    return {one.partner.itself: one for one in sorted(wishes, key=lambda one: one.pk)}
