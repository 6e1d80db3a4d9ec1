"""A report that is asked something comes back with all that was entered; one more tap stores it."""

from datetime import date

import pytest

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Match
from players.models import Player
from tests.factories import enter_match, make_ladder, make_player, play, play_sides, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}
REPORT = "/club/all-time/report"


@pytest.fixture
def season():
    return season_of(make_ladder())


def test_a_name_like_a_known_one_is_asked_about_before_anybody_is_made(member, season):
    make_player("Aiden")
    sent = {"newcomer": "Aidan", "length": "5", "winner": "them", "day": "yesterday"}

    response = member.post(REPORT, sent)

    assert response.status_code == 422
    assert "Did you mean Aiden?" in flat(response.text)
    assert '<button class="btn sm pri" name="meant" value="newcomer=Aiden">Aiden</button>' in flat(response.text)
    assert '<button class="btn sm" name="sure" value="name:aidan">No, Aidan is new</button>' in flat(response.text)
    assert 'value="Aidan"' in flat(response.text)
    assert 'value="them" hx-preserve="true" checked' in flat(response.text)
    assert '<input type="radio" name="day" value="yesterday" checked>' in flat(response.text)
    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Aidan").exists()


@pytest.mark.parametrize(
    ("answer", "opponent"), [({"meant": "newcomer=Aiden"}, "Aiden"), ({"sure": "name:aidan"}, "Aidan")]
)
def test_either_answer_stores_it(member, season, answer, opponent):
    make_player("Aiden")

    response = member.post(REPORT, {"newcomer": "Aidan", "length": "5", "winner": "me"} | answer)

    assert response.status_code == 303
    assert Match.objects.get().participants.filter(player__name=opponent).exists()
    assert ledger.verify(season.ladder) == []


def test_a_half_typed_name_of_the_reporter_is_asked_about(member, season):
    sent = {"newcomer": "Anna", "length": "5", "winner": "me"}

    asked = member.post(REPORT, sent)
    meant = member.post(REPORT, sent | {"meant": "newcomer=Ana"})
    is_stored = Match.objects.exists()
    new = member.post(REPORT, sent | {"sure": "name:anna"})

    assert (asked.status_code, meant.status_code, is_stored, new.status_code) == (422, 422, False, 303)
    assert "Did you mean Ana?" in flat(asked.text)
    assert "That is you. Choose someone else." in meant.text
    assert Match.objects.get().participants.filter(player__name="Anna").exists()


def test_a_half_typed_name_of_the_other_player_is_asked_about(staff, season):
    make_player("Mirek Dvorak")
    sent = {"first": "Mirek Dvorak", "second": "Mirek", "winner": "first", "length": "5"}

    asked = staff.post(REPORT, sent)
    meant = staff.post(REPORT, sent | {"meant": "second=Mirek Dvorak"})

    assert "Did you mean Mirek Dvorak?" in flat(asked.text)
    assert "A player can’t play against themselves. Choose someone else." in meant.text
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("seat", "name", "known"), [("player_1", "Anna", "Ana"), ("player_3", "Odile", "Odile Marchand")]
)
def test_a_half_typed_name_of_somebody_in_the_doubles_is_asked_about(member, seat, name, known):
    create_ladder(slug="pairs", name="Pairs", boards=[("points-exchange", {"takes": "both"})])
    for one in ("Odile Marchand", "Wen Liang", "Zoltan"):
        make_player(one)
    url, four = "/pairs/all-time/report/teams", ["Ana", "Odile Marchand", "Wen Liang", "Zoltan"]
    sent = {f"player_{at}": one for at, one in enumerate(four)} | {"winner": "me", seat: name}

    asked = member.post(url, sent)
    meant = member.post(url, sent | {"meant": f"{seat}={known}"})

    assert f"Did you mean {known}?" in flat(asked.text)
    assert f"{known} can appear only once. Choose someone else." in flat(meant.text)
    assert not Match.objects.exists()


def test_a_half_typed_name_at_the_venue_of_somebody_in_the_match_is_asked_about(client, season):
    make_player("Mirek Dvorak")
    client.post("/club/at-the-venue", {"code": make_venue_code(ladder=season.ladder, by=None)})
    sent = {"first": "Mirek Dvorak", "second": "Mirek", "winner": "first", "length": "5"}

    asked = client.post("/club/at-the-venue/report", sent)

    assert "Did you mean Mirek Dvorak?" in flat(asked.text)
    assert not Match.objects.exists()


