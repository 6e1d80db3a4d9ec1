"""Merge two players who are one person, and undo it: planned on every board, shown, then applied."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import find_ladders_written_by_players, log_event, note_in_admin_log
from ladder.changes.versions import find_account_name
from ladder.ledger.admission import check_season_open
from ladder.ledger.ledger_plan import (
    has_rating_changes,
    plan_seasons,
)
from ladder.matches.notifications import notify_moved_players
from ladder.models import Event, Ladder, Match, Participant, Season
from ladder.people.actions.players import lock_players
from ladder.story.queries.moved_honours import work_out_moved_honours
from players.accounts.actions.accounts import (
    bring_back_account,
    check_staying_account,
    find_accounts_to_choose,
    set_aside_account,
)
from players.models import Player
from players.people.queries import Identities, list_with_merged, load_identities


class IdentitiesChange(changes.LaddersChange):
    """A merge or its undo: it reaches every season with the player in it, and the seasons that start from those."""

    verb: Event.Verb
    player: Player
    into: Player

    def check_allowed(self) -> None:
        check_author_permission(self.by, Act.PLAYERS)

    def plan_with(self, merges: Identities) -> list[ledger.Plan]:
        """Return what these merges would make of all those seasons.

        Raises: ValidationError, "Autumn is closed. Reopen it first."
        """
        self.merges = merges
        plans = plan_seasons(find_affected_seasons(self.player), merges)
        for plan in plans:
            if has_rating_changes(plan):
                check_season_open(plan.season)
        return plans

    def describe_besides(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return work_out_moved_honours(plans, merges=self.merges)._asdict()

    def list_concerned_rows(self) -> list[Any]:
        """Return both players, the matches that count for another one then, and the accounts of both."""
        found = Match.objects.exclude(status=Match.Status.VOID).filter(participants__player=self.player)
        accounts = [user.pk for user in find_accounts_to_choose(self.player, self.into)]
        return [self.player.pk, self.into.pk, sorted(found.values_list("pk", flat=True)), accounts]

    def store_merge(self, into: Player | None, plans: Sequence[ledger.Plan]) -> None:
        """Let the player count as this one, or as nobody else.

        Pages that no plan changes may name them too: as the author of a change, or where neither has played.
        """
        Player.objects.filter(pk=self.player.pk).update(merged_into=into)
        for plan in plans:
            ledger.link_box_fixtures(plan.season)
        shown = find_ladders_written_by_players(self.player, self.into) if plans else Ladder.objects.all()
        ledger.raise_versions(shown.exclude(seasons__in=[plan.season for plan in plans]))

    def log(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        """Yield the plans, with one event on each ladder."""
        details: dict[str, Any] = {"by": self.by, "reason": self.reason, "player": self.player, "into": self.into}
        for ladder, found in groupby(plans, key=lambda plan: plan.season.ladder):
            here = list(found)
            event = log_event(self.verb, ladder, plans=here, **details)
            yield from ((plan, event) for plan in here)

    def notify(self, plan: ledger.Plan, cause: Any) -> None:
        did = f"{find_account_name(cause)} undid the merge of {self.player}."
        if self.verb == Event.Verb.MERGE:
            did = f"{find_account_name(cause)} merged {self.player} into {self.into}."
        notify_moved_players(plan, self.by, did, plan.season.get_absolute_url(), foretold=self.foretold)


def find_affected_seasons(player: Player) -> list[Season]:
    """Return the seasons with matches or openings of a player, and those that start from them, in order."""
    with_player = Q(matches__participants__player=player) | Q(boards__openings__player=player)
    own = set(Season.objects.filter(with_player).values_list("pk", flat=True))
    found = []
    for season in Season.objects.select_related("ladder").order_by("ladder", "pk"):
        if season.pk in own or season.opens_from_id in own:
            own.add(season.pk)
            found.append(season)
    return found


class PlayedEachOther(ValidationError):
    """Two players have a match against each other, so they can't be one person; `match` is that match."""

    def __init__(self, message: str, match: Match) -> None:
        super().__init__(message)
        self.match = match


class PlayerMerge(IdentitiesChange):
    """Let a player count as another from now on, in all their matches.

    Where both have accounts, `stays` is the one that stays, and the other is set aside.
    """

    verb = Event.Verb.MERGE

    def __init__(
        self, player: Player, into: Player, stays: User | None = None, *, by: User | None = None, reason: str = ""
    ) -> None:
        self.player, self.into, self.stays, self.by, self.reason = player, into, stays, by, reason

    def lock(self) -> None:
        self.player, self.into = lock_players(self.player, self.into, linked=False)

    def plan(self) -> list[ledger.Plan]:
        check_merge(self.player, self.into)
        return self.plan_with(load_identities() | {self.player.pk: self.into.pk})

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        accounts = find_accounts_to_choose(self.player, self.into)
        check_staying_account(accounts, self.stays)
        yield from self.log(plans)
        for user in accounts:
            if self.stays and user != self.stays:
                set_aside_account(user=user, stays=self.stays, player=self.player, into=self.into)
                note_in_admin_log(self.into, self.by, f"Set the account {user} aside; {self.stays} stays.")
        self.store_merge(self.into, plans)


class MergeUndo(IdentitiesChange):
    """Let a merged player count for themselves again."""

    verb = Event.Verb.UNMERGE

    def __init__(self, player: Player, *, by: User | None = None, reason: str = "") -> None:
        self.player, self.by, self.reason = player, by, reason

    def lock(self) -> None:
        (self.player,) = lock_players(self.player)

    def plan(self) -> list[ledger.Plan]:
        if self.player.merged_into is None:
            raise ValidationError(f"{self.player} isn't merged into anybody.")
        self.into = self.player.merged_into
        return self.plan_with({one: other for one, other in load_identities().items() if one != self.player.pk})

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        yield from self.log(plans)
        bring_back_account(player=self.player)
        self.store_merge(None, plans)


def check_merge(player: Player, into: Player) -> None:
    """Refuse two players who can't be merged. Raises: ValidationError; PlayedEachOther."""
    if player.pk == into.pk:
        raise ValidationError("That is the same player. Choose someone else.")
    for one in (player, into):
        if one.merged_into:
            raise ValidationError(f"{one} is already merged into {one.merged_into}. Undo that first.")
    if other := player.merged.first():
        raise ValidationError(f"{other} is merged into {player}. Undo that first, then merge both into {into}.")
    theirs = Participant.objects.filter(player__in=into.own_keys).values("match")
    against = Match.objects.filter(participants__player=player, pk__in=theirs).exclude(status=Match.Status.VOID)
    if match := against.first():
        both = match.participants.filter(player__in=list_with_merged([player.pk, into.pk]))
        sides = list(both.values_list("side", flat=True))
        how = "together" if sides[0] and len({*sides}) == 1 else "each other"
        raise PlayedEachOther(f"{player} and {into} played {how} in match {match.pk}. Void it first.", match)
