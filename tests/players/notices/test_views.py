"""The page of notices, the count in the navigation, and leaving mail by a link."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.test import Client

from players.models import Notice, NoticeSettings
from players.notices.delivery import build_unsubscribe_token
from tests.factories import make_ladder
from tests.markup import flat
from tests.players.notices.test_actions import member, tell

pytestmark = [pytest.mark.django_db, pytest.mark.pages]
PAGE = "/players/notices"
MAIL = {"result": "on", "digest": "on", "moved_by": "2.5"}


@pytest.fixture
def ada():
    return member("Ada", challenge=True)


@pytest.fixture
def signed_in(client, ada):
    client.force_login(ada.user)
    return client


def test_the_navigation_counts_what_is_unread(signed_in, ada):
    assert "unread" not in signed_in.get(PAGE).text
    tell(ada)
    assert '<b class="count">1<span class="vh"> unread</span></b>' in signed_in.get(PAGE).text


def test_looking_marks_nothing_and_posting_marks_what_was_shown(signed_in, ada):
    shown = tell(ada)
    page = signed_in.get(PAGE)
    later = tell(ada)
    assert list(page.context["page_obj"]) == [shown]
    assert Notice.objects.filter(read_at=None).count() == 2
    answer = signed_in.post(PAGE, {"until": shown.pk})
    assert (answer.status_code, answer.url) == (303, PAGE)
    assert list(Notice.objects.filter(read_at=None)) == [later]


@pytest.mark.parametrize("until", ["", "x", "-1", "9" * 40, "1\x00", "\u0663"])
def test_no_input_marks_anothers_notices_or_breaks_the_page(signed_in, until):
    tell(member("Bo"))
    assert signed_in.post(PAGE, {"until": until}).status_code == 303
    assert Notice.objects.filter(read_at=None).count() == 1


def test_a_member_sees_only_their_own(signed_in, ada):
    mine = tell(ada)
    tell(member("Bo"), "Not yours.")
    assert list(signed_in.get(PAGE).context["page_obj"]) == [mine]


def test_the_wishes_are_kept(signed_in, ada):
    answer = signed_in.post(f"{PAGE}/mail", MAIL)
    assert (answer.status_code, answer.url) == (303, PAGE)
    choice = NoticeSettings.objects.get(user=ada.user)
    assert (choice.result, choice.digest, choice.challenge, choice.moved_by) == (True, True, False, 2.5)


@pytest.mark.parametrize("kind", Notice.Kind.values)
def test_the_page_asks_for_each_kind_whether_it_is_mailed(signed_in, ada, kind):
    assert f'<input type="checkbox" name="{kind}"' in signed_in.get(PAGE).text
    signed_in.post(f"{PAGE}/mail", {kind: "on", "moved_by": "5"})
    choice = NoticeSettings.objects.get(user=ada.user)
    assert [one for one in Notice.Kind.values if choice.mails(one)] == [kind]


@pytest.mark.parametrize("moved_by", ["", "many", "-1", "nan", "inf", "1e9", "9" * 400, "1\x00"])
def test_a_bad_number_is_said_beside_the_field_and_kept(signed_in, moved_by):
    answer = signed_in.post(f"{PAGE}/mail", MAIL | {"moved_by": moved_by})
    assert (answer.status_code, answer.context["form"]["moved_by"].value()) == (422, moved_by)
    assert 'class="err"' in answer.text
    assert NoticeSettings.objects.get().moved_by == 5


@pytest.mark.parametrize(("method", "path"), [("get", PAGE), ("post", PAGE), ("post", f"{PAGE}/mail")])
def test_visitors_are_asked_to_sign_in(client, db, method, path):
    answer = getattr(client, method)(path, MAIL)
    assert answer.url.startswith("/accounts/login/")


def test_the_link_of_a_mail_asks_first_and_posting_leaves(client, ada):
    link = f"/players/leave/{build_unsubscribe_token(ada.user, 'challenge')}"
    assert "Stop this mail?" in client.get(link).text
    assert NoticeSettings.objects.get().challenge
    program = Client(enforce_csrf_checks=True)
    assert program.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not NoticeSettings.objects.get().challenge


def test_a_link_that_was_tampered_with_leaves_nothing(client, ada):
    link = f"/players/leave/{build_unsubscribe_token(ada.user, 'challenge')}"
    assert client.post(link + "x").status_code == 404
    assert NoticeSettings.objects.get().challenge


def test_a_signed_out_page_asks_no_more_and_a_members_page_asks_once(client, ada, django_assert_num_queries):
    make_ladder()
    with django_assert_num_queries(2):  # ladders, season
        client.get("/systems/")
    client.force_login(ada.user)
    with django_assert_num_queries(7):  # ladders, season; session, account; roles; player, unread
        client.get("/systems/")


@pytest.mark.parametrize("count", [2, 6])
def test_the_page_takes_as_many_queries_for_more(signed_in, ada, count, django_assert_num_queries):
    for _ in range(count):
        tell(ada)
    with django_assert_num_queries(11):  # session, account, roles, player, merged; ladders, unread; choices, ...
        signed_in.get(PAGE)


def test_the_page_says_that_an_address_has_to_be_confirmed_before_anything_is_mailed(signed_in, ada):
    User.objects.filter(player=ada).update(email="ada@club.example")
    EmailAddress.objects.filter(user=ada.user).delete()
    page = flat(signed_in.get(PAGE).text)
    assert "Nothing is mailed until you confirm your address, ada@club.example." in page
    assert 'href="/accounts/email/"' in page

    EmailAddress.objects.create(user=ada.user, email="ada@club.example", verified=True)
    assert "To ada@club.example. Every mail has a link to stop it." in flat(signed_in.get(PAGE).text)
