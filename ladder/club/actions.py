"""Set the site up, create ladders, store settings, give roles, tick off first steps and remove unsent mail."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.changes.actions import log_event, note_in_admin_log
from ladder.changes.consequences import describe_season_consequences
from ladder.club.queries import count_matches_on_other_days
from ladder.ledger.ladder_lock import check_as_read
from ladder.ledger.ledger_plan import has_rating_changes, plan_seasons
from ladder.models import Event, FirstStep, Ladder, Role, Season
from ladder.seasons.actions.life_cycle import BoardChoices, add_boards
from players.accounts.actions.accounts import appoint_owner, is_club_owned
from players.accounts.actions.invitations import link_account
from players.accounts.codes import digest_code
from players.accounts.security_log import log_security_event
from players.models import Club, Emblem, OutboxMessage
from players.notices.actions import move_notices
from players.people.actions import find_or_create_players
from players.people.names import build_name_key
from players.photographs.pictures import digest_picture

StepKey = FirstStep.Key

ALREADY_OWNED = "This site already has an owner. Sign in instead."


def create_ladder(
    *,
    slug: str,
    name: str,
    boards: BoardChoices,
    season: str = "all-time",
    season_name: str = "",
    **settings: Any,
) -> Ladder:
    """Create a ladder with one open season without dates; the first board is its main board.

    `settings` are columns of the ladder; those that are left out have their usual values.
    Raises: ValidationError or RatingError with a sentence, and nothing is stored.
    """
    if not boards:
        raise ValidationError("A ladder needs a rating system.")
    with transaction.atomic():
        ladder = save_ladder(Ladder(slug=slug, name=name, **settings))
        first = Season(ladder=ladder, slug=season, name=season_name or season.replace("-", " ").capitalize())
        first.full_clean()
        first.save()
        add_boards(first, boards)
    return ladder


def change_ladder(*, ladder: Ladder, values: Mapping[str, Any], by: User | None) -> Ladder:
    """Store these settings of a ladder; `ladder` is as it was when the form was read. Open pages refresh.

    Raises: NotAllowed; Overtaken when somebody else changed one of them meanwhile; ValidationError, such as "Another
    ladder already has this address."
    """
    check_author_permission(by, Act.SETTINGS, ladder)
    with transaction.atomic():
        read, ladder = ladder, ledger.lock(ladder.pk)
        check_as_read(read, ladder, values)
        for name, value in values.items():
            setattr(ladder, name, value)
        save_ladder(ladder)
        move_notices(read.get_absolute_url(), ladder.get_absolute_url())
        ledger.raise_versions(Ladder.objects.filter(pk=ladder.pk))
        if values:
            note_in_admin_log(ladder, by, f"Changed: {', '.join(sorted(values))}.")
    return ladder


def save_ladder(ladder: Ladder) -> Ladder:
    """Check a ladder and store it. Raises: ValidationError, such as "Another ladder already has this address." """
    ladder.full_clean(validate_constraints=False)  # the database asks them when it is saved
    try:
        with transaction.atomic():
            ladder.save()
    except IntegrityError:
        ladder.full_clean()  # somebody took the address meanwhile
        raise
    return ladder


class ClubChange(changes.LaddersChange):
    """Other settings of the club; those that are not given stay. In another time zone every match is rated anew.

    `read` is the club as it was when it was read to be changed.
    """

    def __init__(
        self, values: Mapping[str, Any], *, read: Club | None = None, by: User | None = None, reason: str = ""
    ) -> None:
        self.values, self.read, self.by, self.reason = values, read, by, reason
        self.set_values()

    def set_values(self) -> None:
        """Read the club as it is stored now, and give a second copy of it these settings."""
        self.was, self.club = Club.stored(), Club.stored()
        for name, value in self.values.items():
            setattr(self.club, name, value)

    def check_allowed(self) -> None:
        check_author_permission(self.by, Act.CLUB)

    def lock(self) -> None:
        super().lock()
        self.set_values()
        check_as_read(self.read or self.was, self.was, self.values)
        self.club.full_clean(validate_unique=False)  # there is one row, whether this is it or a new one

    def plan(self) -> list[ledger.Plan]:
        """Return what every season would be with the days of the new time zone; nothing where it stays.

        Raises: ValidationError, such as "In that time zone the standings of Chess, Spring would change, and it is
        closed. Reopen it first." or "Chess, Spring: 3 matches were played outside these dates. ..."
        """
        if self.club.zone == self.was.zone:
            return []
        with timezone.override(self.club.zone):
            seasons = list(Season.objects.select_related("ladder").order_by("ladder", "pk"))
            for season in seasons:
                check_season_days(season)
            plans = plan_seasons(seasons)
        for plan in plans:
            if plan.season.closed_at and has_rating_changes(plan):
                raise ValidationError(
                    f"In that time zone the standings of {plan.season} would change, and it is closed. Reopen it first."
                )
        return plans

    def list_concerned_rows(self) -> list[Any]:
        return [self.was.zone.key, self.club.zone.key]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        """Return the seasons with matches of another day, or whose ratings move."""
        days = count_matches_on_other_days(self.was.zone, self.club.zone)
        with timezone.override(self.club.zone):
            seasons = [describe_season_consequences(plan, days[plan.season.pk]) for plan in plans]
        return {"seasons": [one for one in seasons if one.boards or one.days]}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        """Store the club; where a season's ratings move, an event says so."""
        self.club.save()
        with timezone.override(self.club.zone):
            for plan in plans:
                yield plan, self.log(plan) if has_rating_changes(plan) else None
        note_in_admin_log(self.club, self.by, "Changed the settings of the club.")

    def log(self, plan: ledger.Plan) -> Event:
        """Return the event of a season that is rated anew."""
        old, new = self.was.zone.key, self.club.zone.key
        season = plan.season
        return log_event(Event.Verb.ZONE, season.ladder, by=self.by, season=season, old=old, new=new, plans=[plan])


