"""The desk, the first steps of a new club, who has a role on a ladder, and what another time zone changes."""

from collections import Counter
from collections.abc import Sequence
from datetime import tzinfo
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q, QuerySet
from django.urls import reverse

from ladder.changes.change_log import LogLine, load_recent_log
from ladder.matches.queries.confirmations import (
    DisputedMatch,
    WaitingMatch,
    list_disputed_matches,
    list_pending_on_ladders,
)
from ladder.models import FirstStep, Ladder, Match, Opening, Role, Season, VenueCode
from ladder.pages.seasons import find_ladders_reported, pick_current_season, select_open_seasons
from ladder.standings.queries.overview import load_shown_seasons
from players.models import Claim, Invitation, Player

RECENT_CHANGES = 8

StepKey = FirstStep.Key

MOST_ACCOUNTS = 500


class OrganisedLadder(NamedTuple):
    """A ladder on the desk, with the season that its page shows."""

    ladder: Ladder
    season: Season | None


class Desk(NamedTuple):
    """What waits for an organiser, the latest changes, and their ladders."""

    disputed: list[DisputedMatch]
    pending: list[WaitingMatch]
    claims: list[Claim]
    changes: list[LogLine]
    ladders: list[OrganisedLadder]

    @property
    def waiting(self) -> int:
        """How many things wait for the organiser."""
        return len(self.disputed) + len(self.pending) + len(self.claims)

    @property
    def is_demonstration(self) -> bool:
        """Whether one of the ladders belongs to the demonstration."""
        return any(one.ladder.is_demonstration for one in self.ladders)


def load_desk(ladders: QuerySet[Ladder]) -> Desk:
    """Return the desk of somebody who organises these ladders; the number of queries is constant."""
    mine, shown = list(ladders), load_shown_seasons()
    claims = Claim.objects.select_related("user", "player").fetch_mode(models.FETCH_RAISE)
    places = [OrganisedLadder(ladder, shown.get(ladder.pk)) for ladder in mine]
    return Desk(
        list_disputed_matches(ladders),
        list_pending_on_ladders(mine),
        list(claims),
        load_recent_log(mine, RECENT_CHANGES),
        places,
    )


class ChecklistLink(NamedTuple):
    """Another page on which a step can be done."""

    label: str
    url: str


class ChecklistStep(NamedTuple):
    """One step: its label, why it matters, the page, whether it is done, and whether it is ticked off by hand."""

    key: str
    label: str
    help: str
    url: str
    is_done: bool
    by_hand: bool = False
    more: Sequence[ChecklistLink] = ()


class Checklist(NamedTuple):
    """The first steps of a ladder and its club; `is_hidden` where the owner has put the list away."""

    steps: list[ChecklistStep]
    is_hidden: bool
    owns: bool

    @property
    def done(self) -> int:
        """How many steps are done."""
        return sum(step.is_done for step in self.steps)

    @property
    def is_shown(self) -> bool:
        """Whether a step is left, and the list was not put away."""
        return not self.is_hidden and self.done < len(self.steps)


def load_checklist(ladders: Sequence[Ladder], *, owns: bool) -> Checklist | None:
    """Return the first steps for the first of these ladders without results, or else for the first one.

    None for the demonstration. Only whoever owns the club has steps of the club, and can hide the list. A few queries
    for each ladder that has results.
    """
    candidates = find_ladders_reported().filter(pk__in=[ladder.pk for ladder in ladders], is_demonstration=False)
    found = list(candidates.order_by("pk"))
    if not found:
        return None
    ladder = next((one for one in found if not has_results(one)), found[0])
    marks = set(FirstStep.objects.values_list("key", flat=True))
    steps = [build_results_step(ladder), build_invite_step(ladder), build_poster_step(ladder, marks)]
    if owns:
        steps[1:1] = [build_names_step(marks)]
        steps.append(build_backup_step(marks))
    return Checklist(steps, owns and StepKey.HIDDEN in marks, owns)


