"""The questions of a sheet: what each answer sets, another rule by hand, whole sheets, and what moves players."""

import re

import pytest

from ladder.house_rules.actions import store_house_rules
from ladder.house_rules.questions import PLACE_PRESETS, SHEET_QUESTIONS, list_asked_questions
from ladder.ledger.ladder_lock import Overtaken
from ladder.models import Board, Ladder
from ladder.pages.options import OWN
from ladder.ratings import list_options
from ladder.ratings.systems.rungs import Rungs
from tests.factories import make_ladder, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def rungs():
    return make_ladder("rungs", nights="recorders")


def save_rules(client, slug="club", page="", **changes):
    """Send the form as the page has it, but for these fields."""
    form = client.get(f"/{slug}/edit-rules{page}").context["form"]
    shown = {one.html_name: one.value() for one in form} | {one.html_initial_name: one.initial for one in form}
    values = {name: "" if value is None else value for name, value in (shown | changes).items()}
    return client.post(f"/{slug}/edit-rules", values, follow=True)


def read_board(ladder):
    board = Board.objects.select_related("season__ladder").get(season__ladder=ladder)
    return board.season.ladder, board.rating_system


@pytest.mark.parametrize(
    ("question", "answer"),
    [(one, answer) for one in list_asked_questions(Rungs()) for answer in one.answers],
    ids=lambda one: one.key,
)
def test_each_answer_sets_what_it_says_and_is_shown_again(rungs, staff, question, answer):
    page = save_rules(staff, **{question.key: answer.key})
    assert "The rules were saved." in flat(page.text)
    ladder, system = read_board(rungs)
    for name, value in answer.settings.items():
        assert getattr(ladder, name) == value
    for name, value in answer.options.items():
        assert getattr(system, name) == value
    assert question.find_answer(ladder, system) == answer.key


def test_every_option_of_rungs_is_set_by_a_question():
    asked = {name for one in list_asked_questions(Rungs()) for name in one.options}
    assert asked == {one.name for one in list_options(Rungs())}


def test_another_rule_is_set_by_hand(rungs, staff):
    save_rules(staff, reach=OWN, challenge_reach="7", option_idle_days="30")
    ladder, system = read_board(rungs)
    assert (ladder.challenge_reach, system.idle_days) == (7, 30)
    page = staff.get("/club/edit-rules").text
    assert page.count("<details open>") == 2


def test_what_was_changed_by_hand_beside_an_answer_is_asked_about(rungs, staff):
    page = save_rules(staff, reach="three", challenge_reach="7")
    assert page.status_code == 422
    assert "“3 up” sets this otherwise. Choose “Another rule” to keep what you entered." in flat(page.text)
    assert 'value="7"' in page.text
    assert Ladder.objects.get().challenge_reach is None


def test_who_is_here_is_asked_where_there_are_club_nights_only(rungs, staff):
    Ladder.objects.update(nights="none")
    page = save_rules(staff, reach="three-here")
    assert page.status_code == 422
    assert "Needs club nights. An organiser turns them on in the settings of the ladder." in flat(page.text)
    assert Ladder.objects.get().challenge_reach is None


@pytest.mark.parametrize("wrong", ["", "0", "many", "100001", "-3", "3,5"])
def test_bad_numbers_get_a_sentence_and_store_nothing(rungs, staff, wrong):
    page = save_rules(staff, option_idle_days=wrong or "x", answer_days=wrong)
    assert page.status_code == 422
    assert 'class="err"' in page.text
    assert Ladder.objects.get().answer_days == 7


@pytest.mark.parametrize("preset", PLACE_PRESETS, ids=lambda one: one.key)
def test_a_whole_sheet_is_filled_in_and_stored_only_when_it_is_saved(rungs, staff, preset):
    page = staff.get(f"/club/edit-rules?preset={preset.key}")
    assert page.status_code == 200
    ladder, system = read_board(rungs)
    assert (ladder.challenge_reach, system.move) == (None, "take")
    save_rules(staff, page=f"?preset={preset.key}")
    ladder, system = read_board(rungs)
    for question in SHEET_QUESTIONS:
        assert question.find_answer(ladder, system) == preset.answers[question.key]


