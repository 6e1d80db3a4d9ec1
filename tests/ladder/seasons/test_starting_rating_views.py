"""Organisers give players the ratings that they had before the first match."""

import pytest

from ladder import ledger
from ladder.models import Event, Opening, Standing
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.seasons.forms import ROW_OF_TOO_MANY
from players.models import Player
from tests.changes import add_board
from tests.factories import make_ladder, make_player, play, season_of

pytestmark = pytest.mark.django_db
TWO = "can be one number or two. Write"
BLANKS = "or with a blank after each comma"
URL = "/club/all-time/ratings"


@pytest.fixture
def ladder():
    return make_ladder("points-exchange")


def sent(text, board="points-exchange", **more):
    return {"board": board, "text": text, "reason": "From our old list."} | more


def given(client, text, **more):
    """Look at what the ratings do, then give them."""
    shown = client.post(URL, sent(text, preview="1", **more))
    return client.post(URL, sent(text, token=shown.context["token"], **more))


def points():
    return {row.player.name: row.points for row in Standing.objects.select_related("player")}


def test_deviation_is_given_with_the_rating(organises, ladder):
    board = add_board(season=season_of(ladder), system="glicko-2", values={}, by=None)
    given(organises, "Ada, 1700, 12, 80\nBo, 1400", board="glicko-2")
    rows = Opening.objects.filter(board=board).order_by("player__name")
    assert [(row.points, row.experience, row.memory) for row in rows] == [
        (1700, 12, [80, 0.06, []]),
        (1400, 0, [350, 0.06, []]),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Hidden player", "“Hidden player” can't be a name: it stands for players who are hidden."),
        ("hidden  PLAYER", "“Hidden player” can't be a name: it stands for players who are hidden."),
        ("Ad\ue000a", "A name can't hold invisible or control characters."),
    ],
)
@pytest.mark.parametrize("more", [{"preview": "1"}, {}])
def test_name_that_nobody_can_have_is_refused(organises, ladder, name, said, more):
    shown = organises.post(URL, sent(f"{name}, 1500", **more))
    assert shown.context["form"].errors["text"] == [f"Row 1: {said}"]
    assert f"{name}, 1500</textarea>" in shown.text


@pytest.mark.parametrize("text", ["name,rating,deviation\nAda,1100,80", "Ada, 1100, 12, 80"])
def test_deviation_on_a_board_without_deviations_is_refused(organises, ladder, text):
    shown = organises.post(URL, sent(text, preview="1"))
    said = ROW_OF_TOO_MANY if "name" not in text else "Points exchange has no deviations. Leave that column out."
    assert shown.context["form"].errors["text"] == [said]


@pytest.mark.parametrize("deviation", ["0", "400", "much"])
def test_deviation_out_of_range_is_refused(organises, ladder, deviation):
    add_board(season=season_of(ladder), system="glicko-2", values={}, by=None)
    shown = organises.post(URL, sent(f"Ada, 1700, 12, {deviation}", "glicko-2", preview="1"))
    assert "eviation must be a number" in shown.text
    assert "Ada, 1700, 12" in shown.text


def test_deviation_out_of_range_is_refused_with_its_row(organises, ladder):
    add_board(season=season_of(ladder), system="glicko-2", values={}, by=None)
    shown = organises.post(URL, sent("Bo, 1500\nAda, 1700, 12, 400", "glicko-2", preview="1"))
    assert shown.context["form"].errors["text"] == ["Row 2: Deviation must be a number from 1 to 350."]


@pytest.mark.parametrize(
    ("text", "pair", "one", "two"),
    [
        ("Bo, 1,500, 3", "1,500", "Bo, 1500, 3", "Bo, 1, 500, 3"),
        ("Bo,1,500,3", "1,500", "Bo, 1500, 3", "Bo, 1, 500, 3"),
        ("Bo, 1,500 , 80.5", "1,500", "Bo, 1500, 80.5", "Bo, 1, 500, 80.5"),
        ("Bo, 1432,5, 12", "1432,5", "Bo, 1432.5, 12", "Bo, 1432, 5, 12"),
        ("Bo, 1500, 1,100", "1,100", "Bo, 1500, 1100", "Bo, 1500, 1, 100"),
    ],
)
def test_comma_that_may_part_two_numbers_is_asked_about_before_a_third(organises, ladder, text, pair, one, two):
    add_board(season=season_of(ladder), system="glicko-2", values={}, by=None)
    shown = organises.post(URL, sent(text, "glicko-2", preview="1"))
    assert shown.context["form"].errors["text"] == [f"Row 1: “{pair}” {TWO} “{one}”, {BLANKS} “{two}”."]


