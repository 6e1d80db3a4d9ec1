"""How much may be entered within an hour: more than any club evening needs, and less than a flood.

The limits are in the settings, under WRITING_LIMITS. Organisers have none. They are asked under the locks of the ladder
and of whoever writes, so that of many requests at the same moment no more get through.
"""

from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Manager, QuerySet
from django.utils import timezone

from ladder.access.permissions import Act, is_allowed
from ladder.models import Fixture, Ladder, Match, Origin
from players.models import Player

LIMIT_PERIOD = timedelta(hours=1)


class LimitWords(NamedTuple):
    """What is said where too many matches, or too many new names, came within the hour."""

    matches: str
    new_names: str


OWN_LIMITS = LimitWords(
    "You have reported {} matches in the last hour, which is the limit. Wait a while, or ask an organiser.",
    "You have added {} new names in the last hour, which is the limit. Wait a while, or ask an organiser.",
)
VENUE_LIMITS = LimitWords(
    "{} matches were reported at the venue in the last hour, which is the limit. Wait a while, or ask an organiser.",
    "{} new names were added at the venue in the last hour, which is the limit. Wait a while, or ask an organiser.",
)


def check_report_limit(*, by: User, ladder: Ladder, has_new: bool) -> None:
    """Refuse one more report by an account that has made very many within the hour, or with very many new names.

    The ladder is locked, and the account from here on: it may report on other ladders at the same moment.
    Raises: ValidationError, "You have reported 60 matches in the last hour, which is the limit. ..."
    """
    mine = Match.objects.filter(reported_by=by, imported_in=None)
    rank = "_recorder" if is_allowed(by, Act.ENTER, ladder) else ""
    if not is_allowed(by, Act.CORRECT, ladder):
        lock_row(User.objects, by)
        check_match_limit(mine, rank, has_new, OWN_LIMITS)


def check_venue_limit(*, ladder: Ladder, has_new: bool) -> None:
    """Refuse one more report with a ladder's venue code if very many were made with it within the hour.

    The ladder is locked.
    Raises: ValidationError, "200 matches were reported at the venue in the last hour, which is the limit. ..."
    """
    check_match_limit(Match.objects.filter(season__ladder=ladder, at_venue=True), "_venue", has_new, VENUE_LIMITS)


def check_match_limit(recorded: QuerySet[Match], whose: str, has_new: bool, said: LimitWords) -> None:
    """Refuse one more match, or one more new name, if these matches of the last hour reach a limit."""
    lately = recorded.filter(recorded_at__gt=timezone.now() - LIMIT_PERIOD)
    check_row_limit(lately, f"reports{whose}", said.matches)
    if has_new:
        new = Player.objects.filter(
            joined_at__gt=timezone.now() - LIMIT_PERIOD, participations__match__in=lately
        ).distinct()
        check_row_limit(new, f"new_names{whose}", said.new_names)


def check_challenge_limit(*, by: Player, opponent: Player | None) -> None:
    """Refuse one more challenge by a player who has made very many within the hour, in all or to the same player.

    The ladder is locked, and the player from here on.
    Raises: ValidationError, "You have challenged Ben 5 times in the last hour. Wait a while."
    """
    lock_row(Player.objects, by)
    mine = Fixture.objects.filter(by=by, origin=Origin.CHALLENGE, made_at__gt=timezone.now() - LIMIT_PERIOD)
    check_row_limit(mine, "challenges", "You have made {} challenges in the last hour. Wait a while.")
    if opponent:
        theirs = mine.filter(parties__player=opponent)
        check_row_limit(
            theirs, "challenges_pair", f"You have challenged {opponent} {{}} times in the last hour. Wait a while."
        )


def lock_row(rows: Manager[User] | Manager[Player], one: User | Player) -> None:
    """Lock a row until the end of the transaction; on SQLite the transaction itself is the lock.

    One that was deleted meanwhile needs none: nothing that names it can be stored.
    """
    if connection.features.has_select_for_update:
        rows.select_for_update(no_key=True).filter(pk=one.pk).first()


def check_row_limit(rows: QuerySet[Match] | QuerySet[Player] | QuerySet[Fixture], limit: str, said: str) -> None:
    """Refuse one more row if there are as many as the limit of this name; one that the settings leave out is none."""
    most = settings.WRITING_LIMITS.get(limit)
    if most is not None and rows.count() >= most:
        raise ValidationError(said.format(most), code="limit")