def test_a_correction_asks_about_a_half_typed_name_of_the_other_player(staff, match):
    url, sent = f"/matches/{match.pk}/correct", correction(match, player_0="Mirek", preview="1")

    asked = staff.post(url, sent)
    meant = staff.post(url, sent | {"meant": "player_0=Mirek Novak"})

    assert "Did you mean Mirek Novak?" in flat(asked.text)
    assert (meant.status_code, "token" in meant.context) == (422, False)


def test_a_question_by_htmx_is_the_form_alone(member, season):
    make_player("Aiden")

    response = member.post(REPORT, {"newcomer": "Aidan", "winner": "me", "length": "5"}, **HTMX)

    assert response.status_code == 422
    assert response.text.lstrip().startswith("<form")


def test_one_question_at_a_time_and_each_once(member, season):
    make_player("Aiden")
    play(season, "Ben", "Cy", 5)
    sent = {"newcomer": "Aidan", "length_other": "55", "winner": "me"}

    first = member.post(REPORT, sent)
    second = member.post(REPORT, sent | {"sure": "name:aidan"})
    third = member.post(REPORT, sent | {"sure": ["name:aidan", "length:55"]})

    assert ["Did you mean" in one.text for one in (first, second)] == [True, False]
    assert ["no match here has had 55 before. Is that right?" in one.text for one in (first, second)] == [False, True]
    assert '<input type="hidden" name="sure" value="name:aidan">' in second.text
    assert third.status_code == 303


def test_a_yes_is_for_what_was_asked(member, season):
    make_player("Aiden")

    response = member.post(REPORT, {"newcomer": "Aidens", "length": "5", "winner": "me", "sure": "name:aidan"})

    assert response.status_code == 422


def test_the_same_report_again_is_asked_about_above_the_button(member, season):
    sent = {"newcomer": "Ben", "length": "5", "winner": "me"}
    member.post(REPORT, sent)

    asked = member.post(REPORT, sent)

    match = Match.objects.get()
    assert asked.status_code == 422
    assert "You reported this at" in asked.text
    assert f'<a href="{match.get_absolute_url()}">See it</a>' in asked.text
    assert member.post(REPORT, sent | {"sure": f"again:{match.pk}"}).status_code == 303
    assert Match.objects.count() == 2


def test_nothing_is_asked_while_something_is_wrong(member, season):
    make_player("Aiden")

    response = member.post(REPORT, {"newcomer": "Aidan", "length": "5"})

    assert response.status_code == 422
    assert "Did you mean" not in flat(response.text)


def test_an_organiser_is_asked_beside_the_name_it_is_about(staff, season):
    make_player("Aiden")
    sent = {"first": "Ben", "second": "Aidan", "winner": "first", "length": "5"}

    asked = staff.post(REPORT, sent)
    stored = staff.post(REPORT, sent | {"meant": "second=Aiden"})

    assert 'name="meant" value="second=Aiden"' in asked.text
    assert stored.status_code == 303
    assert not Player.objects.filter(name="Aidan").exists()


def test_a_battle_is_asked_in_its_row(member):
    make_ladder("warlocks-score")
    make_player("Aiden")
    sent = {"player_0": "Ana", "exit_0": "standing", "player_1": "Aidan", "exit_1": "dead", "round_1": "1"}

    asked = member.post(f"{REPORT}/battle", sent)

    assert asked.status_code == 422
    assert 'name="meant" value="player_1=Aiden"' in asked.text
    assert member.post(f"{REPORT}/battle", sent | {"sure": "name:aidan"}).status_code == 303


@pytest.mark.parametrize(
    "value", ["\x00", "=", "winner=", "form_key=x", "newcomer=\u202e", "x" * 5000, "csrf=1=2", "９"]
)
@pytest.mark.parametrize("name", ["sure", "meant"])
def test_no_answer_breaks_the_form(member, season, name, value):
    make_player("Aiden")

    response = member.post(REPORT, {"newcomer": "Aidan", "length": "5", "winner": "me", name: value})

    assert response.status_code == 422


def stake(member, opponent, **more):
    return member.get(f"{REPORT}/stake", {"opponent": str(opponent.pk), "length": "5"} | more, **HTMX).text


def test_the_button_counts_the_wins_of_today(member, season):
    ben = make_player("Ben")
    assert "today" not in stake(member, ben)

    play(season, "Ana", "Ben")
    assert '<span class="again" data-outcome="me">2nd win over Ben today</span>' in stake(member, ben)
    assert 'data-outcome="them"' not in stake(member, ben)

    play(season, "Ben", "Ana")
    assert '<span class="again" data-outcome="them">Ben’s 2nd win over you today</span>' in stake(member, ben)
    assert "today</span>" not in stake(member, ben, day="yesterday")


