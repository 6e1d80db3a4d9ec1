"""Every address of the site, who may go there and what it answers, and a club with everybody who may try."""

from collections.abc import Iterator
from datetime import timedelta
from typing import NamedTuple
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from ladder.formats import ParticipantResult
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Fixture, Import, Ladder, LargeTask, Party, Role
from players.accounts.actions.invitations import claim_player, create_invitation
from players.models import Invitation, OutboxMessage, Player
from tests.factories import enter_report, make_ladder, make_member, make_player, season_of

ROLES = ("visitor", "inactive", "member", "elsewhere", "recorder", "organiser", "owner")

# The address; the least that somebody must be (on its ladder; an inviter organises any); what those get who may look
# (GET) and what those who may send (POST), a visitor's answer before a stroke where it is another. Below that rank a
# visitor is sent to sign in, and everybody else gets 403. Other methods get 405. Ids and names are always others'.
# A star at the end leaves other methods to allauth, some of whose forms take PUT for POST: anything but an error, and
# nothing is stored. The accounts here have no password and no second factor, so there is none to change or to prove.
# Whoever downloads or restores a backup, or merges somebody with an account, is led to a proof of who they are first.
TABLE = """
health                                everyone   200      405
metrics                               everyone   404      405
ready                                 everyone   200      405
theme                                 everyone   405      400
account_login                         everyone   200/302  200/302  *
account_logout                        everyone   302/200  302      *
account_inactive                      everyone   200      405      *
account_signup                        everyone   200/302  200/302  *
account_reauthenticate                member     302      302      *
account_email                         member     200      302      *
account_email_verification_sent       everyone   200      405      *
account_change_password               member     302      302      *
account_set_password                  member     302      302      *
account_reset_password                everyone   200      200      *
account_confirm_login_code            member     302      302      *
account_confirm_email                 everyone   200      404      *
account_reset_password_from_key_done  everyone   200      405      *
account_reset_password_from_key       everyone   200      200      *
account_reset_password_done           everyone   200      405      *
account_request_login_code            everyone   200/302  200/302  *
mfa_index                             member     200      405      *
mfa_authenticate                      member     302      302      *
mfa_reauthenticate                    member     302      302      *
mfa_activate_totp                     member     302      302      *
mfa_deactivate_totp                   member     404      404      *
mfa_view_recovery_codes               member     404      405      *
mfa_generate_recovery_codes           member     302      302      *
mfa_download_recovery_codes           member     404      404      *
accounts:confirm_email                everyone   200      404      *
accounts:email                        member     200      302      *
accounts:enter_code                   member     302      302      *
accounts:set_password                 member     302      302      *
accounts:sessions                     member     200      302      *
usersessions_list                     member     200      302      *
accounts:prove_by_code                member     200      200
accounts:join_code                    everyone   200      422
accounts:join                         everyone   404      404
accounts:invitations                  inviter    200      405
accounts:invitation_sheet             inviter    405      422
accounts:invite_club                  inviter    405      200
accounts:invitation_withdraw          inviter    405      303
accounts:claim_decide                 inviter    405      303
accounts:outbox                       owner      200      405
accounts:outbox_remove                owner      405      303
players:notices                       member     200      303
players:notices_mail                  member     405      422
players:following                     member     200      405
players:leave                         everyone   404      404
players:player                        everyone   200      405
players:card                          everyone   200      405
players:statement                     everyone   200      405
players:opponents                     everyone   200      405
players:partners                      everyone   200      405
players:against                       everyone   200      405
players:break                         member     200      422
players:photograph                    member     403      403
players:remove_photograph             inviter    405      303
players:photograph_file               everyone   404      405
players:follow                        member     405      303
players:unfollow                      member     405      303
players:claim                         member     422      422
players:invite                        inviter    422      422
players:edit                          owner      200      303
players:merge                         owner      200      302
players:void_reports                  inviter    200      422
players:undo_merge                    owner      404      404
players:players                       member     200      405
players:add                           inviter    200      422
players:data                          owner      200      405
players:privacy                       owner      200      303
players:erase                         owner      200      422
players:data                          owner      200      405
players:privacy                       owner      200      303
ladder:emblem                         owner      200      422
ladder:emblem_remove                  owner      405      303
ladder:emblem_file                    everyone   404      405
ladder:home                           everyone   200      405
ladder:worker                         everyone   200      405
ladder:manifest                       everyone   200      405
ladder:icon_180                       everyone   200      405
ladder:icon_192                       everyone   200      405
ladder:icon_512                       everyone   200      405
ladder:setup                          everyone   303      303
ladder:ladder_new                     owner      200      422
ladder:club                           owner      200      422
ladder:backup                         owner      302      405
ladder:backup_file                    owner      405      302
ladder:backup_made                    owner      405      302
ladder:restore                        owner      405      302
ladder:demonstration_leave            owner      303      303
ladder:first_steps                    owner      405      303
ladder:desk                           inviter    200      405
ladder:task                           organiser  200      405
ladder:task_file                      member     403      405
ladder:systems                        everyone   200      405
ladder:system                         everyone   200      405
ladder:match                          everyone   200      405
ladder:match_card                     everyone   200      405
ladder:match_correct                  organiser  200      422
ladder:match_void                     organiser  200      200
ladder:match_restore                  organiser  200      422
ladder:match_revert                   organiser  200      200
ladder:match_fix                      member     403      403
ladder:match_undo                     member     405      403
ladder:match_confirm                  member     405      403
ladder:match_dispute                  member     403      403
ladder:react                          member     405      422
ladder:match_uphold                   organiser  200      303
ladder:challenge_accept               member     405      403
ladder:challenge_decline              member     405      403
ladder:challenge_withdraw             member     405      403
ladder:challenge_postpone             member     405      403
ladder:challenge_call_off             member     405      403
ladder:challenge_close                organiser  405      303
ladder:challenge_walkover             member     405      404
ladder:disputes                       inviter    200      405
ladder:ladder                         everyone   200      405
ladder:house_rules                    everyone   200      405
ladder:house_rules_edit               organiser  200      422
ladder:about                          everyone   200      405
ladder:report                         everyone   302      405
ladder:venue                          everyone   200      405
ladder:venue_code                     organiser  200      200
ladder:at_venue                       everyone   200/303  422/303
ladder:at_venue_report                everyone   303      303
ladder:at_venue_sides                 everyone   303      303
ladder:at_venue_stake                 everyone   303      405
ladder:at_venue_leave                 everyone   405      303
ladder:feed                           everyone   200      405
ladder:challenges                     member     200      422
ladder:tonight                        everyone   200      405
ladder:night_form                     recorder   200      422
ladder:night_wishes                   member     200      422
ladder:night_screen                   everyone   200      405
ladder:night_by_hand                  everyone   303      405
ladder:night_act                      everyone   405      303
ladder:night                          everyone   404      405
ladder:night_card                     everyone   404      405
ladder:rounds                         everyone   200      405
ladder:round_sheet                    everyone   200      405
ladder:round_wish                     member     405      303
ladder:round_answer                   everyone   404      404
ladder:round_change                   organiser  405      303
ladder:race                           everyone   200      405
ladder:log                            everyone   200      405
ladder:story                          everyone   200      405
ladder:honours                        everyone   200      405
ladder:lab                            everyone   200      405
ladder:people                         owner      200      303
ladder:people_remove                  owner      405      303
ladder:settings                       organiser  200      422
ladder:seasons                        organiser  200      405
ladder:poster                         organiser  200      405
ladder:standings                      everyone   200      405
ladder:boxes                          everyone   200      405
ladder:boxes_csv                      everyone   404      405
ladder:boxes_chances                  everyone   200      405
ladder:box_sheet                      everyone   200      405
ladder:boxes_make                     organiser  200      200
ladder:boxes_next                     organiser  404      404
ladder:boxes_withdraw                 organiser  404      404
ladder:recap                          everyone   200      405
ladder:certificates                   everyone   200      405
ladder:season_card                    everyone   200      405
ladder:match_record                   member     200      303
ladder:rows_record                    member     404      404
ladder:stake                          member     200      405
ladder:pairings                       everyone   200      405
ladder:pairing                        everyone   200      405
ladder:record                         recorder   200      303
ladder:record_sides                   recorder   404      404
ladder:match_import                   organiser  200      422
ladder:import_systems                 organiser  200      422
ladder:import_take_back               organiser  200      422
ladder:season_edit                    organiser  200      303
ladder:season_close                   organiser  200      422
ladder:season_next                    organiser  404      404
ladder:board_add                      organiser  200      422
ladder:opening_change                 organiser  404      404
ladder:ratings_give                   organiser  200      422
ladder:reopen                         organiser  303      303
ladder:matches_csv                    member     200      405
ladder:matches_xlsx                   member     200      405
ladder:standings_csv                  everyone   200      405
ladder:standings_xlsx                 everyone   200      405
ladder:board                          everyone   200      405
ladder:board_about                    everyone   200      405
ladder:board_card                     everyone   200      405
ladder:rules                          everyone   200      405
ladder:board_remove                   organiser  200      422
ladder:board_lead                     organiser  405      303
ladder:board_up                       organiser  405      303
ladder:board_change                   organiser  200      422
ladder:rows                           everyone   200      405
ladder:known                          everyone   303      405
ladder:sheet                          everyone   200      405
ladder:embed                          everyone   200      405
"""
MAY = {
    "everyone": ROLES,
    "member": ("member", "elsewhere", "recorder", "organiser", "owner"),
    "recorder": ("recorder", "organiser", "owner"),
    "inviter": ("elsewhere", "organiser", "owner"),
    "organiser": ("organiser", "owner"),
    "owner": ("owner",),
}


