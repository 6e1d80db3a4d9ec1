"""Whoever reported a match puts it right or takes it back, by role and by time; plain posts first."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.matches.queries.rights import NOT_REPORTED, TOO_LATE
from ladder.models import Match
from players.models import Club
from tests.afresh import afresh
from tests.factories import enter_report, make_ladder, make_player, play, season_of, signed_in
from tests.markup import flat, list_taps

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
REPORT = "/club/all-time/report"


@pytest.fixture
def ladder():
    return make_ladder()


@pytest.fixture
def match(member, ladder, ana, ben):
    """A match of Ana, who reported it and is signed in, against Ben."""
    participants, facts = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)], {"length": 7}
    enter_report(season=season_of(ladder), participants=participants, by=ana.user, kind="rated", facts=facts)
    return Match.objects.get()


def page_of(client, match):
    return flat(client.get(match.get_absolute_url()).text)


def fixed(match, **values):
    """What the prefilled form sends."""
    local = timezone.localtime(match.played_at)
    opponent = match.participants.get(seat=1).player.pk
    sent = {"opponent": str(opponent), "length": "7", "winner": "me", "kind": "rated", "day": "today"}
    return sent | {"time": f"{local:%H:%M:%S}", "revision": str(match.revision), "fixes": str(match.pk)} | values


def test_a_time_that_another_zone_of_the_club_would_move_is_asked_again(member, match):
    """Abidjan's clocks show the time of UTC, so that what is sent the second time holds."""
    url, sent = f"/matches/{match.pk}/fix", fixed(match, winner="them")
    Club.objects.create(pk=1, time_zone="Africa/Abidjan")

    page = member.post(url, sent | {"zone": "UTC"})
    assert (page.status_code, Match.objects.get().played_at) == (422, match.played_at)
    assert "The club has changed its time zone since you opened this page." in page.text
    assert '<input type="hidden" name="zone" value="Africa/Abidjan">' in page.text
    assert member.post(url, sent | {"zone": "Africa/Abidjan"}).status_code == 303


def test_the_message_after_a_report_has_the_place_and_a_button_to_undo(member, ladder, ben):
    response = member.post(REPORT, {"opponent": str(ben.pk), "length_other": "25", "winner": "me"}, follow=True)

    undo = f'action="/matches/{Match.objects.get().pk}/undo"'
    assert "Saved. You are 1st with 1,810." in response.text  # B-3: 4 * sqrt(25) / 2
    assert undo in response.text[response.text.index('id="toasts"') :]


def test_the_button_of_the_message_undoes_it(member, ladder, match):
    response = member.post(f"/matches/{match.pk}/undo", {"revision": "1"}, follow=True)

    assert "Your report was undone. The match no longer counts." in response.text
    assert "“Undone by the reporter”" in response.text
    assert Match.objects.get().is_void
    assert ledger.verify(ladder) == []


def test_undo_by_htmx_redirects_too(member, match):
    assert (
        member.post(f"/matches/{match.pk}/undo", {"revision": "1"}, **HTMX)["HX-Redirect"] == match.get_absolute_url()
    )


def test_looking_at_the_undo_address_changes_nothing(member, match):
    assert member.get(f"/matches/{match.pk}/undo").status_code == 405
    assert not Match.objects.get().is_void


def test_the_form_shows_the_match_as_it_is(member, match, ben):
    page = flat(member.get(f"/matches/{match.pk}/fix").text)

    assert "<h1>Fix your report</h1>" in page
    assert f'<input type="radio" name="opponent" value="{ben.pk}" autocomplete="off" checked required>' in page
    assert '<input type="radio" name="length" value="7" id="id_length_3" checked>' in page
    assert 'value="me" hx-preserve="true" checked' in page
    assert '<input type="radio" name="day" value="today" checked>' in page
    assert f'value="{timezone.localtime(match.played_at):%H:%M:%S}"' in page
    assert '<input type="hidden" name="revision" value="1">' in page
    assert f'action="/matches/{match.pk}/fix"' in page


def test_a_fix_changes_the_match_and_keeps_its_moment(member, ladder, match):
    response = member.post(f"/matches/{match.pk}/fix", fixed(match, length="5", winner="them", sure="length:5"))

    now = Match.objects.get()
    assert (response.status_code, response["Location"]) == (303, match.get_absolute_url())
    assert (now.facts, now.played_at, now.revision) == ({"length": 5}, match.played_at, 2)
    assert "length:<s>7</s>to<b>5</b>" in page_of(member, match)
    assert "“Fixed by the reporter”" in page_of(member, match)
    assert ledger.verify(ladder) == []


