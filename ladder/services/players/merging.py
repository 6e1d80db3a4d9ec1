"""Merging two players who are one person, and undoing it: planned on every board, shown, then applied.

Matches keep the player who was entered. The fold takes a merged player for the one they count as.
"""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from ladder.models import Event, Match, Participant
from players.identity import identities, selves
from players.models import Player
from players.services import setting_aside

from .. import events
from ..ledger.anew import Planned, Versions, check_versions
from ..locking import lock_all
from ..noting import note
from ..permissions import Act, allow
from .identities import planned


class Met(ValidationError):
    """The two have a match against each other, so they can't be one; `match` is it."""

    def __init__(self, message: str, match: Match) -> None:
        super().__init__(message)
        self.match = match


def plan_merge(player: Player, into: Player) -> Planned:
    """Work out what changes when a player counts as another; nothing is stored.

    Raises: ValidationError with a sentence, where they can't be merged; Met, when they played each other.
    """
    check_merge(player, into)
    return planned(player, identities() | {player.pk: into.pk})


def plan_undo(player: Player) -> Planned:
    """Work out what changes when a merged player counts for themselves again; nothing is stored.

    Raises: ValidationError with a sentence, where that can't be.
    """
    if player.merged_into is None:
        raise ValidationError(f"{player} isn't merged into anybody.")
    return planned(player, {one: other for one, other in identities().items() if one != player.pk})


def merge(
    *,
    player: Player,
    into: Player,
    by: User | None = None,
    reason: str = "",
    versions: Versions | None = None,
    stays: User | None = None,
) -> Player:
    """Let a player count as another from now on, in all their matches; return that one.

    `versions` are those of the ladders that were shown. Where both have accounts, `stays` is the one that stays, and
    the other is set aside.
    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "Choose which account stays." or
    "vesna owns the club, so that account has to stay."; else what `plan_merge` raises.
    """
    allow(by, Act.PLAYERS)
    with transaction.atomic():
        player, into = locked(player, into, linked=False)
        said = {"by": by, "reason": reason, "player": player, "into": into}
        planned_merge, accounts = plan_merge(player, into), setting_aside.find_accounts(player, into)
        setting_aside.check_stays(accounts, stays)
        apply(planned_merge, versions, Event.Verb.MERGE, said)
        for user in accounts:
            if stays and user != stays:
                setting_aside.set_aside(user=user, stays=stays, player=player, into=into)
                note(into, by, f"Set the account {user} aside; {stays} stays.")
        Player.objects.filter(pk=player.pk).update(merged_into=into)
    return into


def undo_merge(*, player: Player, by: User | None = None, reason: str = "", versions: Versions | None = None) -> Player:
    """Let a merged player count for themselves again; return them.

    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan_undo` raises.
    """
    allow(by, Act.PLAYERS)
    with transaction.atomic():
        (player,) = locked(player)
        said = {"by": by, "reason": reason, "player": player, "into": player.merged_into}
        apply(plan_undo(player), versions, Event.Verb.UNMERGE, said)
        setting_aside.bring_back(player=player)
        Player.objects.filter(pk=player.pk).update(merged_into=None)
    return player


def check_merge(player: Player, into: Player) -> None:
    """Refuse two who can't be one."""
    if player.pk == into.pk:
        raise ValidationError("That is the same player. Choose someone else.")
    for one in (player, into):
        if one.merged_into:
            raise ValidationError(f"{one} is already merged into {one.merged_into}. Undo that first.")
    if other := player.merged.first():
        raise ValidationError(f"{other} is merged into {player}. Undo that first, then merge both into {into}.")
    theirs = Participant.objects.filter(player__in=selves([into.pk])).values("match")
    met = Match.objects.filter(participants__player=player, pk__in=theirs).exclude(status=Match.Status.VOID).first()
    if met:
        raise Met(f"{player} and {into} played each other in match {met.pk}. Void it first.", met)


def locked(*players: Player, linked: bool = True) -> list[Player]:
    """Return the players as they are, under the locks of every ladder: who plays where can't change meanwhile.

    Those that aren't to be `linked` to an account meanwhile either are locked themselves.
    """
    lock_all()
    known = Player.objects.select_related("merged_into")
    if not linked:
        known = known.select_for_update(of=("self",), no_key=True)
    fresh = known.in_bulk([player.pk for player in players])
    return [fresh[player.pk] for player in players]


def apply(planned: Planned, versions: Versions | None, verb: Event.Verb, said: Mapping[str, Any]) -> None:
    """Write what was planned, if it is what was shown, with an event on each ladder."""
    check_versions(planned, versions)
    for ladder, plans in groupby(planned.plans, key=lambda plan: plan.season.ladder):
        events.write(verb, ladder, plans=list(plans), **said)
