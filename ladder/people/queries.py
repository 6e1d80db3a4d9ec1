"""All that the site keeps of one person, as plain values that they can read and take home."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from ladder.models import (
    Adjustment,
    BoxPlace,
    Event,
    Import,
    Match,
    MatchRevision,
    Opening,
    Participant,
    PartnerWish,
    Party,
    RatingChange,
    RatingShift,
    Reaction,
    Role,
    RoundWish,
    Standing,
    Visit,
)
from players.models import (
    Claim,
    Follow,
    FormerName,
    Notice,
    NoticeSettings,
    OutboxMessage,
    Photograph,
    Player,
    PlayerBreak,
    SetAsideAccount,
)
from players.people.queries import list_email_addresses, resolve_player_name, select_accounts

DATA_MATCH_COLUMNS = {
    "ladder": F("match__season__ladder__name"),
    "season": F("match__season__name"),
    "kind": F("match__kind"),
    "played_at": F("match__played_at"),
    "facts": F("match__facts"),
    "games": F("match__games"),
    "ending": F("match__ending"),
    "status": F("match__status"),
}
SELDOM_SAID = ("side", "games", "ending")
ENDED_COLUMNS = ("score", "exit", "round", "place")
BOARD_COLUMNS = {
    "ladder": F("board__season__ladder__name"),
    "season": F("board__season__name"),
    "system": F("board__system"),
}
DATA_STATE_COLUMNS = ("points", "experience", "memory", "as_of", "played", "won", "drawn", "lost", "died")
WRITTEN_COLUMNS = ("match", "number", "verb", "at", "reason", "version", "proposed")
EVENT_COLUMNS = ("ladder__name", "season__name", "verb", "at", "reason", "old", "new")
CHANGED_COLUMNS = ("before_points", "before_experience", "after_points", "after_experience")
NOTICE_COLUMNS = ("kind", "text", "mail_text", "at", "read_at", "mailed_at")
WANTED_COLUMNS = [one.name for one in NoticeSettings._meta.concrete_fields if one.name not in ("id", "user")]

Rows = list[dict[str, Any]]


def load_personal_data(player: Player) -> dict[str, Any]:
    """Return what is kept of a player and of those merged into them; a constant number of queries."""
    own, user = player.own_keys, select_accounts(player).first()
    return {
        "account": load_account_data(user) if user else None,
        "player": load_player_data(player, own),
        "matches": load_player_matches(own),
        "rating_changes": load_player_rating_changes(own),
        "standings": list_rows(Standing.objects.filter(player__in=own), *DATA_STATE_COLUMNS, **BOARD_COLUMNS),
        "openings": list_rows(Opening.objects.filter(player__in=own), *DATA_STATE_COLUMNS, "source", **BOARD_COLUMNS),
        "changed_by_corrections": list_rows(
            Adjustment.objects.filter(player__in=own),
            "before",
            "after",
            at=Coalesce("revision__at", "event__at"),
            **BOARD_COLUMNS,
        ),
        "merged_or_renamed": list_rows(
            Event.objects.filter(player__in=own), *EVENT_COLUMNS, counts_as=resolve_player_name("into")
        ),
        "accounts_set_aside": list_rows(SetAsideAccount.objects.filter(player__in=own), "email", "addresses", "at"),
        "challenges": load_player_challenges(own),
        "boxes": list_rows(
            BoxPlace.objects.filter(player__in=own),
            "position",
            "withdrew_at",
            "withdrawal",
            level=F("box__level"),
            letter=F("box__letter"),
            of_season=F("season__name"),
            of_ladder=F("season__ladder__name"),
        ),
        "rounds": list_rows(
            RoundWish.objects.filter(player__in=own),
            "wanted",
            of_ladder=F("ladder__name"),
            with_partner=resolve_player_name("partner"),
        ),
        "nights": list_rows(
            Visit.objects.filter(player__in=own),
            "came_at",
            "left_at",
            "rests",
            of_ladder=F("night__season__ladder__name"),
            with_partner=resolve_player_name("partner"),
        ),
        "partner_wishes": list_rows(
            PartnerWish.objects.filter(by__in=own), "wanted", about=resolve_player_name("partner")
        ),
        "notices": list_rows(Notice.objects.filter(player__in=own), *NOTICE_COLUMNS),
        "admin_log_about": list_admin_log_about(Player.objects.filter(pk__in=own)),
    }


def list_rows(found: QuerySet[Any], *columns: str, **named: F | Coalesce) -> Rows:
    """Return these columns of all rows, the oldest first."""
    return [dict(row) for row in found.order_by("pk").values(*columns, **named)]


def load_account_data(user: User) -> dict[str, Any]:
    """Return what is kept of an account, without what signs it in."""
    roles, unsent = Role.objects.filter(user=user), OutboxMessage.objects.filter(to__in=list_email_addresses(user))
    return {
        "name": user.username,
        "full_name": user.get_full_name(),
        "email": user.email,
        "addresses": list_rows(user.emailaddress_set.all(), "email", "verified", "primary"),  # type: ignore[attr-defined]  # allauth's
        "joined_at": user.date_joined,
        "last_signed_in_at": user.last_login,
        "is_owner": user.is_staff,
        "roles": list_rows(roles, "role", of=F("ladder__name")),
        "second_factors": list_rows(user.authenticator_set.all(), "type", "created_at", "last_used_at"),  # type: ignore[attr-defined]  # allauth's
        "signed_in": list_rows(user.usersession_set.all(), "created_at", "ip", "user_agent"),  # type: ignore[attr-defined]  # allauth's
        "wants_by_mail": list_rows(NoticeSettings.objects.filter(user=user), *WANTED_COLUMNS),
        "claims": list_rows(Claim.objects.filter(user=user), "asked_at", of=resolve_player_name("player")),
        "reactions": list_rows(Reaction.objects.filter(user=user), "match", "kind", "at"),
        "follows": list_rows(Follow.objects.filter(user=user), "at", whom=resolve_player_name("player")),
        "imported": list_rows(Import.objects.filter(by=user), "file", "at", into=F("season__ladder__name")),
        "reported": list_rows(Match.objects.filter(reported_by=user), "id", "recorded_at"),
        "wrote": list_rows(MatchRevision.objects.filter(by=user), *WRITTEN_COLUMNS),
        "changed": list_rows(Event.objects.filter(by=user), *EVENT_COLUMNS),
        "admin_log_by": list_admin_log(LogEntry.objects.filter(user=user)),
        "admin_log_about": list_admin_log_about(User.objects.filter(pk=user.pk)),
        "unsent_mail": list_rows(unsent, "to", "subject", "at", "error"),  # the text may hold a code that signs in
    }


def list_admin_log(found: QuerySet[LogEntry]) -> Rows:
    """Return these entries of the admin's log."""
    return list_rows(
        found, "action_time", "action_flag", "object_repr", "change_message", table=F("content_type__model")
    )