@pytest.mark.parametrize("text", ["Bo, 1100, 12, 80", "Bo,1100,12,80", "Bo,1100,12,100", "Bo\t1,100\t12\t80"])
def test_rating_games_and_deviation_are_clear(organises, ladder, text):
    add_board(season=season_of(ladder), system="glicko-2", values={}, by=None)
    assert organises.post(URL, sent(text, "glicko-2", preview="1")).context["form"].errors == {}


def test_ratings_are_shown_then_given(organises, ladder):
    """Ada's 1100 beat Bo's 1000: 100 apart, the higher rated wins 5 (P-3)."""
    play(season_of(ladder), "Ada", "Bo")
    shown = organises.post(URL, sent("Ada\t1100\nCy\t900", preview="1"))
    assert [(one.name, one.after) for one in shown.context["boards"][0].moves] == [
        ("Ada", "1,105"),
        ("Bo", "995"),
        ("Cy", "900"),
    ]
    assert "<b>Cy</b> joins as a new player." in shown.text
    assert (Opening.objects.count(), Player.objects.filter(name="Cy").count()) == (0, 0)

    assert given(organises, "Ada\t1100\nCy\t900").url == "/club/all-time/"

    assert points() == {"Ada": 1105, "Bo": 995, "Cy": 900}
    assert ledger.verify(ladder) == []
    event = Event.objects.get()
    assert (event.verb, event.new, event.reason) == (
        "opening",
        "2 starting ratings on Points exchange",
        "From our old list.",
    )
    assert "2 starting ratings on Points exchange" in organises.get("/club/log").text


def test_a_new_name_that_is_like_a_known_one_is_asked_about(organises, ladder):
    play(season_of(ladder), "Ada Bell", "Bo")
    text = "Ada B, 1100\nBo, 900\nCy, 950"

    asked = organises.post(URL, sent(text, preview="1"))
    sure = asked.context["form"].question.key
    shown = organises.post(URL, sent(text, preview="1", sure=sure))

    assert asked.status_code == 422
    assert "Did you mean Ada Bell by “Ada B”? If so, change the name." in asked.text
    assert "token" not in asked.context
    assert "<b>Ada B</b> joins as a new player." in shown.text
    assert organises.post(URL, sent(text, token=shown.context["token"])).status_code == 422
    assert organises.post(URL, sent(text, token=shown.context["token"], sure=sure)).status_code == 303
    assert Player.objects.filter(name="Ada B").exists()


def test_a_first_row_may_name_the_columns(organises, ladder):
    given(organises, "Games,Name,Rating\n12,Ada,1100\n")
    opening = Opening.objects.get()
    assert (opening.player.name, opening.points, opening.played) == ("Ada", 1100, 12)


@pytest.mark.parametrize(
    ("text", "rating", "games"),
    [
        ("Ada\t1,100\nBo\t900", 1100, 0),
        ("Ada\t1,100\t1,200", 1100, 1200),
        ("Ada;1,100.5;12", 1100.5, 12),
        ('Ada,"1,100",12', 1100, 12),
        ("Ada, 1, 100", 1, 100),
        ("Ada, 1100", 1100, 0),
        ("Ada,1432.5,12", 1432.5, 12),
        ("Ada; 1.1000", 1.1, 0),
        ("name,rating,games\nAda,1100,12", 1100, 12),
    ],
)
def test_separators_that_are_clear_are_taken(organises, ladder, text, rating, games):
    given(organises, text)
    opening = Opening.objects.get(player__name="Ada")
    assert (opening.points, opening.played) == (rating, games)


def test_a_pasted_name_may_have_a_comma(organises, ladder):
    given(organises, "Lovelace, Ada\t1,100")
    assert points() == {"Lovelace, Ada": 1100}


def test_one_board_of_several_is_given_ratings(organises, ladder):
    add_board(season=season_of(ladder), system="match-length-elo", values={}, by=None)
    given(organises, "Ada 2,1900", board="match-length-elo")
    assert [(row.board.system, row.points) for row in Opening.objects.all()] == [("match-length-elo", 1900)]


def test_a_rating_that_was_carried_over_gives_way(organises, ladder):
    play(season_of(ladder), "Ada", "Bo")
    follower = open_next_season(close_season(season_of(ladder)), slug="next", name="Next")
    text = "Ada,1500"
    shown = organises.post("/club/next/ratings", sent(text, preview="1"))
    organises.post("/club/next/ratings", sent(text, token=shown.context["token"]))
    opened = {(row.player.name, row.source): row.points for row in Opening.objects.filter(board__season=follower)}
    assert opened == {("Ada", "given"): 1500, ("Bo", "carried"): 990}
    assert ledger.verify(ladder) == []


