"""Organisers change a board's system or options and a season's opening, and reopen a season."""

from copy import deepcopy
from datetime import date

import pytest

from ladder import ledger
from ladder.models import Board, Event, Ladder, Opening, Season, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season, reopen_season
from tests.afresh import afresh
from tests.factories import make_ladder, make_player, play, season_of
from tests.ladder.changes.previews import applied, previewed
from tests.markup import flat

pytestmark = pytest.mark.django_db
BOARD = "/club/all-time/match-length-elo/change"
OPENING, REOPEN = "/club/next/opening", "/club/all-time/reopen"
REASON = {"reason": "The meeting decided."}
NASTY = ["\x00", "9" * 40, "-1", "nan", "inf", "1e999", "\u202eevil", "x" * 3000, "", "٣"]


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_old_season)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_old_season():
    found = season_of(make_ladder())
    play(found, "Ana", "Ben", 25, on=date(2026, 1, 1))
    return found


@pytest.fixture
def follower(season):
    """Ana brings 1,810 and Ben 1,790 into it (B-3: a match to 25 moves 10)."""
    return open_next_season(close_season(season), slug="next", name="Next", rule=Season.Rule.CARRY)


def fields(client, url):
    """Return the values that a page's form shows."""
    form = client.get(url).context["form"]
    return {"system": form.key, **REASON} | {field.name: field.initial for field in form.option_fields()}


@pytest.mark.parametrize("url", [BOARD, OPENING, REOPEN])
@pytest.mark.parametrize("method", ["get", "post"])
def test_only_organisers_settle_how_a_season_is_rated(member, follower, url, method):
    assert getattr(member, method)(url).status_code == 403


@pytest.mark.parametrize("url", [BOARD, OPENING, REOPEN])
@pytest.mark.parametrize("method", ["get", "post"])
def test_visitors_sign_in_first(client, follower, url, method):
    assert getattr(client, method)(url)["Location"] == f"/accounts/login/?next={url}"


@pytest.mark.parametrize("url", [BOARD, OPENING, REOPEN])
@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_no_other_method_is_answered(staff, follower, url, method):
    assert getattr(staff, method)(url).status_code == 405


def test_a_board_gets_another_system(staff, season):
    """P-3, P-4: equal ratings move 10 points from 1,000."""
    url = f"{BOARD}?system=points-exchange"

    page = flat(staff.get(url).text)
    assert "Match-length Elo becomes Points exchange" in page
    assert '<td>1 Ana</td><td class="n">1,810</td><td>1<b>Ana</b></td><td class="n"><b>1,010</b></td>' in page
    response = applied(staff, BOARD, fields(staff, url))

    assert response.status_code == 303
    assert list(Standing.objects.order_by("-points").values_list("points", flat=True)) == [1010, 990]
    assert ledger.verify(season.ladder) == []
    event = Event.objects.get()
    assert (event.verb, event.old, event.new, event.matches, event.reason) == (
        *("system", "Match-length Elo", "Points exchange", 1),
        REASON["reason"],
    )


def test_looking_at_another_system_changes_nothing(staff, season):
    staff.get(f"{BOARD}?system=points-exchange")

    assert Board.objects.get().system == "match-length-elo"


def test_a_board_gets_other_options(staff, season):
    """Everybody starts 100 lower, so everybody stands 100 lower."""
    shown = fields(staff, BOARD)

    applied(staff, BOARD, shown | {"start": "1700"})

    assert Board.objects.get().options == {"start": 1700}
    assert list(Standing.objects.order_by("-points").values_list("points", flat=True)) == [1710, 1690]
    assert ledger.verify(season.ladder) == []


def test_options_as_they_are_change_nothing(staff, season):
    version = Ladder.objects.get().version

    response = applied(staff, BOARD, fields(staff, BOARD))

    assert response.status_code == 422
    assert "Nothing would change. The board already has these settings." in response.content.decode()
    assert Ladder.objects.get().version == version


def test_a_wrong_option_is_refused_beside_its_field(staff, season):
    response = applied(staff, BOARD, fields(staff, BOARD) | {"start": "a lot"})

    assert response.status_code == 422
    assert "start" in response.context["form"].errors