def test_the_button_counts_the_wins_of_a_side_over_the_same_side(member):
    season = season_of(make_ladder("elo"))
    season.boards.update(options={"takes": "both", "draws": False})
    keys = {name: make_player(name).pk for name in ("Bo", "Cy", "Di")}
    sides = {"tapped_1": keys["Bo"], "tapped_2": [keys["Cy"], keys["Di"]]}
    play_sides(season, ("Bo", "Di"), ("Ana", "Cy"))
    play_sides(season, ("Cy", "Di"), ("Ana", "Bo"))
    play_sides(season, ("Ana", "Bo"), ("Cy", "Di"))
    play_sides(season, ("Di", "Cy"), ("Bo", "Ana"))

    page = member.post(f"{REPORT}/teams", sides | {"preview": "1"}, **HTMX).text

    assert '<span class="again" data-outcome="me">2nd win over Cy and Di today</span>' in page
    assert '<span class="again" data-outcome="them">Cy and Di’s 3rd win over you today</span>' in page


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [("me", "I beat Ben, 5-point match, +4.5"), ("them", "Ben beat me, 5-point match, −4.5")],  # B-2: half of 4 × √5
)
def test_the_button_says_what_would_be_reported(member, season, outcome, sentence):
    assert f'data-told="{outcome}">{sentence}</span>' in stake(member, make_player("Ben"))


def test_a_long_name_is_cut_short_on_the_button(member, season):
    assert f">I beat {'B' * 23}…, 5-point match" in stake(member, make_player("B" * 80))


def test_a_name_from_right_to_left_leaves_the_length_on_the_button_in_its_place(member, season):
    assert ">I beat \u2068محمد\u2069, 5-point match, +4.5<" in stake(member, make_player("محمد"))


def test_a_page_that_stays_as_it_is_says_nothing_that_may_change(member, season):
    sent = {"opponent": str(make_player("Ben").pk), "length": "5", "winner": "me", "preview": "1"}
    assert "data-told" not in member.post(REPORT, sent).text


def test_where_only_winners_report_the_button_needs_no_choice(member):
    season = season_of(make_ladder(reporters="winner"))
    play(season, "Ana", "Ben")

    assert '<span class="again" data-outcome="">2nd win over Ben today</span>' in stake(member, make_player("Ben"))


def test_between_two_others_the_button_names_both(staff, season):
    play(season, "Ben", "Cy")

    page = staff.get(f"{REPORT}/stake", {"first": "Ben", "second": "Cy", "length": "5"}, **HTMX).text

    assert "Ben’s 2nd win over Cy today" in page
    assert "Ben beat Cy, 5-point match, +" in page


def test_a_retired_opponent_is_asked_about_and_not_blocked(member, season):
    ben = make_player("Ben")
    Player.objects.filter(pk=ben.pk).update(retired_on="2026-05-03")
    sent = {"newcomer": "Ben", "length": "5", "winner": "me"}

    response = member.post(REPORT, sent)

    assert (response.status_code, Match.objects.count()) == (422, 0)
    assert "Ben retired on 3 May 2026. Is it them?" in response.text
    assert member.post(REPORT, sent | {"sure": f"absent:{ben.pk}"}).status_code == 303
    assert Match.objects.count() == 1


def correction(match, **values):
    """What the form of a correction sends of a match of 5 points, with other values."""
    names = {f"player_{one.seat}": one.player.name for one in match.participants.all()}
    sent = {"kind": "rated", "length": "5", "winner": "first", "date": "2026-03-10", "time": "12:00:00"}
    return sent | {"reason": "Another Mirek played."} | names | values


@pytest.fixture
def match(season):
    return play(season, "Ana", "Mirek Novak", on=date(2026, 3, 10))


def test_a_correction_asks_about_a_half_typed_name_before_anybody_is_made(staff, match):
    """Apply does not pass it by, with a token or without."""
    make_player("Mirek Dvorak")
    url, sent = f"/matches/{match.pk}/correct", correction(match, player_1="Mirek Dvo")
    token = staff.post(url, correction(match, length="7", preview="1")).context["token"]

    for values in ({"preview": "1"}, {}, {"token": token}):
        response = staff.post(url, sent | values)
        assert response.status_code == 422
        assert "<b>Did you mean Mirek Dvorak?</b>" in flat(response.text)
        assert 'name="meant" value="player_1=Mirek Dvorak"' in flat(response.text)
        assert "What will change" in response.text
        assert "token" not in response.context
        assert 'value="Mirek Dvo"' in response.text
        assert "Another Mirek played." in response.text
    assert (Match.objects.get().revision, Player.objects.filter(name="Mirek Dvo").exists()) == (1, False)


