"""Whom one may challenge by the sheets of clubs: each rule as a sentence, on the page, and in the refusal."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ladder.challenges.actions import (
    accept_challenge,
    arrange_challenge,
    challenge_side,
    decline_challenge,
    withdraw_challenge,
)
from ladder.challenges.queries.eligibility import find_own_obstacle
from ladder.challenges.queries.opponent_list import build_opponent_list
from ladder.challenges.queries.opponents import load_pool_for_kind
from ladder.challenges.queries.rule_sentences import describe_challenge_rules
from ladder.challenges.reports import record_walkover
from ladder.files.player_file import PlayerFileRow
from ladder.models import Board, Fixture, Ladder
from ladder.models.challenge_rules import NEEDS_NIGHTS, ONLY_IN_PLACES, SET_BOTH, SPARED_FROM_NOTHING, TOO_LARGE_A_SHARE
from ladder.pairings.queries.suggestions import load_suggestions
from players.models import Player
from tests.changes import give_starting_ratings
from tests.factories import make_ladder, make_member, play, play_sides, season_of, signed_in
from tests.ladder.challenges.rungs import make_many_rungs, make_three_rungs
from tests.markup import flat
from tests.threads import together

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
BELOW = "May challenge you"


def find_player(number):
    return Player.objects.select_related("user").get(name=f"P{number}")


def read_pool(season, number):
    return load_pool_for_kind(season_of(Ladder.objects.get()), find_player(number))


def read_lines(season, number):
    """Return the lines of the others, by their number."""
    return {
        int(one.name[1:]): one for one in build_opponent_list(read_pool(season, number), True).lines if not one.is_me
    }


def challenge(season, number, other):
    return challenge_side(season=season, by=find_player(number).user, opponents=[find_player(other)])


def read_refusal(season, number, other):
    with pytest.raises(ValidationError) as refused:
        challenge(season, number, other)
    return refused.value.messages[0].removesuffix(".")


def check_reach(season, number, others):
    """Check that exactly these others can be challenged, and that the page and the refusal of the rest agree."""
    lines = read_lines(season, number)
    assert {key for key, one in lines.items() if one.can} == set(others)
    for other in lines.keys() - set(others):
        assert read_refusal(season, number, other) == lines[other].words
    assert challenge(season, number, min(others)).pk
    return lines


@pytest.mark.parametrize(
    ("rules", "count", "sentence", "reaches"),
    [
        pytest.param(
            {"challenge_reach": 4, "top_places": 10, "top_reach": 3},
            16,
            "up to 4 rungs above you. Whoever stands among the first 10 may challenge up to 3 rungs above.",
            {10: {7, 8, 9}, 11: {7, 8, 9, 10}, 2: {1}},
            id="L1",
        ),
        pytest.param(
            {"challenge_reach": 4, "reach_down": 4},
            12,
            "anyone up to 4 rungs above or 4 rungs below you.",
            {6: {2, 3, 4, 5, 7, 8, 9, 10}, 1: {2, 3, 4, 5}},
            id="L2",
        ),
        pytest.param({"challenge_reach": 2}, 8, "up to 2 rungs above you.", {6: {4, 5}}, id="L3"),
        pytest.param(
            {"challenge_measure": "rows", "challenge_reach": 1},
            6,
            "anyone in your own row of the pyramid or up to 1 row above it; the rows have 1, 2, 3, 4 … players.",
            {5: {2, 3, 4, 6}, 2: {1, 3}, 6: {2, 3, 4, 5}},
            id="L13",
        ),
        pytest.param({"challenge_measure": "above"}, 8, "anyone above you.", {8: range(1, 8), 3: {1, 2}}, id="L7"),
        pytest.param(
            {"challenge_reach": 5, "reach_down": 3},
            12,
            "anyone up to 5 rungs above or 3 rungs below you.",
            {6: {1, 2, 3, 4, 5, 7, 8, 9}},
            id="L8",
        ),
        pytest.param(
            {"challenge_measure": "share", "challenge_reach": 25},
            20,
            "anyone above you by up to 25% of all who have a rank, rounded up to whole rungs.",
            {20: {15, 16, 17, 18, 19}, 3: {1, 2}},
            id="L10",
        ),
        pytest.param(
            {"challenge_measure": "share", "challenge_reach": 1}, 8, "by up to 1% of all", {8: {7}}, id="one at least"
        ),
        pytest.param(
            {"challenge_reach": 5, "reach_down": 5},
            14,
            "anyone up to 5 rungs above or 5 rungs below you.",
            {7: {2, 3, 4, 5, 6, 8, 9, 10, 11, 12}},
            id="L16",
        ),
        pytest.param(
            {"challenge_reach": 2, "reach_down": 4}, 10, "or 4 rungs below you.", {5: {3, 4, 6, 7, 8, 9}}, id="down"
        ),
    ],
)
def test_each_sheet_has_its_sentence_and_its_reach(rules, count, sentence, reaches):
    season = make_many_rungs(count, **rules)
    for number, others in reaches.items():
        assert sentence in describe_challenge_rules(read_pool(season, number))
        check_reach(season, number, others)
        Fixture.objects.all().delete()


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"challenge_reach": 4, "top_places": 5, "top_reach": 3}, {1: "4 rungs apart, limit 3", 6: BELOW}),
        ({"challenge_reach": 5, "reach_down": 1}, {7: BELOW}),
        ({"challenge_measure": "rows", "challenge_reach": 1}, {1: "2 rows apart, limit 1", 7: BELOW}),
        ({"challenge_measure": "above"}, {6: BELOW, 12: BELOW}),
        ({"challenge_reach": 2, "reach_down": 4}, {2: BELOW, 1: BELOW, 10: "5 rungs apart, limit 4"}),
        ({"challenge_measure": "share", "challenge_reach": 25}, {1: "4 rungs apart, limit 3", 8: BELOW}),
    ],
)
def test_who_is_out_of_reach_is_told_why(rules, words):
    season = make_many_rungs(12, **rules)
    lines = read_lines(season, 5)
    assert {number: lines[number].words for number in words} == words


def test_the_range_holds_when_it_is_accepted_and_for_suggestions():
    season = make_many_rungs(6, challenge_measure="rows", challenge_reach=1)
    made = challenge(season, 4, 2)
    Ladder.objects.update(challenge_measure="places")
    with pytest.raises(ValidationError, match="2 rungs apart, limit 1"):
        accept_challenge(challenge=made, by=find_player(2).user)
    assert {one.name for one in load_suggestions(season, find_player(5))} == {"P4", "P6"}
    Ladder.objects.update(challenge_measure="rows")
    assert "P1" not in {one.name for one in load_suggestions(season, find_player(5))}


@pytest.mark.parametrize("exempt", [{"exempt_days": 7}, {"exempt_accepted": 1}])
def test_nobody_is_suggested_who_is_exempt(exempt):
    season = make_many_rungs(4, challenge_reach=1, **exempt)
    if "exempt_accepted" in exempt:
        accept_challenge(challenge=challenge(season, 2, 1), by=find_player(1).user)
    suggested = {one.name for one in load_suggestions(season, find_player(3))}
    assert suggested == (set() if "exempt_days" in exempt else {"P4"})


def test_a_side_counts_as_the_mean_of_its_players_in_any_measure():
    make_ladder("points-exchange", most_a_side=2)
    Board.objects.update(options={"takes": "both"})
    season = season_of(Ladder.objects.get())
    for name in ("P1", "P2", "P3", "P4"):
        make_member(name)
    play_sides(season, ["P1", "P2"], ["P3", "P4"])
    Ladder.objects.update(challenge_measure="above")
    team = {"season": season_of(Ladder.objects.get()), "kind": "team"}
    rules = describe_challenge_rules(load_pool_for_kind(team["season"], find_player(1), "team"))
    assert "a side level with yours or above it. A side counts as the mean of its players." in rules
    low, high = [find_player(3), find_player(4)], [find_player(1), find_player(2)]
    with pytest.raises(ValidationError, match="The other side is below yours"):
        challenge_side(by=high[0].user, partners=high[1:], opponents=low, **team)
    assert challenge_side(by=low[0].user, partners=low[1:], opponents=high, **team).pk


def make_free(count=2, **rules):
    return make_many_rungs(8, challenge_reach=2, free_challenges=count, **rules)


def read_free(season, number):
    return {key: one.free for key, one in read_lines(season, number).items() if one.free}


def test_newcomers_have_free_challenges_until_they_have_played():
    """L1: two free challenges, anybody."""
    season = make_free()
    assert "Until they have played 2 rated matches, newcomers have 2 free challenges, to anybody" in (
        describe_challenge_rules(read_pool(season, 8))
    )
    left = "A free challenge, 2 of 2 left"
    assert read_free(season, 6) == dict.fromkeys((1, 2, 3, 7, 8), left)
    page = flat(signed_in(find_player(6).user).get("/club/challenges").text)
    assert left in page
    assert not challenge(season, 6, 5).is_free
    made = challenge(season, 6, 1)
    assert made.is_free
    assert read_free(season, 6)[2] == "A free challenge, 1 of 2 left"
    assert "a free challenge" in flat(signed_in(find_player(4).user).get("/club/challenges").text)
    challenge(season, 6, 2)
    assert read_free(season, 6) == {}
    assert read_refusal(season, 6, 3) == "3 rungs apart, limit 2"
    decline_challenge(challenge=made, by=find_player(1).user)
    assert read_free(season, 6)[1] == "A free challenge, 1 of 2 left"
    play(season, "P6", "P7")
    assert read_free(season, 6) == {}


def test_a_free_challenge_is_accepted_and_played_whatever_the_range():
    season = make_free()
    made = challenge(season, 8, 1)
    accept_challenge(challenge=made, by=find_player(1).user)
    assert read_free(season, 8)[2] == "A free challenge, 1 of 2 left"
    with pytest.raises(ValidationError, match="A challenge between you is open"):
        challenge(season, 8, 1)


def test_who_has_played_nothing_may_challenge_anybody():
    """L9: 3 up; who has played nothing: anybody."""
    season = make_many_rungs(8, challenge_reach=3, free_challenges=1)
    make_member("P9")
    assert set(read_free(season, 9)) == set(range(1, 6))
    assert read_free(season, 8) == {}


def test_who_was_put_on_a_rung_is_no_newcomer():
    """The members of an old ladder, whose order was typed in before their first match here."""
    season = make_ladder("rungs", challenge_reach=1, free_challenges=2).seasons.get()
    rows = [PlayerFileRow(number, make_member(f"P{number}").name, rating=number) for number in range(1, 5)]
    give_starting_ratings(board=season.boards.get(), people=rows, by=None, reason="Our old board.")
    make_member("P5")
    assert read_free(season, 4) == {}
    assert read_refusal(season, 4, 1) == "3 rungs apart, limit 1"
    assert set(read_free(season, 5)) == {1, 2, 3}


def test_everybody_has_them_in_each_season():
    """L8: three free challenges in all."""
    season = make_free(3, free_for="everybody", reach_down=1)
    assert "In each season everybody has 3 free challenges" in describe_challenge_rules(read_pool(season, 8))
    play(season, "P7", "P8")
    play(season, "P7", "P8")
    play(season, "P7", "P8")
    for left, other in ((3, 1), (2, 2), (1, 3)):
        assert read_free(season, 8)[other] == f"A free challenge, {left} of 3 left"
        withdrawn = challenge(season, 8, other)
    assert read_free(season, 8) == {}
    withdraw_challenge(challenge=withdrawn, by=find_player(8).user)
    assert set(read_free(season, 8)) == {3, 4, 5}


def test_the_page_of_a_pairing_says_that_a_challenge_would_be_free():
    make_free()
    one, other = find_player(8), find_player(1)
    page = flat(signed_in(one.user).get(f"/club/all-time/before/{one.pk}/{other.pk}").text)
    assert "A free challenge, 2 of 2 left" in page


def test_a_free_challenge_that_expires_is_given_back(time_machine):
    season = make_free(1, free_for="everybody")
    made = challenge(season, 8, 1)
    time_machine.move_to(made.answer_by)
    assert 1 in read_free(season, 8)


@pytest.mark.parametrize(
    ("matches", "spared", "last", "words"),
    [
        (1, None, ["P5"], {5: "Play 1 other match first"}),  # L12, L15, L17
        (2, None, ["P5", "P4"], {4: "Play 2 other matches first", 5: "Play 1 other match first"}),  # L16
        (1, None, ["P5", "P4"], {4: "Play 1 other match first"}),
        (2, None, ["P5", "P4", "P3"], {3: "Play 2 other matches first", 4: "Play 1 other match first"}),
        (1, 3, ["P5"], {5: "Play 1 other match first"}),
        (1, 6, ["P5"], {}),
    ],
)
def test_the_same_two_meet_again_after_other_matches(matches, spared, last, words):
    season = make_many_rungs(8, challenge_reach=3, rematch_matches=matches, rematch_spared=spared)
    for name in last:
        play(season, name, "P6")
    sentence = describe_challenge_rules(read_pool(season, 6))
    assert f"Before you challenge the same player again, play {matches} other match" in sentence
    assert (f"The first {spared} places need not." in sentence) == bool(spared)
    lines = check_reach(season, 6, {3, 4, 5} - words.keys())
    assert {number: lines[number].words for number in words} == words


def test_the_second_row_of_a_pyramid_may_play_the_first_twice_in_a_row():
    """L13: not the same two twice in a row, but for the second row."""
    season = make_many_rungs(6, challenge_measure="rows", challenge_reach=1, rematch_matches=1, rematch_spared=3)
    check_reach(season, 2, {1, 3})
    check_reach(season, 4, {2, 5, 6})


def test_one_challenge_in_seven_days(time_machine):
    """L4: 1 challenge in 7 days."""
    season = make_many_rungs(6, challenge_reach=3, period_challenges=1, period_days=7)
    sentence = "You may make 1 challenge in 7 days; one that comes to nothing does not count."
    assert sentence in describe_challenge_rules(read_pool(season, 6))
    made = challenge(season, 6, 5)
    said = "You made 1 challenge in 7 days, limit 1."
    assert find_own_obstacle(read_pool(season, 6)) == said
    assert read_refusal(season, 6, 4) == said.removesuffix(".")
    assert said in flat(signed_in(find_player(6).user).get("/club/challenges").text)
    assert not any(one.can for one in read_lines(season, 6).values())
    accept_challenge(challenge=challenge(season, 5, 4), by=find_player(4).user)
    accept_challenge(challenge=made, by=find_player(5).user)  # whoever has made one may still accept
    time_machine.move_to(made.made_at + 7 * DAY)
    assert challenge(season, 6, 4).pk


def test_what_an_organiser_arranges_counts_for_no_rule(organiser):
    season = make_many_rungs(
        6,
        challenge_reach=1,
        free_challenges=2,
        period_challenges=1,
        period_days=7,
        rematch_matches=2,
        exempt_accepted=1,
        exempt_days=7,
    )
    for other in (1, 5):
        players = {"first": [find_player(6)], "second": [find_player(other)]}
        made = arrange_challenge(season=season, by=organiser, **players)
        assert not made.is_free
    assert not find_own_obstacle(read_pool(season, 6))


def test_whoever_has_enough_to_play_is_spared():
    """L11: unless 2 matches are due already."""
    season = make_many_rungs(6, challenge_reach=3, exempt_accepted=2)
    assert "Whoever has 2 matches to play can’t be challenged." in describe_challenge_rules(read_pool(season, 6))
    for number in (5, 4):
        accept_challenge(challenge=challenge(season, number, 3), by=find_player(3).user)
    lines = check_reach(season, 6, {4, 5})
    assert lines[3].words == "Has 2 matches to play, which is enough"


def test_one_match_a_week_is_enough(time_machine):
    """L12: one match a week is enough."""
    season = make_many_rungs(6, challenge_reach=3, exempt_days=7)
    assert "Whoever has played can’t be challenged for 7 days after that." in (
        describe_challenge_rules(read_pool(season, 6))
    )
    assert read_lines(season, 6)[5].words == "Played today, free of challenges for 7 days"
    assert read_refusal(season, 6, 5) == "Played today, free of challenges for 7 days"
    time_machine.move_to(timezone.now() + 7 * DAY)
    check_reach(season, 6, {3, 4, 5})


def test_who_lost_without_playing_has_not_played(organiser, time_machine):
    """L12: one match a week is enough."""
    season = make_many_rungs(6, challenge_reach=3, exempt_days=7)
    time_machine.move_to(timezone.now() + 7 * DAY)
    made = accept_challenge(challenge=challenge(season, 6, 5), by=find_player(5).user)
    record_walkover(challenge=made, winner=find_player(6), by=organiser)
    check_reach(season, 6, {3, 4, 5})


@pytest.mark.parametrize(
    ("wrong", "field", "sentence"),
    [
        ({"challenge_reach": 3, "top_places": 10}, "top_reach", SET_BOTH),
        ({"challenge_reach": 3, "top_reach": 3}, "top_places", SET_BOTH),
        ({"period_challenges": 1}, "period_days", SET_BOTH),
        ({"period_days": 7}, "period_challenges", SET_BOTH),
        ({"challenge_measure": "share", "challenge_reach": 101}, "challenge_reach", TOO_LARGE_A_SHARE),
        ({"challenge_measure": "rows", "challenge_reach": 1, "reach_down": 3}, "reach_down", ONLY_IN_PLACES),
        ({"reach_down": 3}, "reach_down", ONLY_IN_PLACES),
        ({"rematch_spared": 3}, "rematch_spared", SPARED_FROM_NOTHING),
        ({"challenge_among": "here"}, "challenge_among", NEEDS_NIGHTS),
    ],
)
def test_what_makes_no_sense_is_told_beside_its_field(staff, wrong, field, sentence):
    make_three_rungs()
    with pytest.raises(ValidationError) as refused:
        Ladder(slug="other", name="Other", **wrong).full_clean()
    assert refused.value.message_dict == {field: [sentence]}
    form = staff.get("/club/settings").context["form"]
    shown = {one.html_name: "" if one.value() is None else one.value() for one in form}
    page = staff.post("/club/settings", {name: value for name, value in shown.items() if value is not False} | wrong)
    assert page.status_code == 422
    assert page.context["form"].errors[field] == [sentence]


def test_finer_rules_are_folded_until_something_in_them_is_wrong(staff):
    make_three_rungs()
    page = staff.get("/club/settings").text
    assert page.index("id_play_days") < page.index("Finer rules") < page.index("id_reach_down")
    assert "<details open>" not in page


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"challenge_measure": "above"}, "anyone above; "),
        ({"challenge_measure": "rows", "challenge_reach": 1}, "up to 1 row up; "),
        ({"challenge_measure": "share", "challenge_reach": 25}, "up to 25 per cent of the places up; "),
        ({"challenge_reach": 5, "reach_down": 3}, "up to 5 places up, 3 down; "),
        ({"challenge_measure": "rating", "challenge_reach": 200}, "up to 200 points; "),
        ({"challenge_among": "here", "nights": "recorders"}, "anyone, of those who are here; "),
    ],
)
def test_the_settings_say_the_range_in_a_line(staff, rules, said):
    make_three_rungs(**rules)
    assert said in flat(staff.get("/club/settings").text)


def test_all_rules_together_take_one_query_more_and_newcomers_another():
    make_many_rungs(12, challenge_reach=2)
    client = signed_in(find_player(6).user)

    def count_queries():
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/club/challenges", headers={"HX-Request": "true"}).status_code == 200
        return len(queries)

    before = [count_queries() for _ in range(2)][-1]
    Ladder.objects.update(free_challenges=2, rematch_matches=2, period_challenges=5, period_days=7, exempt_accepted=2)
    assert count_queries() == before + 2


@pytest.mark.strict
@pytest.mark.django_db(transaction=True)
def test_the_last_free_challenge_is_used_once():
    season = make_free(1, free_for="everybody")

    def try_to_challenge(other):
        try:
            return challenge(season, 8, other).is_free
        except ValidationError:
            return False

    assert sorted(together([lambda: try_to_challenge(1), lambda: try_to_challenge(2)])) == [False, True]