def test_a_system_of_another_board_is_not_offered(staff):
    make_ladder("match-length-elo", "tournament-points", "points-exchange")

    response = staff.get(f"{BOARD}?system=tournament-points")

    assert "tournament-points" not in dict(response.context["systems"])
    assert "points-exchange" in dict(response.context["systems"])  # one may be for singles, the other for teams
    assert response.context["form"].key == "match-length-elo"


def test_given_openings_keep_their_system(staff, season):
    Opening.objects.create(board=Board.objects.get(), player=make_player("Cy"), points=1900)

    page = staff.get(f"{BOARD}?system=points-exchange").content.decode()

    assert "Players have starting ratings in the current system." in page


def test_a_change_of_system_is_felt_in_the_next_season(staff, season, follower):
    reopen_season(season)

    applied(staff, BOARD, fields(staff, f"{BOARD}?system=points-exchange"))

    assert not Opening.objects.filter(board__season=follower).exists()
    assert ledger.verify(season.ladder) == []


def test_a_new_result_meanwhile_asks_for_another_look(staff, season):
    seen = previewed(staff, BOARD, fields(staff, BOARD) | {"start": "1700"})
    play(season, "Ana", "Cy")

    response = staff.post(BOARD, seen)

    assert response.status_code == 409
    assert "A new result came in. Check the preview again." in response.content.decode()
    assert Board.objects.get().options == {}


def test_another_opening_is_shown_and_applied(staff, follower):
    """R-3: half of the distance from 1,800 is 1,805 and 1,795."""
    sent = {"rule": "shrink", "factor": "0.5", **REASON}

    page = staff.post(OPENING, sent | {"preview": "1"}).content.decode()
    assert "1,805" in page
    response = applied(staff, OPENING, sent)

    assert response.status_code == 303
    assert sorted(Opening.objects.values_list("points", flat=True)) == [1795, 1805]
    assert ledger.verify(follower.ladder) == []


def test_a_season_without_one_before_has_no_opening_to_change(staff, season):
    assert staff.get("/club/all-time/opening").status_code == 404


def test_a_closed_season_is_reopened_with_a_reason(staff, season):
    close_season(season)

    assert staff.post(REOPEN, {"reason": ""}).status_code == 422
    response = staff.post(REOPEN, REASON | {"back": BOARD})

    assert (response.status_code, response["Location"]) == (303, BOARD)
    assert Season.objects.get().closed_at is None
    event = Event.objects.latest("pk")
    assert (event.verb, event.reason) == ("reopen", REASON["reason"])


def test_reopening_leads_to_no_other_site(staff, season):
    close_season(season)

    response = staff.post(REOPEN, REASON | {"back": "https://evil.example/"})

    assert response["Location"] == "/club/all-time/"


def test_a_closed_season_says_so_instead_of_the_form(staff, season):
    close_season(season)

    assert "All time is closed" in staff.get(BOARD).content.decode()
    assert staff.post(BOARD, REASON).status_code == 409


@pytest.mark.parametrize("field", ["system", "start", "token", "reason"])
def test_no_input_breaks_the_change_of_a_board(staff, season, field):
    seen = previewed(staff, BOARD, fields(staff, BOARD))

    for value in afresh(NASTY):
        assert staff.post(BOARD, seen | {field: value}).status_code in (200, 303, 422)
        assert staff.get(BOARD, {"system": value}).status_code == 200


@pytest.mark.parametrize("field", ["rule", "factor", "back"])
def test_no_input_breaks_an_opening(staff, follower, field):
    for value in afresh(NASTY):
        response = staff.post(OPENING, {"rule": "shrink", "factor": "0.5", **REASON, field: value})
        assert response.status_code in (200, 422)
        assert staff.post(REOPEN, REASON | {"back": value}).status_code == 303


@pytest.mark.parametrize("url", ["/no/all-time/match-length-elo/change", "/club/no/opening", "/club/no/reopen"])
def test_an_unknown_address_is_not_found(staff, season, url):
    assert staff.get(url).status_code == 404


@pytest.mark.parametrize("others", [2, 12])
def test_the_page_of_a_board_takes_a_constant_number_of_queries(staff, season, others, django_assert_max_num_queries):
    for number in range(others):
        play(season, "Ana", f"Foe {number}")

    with django_assert_max_num_queries(34):
        staff.get(f"{BOARD}?system=points-exchange")