class Row(NamedTuple):
    """What an address answers to those who may go there; the first of two is for visitors."""

    least: str
    get: str
    post: str
    others: str = "405"

    def expected(self, role: str, method: str) -> str:
        """Return the status, or "sign in", or a star for any that is no error."""
        signed_in = role not in ("visitor", "inactive")
        if role not in MAY[self.least]:
            return "403" if signed_in else "sign in"
        if method not in ("get", "post"):
            return self.others
        cell = self.get if method == "get" else self.post
        return cell.split("/")[-1 if signed_in else 0]


ROWS = {name: Row(*cells) for name, *cells in map(str.split, TABLE.strip().splitlines())}


class Address(NamedTuple):
    """A pattern of the site: its name, how it is written, and the names of its values."""

    name: str
    route: str
    values: tuple[str, ...]


def addresses(resolver: URLResolver | None = None, space: str = "", route: str = "") -> Iterator[Address]:
    """Give every pattern that the site answers to."""
    for one in (resolver or get_resolver()).url_patterns:
        written = route + str(one.pattern)
        if isinstance(one, URLPattern):
            yield Address(space + (one.name or written), written, tuple(one.pattern.regex.groupindex))
        else:
            yield from addresses(one, space + (f"{one.namespace}:" if one.namespace else ""), written)


