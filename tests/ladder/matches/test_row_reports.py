"""Battles and tournaments entered row by row; plain posts first."""

from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from ladder.models import Match, RatingChange, Standing
from players.models import Player
from tests.afresh import afresh
from tests.factories import make_ladder, make_player, season_of
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HTMX = {"HTTP_HX_REQUEST": "true"}
BATTLE, TOURNAMENT = "/club/all-time/report/battle", "/club/all-time/report/tournament"
BAD = ["\x00", "9" * 40, "-1", "nan", "１２", "\u202eevil", "²", "x" * 5000, "'\"<script>"]
HOW = [*product(BAD, [{}]), *product(BAD[:3], [{"preview": "1"}, {"add": "1"}])]


@pytest.fixture(autouse=True)
def season():
    return season_of(make_ladder("warlocks-score", "warlocks-elo", "tournament-points"))


def rows(*exits, **more):
    """What the battle form sends: (name, exit, round) for each row."""
    sent = {}
    for seat, (name, left, number) in enumerate(exits):
        sent |= {f"player_{seat}": name, f"exit_{seat}": left, f"round_{seat}": number}
    return sent | more


def places(*taken, **more):
    sent = {}
    for seat, (name, place) in enumerate(taken):
        sent |= {f"player_{seat}": name, f"place_{seat}": place}
    return sent | more


def scores():
    return dict(Standing.objects.filter(board__system="warlocks-score").values_list("player__name", "points"))


FOUR = rows(("Ana", "surrendered", 4), ("Ben", "dead", 4), ("Cy", "surrendered", 2), ("Di", "dead", 1))


def test_a_battle_of_four_is_decided_by_the_last_surrender(member, season):
    response = member.post(BATTLE, FOUR | {"kind": "ladder"})

    assert (response.status_code, response["Location"]) == (303, season.get_absolute_url())
    assert Match.objects.get().participants.get(score=1).player.name == "Ana"  # W-5
    assert scores() == {"Ana": 3, "Ben": 0, "Cy": 0, "Di": 0}  # W-3: a point for each opponent


def test_a_battle_by_htmx_redirects_too(member, season):
    assert member.post(BATTLE, FOUR, **HTMX)["HX-Redirect"] == season.get_absolute_url()


def test_a_battle_of_four_counts_for_the_score_alone(member):
    member.post(BATTLE, FOUR)

    assert set(RatingChange.objects.values_list("board__system", flat=True)) == {"warlocks-score"}  # E-2


def test_the_preview_says_who_wins_what_it_counts_for_and_what_everybody_gets(member):
    page = flat(member.post(BATTLE, FOUR | {"preview": "1"}, **HTMX).text)

    assert "Ana wins, the only one to surrender in the last round, where the others died." in strip_tags(page)
    assert "Counts for Warlocks score." in page
    assert '<th scope="row">Ana</th><td class="n">0</td><td class="n"><b>3</b></td>' in page
    assert "<b>Di</b>joins as a new player at 0." in page
    assert not Match.objects.exists()
    assert not Player.objects.filter(name="Di").exists()


def test_without_javascript_the_preview_is_the_whole_page(member):
    response = member.post(BATTLE, FOUR | {"preview": "1"})

    assert response.status_code == 200
    assert "<h1>Report a battle</h1>" in flat(response.text)
    assert "Ana wins" in flat(response.text)
    assert not Match.objects.exists()


def test_a_kind_that_nobody_counts_says_so(member):
    page = member.post(BATTLE, FOUR | {"kind": "very-friendly", "preview": "1"}, **HTMX).content.decode()

    assert "Doesn’t count, as you chose." in page


def test_another_row_keeps_what_was_entered_and_stores_nothing(member):
    page = flat(member.post(BATTLE, FOUR | {"add": "1", "date": "2001-01-0x", "round_0": "late"}).text)

    assert 'name="player_4"' in page
    assert 'name="player_5"' not in page
    assert all(f'value="{text}"' in page for text in ("Ana", "Ben", "Cy", "Di", "late", "2001-01-0x"))
    assert '<input type="radio" name="exit_1" value="dead" checked>' in page
    assert 'class="err"' not in page
    assert not Match.objects.exists()


def test_another_row_by_htmx_is_the_rows_alone(member):
    page = member.post(BATTLE, FOUR | {"add": "1"}, **HTMX).content.decode()

    assert page.lstrip().startswith('<section class="sec stack" id="rows"')
    assert 'name="player_4"' in page