def has_results(ladder: Ladder) -> bool:
    """Return whether a ladder has matches that are not void, or starting ratings that were entered."""
    seasons = list(ladder.seasons.values_list("pk", flat=True))  # by a join PostgreSQL may read all matches for none
    played = Match.objects.filter(season__in=seasons).exclude(status=Match.Status.VOID)
    given = Opening.objects.filter(board__season__in=seasons, source=Opening.Source.GIVEN)
    return played.exists() or given.exists()


def build_results_step(ladder: Ladder) -> ChecklistStep:
    """Return the step that imports earlier results or starting ratings."""
    season = pick_current_season(select_open_seasons(ladder))
    here = [ladder.slug, season.slug] if season else []
    more = [ChecklistLink("Add players by name", reverse("players:add"))]
    if here:
        more.insert(0, ChecklistLink("Enter starting ratings", reverse("ladder:ratings_give", args=here)))
    return ChecklistStep(
        "results",
        "Import your results",
        "From a spreadsheet. You see the standings before anything is saved.",
        reverse("ladder:match_import", args=here) if here else reverse("ladder:seasons", args=[ladder.slug]),
        has_results(ladder),
        more=more,
    )


def build_names_step(marks: set[str]) -> ChecklistStep:
    """Return the step that decides how visitors read names."""
    text = "Visitors can read full names, initials or nicknames. Members always read full names."
    return ChecklistStep("names", "Choose who sees names", text, reverse("ladder:club"), StepKey.NAMES in marks)


def build_invite_step(ladder: Ladder) -> ChecklistStep:
    """Return the step that gives members accounts."""
    reported = ladder.reported  # type: ignore[attr-defined]  # annotated above
    has_account = Q(user__isnull=False, user__is_staff=False)
    invited = Invitation.objects.exists() or Player.objects.filter(has_account).exists()
    text = "With an account they report for themselves." if reported else "With an account they can dispute a result."
    return ChecklistStep("invite", "Invite your members", text, reverse("accounts:invitations"), invited)


def build_poster_step(ladder: Ladder, marks: set[str]) -> ChecklistStep:
    """Return the step that prints the poster; it is done as well once there is a venue code."""
    reported = ladder.reported  # type: ignore[attr-defined]  # annotated above
    where = "report form" if reported else "standings"
    is_done = StepKey.POSTER in marks or VenueCode.objects.filter(ladder=ladder).exists()
    text = f"Its code leads to the {where}."
    url = reverse("ladder:poster", args=[ladder.slug])
    return ChecklistStep("poster", "Print the poster", text, url, is_done, by_hand=True)


def build_backup_step(marks: set[str]) -> ChecklistStep:
    """Return the step that downloads a backup."""
    text = "One file with everything. Keep it somewhere else, and make a new one now and then."
    return ChecklistStep("backup", "Download a backup", text, reverse("ladder:backup"), StepKey.BACKUP in marks)


class RoleHolder(NamedTuple):
    """An account with a role on a ladder, and the name it plays under."""

    pk: int
    name: str
    account: str
    role: str
    is_active: bool


def list_role_holders(ladder: Ladder) -> list[RoleHolder]:
    """Return the organisers and then the recorders of a ladder, in one query."""
    roles = Role.objects.filter(ladder=ladder).select_related("user__player__merged_into")
    found = []
    for role in roles.order_by("role", "user__username"):
        user = role.user
        found.append(
            RoleHolder(role.pk, find_player_name(user), user.username, role.get_role_display(), user.is_active)
        )
    return found


def find_player_name(user: User) -> str:
    """Return the name of an account's player, or nothing."""
    player = getattr(user, "player", None)
    return player.itself.name if player else ""


def list_account_names() -> list[str]:
    """Return the user names that the browser offers to complete."""
    members = User.objects.filter(is_active=True, is_staff=False).order_by("username")
    return list(members.values_list("username", flat=True)[:MOST_ACCOUNTS])


def count_matches_on_other_days(old: tzinfo, new: tzinfo) -> Counter[int]:
    """Return, by season, how many matches that count would be on another day in the other time zone; one query."""
    played = Match.objects.filter(status=Match.Status.COUNTED).order_by().values_list("season", "played_at")
    return Counter(season for season, at in played if at.astimezone(old).date() != at.astimezone(new).date())