def test_a_rating_is_taken_away_as_it_was_shown(organises, ladder):
    """Without hers Ada beats Bo as an equal, and 10 points move (P-5)."""
    play(season_of(ladder), "Ada", "Bo")
    given(organises, "Ada,1100")

    shown = organises.post(URL, sent("Ada, none", preview="1"))
    assert [(one.name, one.before, one.after) for one in shown.context["boards"][0].moves] == [
        ("Ada", "1,105", "1,010"),
        ("Bo", "995", "990"),
    ]
    assert Opening.objects.get().points == 1100
    assert given(organises, "Ada, none").url == "/club/all-time/"

    assert (points(), Opening.objects.count()) == ({"Ada": 1010, "Bo": 990}, 0)
    assert ledger.verify(ladder) == []
    assert Event.objects.latest("pk").new == "1 starting rating on Points exchange removed"


def test_ratings_are_given_and_taken_away_at_once(organises, ladder):
    given(organises, "Ada,1100")
    given(organises, "Rating,Name\nNone,Ada\n900,Bo")
    assert points() == {"Bo": 900}
    assert Event.objects.latest("pk").new == "1 starting rating on Points exchange, 1 removed"


def test_what_was_given_under_a_former_name_is_taken_away(organises, ladder):
    given(organises, "Ada B.,1100")
    Player.objects.filter(name="Ada B.").update(merged_into=make_player("Ada"))
    given(organises, "Ada, none")
    assert not Opening.objects.exists()
    assert ledger.verify(ladder) == []


@pytest.mark.parametrize("name", ["Bo", "Zoe"])
def test_what_was_not_given_is_not_taken_away(organises, ladder, name):
    play(season_of(ladder), "Ada", "Bo")
    answer = organises.post(URL, sent(f"{name}, none", preview="1"))
    sentence = f"{name} has no starting rating on Points exchange."
    assert answer.context["form"].non_field_errors() == [sentence]
    assert (Event.objects.count(), Player.objects.filter(name="Zoe").count()) == (0, 0)


def test_a_closed_season_keeps_its_starting_ratings(organises, ladder):
    given(organises, "Ada,1100")
    close_season(season_of(ladder))
    assert organises.post(URL, sent("Ada, none")).status_code == 409
    assert Opening.objects.get().points == 1100


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Enter at least one player."),
        (" \n ", "Enter at least one player."),
        ("Ada", "Row 1: The rating is missing."),
        ("Ada,strong", "Row 1: The rating must be a number such as 5 or 2.5, not “strong”."),
        ("name,rating\nAda,strong", "Row 2: The rating must be a number such as 5 or 2.5, not “strong”."),
        ("Ada,1100\nAda,1200", "Row 2: Ada is there twice."),
        ("Ada,1100,-2", "Row 1: The games must be a whole number from 0 to 1,000,000."),
        ("Ada,1100,2,3", ROW_OF_TOO_MANY),
        ("Ada,1,100", f"Row 1: “1,100” {TWO} “Ada, 1100”, {BLANKS} “Ada, 1, 100”."),
        ("Bo, 900\nAda, 1432,5", f"Row 2: “1432,5” {TWO} “Ada, 1432.5”, {BLANKS} “Ada, 1432, 5”."),
        ("Ada\t1432,5", "Row 1: The rating must be a number such as 5 or 2.5, not “1432,5”."),
        ("Ada; 1.100", "Row 1: “1.100” can be 1100 or 1.1000. Write the one you mean."),
        ("rating,name\n1.100,Ada", "Row 2: “1.100” can be 1100 or 1.1000. Write the one you mean."),
        ("name\nAda", "Row 2: The rating is missing."),
        ("rating,name\n1100,", "Row 2: A player's name is missing."),
        ("name,rating,name\nAda,1,Ada", "Row 1: The column name is there twice."),
    ],
)
def test_rows_that_can_t_be_are_refused(organises, ladder, text, sentence):
    answer = organises.post(URL, sent(text))
    assert (answer.status_code, answer.context["form"].errors) == (422, {"text": [sentence]})
    assert not Opening.objects.exists()


def test_two_names_of_one_player_are_refused(organises, ladder):
    ada, other = make_player("Ada"), make_player("Ada B.")
    Player.objects.filter(pk=other.pk).update(merged_into=ada)
    answer = organises.post(URL, sent("Ada,1100\nAda B.,1200", preview="1"))
    assert answer.context["form"].non_field_errors() == ["Ada B. and Ada are the same player."]


def test_ratings_that_they_have_already_are_no_change(organises, ladder):
    given(organises, "Ada,1100")
    assert given(organises, "Ada,1100").status_code == 422
    assert Event.objects.count() == 1