def test_another_row_keeps_what_was_said_and_what_is_at_stake(member):
    page = member.post(BATTLE, FOUR | {"add": "1"}).content.decode()

    assert "<b>Di</b> joins as a new player at 0." in page
    assert "Ana wins" in page


def test_a_battle_does_not_end_before_it_began(member):
    began = timezone.localtime() + timedelta(hours=1)

    page = flat(member.post(BATTLE, FOUR | {"started_at": f"{began:%Y-%m-%dT%H:%M}"}).text)

    assert '<div id="id_started_at_error"><p class="err">A match can&#x27;t end before it began.</p>' in page


def test_a_new_row_of_a_tournament_takes_the_next_place(staff):
    page = staff.post(TOURNAMENT, places(("Ana", 1), ("Ben", 1), add="1")).content.decode()

    assert 'name="place_2" value="3"' in page


@pytest.mark.parametrize(
    ("seat", "values", "field", "sentence"),
    [
        (1, {"exit_1": ""}, "exit_1", "Choose how they left, or that they are still standing."),
        (1, {"round_1": ""}, "round_1", "Enter the round in which they left."),
        (1, {"round_1": "x"}, "round_1", "Round: enter a whole number from 1 to 10,000."),
        (1, {"exit_1": "standing"}, "round_1", "A player who is still standing has no round."),
        (1, {"player_1": "ana "}, "player_1", "Each player can appear only once. Choose someone else."),
        (1, {"player_1": ""}, "player_1", "Enter a name."),
        (1, {"player_1": "\u202eAna"}, "player_1", "A name can&#x27;t hold invisible or control characters."),
        (0, {"round_0": "3"}, "round_1", "In the last round at least two players must leave, or one is left standing"),
    ],
)
def test_what_is_wrong_with_a_row_stands_beside_its_field(member, seat, values, field, sentence):
    response = member.post(BATTLE, FOUR | values)
    page = flat(response.text)

    assert response.status_code == 422
    assert f'<div id="id_{field}_error"><p class="err">{sentence}' in page
    assert 'value="Cy"' in page
    assert not Match.objects.exists()


def test_a_new_name_with_the_joiner_of_persian_and_without_plays_once(member):
    page = flat(member.post(BATTLE, FOUR | {"player_1": "علی\u200cرضا", "player_2": "علیرضا"}).text)

    assert '<div id="id_player_2_error"><p class="err">Each player can appear only once. Choose someone else.' in page


def test_one_player_is_no_battle(member):
    page = flat(member.post(BATTLE, rows(("Ana", "standing", ""), ("", "", ""))).text)

    assert '<div id="id_player_1_error"><p class="err">A battle needs two players or more.</p>' in page


def test_two_standing_are_one_too_many(member):
    page = flat(member.post(BATTLE, rows(("Ana", "standing", ""), ("Ben", "standing", ""))).text)

    assert '<div id="id_exit_1_error"><p class="err">A battle ends when at most one player is still standing' in page


def test_a_bad_battle_by_htmx_gives_the_form_alone(member):
    response = member.post(BATTLE, {}, **HTMX)

    assert response.status_code == 422
    assert response.content.decode().lstrip().startswith("<form")


def far_apart(client):
    """Ana wins a battle of seven and stands at 6, Rafa at 0; W-9 allows 5."""
    foes = [(f"Foe {number}", "dead", 1) for number in range(6)]
    client.post(BATTLE, rows(("Ana", "standing", ""), *foes))
    return rows(("Ana", "standing", ""), ("Ben", "surrendered", 2), ("Rafa", "dead", 1))


@pytest.mark.parametrize("preview", [{}, {"preview": "1"}])
def test_who_may_not_play_is_said_beside_the_name_with_the_way_out(member, preview):
    page = flat(member.post(BATTLE, far_apart(member) | preview).text)

    assert "Ana and Ben are 6 points apart; the limit is 5." in page
    assert page.count('<button class="btn sm" name="instead" value="friendly">Record as friendly</button>') == 1
    assert Match.objects.count() == 1


def test_the_way_out_records_it_as_friendly(member):
    response = member.post(BATTLE, far_apart(member) | {"kind": "ladder", "instead": "friendly"})

    assert response.status_code == 303
    assert Match.objects.latest("pk").kind == "friendly"