def test_a_bad_fix_keeps_what_was_entered(member, match):
    response = member.post(f"/matches/{match.pk}/fix", fixed(match, length_other="7000", date="2001-01-0x"))

    assert response.status_code == 422
    assert 'value="7000"' in response.text
    assert Match.objects.get().revision == 1


def test_a_fix_that_changes_nothing_says_so(member, match):
    response = member.post(f"/matches/{match.pk}/fix", fixed(match))

    assert response.status_code == 422
    assert "Nothing has changed." in response.text


def test_the_form_of_an_unrated_match_has_its_kind_ticked(member, ladder, ben):
    member.post(REPORT, {"opponent": str(ben.pk), "length": "7", "winner": "me", "kind": "unrated"})

    url = f"/matches/{Match.objects.get().pk}/fix"
    page = member.get(url)
    form = page.context["form"]
    saved = member.post(url, {one.html_name: one.value() or "" for one in form} | {"revision": "1"})

    assert re.findall('name="kind" value="([a-z]+)"[^>]* checked', flat(page.text)) == ["unrated"]
    assert "Nothing has changed." in saved.text


def test_the_form_of_unrated_doubles_has_their_kind_ticked(member, ben):
    create_ladder(slug="pairs", name="Pairs", boards=[("points-exchange", {"takes": "both"})])
    sent = {"player_0": "Ana", "player_1": "Bob", "player_2": "Ben", "player_3": "Eva", "winner": "them"}
    member.post("/pairs/all-time/report/teams", sent | {"kind": "unrated"})

    page = flat(member.get(f"/matches/{Match.objects.get().pk}/fix").text)

    assert re.findall('name="kind" value="([a-z]+)"[^>]* checked', page) == ["unrated"]


def test_the_form_of_an_unrated_match_of_others_has_its_kind_ticked(staff, ladder):
    staff.post(REPORT, {"first": "Cy", "second": "Di", "winner": "second", "length": "5", "kind": "unrated"})

    page = flat(staff.get(f"/matches/{Match.objects.get().pk}/fix").text)

    assert re.findall('name="kind" value="([a-z]+)"[^>]* checked', page) == ["unrated"]


@pytest.mark.parametrize(
    ("asked", "ticked"), [("unrated", "unrated"), ("rated", "rated"), ("nonsense", "rated"), ("", "rated")]
)
def test_a_link_to_the_form_ticks_the_kind_that_it_names(member, ladder, asked, ticked):
    page = flat(member.get(f"{REPORT}?kind={asked}").text)

    assert re.findall('name="kind" value="([a-z]+)"[^>]* checked', page) == [ticked]


def test_a_link_to_the_form_of_doubles_ticks_the_kind_that_it_names(member):
    create_ladder(slug="pairs", name="Pairs", boards=[("points-exchange", {"takes": "both"})])

    page = flat(member.get("/pairs/all-time/report/teams?kind=unrated").text)

    assert re.findall('name="kind" value="([a-z]+)"[^>]* checked', page) == ["unrated"]


def test_a_fix_is_asked_about_a_new_name(member, match):
    sent = fixed(match, opponent="", newcomer="Benn")

    asked = member.post(f"/matches/{match.pk}/fix", sent)
    assert asked.status_code == 422
    assert "Did you mean Ben?" in asked.text

    assert member.post(f"/matches/{match.pk}/fix", sent | {"sure": "name:benn"}).status_code == 303
    assert Match.objects.get().participants.filter(player__name="Benn").exists()


def test_a_fix_has_nothing_at_stake(member, match, ben):
    sent = {"opponent": str(ben.pk), "length": "7", "fixes": str(match.pk)}

    page = flat(member.get(f"{REPORT}/stake", sent, **HTMX).text)

    assert "<output" not in page
    assert "Ben won" in page


def test_who_comes_second_hears_of_the_first_and_may_go_on(member, match, ben):
    signed_in(ben.user).post(f"/matches/{match.pk}/dispute", {"reason": "I won.", "revision": "1"})

    response = member.post(f"/matches/{match.pk}/fix", fixed(match, winner="them"))

    assert response.status_code == 422
    assert "ben disputed this match in the meantime. “I won.”" in response.text
    assert '<input type="hidden" name="revision" value="2">' in response.text
    match.refresh_from_db()
    assert member.post(f"/matches/{match.pk}/fix", fixed(match, winner="them")).status_code == 303


ANSWERS = {"ana": (200, 303), "ben": (403, 403), "cy": (403, 403), "organiser": (403, 403), "visitor": (303, 303)}


