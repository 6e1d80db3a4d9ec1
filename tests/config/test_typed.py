"""What was typed in a form that could not be taken comes back with a button, where the form was one of ours."""

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile

from config.refused_forms import LONGEST_KEPT_VALUE
from ladder.models import Match, MatchRevision
from players.models import Club
from tests.config.sending import BUTTON, HIDDEN, OURS, Browser, offered
from tests.factories import make_ladder, make_member, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
SAID = "It was <b>7–5</b>,\r\nnot \u201c5–7\u201d."


@pytest.fixture
def match(organiser):
    ladder = make_ladder()
    return play(season_of(ladder), "Ana", "Ben")


@pytest.fixture
def browser(organiser):
    return Browser(organiser)


@pytest.fixture
def url(match):
    return f"/matches/{match.pk}/void"


@pytest.fixture
def form(browser, url):
    """What an organiser sends from the page that voids a match, with their reason."""
    page = browser.get(url)
    sent = dict(HIDDEN.findall(page.text))
    return {"csrfmiddlewaretoken": browser.token(url), "token": sent["token"], "reason": SAID}


@pytest.fixture
def stale(form):
    """The same form, opened before a sign-in in another tab gave the browser another token."""
    return form | {"csrfmiddlewaretoken": "a" * 64}


def test_a_form_older_than_the_sign_in_is_sent_again_by_a_button(browser, url, stale, match):
    answer = browser.send(url, stale)
    assert (answer.status_code, match.revisions.count()) == (403, 1)
    assert "You are signed in as <b>organiser</b>." in answer.text
    action, fields = offered(answer)
    assert action == url
    assert fields["csrfmiddlewaretoken"] != stale["csrfmiddlewaretoken"]

    assert browser.send(action, fields).status_code == 303
    last = MatchRevision.objects.get(match=match, number=2)
    assert (last.verb, last.reason.replace("\r\n", " ")) == ("void", SAID.replace("\r\n", " "))


def test_after_the_session_has_ended_it_is_shown_signed_in_before_it_is_taken(browser, organiser, url, form, match):
    Session.objects.all().delete()
    answer = browser.send(url, form, {"Referer": f"{OURS}{url}"})
    assert (answer.status_code, "<h1>You were signed out</h1>" in answer.text) == (403, True)
    assert "so nothing was saved" not in flat(answer.text)  # it says so once
    way = f'href="/accounts/login/?next=http%3A%2F%2Ftestserver%2Fmatches%2F{match.pk}%2Fvoid" target="_blank"'
    assert way in answer.text
    assert "You are signed in" not in flat(answer.text)
    action, fields = offered(answer)

    assert offered(browser.send(action, fields))[1]["reason"] == SAID  # still signed out
    browser.sign_in(organiser)
    shown = browser.send(action, fields)
    assert (shown.status_code, match.revisions.count()) == (403, 1)
    assert "You are signed in as <b>organiser</b>." in shown.text
    assert "It was &lt;b&gt;7–5&lt;/b&gt;,<br>not “5–7”." in shown.text
    assert browser.send(*offered(shown)).status_code == 303
    assert Match.objects.get().is_void


def test_an_opponent_who_was_tapped_is_read_as_a_name():
    make_ladder()
    member, ben = make_member("Ana").user, make_player("Ben")
    browser = Browser(member)
    sent = {"opponent": f"{ben.pk}", "length": "5", "csrfmiddlewaretoken": browser.token("/club/all-time/report")}
    Session.objects.all().delete()

    answer = browser.send("/club/all-time/report", sent)
    odd = browser.send("/club/all-time/report", sent | {"opponent": "9" * 40})

    assert answer.context["typed"].words == [("Opponent", "Ben"), ("Length", "5")]
    assert offered(answer)[1]["opponent"] == f"{ben.pk}"
    assert ("Opponent", "9" * 40) in odd.context["typed"].words


def test_whoever_is_signed_out_reads_the_opponent_as_visitors_do():
    Club(names=Club.Names.INITIAL, pk=Club.ONLY).save()
    make_ladder()
    browser, ben = Browser(make_member("Ana").user), make_player("Ben Nightwell")
    sent = {"opponent": f"{ben.pk}", "csrfmiddlewaretoken": browser.token("/club/all-time/report")}
    Session.objects.all().delete()

    late = browser.send("/club/all-time/report", sent)
    stale = browser.send("/club/all-time/report", sent | {"csrfmiddlewaretoken": "a" * 64})

    assert [answer.context["typed"].words for answer in (late, stale)] == [[("Opponent", "Ben N.")]] * 2


