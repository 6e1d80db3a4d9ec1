"""What is said about a player besides their matches: other names, and whether they play."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import formats, timezone

from players.models import Invitation, Player
from players.veil import is_veil_shortening


class PlayerRemarks(NamedTuple):
    """The names that a player had, who was merged into them, and what keeps them away."""

    formerly: list[str]
    merged: list[Player]
    away: str


def load_player_remarks(player: Player) -> PlayerRemarks:
    """Return what is said about a player, in two queries; other names only where names are not shortened."""
    if is_veil_shortening():
        return PlayerRemarks([], [], describe_absence(player))
    former = player.former_names.exclude(key=player.key)
    return PlayerRemarks([one.name for one in former], list(player.merged.all()), describe_absence(player))


def describe_absence(player: Player) -> str:
    """Return "Retired on 3 May 2026." or "Sits out until 3 May 2026."; nothing for somebody who plays."""
    if player.retired_on:
        return f"Retired on {formats.date_format(player.retired_on, 'j F Y')}."
    if player.sits_out_until and player.sits_out_until > timezone.localdate():
        return f"Sits out until {formats.date_format(player.sits_out_until, 'j F Y')}."
    return ""


def ask_about_absence(player: Player) -> str:
    """Return what to ask before a match with this player is reported; nothing for somebody who plays."""
    said = describe_absence(player)
    return f"{player} {said[0].lower()}{said[1:]} Is it them?" if said else ""


def list_completion_names() -> list[str]:
    """Return the names that a browser may complete for any player, the retired included."""
    return list(Player.objects.filter(merged_into=None).order_by("key").values_list("name", flat=True)[:500])


def list_uninvited_players() -> list[Player]:
    """Return who plays and has no account, by name; `invited` says whether an invitation is open."""
    open_one = Invitation.objects.open().filter(player=OuterRef("pk"))
    without = Player.objects.filter(user=None, merged_into=None, retired_on=None, erased_at=None)
    return list(without.exclude(merged__user__isnull=False).annotate(invited=Exists(open_one)).order_by("key"))