@pytest.mark.parametrize("role", ANSWERS)
def test_only_the_reporter_gets_in(match, ana, ben, organiser, role):
    users = {"ana": ana.user, "ben": ben.user, "organiser": organiser, "cy": User.objects.create_user("cy")}
    client = signed_in(users[role]) if role in users else Client()

    answers = (
        client.get(f"/matches/{match.pk}/fix"),
        client.post(f"/matches/{match.pk}/undo", {"revision": "1"}),
    )

    assert tuple(one.status_code for one in answers) == ANSWERS[role]
    assert Match.objects.get().is_void == (role == "ana")
    if 403 in ANSWERS[role]:
        assert all(NOT_REPORTED in one.text for one in answers)


def test_a_fix_is_for_matches_that_one_played(member, match):
    sent = fixed(match) | {"for": "others", "first": "Cy", "second": "Di", "winner": "first"}

    assert member.post(f"/matches/{match.pk}/fix", sent).status_code == 422
    assert Match.objects.get().revision == 1


@pytest.mark.parametrize("verb", ["fix", "undo"])
def test_after_midnight_the_reporter_is_told(member, ladder, ben, verb):
    with time_machine.travel("2026-03-10 23:50 +0000", tick=False) as clock:
        member.post(REPORT, {"opponent": str(ben.pk), "length": "7", "winner": "me"})
        match = Match.objects.get()
        assert f'href="/matches/{match.pk}/fix"' in page_of(member, match)
        clock.shift(timedelta(minutes=10))

        response = member.post(f"/matches/{match.pk}/{verb}", fixed(match, length="5"), follow=True)

    assert response.redirect_chain == [(match.get_absolute_url(), 303)]
    assert TOO_LATE in response.text
    assert f'href="/matches/{match.pk}/fix"' not in response.text
    assert Match.objects.get().revision == 1


def test_what_an_organiser_touched_is_not_fixed(member, match, organiser):
    correct_match(match=match, by=organiser, reason="To 5.", revision=1, facts={"length": 5})

    response = member.post(f"/matches/{match.pk}/undo", {"revision": "2"}, follow=True)

    assert "organiser corrected this match since, so only an organiser can change it now." in response.text
    assert not Match.objects.get().is_void


def test_a_closed_season_is_not_fixed(member, match):
    season = season_of(match.season.ladder)
    season.closed_at = timezone.now()
    season.save()

    response = member.post(f"/matches/{match.pk}/undo", {"revision": "1"}, follow=True)

    assert "All time is closed, so its matches can&#x27;t be changed." in response.text
    assert not Match.objects.get().is_void


def test_the_form_of_an_undone_match_does_not_bring_it_back(member, ladder, ben):
    sent = {"opponent": str(ben.pk), "winner": "me", "form_key": "0d9d7f51-1b2f-4e0c-8c5e-7f5b5a5e0c11"}
    member.post(REPORT, sent | {"length": "7"})
    match = Match.objects.get()
    member.post(f"/matches/{match.pk}/undo", {"revision": "1"})

    response = member.post(REPORT, sent | {"length": "7"})

    assert response.status_code == 422
    assert "This form was already sent, and its match is now void. Open a new one." in response.text


THREE = {
    "player_0": "Ana", "exit_0": "surrendered", "round_0": "7",
    "player_1": "Ben", "exit_1": "dead", "round_1": "9",
    "player_2": "Cy", "exit_2": "standing", "round_2": "",
}  # fmt: skip


def test_a_battle_is_fixed_row_by_row(member, ben):
    ladder = make_ladder("warlocks-score")
    member.post(f"{REPORT}/battle", THREE)
    url = f"/matches/{Match.objects.get().pk}/fix"

    page = flat(member.get(url).text)
    more = flat(member.post(url, THREE | {"add": "1", "revision": "1"}).text)
    answer = member.post(url, THREE | {"round_0": "8", "revision": "1", "time": ""})

    assert '<input type="radio" name="exit_0" value="surrendered" checked>' in page
    assert all(f'value="{name}"' in page for name in ("Ana", "Ben", "Cy", "7", "9"))
    assert 'id="h-stake"' not in page
    assert 'name="player_3"' in more
    assert answer.status_code == 303
    assert Match.objects.get().participants.get(seat=0).round == 8
    assert ledger.verify(ladder) == []