def list_admin_log_about(own: QuerySet[Any]) -> Rows:
    """Return the entries of the admin's log about these rows of one table; it keeps their keys as text."""
    meta = own.model._meta
    there = LogEntry.objects.filter(content_type__app_label=meta.app_label, content_type__model=meta.model_name)
    return list_admin_log(there.filter(object_id__in=own.values(as_text=Cast("pk", TextField()))))


def load_player_data(player: Player, own: Sequence[int]) -> dict[str, Any]:
    """Return what is kept of a player besides their matches."""
    merged = Player.objects.filter(merged_into=player)
    return {
        "name": player.name,
        "nickname": player.nickname,
        "hidden": player.hidden,
        "plays_as": player.plays_as,
        "joined_at": player.joined_at,
        "retired_on": player.retired_on,
        "sits_out_until": player.sits_out_until,
        "breaks": list_rows(PlayerBreak.objects.filter(player__in=own), "since", "until"),
        "former_names": list_rows(FormerName.objects.filter(player__in=own), "name", "left_at"),
        "merged": list_rows(merged, "name", "joined_at"),
        "photographs": [
            {"added_at": one.added_at, "webp": b64encode(one.content).decode()}
            for one in Photograph.objects.filter(player__in=own).order_by("pk")
        ],
        "followed": list_rows(Follow.objects.filter(player__in=own), "at"),  # not by whom
    }


def load_player_matches(own: Sequence[int]) -> Rows:
    """Return every match, also void ones, with how it ended for the player and for the others."""
    mine = Participant.objects.filter(player__in=own)
    found = {
        row["match"]: row | {"others": []}
        for row in list_participations(mine, "match", entered_as=F("player__name"), **DATA_MATCH_COLUMNS)
    }
    others = Participant.objects.filter(match__in=mine.values("match")).exclude(player__in=own)
    for row in list_participations(others, "match_id", name=resolve_player_name("player")):
        found[row.pop("match_id")]["others"].append(row)
    return list(found.values())


def list_participations(found: QuerySet[Participant], *columns: str, **named: F | Coalesce) -> Rows:
    """Return these columns and how each participant ended; side, games and ending only where they say something."""
    rows = list_rows(found, *columns, *ENDED_COLUMNS, "side", **named)
    return [{name: row[name] for name in row if row[name] or name not in SELDOM_SAID} for row in rows]


def load_player_rating_changes(own: Sequence[int]) -> Rows:
    """Return what every match changed on each board."""
    mine = RatingChange.objects.filter(participant__player__in=own)
    others = RatingShift.objects.filter(player__in=own)  # matches of others
    return list_rows(mine, *CHANGED_COLUMNS, match=F("participant__match"), **BOARD_COLUMNS) + list_rows(
        others, "match", *CHANGED_COLUMNS, **BOARD_COLUMNS
    )


def load_player_challenges(own: Sequence[int]) -> Rows:
    """Return the challenges that name the player; between sides with the others of each."""
    mine = Party.objects.filter(player__in=own)
    columns = ("origin", "kind", "note", "made_at", "answer_by", "status", "accepted_at", "play_by")
    named = {one: F(f"fixture__{one}") for one in columns}
    by = resolve_player_name("fixture__by")
    rows = list_rows(mine, "fixture_id", "side", "joined_at", "asked_off_at", made_by=by, **named)
    others = Party.objects.filter(fixture__in=mine.filter(side__gt=0).values("fixture")).exclude(player__in=own)
    sides: dict[tuple[int, int], list[str]] = {}
    for one in list_rows(others, "fixture_id", "side", name=resolve_player_name("player")):
        sides.setdefault((one["fixture_id"], one["side"]), []).append(one["name"])
    for row in rows:
        challenge, side = row.pop("fixture_id"), row.pop("side")
        if side:
            row |= {"with": sides.get((challenge, side), []), "against": sides.get((challenge, 3 - side), [])}
    return rows
