"""Telling players: who is told, what is kept, and that a bulk of it takes two statements."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from players.models import Notice, NoticeSettings
from players.notices.actions import NewNotice, mark_notices_read, notify_player, notify_players, store_notice_settings
from players.notices.queries import find_readers
from tests.factories import make_player

pytestmark = pytest.mark.django_db


def member(name, **wanted):
    """Return a player with an account, and with a confirmed address and choices where some are given."""
    player = make_player(name)
    player.user = User.objects.create_user(name.lower(), f"{name.lower()}@club.example" if wanted else "")
    player.save()
    if wanted:
        NoticeSettings.objects.create(user=player.user, **wanted)
        EmailAddress.objects.create(user=player.user, email=player.user.email, primary=True, verified=True)
    return player


def tell(player, text="Bo challenges you.", kind=Notice.Kind.CHALLENGE):
    return notify_player(player=player, kind=kind, text=text, url="/somewhere/")


def test_a_notice_is_kept_unread_and_without_mail():
    notice = tell(member("Ada"))
    assert (notice.text, notice.kind, notice.url) == ("Bo challenges you.", "challenge", "/somewhere/")
    assert (notice.read_at, notice.mail_due) == (None, False)


def test_nobody_is_told_who_has_no_account_or_a_closed_one():
    gone = member("Cy")
    User.objects.update(is_active=False)
    assert (tell(make_player("Bo")), tell(gone), Notice.objects.count()) == (None, None, 0)


@pytest.mark.parametrize(("wanted", "due"), [({"challenge": True}, True), ({"result": True}, False)])
def test_mail_is_due_for_the_kinds_that_are_wanted(wanted, due):
    assert tell(member("Ada", **wanted)).mail_due is due


def test_an_address_that_nobody_confirmed_gets_no_mail():
    ada = member("Ada", challenge=True)
    EmailAddress.objects.update(verified=False)
    assert not tell(ada).mail_due


def test_mail_goes_to_a_confirmed_address_though_another_one_was_the_main_one():
    ada = member("Ada", challenge=True)
    EmailAddress.objects.update(verified=False)
    EmailAddress.objects.create(user=ada.user, email="ada@home.example", verified=True)
    assert [one.address for one in find_readers([ada.pk])] == ["ada@home.example"]


def test_without_a_mail_server_no_mail_is_due(settings):
    settings.SENDS_MAIL = False
    assert not tell(member("Ada", challenge=True)).mail_due


def test_a_merged_players_account_is_told_as_whom_they_count():
    old, ada = member("Ada B."), make_player("Ada")
    old.merged_into = ada
    old.save()
    assert [tell(old).player, tell(ada).player] == [ada, ada]


def test_a_long_sentence_on_several_lines_is_kept_in_one_line_cut_short():
    notice = tell(member("Ada"), "One\r\ntwo\n" + "x" * 700)
    notice.refresh_from_db()
    assert (notice.text[:8], len(notice.text), notice.text[-1]) == ("One two ", 600, "…")


def test_telling_many_takes_two_queries(django_assert_num_queries):
    players = [member(name).pk for name in ("Ada", "Bo", "Cy", "Di")]
    with django_assert_num_queries(2):
        told = [NewNotice(one, "Hello.", "/") for one in find_readers(players)]
        assert len(notify_players(kind=Notice.Kind.RESULT, told=told)) == 4


def test_reading_marks_what_was_shown_and_nothing_later():
    ada = member("Ada")
    shown, later = tell(ada), tell(ada)
    assert mark_notices_read(players=[ada], until=shown.pk) == 1
    assert list(Notice.objects.filter(read_at=None)) == [later]


def test_what_is_chosen_replaces_what_was():
    user = member("Ada", result=True).user
    mailed = dict.fromkeys(Notice.Kind.values, False) | {"dispute": True}
    store_notice_settings(user=user, moved_by=2.5, **mailed)
    choice = NoticeSettings.objects.get()
    assert (choice.result, choice.dispute, choice.moved_by) == (False, True, 2.5)