def test_a_battle_of_two_is_fixed_in_the_short_form(member, ben):
    make_ladder("warlocks-score")
    member.post(REPORT, {"opponent": str(ben.pk), "winner": "them", "exit": "surrendered"})

    page = flat(member.get(f"/matches/{Match.objects.get().pk}/fix").text)

    assert '<input type="radio" name="exit" value="surrendered" checked>' in page
    assert 'value="them" hx-preserve="true" checked' in page


def test_an_organiser_fixes_a_tournament_and_a_match_of_others(staff):
    ladder = make_ladder("match-length-elo", "tournament-points")
    staff.post(
        f"{REPORT}/tournament", {"player_0": "Ana", "place_0": "1", "player_1": "Ben", "place_1": "2", "field": "8"}
    )
    cup = Match.objects.get()
    page = flat(staff.get(f"/matches/{cup.pk}/fix").text)
    sent = {"player_0": "Ben", "place_0": "1", "player_1": "Ana", "place_1": "2", "field": "16", "revision": "1"}
    assert 'value="8"' in page
    assert staff.post(f"/matches/{cup.pk}/fix", sent).status_code == 303
    assert Match.objects.get().facts == {"field": 16}

    staff.post(REPORT, {"first": "Cy", "second": "Di", "winner": "second", "length": "5"})
    duel = Match.objects.latest("pk")
    page = staff.get(f"/matches/{duel.pk}/fix")
    assert list_taps(page, "first") == {"Cy": "checked", "Ana": "", "Ben": ""}
    assert list_taps(page, "second") == {"Di": "checked", "Ana": "", "Ben": ""}
    assert 'value="second" hx-preserve="true" checked' in flat(page.text)

    shown = {one.html_name: one.value() or "" for one in page.context["form"]} | {"revision": "1"}
    assert "Nothing has changed." in staff.post(f"/matches/{duel.pk}/fix", shown).text
    tapped = staff.post(f"/matches/{duel.pk}/fix", shown | {"second_tapped": make_player("Ben").pk})
    assert tapped.status_code == 303
    typed = staff.post(f"/matches/{duel.pk}/fix", shown | {"revision": "2", "first": "Ana", "second": "Ben"})
    assert typed.status_code == 303
    assert set(Match.objects.latest("pk").participants.values_list("player__name", "score")) == {("Ana", 0), ("Ben", 1)}
    assert ledger.verify(ladder) == []


def test_chips_of_no_usual_number_are_shown(member, ben):
    make_ladder("chips-total")
    member.post(REPORT, {"opponent": str(ben.pk), "winner": "me", "chips": "12.5"})

    assert 'value="12.5"' in member.get(f"/matches/{Match.objects.get().pk}/fix").text


def test_a_match_of_last_week_is_shown_with_its_date(member, ladder, ben):
    day = timezone.localdate() - timedelta(days=7)
    member.post(REPORT, {"opponent": str(ben.pk), "winner": "me", "length_other": "15", "date": f"{day}"})
    match = Match.objects.get()

    page = member.get(f"/matches/{match.pk}/fix").text
    sent = {"opponent": str(ben.pk), "winner": "them", "length_other": "15", "day": "other", "date": f"{day}"}
    member.post(f"/matches/{match.pk}/fix", sent | {"revision": "1"})

    assert f'value="{day}"' in page
    assert 'value="15"' in page
    assert Match.objects.get().played_at == match.played_at


@pytest.mark.parametrize("field", ["opponent", "newcomer", "date", "time", "kind", "winner", "length", "revision"])
def test_no_input_breaks_a_fix(member, match, field):
    for value in afresh(["\x00", "9" * 40, "-1", "nan", "１２", "\u202eevil", "²", "x" * 5000, ""]):
        assert member.post(f"/matches/{match.pk}/fix", fixed(match, **{field: value})).status_code in (303, 422)


@pytest.mark.parametrize("value", ["\x00", "9" * 40, "-1", "１", ""])
def test_no_input_breaks_an_undo(member, match, value):
    assert member.post(f"/matches/{match.pk}/undo", {"revision": value}).status_code == 303
    assert not Match.objects.get().is_void


@pytest.mark.parametrize("url", ["/matches/999999999999999999999/fix", "/matches/0/fix"])
def test_an_unknown_match_is_not_found(member, url):
    assert member.get(url).status_code == 404


@pytest.mark.parametrize("others", [2, 6])
def test_the_page_takes_a_constant_number_of_queries(member, match, others, django_assert_num_queries):
    for number in range(others):
        play(match.season, "Ana", f"Foe {number}", on=timezone.localdate() - timedelta(days=1))

    with django_assert_num_queries(21):
        member.get(f"/matches/{match.pk}/fix")
