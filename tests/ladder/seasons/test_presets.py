"""Elo as in chess (FIDE) is one choice, which sets its three options; boards keep what they have."""

import pytest

from ladder import ledger
from ladder.models import Board, Ladder
from tests.factories import make_ladder, play, season_of
from tests.simulator.browser import find_page_form

pytestmark = pytest.mark.django_db

PAGE = "/club/all-time/elo/change"
FIDE = {"k_factor": "fide", "chance": "table", "limit_difference": True}


@pytest.fixture
def ladder():
    return make_ladder("elo")


def sent(client, **other):
    """Return what the form of the board sends, with these values instead."""
    return find_page_form(client.get(PAGE).text, "k_factor").values | {"reason": "As at chess"} | other


def change(client, **other):
    """Preview the change and apply what was shown; return the last answer."""
    values = sent(client, **other)
    token = client.post(PAGE, values | {"preview": "1"}).context["token"]
    return client.post(PAGE, values | {"token": token})


def test_the_choice_of_fide_sets_its_three_options(organises, ladder):
    assert change(organises, preset="fide").status_code == 303
    assert Board.objects.get().options == FIDE


def test_the_usual_choice_sets_them_back_and_nothing_else(organises, ladder):
    Board.objects.update(options=FIDE | {"start": 1200.0})
    change(organises, preset="usual")
    assert Board.objects.get().options == {"start": 1200.0}


@pytest.mark.once
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({}, "usual"),
        ({"k": 20.0}, "usual"),
        ({"k_factor": "bands"}, "bands"),
        (FIDE, "fide"),
        ({"k_factor": "fide"}, "own"),
        ({"limit_difference": True}, "own"),
    ],
)
def test_a_board_shows_which_of_them_it_has_and_keeps_it(organises, ladder, options, shown):
    Board.objects.update(options=options)
    before = ledger.fingerprint(ladder)
    assert sent(organises)["preset"] == shown
    change(organises, draws="no")
    assert Board.objects.get().options == options | {"draws": False}
    change(organises, draws="yes")
    assert (Board.objects.get().options, ledger.fingerprint(Ladder.objects.get())) == (options, before)


def test_one_option_is_changed_without_the_choice(organises, ladder):
    Board.objects.update(options=FIDE)
    change(organises, limit_difference="no")
    assert Board.objects.get().options == {"k_factor": "fide", "chance": "table"}
    assert sent(organises)["preset"] == "own"


def test_an_option_that_contradicts_the_new_choice_is_refused_beside_it(organises, ladder):
    answer = organises.post(PAGE, sent(organises, preset="fide", k_factor="bands") | {"preview": "1"})
    (sentence,) = answer.context["form"].errors["k_factor"]
    sets = "as in chess (FIDE): K 40 for 30 games, then 20, then 10"
    assert sentence == f"“Elo as in chess (FIDE)” sets this to “{sets}”."


def test_a_form_without_the_choice_changes_options_one_by_one(organises, ladder):
    values = sent(organises, k_factor="fide", chance="table", limit_difference="yes")
    del values["preset"]
    token = organises.post(PAGE, values | {"preview": "1"}).context["token"]
    organises.post(PAGE, values | {"token": token})
    assert Board.objects.get().options == FIDE


def test_the_lab_s_link_to_a_variant_shows_it_as_chosen(organises, ladder):
    play(season_of(ladder), "Ada", "Bo")
    page = organises.get(f"{PAGE}?system=elo&variant=elo~fide")
    assert page.context["form"]["preset"].value() == "fide"
    assert page.context["form"].option_values()["chance"] == "table"


def test_a_new_ladder_is_given_fide_by_one_choice(staff):
    values = find_page_form(staff.get("/ladders/new?game=chess&system=elo").text, "slug").values
    staff.post("/ladders/new", values | {"option_preset": "fide", "slug": "fide"})
    options = Board.objects.get(season__ladder__slug="fide").options
    assert FIDE.items() <= options.items()


def test_only_a_system_whose_variants_set_several_options_has_the_choice(organises, ladder):
    Board.objects.update(system="glicko-2")
    form = organises.get("/club/all-time/glicko-2/change").context["form"]
    assert "preset" not in form.fields