def answer(client, url, sent, **button):
    """Answer the question by its button, then apply what the page shows, as without JavaScript."""
    shown = client.post(url, sent | {"preview": "1"} | button)
    sure = {"sure": button["sure"]} if "sure" in button else {}
    name = {"player_1": button["meant"].partition("=")[2]} if "meant" in button else {}
    return shown, client.post(url, sent | sure | name | {"token": shown.context["token"]})


@pytest.mark.parametrize(
    ("button", "played", "joins"),
    [
        ({"meant": "player_1=Mirek Dvorak"}, "Mirek Dvorak", False),
        ({"sure": "name:mirek dvo"}, "Mirek Dvo", True),
    ],
)
def test_either_answer_leads_to_the_preview_which_names_who_joins(staff, match, button, played, joins):
    make_player("Mirek Dvorak")
    url = f"/matches/{match.pk}/correct"

    shown, applied = answer(staff, url, correction(match, player_1="Mirek Dvo"), **button)

    assert ("<b>Mirek Dvo</b> joins as a new player at 1,800." in shown.text) == joins
    assert f'name="player_1" value="{played}"' in flat(shown.text)
    assert ('<input type="hidden" name="sure" value="name:mirek dvo">' in shown.text) == joins
    assert "Another Mirek played." in shown.text
    assert applied.status_code == 303
    assert Match.objects.get().participants.filter(player__name=played).exists()
    assert ledger.verify(match.season.ladder) == []


def test_a_name_that_is_like_nobodys_is_not_asked_about_but_told(staff, match):
    shown = staff.post(f"/matches/{match.pk}/correct", correction(match, player_1="Zoltan", preview="1"))

    assert shown.status_code == 200
    assert "<b>Zoltan</b> joins as a new player at 1,800." in shown.text


def test_a_preview_by_htmx_has_the_question_in_it(staff, match):
    make_player("Mirek Dvorak")
    sent = correction(match, player_1="Mirek Dvo", preview="1")

    part = flat(staff.post(f"/matches/{match.pk}/correct", sent, **HTMX).text).lstrip()

    assert part.startswith('<section class="sec stack" id="preview"')
    assert "Did you mean Mirek Dvorak?" in part


WHO = ("Ana", "Ben", "Cy", "Di")
KINDS = {
    "ladder": ("warlocks-score", [{"exit": one} for one in (Exit("standing"), Exit("dead", 2), Exit("dead", 1))]),
    "tournament": ("tournament-points", [{"place": place} for place in (1, 2, 3)]),
    "team": ("points-exchange", [{"score": float(2 - side), "side": side} for side in (1, 1, 2, 2)]),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_correction_of_every_kind_of_match_asks(staff, kind):
    system, ends = KINDS[kind]
    season = season_of(make_ladder(system, slug="other"))
    season.boards.filter(system="points-exchange").update(options={"takes": "teams"})
    participants = [ParticipantResult(make_player(name), **end) for name, end in zip(WHO, ends, strict=False)]
    match = enter_match(season=season, participants=participants, by=None, kind=kind, facts={"field": 3})
    make_player("Mirek Dvorak")
    url = f"/matches/{match.pk}/correct"
    form = staff.get(url).context["form"]
    filled = {name: form[name].value() for name in form.fields if form[name].value() is not None}

    shown = staff.post(url, filled | {"player_1": "Mirek Dvo", "preview": "1", "reason": "So."})

    assert "Did you mean Mirek Dvorak?" in shown.text


def test_players_who_are_added_by_name_are_asked_about(staff):
    make_player("Mirek Dvorak")
    sent = {"names": "Mirek Dvo\nZoltan"}

    asked = staff.post("/players/add", sent)
    sure = asked.context["form"].question.key

    assert asked.status_code == 422
    assert "Did you mean Mirek Dvorak by “Mirek Dvo”? If so, change the name." in flat(asked.text)
    assert "Mirek Dvo\nZoltan</textarea>" in asked.text
    assert not Player.objects.filter(name="Zoltan").exists()
    assert staff.post("/players/add", sent | {"sure": sure}).status_code == 303
    assert Player.objects.filter(name__in=["Zoltan", "Mirek Dvo"]).count() == 2