ELSEWHERE = (
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Origin": f"{OURS}.evil.example"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": ""},
    {"Origin": "https://testserver"},
    {"Origin": "https://evil.example", "Referer": f"{OURS}/"},
)


def test_no_button_sends_the_form_of_another_site(browser, url, form, stale):
    for sent, statuses in ((stale, (403,)), (form, (303, 403))):
        for headers in ELSEWHERE:
            answer = browser.send(url, sent, headers)
            assert answer.status_code in statuses, headers
            assert (BUTTON in answer.text, "7–5" in answer.text) == (False, False), headers
        Session.objects.all().delete()  # the second time the token fits, and nobody is signed in


def test_a_browser_that_says_less_is_believed_by_origin_or_referer(browser, url, stale):
    for headers, is_offered in (
        ({"Origin": OURS}, True),  # all that a browser sends on plain HTTP
        ({"Referer": f"{OURS}/matches/1/void"}, True),
        ({"Referer": f"{OURS}.evil.example/"}, False),
        ({}, False),
    ):
        assert (BUTTON in browser.post(url, stale, headers=headers).text) == is_offered, headers


SECRETS = (
    ("/accounts/password/change/", {"oldpassword": "let me in", "password1": "new"}),
    ("/accounts/join", {"name": "words"}),
    ("/accounts/invitations/club", {"note": "words"}),
    ("/admin/auth/user/add/", {"username": "words"}),
    ("/setup", {"name": "words"}),
    ("/club/at-the-venue", {"name": "words"}),
    ("/settings", {"name": "Otters", "new_password": "hidden"}),
    ("/settings", {"name": "x" * LONGEST_KEPT_VALUE}),
    ("/settings", {"name": "  ", "token": "1-2"}),
    ("/backup/restore", {"confirm": "words", "file": SimpleUploadedFile("a.zip", b"a")}),
)


def test_secrets_and_pages_of_accounts_are_never_kept(browser):
    browser.get("/settings")  # gives it a cookie
    kept = browser.send("/settings", {"name": "Otters", "initial-name": "Beavers"}).text
    assert (BUTTON in kept, "Initial name" in kept) == (True, False)
    for page, sent in SECRETS:
        answer = browser.send(page, sent)
        assert (answer.status_code, BUTTON in answer.text) == (403, False), page


def test_what_the_page_filled_in_is_sent_and_not_shown(browser, stale, match):
    sent = stale | {"fixes": str(match.pk), "zone": "Asia/Tokyo"}
    answer = browser.send(f"/matches/{match.pk}/fix", sent)
    assert offered(answer)[1]["zone"] == "Asia/Tokyo"
    assert (">Fixes<" in answer.text, ">Zone<" in answer.text, ">Reason<" in answer.text) == (False, False, True)


def test_htmx_shows_it_in_the_place_of_the_page(browser, url, stale):
    answer = browser.send(url, stale, {"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Retarget"], answer.headers["HX-Reselect"]) == (422, "#main", "#main")
    assert offered(answer)[0] == url


def test_odd_letters_come_back_as_they_were_read(browser, url, stale):
    odd = 'a\x00b "<script>\u0661'
    assert offered(browser.send(url, stale | {"reason": odd, '"><script>': "x"}))[1]["reason"] == odd


def test_a_form_with_a_file_is_shown_and_not_sent_again(browser, stale, match):
    page = f"{match.season.get_absolute_url()}import"
    file = SimpleUploadedFile('<b>"a.csv', b"2026-01-01,Ana,Ben")
    sent = {"csrfmiddlewaretoken": stale["csrfmiddlewaretoken"], "text": "Ana beat Ben", "file": file}
    text = browser.send(page, sent).text
    assert ("files are not kept" in text, "Ana beat Ben" in text, BUTTON in text) == (True, True, False)
    assert "<span>&lt;b&gt;&quot;a.csv (not kept)</span>" in text
