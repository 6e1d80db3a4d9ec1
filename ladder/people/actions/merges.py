"""Merge two players who are one person, and undo it: planned on every board, shown, then applied."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q

from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import note_in_admin_log, write_event
from ladder.ledger.admission import check_season_open
from ladder.ledger.ledger_plan import (
    LadderVersions,
    SeasonPlans,
    check_ladder_versions,
    has_rating_changes,
    plan_seasons,
)
from ladder.models import Event, Match, Participant, Season
from ladder.people.actions.players import lock_players
from players.accounts.actions.accounts import (
    bring_back_account,
    check_staying_account,
    find_accounts_to_choose,
    set_aside_account,
)
from players.models import Player
from players.people.queries import Identities, load_identities, select_with_merged


def plan_identities(player: Player, merges: Identities) -> SeasonPlans:
    """Fold every season that the player is in, and those that open from them, with these merges.

    Raises: ValidationError, "Autumn is closed. Reopen it first."
    """
    found = plan_seasons(find_affected_seasons(player), merges)
    for plan in found.plans:
        if has_rating_changes(plan):
            check_season_open(plan.season)
    return found


def find_affected_seasons(player: Player) -> list[Season]:
    """Return the seasons in which a player has matches or openings, and those that open from them, in order."""
    with_player = Q(matches__participants__player=player) | Q(boards__openings__player=player)
    own = set(Season.objects.filter(with_player).values_list("pk", flat=True))
    found = []
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        if season.pk in own or season.opens_from_id in own:
            own.add(season.pk)
            found.append(season)
    return found


class PlayedEachOther(ValidationError):
    """The two have a match against each other, so they can't be one; `match` is it."""

    def __init__(self, message: str, match: Match) -> None:
        super().__init__(message)
        self.match = match


def plan_merge(player: Player, into: Player) -> SeasonPlans:
    """Work out what changes when a player counts as another; nothing is stored.

    Raises: ValidationError with a sentence, where they can't be merged; Met, when they played each other.
    """
    check_merge(player, into)
    return plan_identities(player, load_identities() | {player.pk: into.pk})


def plan_undo_merge(player: Player) -> SeasonPlans:
    """Work out what changes when a merged player counts for themselves again; nothing is stored.

    Raises: ValidationError with a sentence, where that can't be.
    """
    if player.merged_into is None:
        raise ValidationError(f"{player} isn't merged into anybody.")
    return plan_identities(player, {one: other for one, other in load_identities().items() if one != player.pk})


def merge_players(
    *,
    player: Player,
    into: Player,
    by: User | None = None,
    reason: str = "",
    versions: LadderVersions | None = None,
    stays: User | None = None,
) -> Player:
    """Let a player count as another from now on, in all their matches; return that one.

    `versions` are those of the ladders that were shown. Where both have accounts, `stays` is the one that stays, and
    the other is set aside.
    Raises: NotAllowed; Stale when something changed meanwhile; ValidationError, "Choose which account stays." or
    "vesna owns the club, so that account has to stay."; else what `plan_merge` raises.
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        player, into = lock_players(player, into, linked=False)
        said = {"by": by, "reason": reason, "player": player, "into": into}
        planned_merge, accounts = plan_merge(player, into), find_accounts_to_choose(player, into)
        check_staying_account(accounts, stays)
        apply_merge_plan(planned_merge, versions, Event.Verb.MERGE, said)
        for user in accounts:
            if stays and user != stays:
                set_aside_account(user=user, stays=stays, player=player, into=into)
                note_in_admin_log(into, by, f"Set the account {user} aside; {stays} stays.")
        Player.objects.filter(pk=player.pk).update(merged_into=into)
    return into


def undo_merge(
    *, player: Player, by: User | None = None, reason: str = "", versions: LadderVersions | None = None
) -> Player:
    """Let a merged player count for themselves again; return them.

    Raises: NotAllowed; Stale when something changed meanwhile; else what `plan_undo` raises.
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        (player,) = lock_players(player)
        said = {"by": by, "reason": reason, "player": player, "into": player.merged_into}
        apply_merge_plan(plan_undo_merge(player), versions, Event.Verb.UNMERGE, said)
        bring_back_account(player=player)
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
    theirs = Participant.objects.filter(player__in=select_with_merged([into.pk])).values("match")
    met = Match.objects.filter(participants__player=player, pk__in=theirs).exclude(status=Match.Status.VOID).first()
    if met:
        raise PlayedEachOther(f"{player} and {into} played each other in match {met.pk}. Void it first.", met)


def apply_merge_plan(
    planned: SeasonPlans, versions: LadderVersions | None, verb: Event.Verb, said: Mapping[str, Any]
) -> None:
    """Write what was planned, if it is what was shown, with an event on each ladder."""
    check_ladder_versions(planned, versions)
    for ladder, plans in groupby(planned.plans, key=lambda plan: plan.season.ladder):
        write_event(verb, ladder, plans=list(plans), **said)
