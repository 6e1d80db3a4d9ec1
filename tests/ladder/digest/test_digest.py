"""The digest of the week: what it says, who gets it and when, and that nobody gets it twice."""

import smtplib
from datetime import date
from email import message_from_bytes, policy

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail.backends.base import BaseEmailBackend
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from ladder.backups.actions import restore_backup, write_backup
from ladder.backups.queries.inspection import open_backup
from ladder.challenges.actions import challenge_side
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.models import Ladder, Match
from ladder.people.actions.players import change_player_visibility
from ladder.story.queries import ladder_story
from players.models import Club, Notice, NoticeSettings, Player
from players.notices.delivery import NOTICE_PAUSE, claim_notice, send_due_notices
from players.people.actions import store_player_name
from tests.factories import enter_report, make_asking, make_ladder, make_member, make_player, play_all, season_of
from tests.players.notices.test_actions import member
from tests.smtp import listening
from tests.threads import together

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
MONDAY = "2026-11-23T07:30:00Z"
WEDNESDAY = date(2026, 11, 18)  # of the week before
SITE = "https://ladder.a-rather-long-name-of-a-club.example"
HAPPENED = "- On a run. Zoë Ångström has won five in a row. (Club, Wednesday 18 November)"
failures: list[Exception] = []


class Failing(BaseEmailBackend):
    """A mail server that fails as the test says, and takes everything once it has."""

    def send_messages(self, messages):
        if failures:
            raise failures.pop()
        return len(messages)


@pytest.fixture
def clock():
    """It is Monday, half past seven."""
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


@pytest.fixture
def zoe(clock):
    """A member who wants the digest, and won five times last Wednesday."""
    zoe = store_player_name(player=member("Zoe", digest=True), name="Zoë Ångström")
    play_all(season_of(make_ladder("elo")), [("Zoë Ångström", "Ben")] * 5, on=WEDNESDAY)
    return zoe


def send():
    """Run the command, and let the mail go out that it leaves."""
    call_command("send_digests", verbosity=0)
    send_due_notices()


def test_it_tells_what_happened_what_waits_and_whom_to_play(zoe, mailoutbox, settings):
    settings.SITE_URL = SITE
    dea, asking = make_member("Dea"), make_asking(slug="chess", name="Chess")
    lost = [ParticipantResult(dea, 1.0), ParticipantResult(zoe, 0.0)]
    report = enter_report(season=asking, by=dea.user, kind="rated", participants=lost)
    challenge_side(season=season_of(Ladder.objects.get(slug="club")), by=make_member("Ben").user, opponents=[zoe])

    send()

    assert mailoutbox[0].subject == "Your week at Club ladder, 16 to 22 November"
    assert (
        mailoutbox[0].body.partition("\n\nClub ladder sends you")[0]
        == f"""\
Your week at Club ladder, 16 to 22 November

What happened
{HAPPENED}

Waiting for you
- Dea beat Zoë Ångström (Chess, 23 November): confirm it or say what is wrong.
  {SITE}/matches/{report.pk}/
- Ben challenged you (Club). Answer by Mon 30 November.
  {SITE}/club/challenges

{SITE}/"""
    )
    (notice,) = Notice.objects.filter(kind="digest")
    assert (notice.player, notice.text, notice.mail_text) == (zoe, mailoutbox[0].subject, "")


def test_it_names_whom_to_play_and_hidden_people_as_members_see_them(zoe, mailoutbox):
    play_all(season_of(Ladder.objects.get()), [("Cem Oz", "Dea Lu")], on=WEDNESDAY)
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()
    change_player_visibility(player=zoe, hidden=True, by=None)
    change_player_visibility(player=make_player("Cem Oz"), hidden=True, by=None)

    send()

    body = mailoutbox[0].body
    assert HAPPENED in body
    assert "Who to play\n- Cem Oz (Club): your chance is 57.3%, not met yet." in body


def test_only_the_five_greatest_of_the_week_and_of_ones_own_ladders_are_told(zoe, mailoutbox):
    club, other = season_of(Ladder.objects.get()), season_of(make_ladder("elo", slug="other", name="Other"))
    for name in ("Ada", "Cem", "Dea", "Eva", "Fay", "Gus"):
        play_all(club, [(name, f"{name} B.")] * 5, on=date(2026, 11, 19))
    play_all(club, [("Ida", "Jon")] * 10, on=date(2026, 11, 15))  # a Sunday, of the week before
    play_all(club, [("Kim", "Lou")] * 10, on=date(2026, 11, 23))  # today
    play_all(other, [("Mia", "Ned")] * 10, on=WEDNESDAY)
    member("Ona", digest=True)  # who has played nowhere

    send()

    parts = {mail.to[0]: mail.body.split("\n\n") for mail in mailoutbox}
    told = {to: next(part for part in found if part.startswith("What happened\n")) for to, found in parts.items()}
    assert [told[f"{name}@club.example"].count("\n- ") for name in ("zoe", "ona")] == [5, 5]
    assert not any(name in told["zoe@club.example"] for name in ("Ida", "Kim", "Mia"))