def people() -> dict[str, User | None]:
    """Return an account for each role on the ladder "club", with a player each; a visitor has none."""
    club, other = make_ladder(nights="recorders"), make_ladder(slug="other")
    found: dict[str, User | None] = {"visitor": None}
    for name in ROLES[1:]:
        user = User.objects.create_user(name, f"{name}@club.example", is_staff=name in ("owner", "inactive"))
        Player.objects.filter(pk=make_player(name.capitalize()).pk).update(user=user)
        found[name] = user
        if name in ("elsewhere", "recorder", "organiser"):
            role = name if name == "recorder" else "organiser"
            Role.objects.create(ladder=other if name == "elsewhere" else club, user=user, role=role)
    User.objects.filter(username="inactive").update(is_active=False)
    return found


def strangers() -> dict[str, int | UUID]:
    """Return the ids of what Ada and Bo have on the ladder "club", by the beginning of its address."""
    club, ada, bo = Ladder.objects.get(slug="club"), make_member("Ada"), make_member("Bo")
    season, now, message = season_of(club), timezone.now(), {"to": "ada@club.example", "subject": "Code", "body": "123"}
    participants = [ParticipantResult(ada, 1.0), ParticipantResult(bo, 0.0)]
    match = enter_report(season=season, participants=participants, by=ada.user, kind="rated", facts={"length": 5})
    dispute_match(match=match, by=bo.user, note="I won.", revision=1)
    asked = Fixture.objects.create(season=season, by=ada, kind="rated", made_at=now, answer_by=now + timedelta(days=7))
    Party.objects.create(fixture=asked, player=bo)
    create_invitation(player=make_player("Cy"), by=None)
    return {
        "matches/": match.pk,
        "players/": ada.pk,
        "challenges/": asked.pk,
        "accounts/invitations/": Invitation.objects.get().pk,
        "accounts/claims/": claim_player(player=make_player("Di"), user=User.objects.create_user("di")).pk,
        "accounts/outbox/": OutboxMessage.objects.create(**message).pk,
        "<slug:ladder>/<slug:season>/import/": Import.objects.create(season=season, at=now).pk,
        "backup/made/": LargeTask.objects.create(kind="backup", title="Backup", queued_as=uuid4()).pk,
        "desk/tasks/": LargeTask.objects.create(ladder=club, title="Import", queued_as=uuid4()).pk,
        "<slug:ladder>/people/": Role.objects.get(user__username="organiser").pk,
        "other": bo.pk,
    }


VALUES = {
    "ladder": "club",
    "season": "all-time",
    "board": "match-length-elo",
    "number": "1",
    "code": "nobody-has-it",
    "format": "battle",
    "act": "come",
}
VALUES |= {"token": "nobody:has:it", "key": "chips-total", "uidb36": "1"}


def path_of(address: Address, ids: dict[str, int | UUID]) -> str:
    """Return the address with values: those of strangers, where it has an id."""
    known = VALUES | {"other": str(ids["other"]), "first": str(ids["players/"]), "second": str(ids["other"])}
    known["pk"] = next((str(pk) for start, pk in ids.items() if address.route.startswith(start)), "1")
    known["task"] = known["pk"]
    return reverse(address.name, kwargs={name: known[name] for name in address.values})
