"""Two people have the same settings open: nobody undoes what the other changed, and who comes second is told."""

import re
from datetime import date

import pytest
from django.db import connection

from ladder.models import Board, Ladder, Season
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Club, Player
from tests.factories import make_ladder, make_player, season_of
from tests.ladder.changes.previews import applied
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db

NEW = "This was changed to “{}” after you opened the page. To keep yours, send it again."
BLANK = "This was emptied after you opened the page. To keep yours, send it again."
BO = "/players/{bo}/"


@pytest.fixture(autouse=True)
def club():
    """Bo, and a ladder whose second season, from March on, draws everybody to the start by half."""
    bo = make_player("Bo")
    first = close_season(season_of(make_ladder()))
    open_next_season(first, slug="next", name="Next", rule=Season.Rule.SHRINK, factor=0.5)
    Season.objects.filter(slug="next").update(starts_on=date(2026, 3, 1))
    Board.objects.filter(season__slug="next").update(options={"start": 1500.0})
    Club.objects.create(name="Otters", time_zone="UTC")
    return bo


def opened(browser, url, field):
    """Return the address, and what its page's form would send as it is."""
    url = url.format(bo=Player.objects.get().pk)
    return url, find_page_form(browser.get(url).text, field).values | {"reason": "The meeting decided."}


def kept(model, column):
    return model.objects.order_by("-pk").values_list(column, flat=True)[0]


@pytest.mark.parametrize(
    ("url", "model", "other", "mine"),
    [
        ("/club/settings", Ladder, ("challenge_reach", 3), ("name", "Pub")),
        ("/club/next/edit", Season, ("starts_on", date(2026, 3, 9)), ("name", "Spring")),
        ("/club/next/opening", Season, ("opening_rule", "carry"), ("factor", "0.2")),
        ("/club/next/match-length-elo/change", Board, ("options", {"start": 1400.0}), ("spread", "1900")),
        ("/settings", Club, ("names", "initial"), ("name", "Foxes")),
        (BO + "edit", Player, ("retired_on", date(2026, 1, 2)), ("sits_out_until", "2026-12-01")),
        (BO + "privacy", Player, ("hidden", True), ("nickname", "Foxy")),
    ],
)
def test_what_was_left_alone_stays_as_another_changed_it(staff, url, model, other, mine):
    url, values = opened(staff, url, mine[0])
    model.objects.filter(pk=kept(model, "pk")).update(**{other[0]: other[1]})
    assert applied(staff, url, values | dict([mine])).status_code == 303
    if model is Board:
        assert kept(Board, "options") == {"start": 1400.0, "spread": 1900.0}
    else:
        assert kept(model, other[0]) == other[1]
        assert str(kept(model, mine[0])) == mine[1]


@pytest.mark.parametrize(
    ("url", "model", "field", "other", "mine", "sentence"),
    [
        ("/club/settings", Ladder, "reporters", "any", "winner", NEW.format("Any member, also for two others")),
        ("/club/next/edit", Season, "starts_on", date(2026, 3, 9), "2026-03-05", NEW.format("9 March 2026")),
        ("/club/next/edit", Season, "starts_on", None, "2026-03-05", BLANK),
        ("/club/next/opening", Season, "factor", 0.25, "0.75", NEW.format("0.25")),
        ("/settings", Club, "time_zone", "Europe/London", "Asia/Tokyo", NEW.format("London")),
        (BO + "edit", Player, "nickname", "Foxy", "Vixen", NEW.format("Foxy")),
    ],
)
def test_what_both_changed_is_refused_once(staff, url, model, field, other, mine, sentence):
    url, values = opened(staff, url, field)
    model.objects.filter(pk=kept(model, "pk")).update(**{field: other})
    answer = applied(staff, url, values | {field: mine})
    assert (answer.status_code, answer.context["form"].errors) == (422, {field: [sentence]})
    assert kept(model, field) == other
    again = find_page_form(answer.text, field).values
    assert again[field] == mine
    assert applied(staff, url, again).status_code in (200, 303)  # another time zone is shown first
    assert model is Club or str(kept(model, field)) == mine


def test_an_option_that_both_changed_is_refused_once(staff):
    url, values = opened(staff, "/club/next/match-length-elo/change", "start")
    Board.objects.filter(season__slug="next").update(options={"start": 1400.0})
    answer = applied(staff, url, values | {"start": "1600"})
    assert (answer.status_code, answer.context["form"].errors) == (422, {"start": [NEW.format(1400)]})
    assert applied(staff, url, find_page_form(answer.text, "start").values).status_code == 303
    assert kept(Board, "options") == {"start": 1600.0}


def test_an_option_in_conflict_is_refused_once_in_a_page_that_fetches_its_preview(staff):
    url, values = opened(staff, "/club/next/match-length-elo/change", "start")
    Board.objects.filter(season__slug="next").update(options={"start": 1400.0})
    mine = values | {"start": "1600", "preview": "1"}
    answer = staff.post(url, mine, headers={"HX-Request": "true"})
    put = re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)" hx-swap-oob="true".* id="(.*?)">', answer.text)
    assert (answer.status_code, put) == (422, [("initial-start", "1400", "initial-id_start")])
    assert 'id="initial-id_start"' in staff.get(url).text
    assert staff.post(url, mine | {"initial-start": "1400"}, headers={"HX-Request": "true"}).status_code == 200


@pytest.mark.parametrize(
    ("url", "model", "field", "other", "mine", "sentence"),
    [
        ("/club/settings", Ladder, "name", "Inn", "Pub", NEW.format("Inn")),
        ("/club/next/edit", Season, "name", "May", "Spring", NEW.format("May")),
        ("/settings", Club, "name", "Foxes", "Hares", NEW.format("Foxes")),
        (BO + "edit", Player, "nickname", "Foxy", "Vixen", NEW.format("Foxy")),
        (BO + "privacy", Player, "nickname", "Foxy", "Vixen", NEW.format("Foxy")),
    ],
)
def test_what_is_stored_between_the_reading_and_the_lock_is_a_conflict_too(
    staff, url, model, field, other, mine, sentence
):
    url, values = opened(staff, url, field)

    def first(execute, sql, *rest):
        if sql.startswith("SAVEPOINT") and kept(model, field) != other:
            model.objects.filter(pk=kept(model, "pk")).update(**{field: other})
        return execute(sql, *rest)

    with connection.execute_wrapper(first):
        answer = staff.post(url, values | {field: mine})
    assert (answer.status_code, answer.context["form"].errors) == (422, {field: [sentence]})
    assert kept(model, field) == other


def test_what_both_changed_alike_is_no_conflict(staff):
    url, values = opened(staff, "/club/next/edit", "name")
    Season.objects.filter(slug="next").update(name="Spring")
    assert staff.post(url, values | {"name": "Spring"}).status_code == 303


@pytest.mark.parametrize("url", ["/club/settings", "/club/next/edit", BO + "edit"])
def test_no_word_of_what_was_shown_breaks_a_form(staff, url):
    url, values = opened(staff, url, "name")
    for shown in ("\x00", "9" * 5000, "٣", "0000-00-00"):
        forged = {name: shown if name.startswith("initial-") else value for name, value in values.items()}
        assert staff.post(url, forged).status_code in (303, 422)