def check_season_days(season: Season) -> None:
    """Refuse days on which matches are outside their season, and name the season. Raises: ValidationError."""
    try:
        ledger.check_season(season)
    except ValidationError as error:
        raise ValidationError(f"{season}: {error.messages[0]}") from error


def change_club(*, values: Mapping[str, Any], by: User | None = None) -> Club:
    """Store these settings of the club, which nobody was shown before. In another time zone every match is rated anew.

    Raises: what `ClubChange.plan` raises.
    """
    change = ClubChange(values, by=by)
    changes.run(change)
    return change.club


def store_emblem(*, content: bytes, by: User | None) -> None:
    """Store the picture of the club in the place of the one before; an empty one removes it. Raises: NotAllowed."""
    with transaction.atomic():
        change_club(values={"emblem_key": digest_picture(content) if content else ""}, by=by)
        if content:
            Emblem.objects.update_or_create(pk=Club.ONLY, defaults={"content": content})
        else:
            Emblem.objects.all().delete()


def mark_step_done(key: FirstStep.Key, *, by: User | None = None) -> None:
    """Note that a first step was done, or that the list was hidden. Raises: NotAllowed."""
    check_author_permission(by, Act.CLUB)
    FirstStep.objects.get_or_create(key=key)


def show_steps_again(*, by: User | None) -> None:
    """Show the hidden list of first steps again. Raises: NotAllowed."""
    check_author_permission(by, Act.CLUB)
    FirstStep.objects.filter(key=StepKey.HIDDEN).delete()


def is_setup_code(typed: str) -> bool:
    """Return whether this is the set-up code that the site printed at this start, however it was typed."""
    wanted, given = (digest_code(code) for code in (settings.SETUP_CODE, typed))
    return bool(settings.SETUP_CODE) and constant_time_compare(given, wanted)


def is_setup_unfinished(user: User | None) -> bool:
    """Return whether this owner has a club without a ladder, as after leaving the demonstration."""
    return bool(user and user.is_active and user.is_staff and not Ladder.objects.exists())


def found_club(*, club: Mapping[str, Any], owner: User, password: str = "", player: str = "") -> User:
    """Store the club with these settings and its owner, who may be a player too; return the owner.

    An owner whose set-up is unfinished keeps their password.
    Raises: ValidationError, such as "This site already has an owner. Sign in instead."
    """
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update().get(pk=Club.ONLY)  # the second of two waits here, and finds an owner
        if is_club_owned() and not is_setup_unfinished(owner):
            raise ValidationError(ALREADY_OWNED)
        appoint_owner(owner=owner, password=password)
        change_club(values=club, by=owner)
        mark_step_done(FirstStep.Key.NAMES)
        if player:
            link_account(player=find_or_create_players([player])[build_name_key(player)], user=owner)
    return owner


def give_role(*, ladder: Ladder, user: User, role: str, by: User | None) -> Role:
    """Make an account an organiser or a recorder of the ladder, in place of the role it had there.

    Raises: NotAllowed; ValidationError, "vesna owns the club and can already do everything."
    """
    check_author_permission(by, Act.ROLES, ladder)
    if not user.is_active:
        raise ValidationError(f"The account {user} is switched off.")
    if user.is_staff:
        raise ValidationError(f"{user} owns the club and can already do everything.")
    with transaction.atomic():
        given, _ = Role.objects.update_or_create(ladder=ladder, user=user, defaults={"role": Role.Kind(role)})
        note_in_admin_log(ladder, by, f"{user} is now {given.get_role_display().lower()}.")
    if by:
        log_security_event("role given", user=by, role=role, ladder=ladder.slug, to=user.pk)
    return given


def take_role(*, role: Role, by: User | None) -> None:
    """Remove a role; the account is a member like all others then. Raises: NotAllowed."""
    check_author_permission(by, Act.ROLES, role.ladder)
    with transaction.atomic():
        role.delete()
        note_in_admin_log(role.ladder, by, f"{role.user} is no longer {role.get_role_display().lower()}.")
    log_security_event("role taken", user=by, role=role.role, ladder=role.ladder.slug, of=role.user_id)


def remove_unsent_message(*, pk: int, by: User | None) -> bool:
    """Delete a message that was not sent; say whether it was there. Raises: NotAllowed."""
    check_author_permission(by, Act.CLUB)
    return bool(OutboxMessage.objects.filter(pk=pk).delete()[0])
