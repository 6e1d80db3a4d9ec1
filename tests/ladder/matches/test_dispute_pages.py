"""Something is wrong with a match: who says so, where it is seen, and how it is closed."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from ladder import ledger
from ladder.changes.versions import load_history
from ladder.formats import Exit, ParticipantResult, parse_games
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import build_proposal, dispute_match, uphold_result
from ladder.matches.queries.rights import NOT_A_PLAYER, OWN_REPORT
from ladder.models import Ladder, Match
from players.models import Player
from tests.afresh import afresh
from tests.factories import enter_match, enter_report, make_ladder, make_player, play, season_of, signed_in
from tests.markup import flat, list_taps

pytestmark = pytest.mark.django_db
REPORT = "/club/all-time/report"
MORE = {"kind": "rated", "day": "today"}


def checked(page):
    """The radio buttons of a form that are chosen."""
    inputs = re.findall(r'<input type="radio"[^>]*>', page)
    pairs = (re.search(r'name="(\w+)".* value="(\w*)"', one).groups() for one in inputs if " checked" in one)
    return {name: value for name, value in pairs if name != "theme"}


def seat(*names):
    """The radio buttons of those who played, one a seat."""
    return {f"player_{at}_tapped": str(make_player(name).pk) for at, name in enumerate(names)}


@pytest.fixture
def ladder():
    return make_ladder()


@pytest.fixture
def opponent(ben):
    return signed_in(ben.user)


@pytest.fixture
def match(member, ladder, ana, ben):
    """A match of Ana, who reported it and is signed in, against Ben."""
    participants, facts = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)], {"length": 7}
    enter_report(season=season_of(ladder), participants=participants, by=ana.user, kind="rated", facts=facts)
    return Match.objects.get()


@pytest.fixture
def disputed(match, ben):
    return dispute_match(match=match, by=ben.user, note="I won that one.", revision=1)


def test_of_a_tournament_the_dispute_says_what_is_wrong_and_proposes_nothing(ladder, opponent, ana, ben):
    evenings = season_of(make_ladder("tournament-points", slug="evenings"))
    people = [ParticipantResult(ana, place=1), ParticipantResult(ben, place=2)]
    match = enter_match(season=evenings, participants=people, by=ana.user, kind="tournament", facts={"field": 2})
    url = f"{match.get_absolute_url()}dispute"
    nothing = opponent.post(url, {"revision": 1, "reason": "", "apply": 1})
    assert "Say what is wrong, or enter the right result below." in nothing.text
    opponent.post(url, {"revision": 1, "reason": "We shared the first place.", "apply": 1})
    disputed = match.revisions.get(verb="dispute")
    assert (disputed.reason, disputed.proposed) == ("We shared the first place.", None)


def test_the_opponent_says_what_is_wrong(opponent, ladder, match):
    url = f"/matches/{match.pk}/dispute"
    assert f'<a class="btn sm" href="{url}">Something is wrong</a>' in flat(opponent.get(match.get_absolute_url()).text)
    assert "<h1>Something is wrong</h1>" in flat(opponent.get(url).text)

    response = opponent.post(url, {"reason": "I won that one.", "revision": "1"}, follow=True)

    assert response.redirect_chain == [(match.get_absolute_url(), 303)]
    assert '<b class="tag warn">Disputed</b>' in flat(response.text)
    assert "<b>Ben</b>says: “I won that one.”" in flat(response.text)
    assert "<b>Ben</b>disputed it" in flat(response.text)
    assert "Something is wrong</a>" not in flat(response.text)
    assert ledger.verify(ladder) == []


def test_words_are_stored_with_letters_as_names_have_them(opponent, match):
    opponent.post(f"/matches/{match.pk}/dispute", {"reason": "Ask Zoe\u0308.", "revision": "1"})

    assert match.revisions.last().reason == "Ask Zo\u00eb."


def test_a_dispute_needs_words(opponent, match):
    response = opponent.post(f"/matches/{match.pk}/dispute", {"reason": " ", "revision": "1"})

    assert response.status_code == 422
    assert "Say what is wrong, or enter the right result below. An organiser will read it." in response.text
    assert Match.objects.get().revision == 1


def test_the_form_shows_what_the_match_says(opponent, match):
    page = flat(opponent.get(f"/matches/{match.pk}/dispute").text)

    assert checked(page) == {"winner": "first", "length": "7"} | seat("Ana", "Ben")


@pytest.fixture
def proposed(opponent, match):
    sent = {"reason": "", "winner": "second", "length": "5", "length_other": "", "revision": "1"}
    assert opponent.post(f"/matches/{match.pk}/dispute", sent).status_code == 303
    return match


def test_what_it_should_say_needs_no_words_and_is_seen_wherever_the_dispute_is(proposed, staff):
    for url in (proposed.get_absolute_url(), "/disputes/", "/desk", f"/matches/{proposed.pk}/uphold"):
        assert "Proposed result: <b>Ben beat Ana, length 5</b>." in staff.get(url).text


def test_the_history_keeps_what_it_should_have_said(client, proposed, organiser):
    uphold_result(match=proposed, by=organiser, reason="It is right.", revision=2)

    assert client.get(proposed.get_absolute_url()).text.count("Proposed result: <b>Ben beat Ana, length 5</b>") == 1


def test_the_correction_is_filled_in_with_it(proposed, staff):
    page = flat(staff.get(f"/matches/{proposed.pk}/correct").text)

    assert "Filled in with the result that Ben proposed:<b>Ben beat Ana, length 5</b>." in page
    assert checked(page) == {"winner": "second", "length": "5"} | seat("Ana", "Ben")
    assert 'hx-trigger="change, load"' in page


def test_every_page_of_a_dispute_says_the_score(ana, ben, staff):
    season = season_of(make_ladder("points-exchange", scores="allowed", score_rule="best of 3 games to 11, 2 clear"))
    participants = [ParticipantResult(ana, 1.0), ParticipantResult(ben, 0.0)]
    games = parse_games("11-7 11-5")
    match = enter_report(season=season, participants=participants, by=ana.user, kind="rated", games=games)
    said = '<b>Ana beat Ben,<span class="game">11–7</span><span class="game">11–5</span>.</b>'
    assert said in flat(signed_in(ben.user).get(f"/matches/{match.pk}/dispute").text)

    right = build_proposal(match, 0.0, {}, parse_games("7-11 11-9 9-11"))
    dispute_match(match=match, by=ben.user, note="", revision=1, proposed=right)
    page = flat(staff.get(f"/matches/{match.pk}/uphold").text)
    assert said in page
    assert "Proposed result:<b>Ben beat Ana, 11–7 9–11 11–9</b>." in page
    page = flat(staff.get(f"/matches/{match.pk}/correct").text)
    assert "Current result:<b>Ana beat Ben, 11–7 11–5</b>." in page
    assert "Filled in with the result that Ben proposed:<b>Ben beat Ana, 11–7 9–11 11–9</b>." in page


def test_so_is_the_form_in_which_the_reporter_fixes_it(proposed, member):
    page = flat(member.get(f"/matches/{proposed.pk}/fix").text)

    assert "Filled in with the result that Ben proposed:<b>Ben beat Ana, length 5</b>." in page
    assert checked(page) == {"opponent": str(make_player("Ben").pk), "winner": "them", "length": "5"} | MORE


def test_what_is_closed_fills_in_nothing(proposed, staff, organiser):
    uphold_result(match=proposed, by=organiser, reason="It is right.", revision=2)

    page = flat(staff.get(f"/matches/{proposed.pk}/correct").text)

    assert checked(page) == {"winner": "first", "length": "7"} | seat("Ana", "Ben")
    assert "Filled in" not in page


@pytest.mark.parametrize("named", ["player_0_tapped", "player_0"], ids=["tapped", "typed"])
def test_whoever_is_said_to_have_played_can_tap_or_type_who_did(opponent, match, staff, named):
    """Ana reported that she beat Ben; he says that it was Cy who beat him."""
    cy = make_player("Cy")
    page = opponent.get(f"/matches/{match.pk}/dispute")
    assert list_taps(page, "player_0") == {"Ana": "checked", "Cy": ""}
    assert list_taps(page, "player_1") == {"Ben": "checked", "Cy": ""}

    sent = SHOWN | seat("Ana", "Ben") | {"reason": "", named: cy.pk if named.endswith("tapped") else "cy"}
    assert opponent.post(f"/matches/{match.pk}/dispute", sent).status_code == 303

    assert "Proposed result: <b>Cy beat Ben, length 7</b>." in staff.get(match.get_absolute_url()).text
    correction = staff.get(f"/matches/{match.pk}/correct")
    assert list_taps(correction, "player_0") == {"Cy": "checked", "Ana": ""}
    assert "<details open>" in flat(correction.text)


def test_nobody_new_is_proposed_in_a_dispute(opponent, match):
    sent = SHOWN | seat("Ana", "Ben") | {"player_0": "Zoltan"}

    refused = opponent.post(f"/matches/{match.pk}/dispute", sent)

    assert refused.status_code == 422
    assert "Nobody here is called Zoltan." in refused.text
    assert not Player.objects.filter(name="Zoltan").exists()


def test_what_the_match_says_already_is_no_proposal(opponent, match):
    sent = {"reason": "Not rated.", "winner": "first", "length": "7", "revision": "1"}

    opponent.post(f"/matches/{match.pk}/dispute", sent)

    assert match.revisions.get(number=2).proposed is None
    assert "Proposed result" not in flat(opponent.get(match.get_absolute_url()).text)


def test_a_number_that_can_not_be_is_said_beside_its_field_and_kept(opponent, match):
    sent = {"reason": "Look.", "winner": "second", "length_other": "1001", "revision": "1"}

    response = opponent.post(f"/matches/{match.pk}/dispute", sent)

    assert response.status_code == 422
    assert "A match is 1 to 999 points long." in response.context["form"].errors["length_other"][0]
    assert 'value="1001"' in response.text
    assert "Look.</textarea>" in response.text
    assert Match.objects.get().revision == 1


def test_of_a_battle_words_are_asked_alone(ana, ben):
    season = season_of(make_ladder("warlocks-score", slug="games"))
    participants = [ParticipantResult(ana, exit=Exit("standing")), ParticipantResult(ben, exit=Exit("dead", 2))]
    match = enter_report(season=season, participants=participants, by=ana.user, kind="ladder")

    page = flat(signed_in(ben.user).get(f"/matches/{match.pk}/dispute").text)

    assert "What is wrong?" in page
    assert "What is the right result?" not in page


def test_the_page_is_whole_for_htmx_too(opponent, match):
    answer = opponent.get(f"/matches/{match.pk}/dispute", headers={"HX-Request": "true"})

    assert (answer.status_code, "<h1>Something is wrong</h1>" in answer.text) == (200, True)


def test_a_dispute_of_an_older_version_keeps_the_words(opponent, match, organiser):
    Match.objects.get().save()

    response = opponent.post(f"/matches/{match.pk}/dispute", {"reason": "I won that one.", "revision": "1"})

    assert response.status_code == 409
    assert "Somebody corrected this match in the meantime." in response.text
    assert "I won that one.</textarea>" in response.text
    assert 'name="revision" value="2"' in response.text


SHOWN = {"reason": "Look.", "winner": "first", "length": "7", "length_other": "", "revision": "1"}
MEANT = {
    "words alone": ({}, ""),
    "the winner": ({"winner": "second"}, "Ben beat Ana, length 4"),
    "the length": ({"length": "5"}, "Ana beat Ben, length 5"),
    "the length, typed": ({"length_other": "8"}, "Ana beat Ben, length 8"),
}


@pytest.mark.parametrize("case", MEANT)
def test_what_was_left_alone_follows_a_correction_that_was_first(opponent, match, organiser, case):
    """Ben has the page with length 7 open while somebody else corrects that to 4."""
    url, (changed, proposed) = f"/matches/{match.pk}/dispute", MEANT[case]
    correct_match(match=match, revision=1, by=organiser, reason="To 4.", facts={"length": 4})

    conflict = opponent.post(url, SHOWN | changed)
    again = conflict.context["form"]
    opponent.post(url, {one.html_name: one.value() for one in again})

    assert conflict.status_code == 409
    assert "The rest shows the match as it is now" in flat(conflict.text)
    assert load_history(match)[0].proposed == proposed


def test_a_winner_is_not_carried_to_somebody_else_in_that_seat(opponent, match, organiser, ben):
    """Ben said that he won, as the second; by now the match says so, and he is the first."""
    participants = [ParticipantResult(ben, 1.0), ParticipantResult(make_player("Ana"), 0.0)]
    correct_match(match=match, revision=1, by=organiser, reason="As on the sheet.", participants=participants)

    conflict = opponent.post(f"/matches/{match.pk}/dispute", SHOWN | {"winner": "second"})

    assert checked(flat(conflict.text)) == {"winner": "first", "length": "7"} | seat("Ben", "Ana")


ROLES = {"ana": (403, OWN_REPORT), "cy": (403, NOT_A_PLAYER), "organiser": (403, NOT_A_PLAYER), "visitor": (303, "")}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_somebody_else_who_played_disputes(match, ana, organiser, role, method):
    users = {"ana": ana.user, "organiser": organiser, "cy": User.objects.create_user("cy")}
    client = signed_in(users[role]) if role in users else Client()

    response = getattr(client, method)(f"/matches/{match.pk}/dispute", {"reason": "No.", "revision": "1"})

    status, sentence = ROLES[role]
    assert response.status_code == status
    assert sentence in response.text
    assert Match.objects.get().revision == 1


def test_lists_mark_it(client, disputed):
    tag = '<span class="tag warn">Disputed</span>'

    assert tag in client.get(f"/players/{make_player('Ana').pk}/").text
    assert tag in client.get("/club/all-time/").text


def test_a_dispute_is_no_correction_in_lists(client, disputed, organiser):
    uphold_result(match=disputed, by=organiser, reason="It is right.", revision=2)

    page = flat(client.get(f"/players/{make_player('Ana').pk}/").text)

    assert "Disputed</span>" not in page
    assert "Corrected</span>" not in page
    assert ", corrected" not in page  # the point of the chart


def test_the_log_tells_of_it_among_the_changes(client, disputed):
    page = flat(client.get("/club/log?what=changes").text)

    assert "<b>Ben</b>disputed:<a" in page
    assert "“I won that one.”" in page


def test_organisers_have_a_list_with_its_count_in_the_menu(disputed, staff):
    page = flat(staff.get("/disputes/").text)

    assert '<span>Desk<span class="tag warn">1<span class="vh">waiting</span></span></span></a>' in page
    assert "<b>Ben</b>says: “I won that one.”" in page
    for verb in ("correct", "void", "uphold"):
        assert f'href="/matches/{disputed.pk}/{verb}"' in page


def test_an_empty_list_says_so(staff):
    page = flat(staff.get("/disputes/").text)

    assert "No result is disputed." in page
    assert "<span>Desk</span></a>" in page


def test_the_list_is_for_organisers(member, client):
    assert member.get("/disputes/").status_code == 403
    assert "/disputes/" not in member.get("/").text
    assert Client().get("/disputes/")["Location"] == "/accounts/login/?next=/disputes/"


def test_an_organiser_says_that_it_is_right(ladder, disputed, staff):
    url = f"/matches/{disputed.pk}/uphold"
    assert f'<a class="btn sm pri" href="{url}">Keep the result</a>' in flat(
        staff.get(disputed.get_absolute_url()).text
    )
    assert "<b>Ben</b>says: “I won that one.”" in flat(staff.get(url).text)

    response = staff.post(url, {"reason": "The sheet says so.", "revision": "2"}, follow=True)

    assert "“The sheet says so.”" in flat(response.text)
    assert "Disputed</b>" not in flat(response.text)
    assert "No result is disputed." in flat(staff.get("/disputes/").text)
    assert ledger.verify(ladder) == []


def test_what_nobody_disputes_is_not_upheld(match, staff):
    response = staff.post(f"/matches/{match.pk}/uphold", {"reason": "Yes.", "revision": "1"}, follow=True)

    assert "This match isn&#x27;t disputed." in response.text
    assert Match.objects.get().revision == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_organisers_uphold(opponent, disputed, method):
    response = getattr(opponent, method)(f"/matches/{disputed.pk}/uphold", {"reason": "No.", "revision": "2"})

    assert response.status_code == 403
    assert Match.objects.get().revision == 2


@pytest.mark.parametrize("field", ["reason", "revision", "winner", "length", "length_other"])
def test_no_input_breaks_a_dispute(opponent, match, field):
    for value in afresh(["\x00", "9" * 40, "-1", "\u202eevil", "x" * 3000, "²"]):
        sent = {"reason": "I won.", "revision": "1"} | {field: value}
        assert opponent.post(f"/matches/{match.pk}/dispute", sent).status_code in (303, 409, 422)


def test_a_ladder_may_ask_the_opponent(member, opponent, ladder, ben):
    Ladder.objects.update(confirm_hours=48)
    member.post(REPORT, {"opponent": str(ben.pk), "length": "7", "winner": "me"})
    match = Match.objects.get()

    assert "Waiting for Ben to confirm by " in flat(Client().get(match.get_absolute_url()).text)
    assert '<span class="tag warn">Unconfirmed</span>' in flat(Client().get("/club/all-time/").text)
    assert "Yes, confirm" not in flat(member.get(match.get_absolute_url()).text)
    assert member.post(f"/matches/{match.pk}/confirm", {"revision": "1"}).status_code == 403
    assert "Yes, confirm" in flat(opponent.get(match.get_absolute_url()).text)

    response = opponent.post(f"/matches/{match.pk}/confirm", {"revision": "1"}, follow=True)

    assert "You confirmed the result." in flat(response.text)
    assert "<b>Ben</b>confirmed it" in flat(response.text)
    assert "Unconfirmed" not in flat(response.text)
    assert ledger.verify(ladder) == []


def test_a_confirmation_of_another_version_is_none(opponent, match):
    Ladder.objects.update(confirm_hours=48)
    Match.objects.update(confirm_by="2999-01-01T00:00Z")

    response = opponent.post(f"/matches/{match.pk}/confirm", {"revision": "7"}, follow=True)

    assert "Check it again first." in response.text
    assert Match.objects.get().revision == 1


def test_nobody_confirms_by_looking(opponent, match):
    assert opponent.get(f"/matches/{match.pk}/confirm").status_code == 405


@pytest.mark.parametrize("count", [2, 6])
def test_the_list_takes_a_constant_number_of_queries(staff, ladder, ben, count, django_assert_num_queries):
    for _ in range(count):
        match = play(season_of(ladder), "Cy", "Ben")
        dispute_match(match=match, by=ben.user, note="I won.", revision=1)

    with django_assert_num_queries(9):
        staff.get("/disputes/")