def test_an_earlier_start_is_what_the_range_goes_by(member):
    began = timezone.localtime() - timedelta(hours=2)

    response = member.post(BATTLE, far_apart(member) | {"started_at": f"{began:%Y-%m-%dT%H:%M:%S}"})

    assert response.status_code == 303  # W-9: both were at 0 then


def test_eight_in_a_tournament_with_a_shared_place(staff):
    eight = places(("Ana", 1), ("Ben", 2), ("Cy", 3), ("Di", 3), ("Eve", 5), ("Flo", 6), ("Gil", 7), ("Hal", 8))

    staff.post(TOURNAMENT, eight)

    points = dict(Standing.objects.values_list("player__name", "points"))  # T-1: 10 * log2(8) / place
    assert points == {
        "Ana": 30, "Ben": 15, "Cy": 10, "Di": 10, "Eve": 6, "Flo": 5, "Gil": pytest.approx(30 / 7), "Hal": 3.75
    }  # fmt: skip


def test_entrants_who_are_not_listed_count_for_the_field(staff):
    staff.post(TOURNAMENT, places(("Ana", 1), ("", 2), ("Ben", 3), field="16"))

    assert Match.objects.get().facts == {"field": 16}
    assert Standing.objects.get(player__name="Ana").points == 40  # 10 * log2(16) / 1


def test_a_tournament_is_previewed(staff):
    page = staff.post(TOURNAMENT, places(("Ana", 1), ("Ben", 2), field="8", preview="1"), **HTMX).content.decode()

    assert "Counts for Tournament points." in page
    assert '<span class="chg up">+15</span>' in page
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"place_1": "9"}, "place_1", "Place 9 is outside the field of 2."),
        ({"place_1": ""}, "place_1", "Enter their finishing place."),
        ({"field": "1"}, "field", "The field is 1, but 2 players are listed."),
        ({"player_1": "Ana"}, "player_1", "Each player can appear only once. Choose someone else."),
        ({"player_0": "", "player_1": ""}, "player_0", "Enter at least one player."),
    ],
)
def test_what_is_wrong_with_a_tournament_stands_beside_its_field(staff, values, field, sentence):
    response = staff.post(TOURNAMENT, places(("Ana", 1), ("Ben", 2)) | values)

    assert response.status_code == 422
    assert f'<div id="id_{field}_error"><p class="err">{sentence}</p>' in flat(response.text)


@pytest.mark.strict
@pytest.mark.parametrize("field", ["player_1", "exit_1", "round_1", "kind", "date", "time", "started_at", "instead"])
def test_no_input_breaks_a_battle(member, field):
    for value, extra in afresh(HOW):
        assert member.post(BATTLE, FOUR | {field: value} | extra).status_code in (200, 303, 422)


@pytest.mark.strict
@pytest.mark.parametrize("field", ["player_1", "place_1", "field", "kind", "date", "form_key"])
def test_no_input_breaks_a_tournament(staff, field):
    sent = places(("Ana", 1), ("Ben", 2))
    for value, extra in afresh(HOW):
        assert staff.post(TOURNAMENT, sent | {field: value} | extra).status_code in (200, 303, 422)


def test_a_form_never_has_more_than_200_rows(member):
    full = rows(*[("", "", "")] * 205)

    page = flat(member.post(BATTLE, full | {"add": "1"}).text)

    assert 'name="player_199"' in page
    assert 'name="player_200"' not in page
    assert "Add a row" not in page


@pytest.mark.parametrize(("page", "key"), [("battle", "match-length-elo"), ("tournament", "warlocks-score")])
def test_a_shape_that_no_board_knows_has_no_page(staff, page, key):
    make_ladder(key, slug="other")

    assert staff.get(f"/other/all-time/report/{page}").status_code == 404


def test_the_formats_are_linked_to_those_who_may(member, client, organiser):
    assert "Two players</a><a" in flat(member.get(BATTLE).text)
    assert "Tournament</a>" not in flat(member.get(BATTLE).text)

    client.force_login(organiser)
    assert "Tournament</a>" in flat(client.get(BATTLE).text)


@pytest.mark.parametrize("others", [2, 6])
def test_the_battle_page_takes_a_constant_number_of_queries(member, season, others, django_assert_num_queries):
    names = [f"Foe {number}" for number in range(others)]
    for name in names:
        make_player(name)
    sent = rows(("Ana", "standing", ""), *[(name, "dead", 1) for name in names])

    with django_assert_num_queries(13):
        member.post(BATTLE, sent | {"preview": "1"})