@pytest.mark.parametrize(
    ("zone", "moment", "mails"),
    [
        ("Europe/Berlin", "2026-11-23T05:59:00Z", 0),  # 6:59
        ("Europe/Berlin", "2026-11-23T06:00:00Z", 1),  # 7:00
        ("Europe/Berlin", "2026-11-23T22:59:00Z", 1),  # still Monday
        ("Europe/Berlin", "2026-11-23T23:00:00Z", 0),  # Tuesday
        ("Pacific/Auckland", "2026-11-22T18:30:00Z", 1),  # Monday there, 7:30
        ("Pacific/Auckland", "2026-11-23T18:30:00Z", 0),  # Tuesday there, 7:30
    ],
)
def test_it_goes_out_on_monday_from_seven_in_the_club_s_zone(zoe, clock, mailoutbox, zone, moment, mails):
    Club(pk=Club.ONLY, time_zone=zone).save()
    clock.move_to(moment)
    send()
    assert len(mailoutbox) == mails


def ask_nothing():
    NoticeSettings.objects.update(digest=False)


def confirm_nothing():
    EmailAddress.objects.update(verified=False)


def switch_off():
    User.objects.update(is_active=False)


def void_everything():
    for match in Match.objects.all():
        void_match(match=match, by=None, reason="No match.", revision=1)


def unlink_player():
    Player.objects.update(user=None)


@pytest.mark.parametrize("spoil", [ask_nothing, confirm_nothing, switch_off, void_everything, unlink_player])
def test_who_gets_none(zoe, mailoutbox, spoil):
    spoil()
    send()
    assert (mailoutbox, Notice.objects.filter(kind="digest").exists()) == ([], False)


def test_it_comes_once_a_week_however_often_the_command_runs(zoe, clock, mailoutbox):
    for _ in range(2):
        send()
    assert len(mailoutbox) == 1
    clock.move_to("2026-11-30T08:00:00Z")
    play_all(season_of(Ladder.objects.get()), [("Zoë Ångström", "Ben")] * 5, on=date(2026, 11, 25))
    send()
    assert [one.subject[-20:] for one in mailoutbox] == ["r, 16 to 22 November", "r, 23 to 29 November"]


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_once_one_writes_it(zoe):
    together([lambda: call_command("send_digests", verbosity=0)] * 2)
    assert Notice.objects.filter(kind="digest").count() == 1


def test_whoever_is_killed_in_the_middle_sends_none_rather_than_two(zoe, mailoutbox, clock):
    call_command("send_digests", verbosity=0)
    assert claim_notice(Notice.objects.get(kind="digest"))  # and then the process is killed
    clock.shift(10 * NOTICE_PAUSE)
    assert (send_due_notices(), mailoutbox) == ((0, 0), [])


@pytest.mark.parametrize(
    ("failure", "mails"),
    [
        (ConnectionRefusedError(), 1),
        (smtplib.SMTPRecipientsRefused({}), 1),
        (smtplib.SMTPServerDisconnected(), 0),  # perhaps after it had taken the mail
        (TimeoutError(), 0),
    ],
)
def test_it_is_tried_again_only_if_the_server_surely_has_not_taken_it(zoe, clock, settings, failure, mails):
    settings.MAILERS = {"default": {"BACKEND": f"{__name__}.Failing"}}
    failures[:] = [failure]
    send()
    clock.shift(10 * NOTICE_PAUSE)
    assert (send_due_notices().sent, send_due_notices().sent) == (mails, 0)


def test_a_story_that_others_work_out_just_now_is_waited_for(zoe, mailoutbox, monkeypatch):
    monkeypatch.setattr(ladder_story, "LONGEST_WAIT", 0.0)
    with ladder_story.STORY_LOCKS[Ladder.objects.get().pk % len(ladder_story.STORY_LOCKS)]:
        send()
    assert mailoutbox == []
    send()
    assert len(mailoutbox) == 1


def test_after_a_restore_nobody_gets_the_digest_of_that_week_again(zoe, mailoutbox, tmp_path):
    with open(tmp_path / "club.zip", "w+b") as file:
        write_backup(file)
        send()
        restore_backup(backup=open_backup(file))
    send()
    assert len(mailoutbox) == 1


def test_the_bytes_of_the_mail_and_leaving_it_by_one_click(zoe, settings):
    with listening() as server:
        settings.MAILERS, settings.SITE_URL = {"default": server.mailer}, SITE
        NoticeSettings.objects.update(challenge=True)
        send()
        (raw,) = server.taken

    assert all(len(line) <= 78 for line in raw.split(b"\r\n") if not line.startswith(b"List-Unsubscribe: "))
    assert (raw.isascii(), raw.count(b"\n") == raw.count(b"\r\n")) == (True, True)
    assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    mail = message_from_bytes(raw, policy=policy.default)
    assert (mail.get_content_type(), HAPPENED in mail.get_content()) == ("text/plain", True)
    link = mail["List-Unsubscribe"]
    assert link.startswith(f"<{SITE}/players/leave/")
    assert link[1:-1] in mail.get_content()

    path, program = link[len(SITE) + 1 : -1], Client(enforce_csrf_checks=True)
    assert "You won’t get any more mail about the week at the club." in program.get(path).text
    assert NoticeSettings.objects.get().digest
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    left = NoticeSettings.objects.get()
    assert (left.digest, left.challenge) == (False, True)
    assert timezone.localdate() == left.digest_on
