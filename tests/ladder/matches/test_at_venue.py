"""The venue code opens a session that reports, and does nothing else."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from ladder.access.permissions import NotAllowed
from ladder.formats import ParticipantResult
from ladder.matches.actions.new_match import build_played_match
from ladder.matches.actions.reports import report_match
from ladder.matches.actions.venue_codes import end_venue_code, find_code_digest, make_venue_code
from ladder.models import Ladder, Match, MatchRevision, Role, VenueCode
from ladder.scene import Scene
from players.models import Club, Notice, Player
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import list_taps

pytestmark = pytest.mark.django_db

ENTER, REPORT, STAKE = "/club/at-the-venue", "/club/at-the-venue/report", "/club/at-the-venue/stake"


@pytest.fixture
def season(db):
    make_player("Ana")
    make_player("Ben")
    return season_of(make_ladder())


@pytest.fixture
def code(season):
    return make_venue_code(ladder=season.ladder, by=None)


@pytest.fixture
def there(client, code):
    """A browser at the venue."""
    client.post(ENTER, {"code": code})
    return client


def report(client, **changed):
    data = {"first": "Ana", "second": "Ben", "winner": "first", "length": "5", "kind": "rated", "day": "today"}
    return client.post(REPORT, data | {"form_key": uuid4()} | changed)


def test_the_code_opens_the_report_form(client, code):
    assert client.get(f"{ENTER}?code={code}").text.count(f'value="{code}"') == 1
    entered = client.post(ENTER, {"code": code.lower().replace("-", " ")})
    assert (entered.status_code, entered.url) == (303, REPORT)
    assert client.get(REPORT).status_code == 200


def test_the_session_changes_when_it_opens(client, code):
    session = client.session
    session["kept"] = "yes"
    session.save()
    client.cookies["sessionid"] = before = session.session_key
    client.post(ENTER, {"code": code})
    assert (client.session.session_key != before, session.exists(before)) == (True, False)


def test_looking_opens_nothing(client, code):
    client.get(f"{ENTER}?code={code}")
    assert client.get(REPORT).url == ENTER


def test_a_report_is_marked(there):
    answer = report(there)
    assert (answer.status_code, answer.url) == (303, REPORT)
    match = Match.objects.get()
    assert (match.at_venue, match.reported_by) == (True, None)
    assert [one.player.name for one in match.participants.filter(score=1)] == ["Ana"]
    for url in ("/club/log", match.get_absolute_url()):
        assert "Someone at the venue" in there.get(url).text


def test_other_reports_are_not_marked(season):
    assert not play(season, "Ana", "Ben").at_venue
    assert MatchRevision.objects.get().by_name == ""


def test_both_players_are_told(there):
    for name in ("Ana", "Ben"):
        Player.objects.filter(name=name).update(user=User.objects.create_user(name))
    report(there)
    assert {one.player.name for one in Notice.objects.all()} == {"Ana", "Ben"}
    assert Notice.objects.first().text.startswith("Someone at the venue reported: ")


@pytest.fixture
def short(season):
    """A club that shows visitors first names and an initial."""
    for name in ("Ana Abel", "Ben Brook", "Ben Hidden"):
        make_player(name)
    Player.objects.filter(name="Ben Hidden").update(hidden=True)
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()


def test_no_name_is_shown_that_visitors_do_not_read(there, short):
    typed = {"first": "Ana Abel", "second": "Ben Brook", "length": "5"}
    live = there.get(STAKE, typed, headers={"HX-Request": "true"}).text
    assert "Ana Abel won" in live  # as it was typed
    shown = there.get(REPORT).text
    assert not any(name in shown for name in ("Abel", "Brook", "Ben Hidden"))


def test_a_full_name_is_confirmed_by_nothing_before_it_is_sent(there, short):
    """What is said of a hidden person, of somebody behind an initial, and of nobody differs in the typed name alone."""
    typed = {"first": "Ben B.", "length": "5", "winner": "first", "kind": "rated", "day": "today"}
    said = set()
    for name in ("Ben Hidden", "Ana Abel", "Zoltan Kiss"):
        live = there.get(STAKE, typed | {"second": name}, headers={"HX-Request": "true"}).text
        sent = typed | {"second": name, "preview": "1", "form_key": ""}
        shown = there.post(REPORT, sent, headers={"HX-Request": "true"}).text
        assert f"Ben B. beat {name}" in live
        said.add((live + shown).replace(name, "NAME"))
    assert len(said) == 1


def test_a_hidden_full_name_is_not_confirmed_where_names_are_whole(there):
    Player.objects.filter(name="Ben").update(hidden=True)
    typed = {"first": "Ana", "length": "5"}
    live = {"HX-Request": "true"}
    answers = {name: there.get(STAKE, typed | {"second": name}, headers=live) for name in ("Ben", "Zed")}
    said = {answer.text.replace(name, "NAME") for name, answer in answers.items()}
    assert len(said) == 1
    assert report(there).status_code == 303
    assert {one.player.key for one in Match.objects.get().participants.all()} == {"ana", "ben"}


def test_a_refusal_does_not_tell_which_full_name_is_right(there, short):
    pairs = (("Ana Abel", "Zoltan Kiss"), ("Zed Kiss", "Zoltan Kiss"))
    said = {str(report(there, first=one, second=two).context["form"].errors) for one, two in pairs}
    assert len(said) == 1
    assert not Match.objects.exists()


def errors_of(answer, *names):
    """Return what a form says, with the same word for these names."""
    said = str(answer.context["form"].errors)
    for name in names:
        said = said.replace(name, "NAME")
    return answer.status_code, said


def test_a_limit_of_new_names_does_not_tell_a_hidden_name_from_a_new_one(there, settings):
    Player.objects.filter(name="Ben").update(hidden=True)
    settings.WRITING_LIMITS = {"new_names_venue": 0}
    said = {errors_of(report(there, second=name), name) for name in ("Ben", "Zed")}
    ((status, text),) = said
    assert (status, "0 new names were added at the venue in the last hour" in text) == (422, True)
    make_player("Cyd")
    assert report(there, second="Cyd").status_code == 303


@pytest.mark.parametrize("limits", [{"reports_venue": 0}, {"new_names_venue": 0}])
def test_no_limit_tells_which_full_name_is_right(there, short, settings, limits):
    settings.WRITING_LIMITS = limits
    said = {errors_of(report(there, first="Ben B.", second=name), name) for name in ("Ana Abel", "Zoltan Kiss")}
    ((status, text),) = said
    assert (status, "in the last hour, which is the limit" in text) == (422, True)


def test_a_form_that_was_sent_does_not_tell_which_full_name_is_right(there, short):
    key = uuid4()
    report(there, first="Ana Abel", second="Ben Brook", form_key=key)
    said = {
        errors_of(report(there, first="Ben B.", second=name, form_key=key, sure="x"), name)
        for name in ("Ben Hidden", "Zoltan Kiss")
    }
    ((status, text),) = said
    assert (status, "already sent with another result" in text) == (422, True)
    assert not Player.objects.filter(name="Zoltan Kiss").exists()


def test_whole_names_are_found_and_told_to_the_players(there, short):
    Player.objects.filter(name="Ben Brook").update(user=User.objects.create_user("ben"))
    assert report(there, first="Ana Abel", second="Ben Brook").status_code == 303
    assert "Ana Abel beat Ben Brook" in Notice.objects.get().text
    assert "Someone at the venue" in there.get("/club/log").text


def test_names_are_offered_and_found_as_visitors_read_them(there, short):
    assert '<option value="Ana A.">' in there.get(REPORT).text
    report(there, first="Ana A.", second="Ben B.")
    assert {one.player.key for one in Match.objects.get().participants.all()} == {"ana abel", "ben brook"}


def test_part_of_a_name_makes_no_player(there, short):
    answer = report(there, first="Abel", second="Ben Brook")
    assert (answer.status_code, "Enter the full name" in answer.text) == (422, True)
    assert not Player.objects.filter(key="abel").exists()


def test_hidden_players_are_not_offered(there):
    Player.objects.filter(name="Ben").update(hidden=True)
    shown = there.get(REPORT).text
    assert ('<option value="Ana">' in shown, "Hidden player" in shown) == (True, False)


def test_where_results_wait_those_of_the_venue_do_too(there, season):
    type(season.ladder).objects.update(confirm_hours=24, counts_when_confirmed=True)
    report(there)
    match = Match.objects.get()
    assert (match.status, match.confirm_by) == ("pending", match.recorded_at + timedelta(hours=24))


@pytest.mark.parametrize(
    "wrong",
    [{"first": ""}, {"second": ""}, {"second": "ana"}, {"winner": "x"}, {"length": "9" * 40}, {"first": "a\x00b"}],
)
def test_a_mistake_stores_nothing(there, wrong):
    assert report(there, **wrong).status_code == 422
    assert not Match.objects.exists()


def test_the_same_report_from_two_phones_is_asked_about(there, code):
    report(there)
    other = Client()
    other.post(ENTER, {"code": code})
    asked = report(other)
    assert (asked.status_code, "Report it again?" in asked.text) == (422, True)
    assert Match.objects.count() == 1


def test_the_stake_is_shown_and_nothing_stored(there):
    shown = there.get(STAKE, {"first": "Ana", "second": "Ben", "length": "5"}, headers={"HX-Request": "true"})
    assert (shown.status_code, "Ana won" in shown.text) == (200, True)
    assert not Match.objects.exists()


def test_fields_of_the_mark_cannot_be_typed_in(there):
    report(there, at_venue="", reported_by="1", status="void", by="1", season="99")
    match = Match.objects.get()
    assert (match.at_venue, match.reported_by, match.status) == (True, None, "counted")


@pytest.mark.parametrize("what", ["fix", "undo", "confirm", "dispute", "uphold", "correct", "void", "restore"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_the_session_does_nothing_else_with_a_match(there, what, method):
    report(there)
    match = Match.objects.get()
    answer = getattr(there, method)(f"/matches/{match.pk}/{what}", {"revision": 1, "reason": "x", "note": "x"})
    assert answer.url.startswith("/accounts/login/")
    assert MatchRevision.objects.count() == 1


def test_the_session_opens_no_page_of_members(there, season):
    player = Player.objects.first().pk
    pages = ["/club/all-time/report", "/disputes/", "/accounts/invitations", "/accounts/outbox", "/club/venue-code"]
    pages += [f"/players/{player}/{what}" for what in ("claim", "invite", "edit")]
    assert {there.get(url).url.partition("?")[0] for url in pages} == {"/accounts/login/"}


def test_the_session_is_for_one_ladder(there):
    make_ladder(slug="other", name="Other")
    assert there.get("/other/at-the-venue/report").url == "/other/at-the-venue"


def test_one_browser_is_there_for_two_ladders(there):
    other = make_ladder(slug="other", name="Other")
    there.post("/other/at-the-venue", {"code": make_venue_code(ladder=other, by=None)})
    assert [there.get(url).status_code for url in (REPORT, "/other/at-the-venue/report")] == [200, 200]
    there.post(f"{ENTER}/leave")
    assert [there.get(url).status_code for url in (REPORT, "/other/at-the-venue/report")] == [303, 303]


def test_the_header_leads_to_the_report_form_there(there, client):
    assert f'href="{REPORT}"' in there.get("/club/").text
    assert f'href="{REPORT}"' not in Client().get("/club/").text


def test_a_new_code_ends_what_the_one_before_opened(there, season):
    make_venue_code(ladder=season.ladder, by=None)
    assert report(there).url == ENTER
    assert there.get(STAKE).url == ENTER
    assert not Match.objects.exists()


def test_a_report_under_an_old_code_is_told_that_nothing_was_saved(there, season):
    make_venue_code(ladder=season.ladder, by=None)
    report(there)
    said = "The venue code has changed, or your twelve hours are over. Enter it again. Nothing was saved."
    assert said in there.get(ENTER).text


def test_a_report_of_whoever_signed_in_meanwhile_is_told_that_nothing_was_saved(there):
    there.force_login(User.objects.create_user("robin"))
    answer = there.post(REPORT, {"first": "Ana"}, follow=True)
    assert ("Nothing was saved because you have signed in since." in answer.text, Match.objects.count()) == (True, 0)


def test_without_a_code_there_is_no_session(there, season):
    end_venue_code(ladder=season.ladder, by=None)
    assert report(there).url == ENTER


def test_the_session_ends_after_twelve_hours(there):
    with time_machine.travel(timezone.now() + timedelta(hours=12, seconds=1)):
        assert report(there).url == ENTER


def test_the_session_is_closed_by_hand(there):
    there.post(f"{ENTER}/leave")
    assert report(there).url == ENTER


def test_a_closed_ladder_takes_no_report(there, season):
    type(season).objects.update(closed_at=timezone.now())
    assert report(there).status_code == 403


def test_an_account_reports_as_itself(client, code):
    client.force_login(User.objects.create_user("robin"))
    assert [client.post(ENTER, {"code": code}).url, client.get(REPORT).url] == ["/club/all-time/report"] * 2


def test_an_account_is_led_to_the_ladder_where_no_season_is_open(client, season):
    type(season).objects.update(closed_at=timezone.now())
    client.force_login(User.objects.create_user("robin"))
    assert [client.get(url).url for url in (ENTER, REPORT)] == ["/club/"] * 2


@pytest.mark.parametrize("typed", ["", "AAA-AAA", "\x00", "x" * 1000, "٢٣٤"])
def test_a_wrong_code_opens_nothing(client, code, typed):
    assert client.post(ENTER, {"code": typed}).status_code == 422
    assert "venue" not in client.session


def test_guessing_is_stopped_here_and_not_elsewhere(code):
    stranger = Client(REMOTE_ADDR="198.51.100.7")
    assert {stranger.post(ENTER, {"code": f"AAAAA{number}"}).status_code for number in range(30)} == {422}
    stopped = stranger.post(ENTER, {"code": code})
    assert (stopped.status_code, "Too many tries" in stopped.text) == (429, True)
    assert Client(REMOTE_ADDR="192.0.2.1").post(ENTER, {"code": code}).status_code == 303


def test_typing_errors_of_others_in_the_network_stop_nobody_who_is_there(there, code):
    for number in range(31):
        Client().post(ENTER, {"code": f"AAAAA{number}"})
    assert Client().post(ENTER, {"code": code}).status_code == 429
    assert there.get(ENTER).url == REPORT
    assert report(there).status_code == 303


def test_where_recorders_enter_the_results_the_venue_does_not(client, there, season, code):
    Ladder.objects.update(reporters="recorders")
    answers = [there.get(REPORT), report(there), Client().get(ENTER), Client().post(ENTER, {"code": code})]
    assert [(one.status_code, "Recorders enter the results here." in one.text) for one in answers] == [(403, True)] * 4
    fresh = season_of(season.ladder)
    participants = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]
    digest = VenueCode.objects.get().digest
    with pytest.raises(NotAllowed, match="Recorders enter the results here"):
        report_match(scene=Scene(fresh, venue_code=digest), entry=build_played_match("rated", participants))
    with pytest.raises(ValidationError, match="can’t be used"):
        make_venue_code(ladder=fresh.ladder, by=None)
    assert not Match.objects.exists()


def test_an_organiser_is_told_that_a_code_would_open_nothing(staff, code):
    Ladder.objects.update(reporters="recorders")
    text = staff.post("/club/venue-code", {"make": "1"}).text
    assert ("can’t be used" in text, "Make a code" in text) == (True, False)


def test_the_code_is_stored_as_a_digest_only(code):
    row = str(VenueCode.objects.values_list().get())
    assert not any(text in row for text in (code, code.replace("-", "")))


def test_an_organiser_of_the_ladder_makes_and_ends_the_code(client, season):
    user = User.objects.create_user("olga")
    Role.objects.create(ladder=season.ladder, user=user, role="organiser")
    client.force_login(user)
    assert client.get("/club/venue-code").status_code == 200
    assert not VenueCode.objects.exists()
    made = client.post("/club/venue-code", {"make": "1"})
    code = made.text.partition("type <b>")[2].partition("<")[0]
    assert find_code_digest(season.ladder, code)
    assert code not in client.get("/club/venue-code").text
    client.post("/club/venue-code", {"end": "1"})
    assert not VenueCode.objects.exists()


@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_else_makes_a_code(client, season, method):
    user = User.objects.create_user("robin")
    other = make_ladder(slug="other", name="Other")
    Role.objects.create(ladder=season.ladder, user=user, role="recorder")
    Role.objects.create(ladder=other, user=user, role="organiser")
    client.force_login(user)
    assert getattr(client, method)("/club/venue-code", {"make": "1"}).status_code == 403
    assert not VenueCode.objects.exists()


def test_frequent_players_are_tapped_as_visitors_read_them(there, short):
    ana, ben = make_player("Ana Abel"), make_player("Ben Brook")
    assert {"Ana A.", "Ben B."} <= list_taps(there.get(REPORT), "first").keys()
    tapped = {"first": "", "first_tapped": ana.pk, "second": "", "second_tapped": ben.pk, "winner": "second"}
    assert report(there, **tapped).status_code == 303
    found = Match.objects.get().participants.all()
    assert {one.player.key: one.score for one in found} == {"ana abel": 0.0, "ben brook": 1.0}


def test_the_page_says_how_long_a_code_is(client, season, code):
    page = client.get(ENTER)
    assert len(code.replace("-", "")) == 8
    assert "8 letters and digits. It is on the wall, or ask an organiser." in page.text