def test_another_rule_beside_a_whole_sheet_begins_with_what_the_sheet_sets(rungs, staff):
    """L17: the sheet of a chess club, but a day to answer, which still counts as lost."""
    form = staff.get("/club/edit-rules?preset=chess").context["form"]
    assert [form[name].value() for name in ("answer_days", "if_unanswered", "challenge_reach")] == ["7", "lost", "4"]
    values = {one.html_name: one.value() for one in form} | {one.html_initial_name: one.initial for one in form}
    values = {name: "" if value is None else value for name, value in values.items()} | {"preset": "chess"}
    refused = staff.post("/club/edit-rules", values | {"answer_days": "1"})
    assert "sets this otherwise" in flat(refused.text)
    staff.post("/club/edit-rules", values | {"reply": OWN, "answer_days": "1", "reach": "five"})
    ladder, system = read_board(rungs)
    assert (ladder.answer_days, ladder.if_unanswered, ladder.challenge_reach) == (1, "lost", 5)
    assert (system.rates_walkovers, system.draw_move) == (True, "below")


def test_what_most_clubs_share_is_the_first_sheet(rungs, staff):
    """The end of table 1: 3 up, 7 days to answer and 14 to play, then lost, the place, 14 days until a rematch."""
    save_rules(staff, page="?preset=usual")
    ladder, system = read_board(rungs)
    shared = (ladder.challenge_reach, ladder.answer_days, ladder.if_unanswered, ladder.play_days, ladder.if_unplayed)
    assert shared == (3, 7, "lost", 14, "lost")
    assert (system.move, system.rates_walkovers, ladder.rematch_days) == ("take", True, 14)


def test_options_that_would_move_players_are_shown_before_they_count(rungs, staff):
    season = season_of(rungs)
    for loser in ("Bob", "Cat", "Dan"):
        play(season, "Ann", loser)
    play(season, "Dan", "Bob")
    page = save_rules(staff, reach="three", win="swap")
    assert "The rules on challenges were saved. Below is what the others would move." in flat(page.text)
    assert page.redirect_chain[-1][0].endswith("/change?move=swap")
    ladder, system = read_board(rungs)
    assert (ladder.challenge_reach, system.move) == (3, "take")
    assert page.context["planned"]


def test_a_ladder_by_ratings_is_asked_what_suits_it(staff):
    make_ladder("elo", slug="chess")
    page = staff.get("/chess/edit-rules")
    asked = [one.question.key for one in page.context["form"].list_shown_questions()]
    assert asked == ["reach", "newcomers", "reply", "played", "again", "breaks"]
    assert [one.key for one in page.context["presets"]] == ["points"]
    save_rules(staff, "chess", reach="points")
    assert Ladder.objects.get().challenge_measure == "rating"


def test_only_organisers_of_the_ladder_set_rules(rungs, client):
    assert client.get("/club/edit-rules").status_code in (303, 403)
    assert client.post("/club/edit-rules", {"reach": "three"}).status_code in (303, 403)
    assert Ladder.objects.get().challenge_reach is None


def test_what_another_organiser_chose_meanwhile_is_kept_or_asked_about(rungs, staff):
    page = staff.get("/club/edit-rules").text
    values = dict(re.findall(r'<input type="hidden" name="(initial-[^"]+)"(?: value="([^"]*)")?', page))
    form = staff.get("/club/edit-rules").context["form"]
    values |= {one.html_name: "" if one.value() is None else one.value() for one in form}
    save_rules(staff, reach="four")
    staff.post("/club/edit-rules", values | {"again": "week"})
    ladder, _ = read_board(rungs)
    assert (ladder.challenge_reach, ladder.rematch_days) == (4, 7)
    refused = staff.post("/club/edit-rules", values | {"reach": "two"})
    assert refused.status_code == 422
    assert Ladder.objects.get().challenge_reach == 4


@pytest.mark.parametrize("query", ["move=nonsense", "idle_days=many", "draws=", "move=swap&idle_days=-1", "nothing=1"])
def test_any_options_in_the_address_of_a_change_are_read_or_refused(rungs, staff, query):
    assert staff.get(f"/club/all-time/rungs/change?{query}").status_code in (200, 422)


def test_points_are_no_answer_where_there_are_rungs(rungs, staff):
    form = staff.get("/club/edit-rules").context["form"]
    assert "points" not in dict(form.fields["reach"].choices)


def test_options_that_somebody_else_changed_while_they_were_read_are_read_again(rungs, staff):
    board = Board.objects.select_related("season__ladder").get()
    Board.objects.update(options={"defence": "up"})
    with pytest.raises(Overtaken):
        store_house_rules(board=board, settings={}, options={"move": "swap"}, by=None)
    assert Board.objects.get().options == {"defence": "up"}
