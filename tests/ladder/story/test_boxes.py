"""Boxes in the story, among the honours and on the page of their season, once their cycle is closed.

March on paper, by B2 (1 for playing, 1 a game, 1 for the win; all 3-0, so 5 and 1). Level: the match between them.

Box 1: Ana beats Ben and Di and loses to Cy: 11. Ben beats Cy and Di: 11, and lost to Ana. Cy 6. Di 2.
Box 2: Eve beats Flo, Gus and Hal: 15. Flo beats Gus: 6. Gus 2. Hal 1.
April: Eve goes up, Di goes down.
"""

import re
from copy import deepcopy
from datetime import date, timedelta

import pytest
import time_machine
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ladder.boxes.actions import NewBox, end_cycle, make_boxes, withdraw_from_box
from ladder.boxes.queries.ended_boxes import load_ended_boxes
from ladder.boxes.queries.shown_boxes import load_boxes
from ladder.changes.base import preview_change
from ladder.formats import ParticipantResult
from ladder.formats.games import parse_games
from ladder.ledger.storage.season_matches import load_entries
from ladder.matches.actions.corrections import MatchVoiding, change_match
from ladder.models import Match, Season
from ladder.seasons.actions.life_cycle import close_season, reopen_season
from ladder.story.queries.latest import list_latest_tales
from ladder.story.queries.player_honours import load_player_honours
from players.models import Player
from tests.changes import merge_players
from tests.factories import at, enter_match, make_ladder, make_member, make_player, season_of, signed_in
from tests.ladder.story.test_honours_page import read_section
from tests.ladder.story.test_story_page import read_story

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
BOX_1, BOX_2 = ("Ana", "Ben", "Cy", "Di"), ("Eve", "Flo", "Gus", "Hal")
IN_MARCH, NOW = "2026-03-10 12:00Z", "2026-04-02 12:00Z"
WON = "Ana-Ben Ana-Di Cy-Ana Ben-Cy Ben-Di Eve-Flo Eve-Gus Eve-Hal Flo-Gus"
EVE_TOLD = [
    "Box won. Eve won Box 2.",
    "Unbeaten. Eve won all three matches that they played in Box 2.",
    "Going up. Eve goes up to Box 1.",
]


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_two_cycles)


@pytest.fixture
def ladder(stored):
    with time_machine.travel(NOW):
        yield deepcopy(stored)


def make_march(pairs=WON):
    """Return March, in which these have been played; each pair is named with the winner first."""
    season = season_of(make_ladder("match-points", "elo", season="march", box_size=4))
    season.starts_on, season.ends_on = date(2026, 3, 1), date(2026, 3, 31)
    season.save()
    for name in (*BOX_1, *BOX_2):
        make_member(name)
    make_boxes(season=season, boxes=list_boxes(BOX_1, BOX_2))
    for pair in pairs.split():
        play_box_match(season, *pair.split("-"))
    return season


def list_boxes(*boxes):
    return [NewBox(level, "", [make_player(name).pk for name in box]) for level, box in enumerate(boxes, start=1)]


def play_box_match(season, winner, loser, games="11-1 11-1 11-1", kind="rated", on=date(2026, 3, 5), **how):
    results = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
    found = {"games": parse_games(games), "played_at": at(on), **how}
    return enter_match(season=season, participants=results, by=None, kind=kind, **found)


def begin_next(season, *boxes, name="April"):
    """Close a season, and return the next one, of thirty days, with these boxes."""
    return end_cycle(season=season, boxes=list_boxes(*boxes), name=name, ends_on=season.ends_on + timedelta(30))


def make_two_cycles():
    with time_machine.travel(IN_MARCH):
        season = make_march()
    with time_machine.travel(NOW):
        begin_next(season, ("Ana", "Ben", "Cy", "Eve"), ("Di", "Flo", "Gus", "Hal"))
    return season.ladder


def list_moved_boxes(match):
    """Return what the preview of voiding a match says of boxes."""
    preview, _ = preview_change(MatchVoiding(match))
    return [line for _, said in preview["moved_boxes"] for line in said]


def find_march():
    return Season.objects.select_related("ladder").get(slug="march")


def list_told(client):
    """Return what the story tells of boxes."""
    return [line for line in read_story(client) if "Box" in line]


def read_table(client):
    """Return the rows of the boxes on the page of March."""
    table = client.get("/club/march/recap").text.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.findall(r">([^<>\n]+)<", row) for row in table.split("</tr>")[:-1]]


def test_a_cycle_that_is_closed_is_told_on_its_last_day_with_the_way_to_its_boxes(client, ladder):
    assert list_told(client) == ["Box won. Ana won Box 1.", *EVE_TOLD]
    page = client.get("/club/story").text
    assert page.count('href="/club/march/boxes"') == 2
    assert page.index("31 March") < page.index("won Box 1")


def test_home_tells_of_boxes_and_members_have_nothing_there_to_react_to(client, ladder):
    told = list_latest_tales([ladder])

    assert [(one.day, one.tale.sentences[0].text) for one in told][:2] == [
        (date(2026, 3, 31), "Ana won Box 1"),
        (date(2026, 3, 31), "Eve won Box 2"),
    ]
    member = signed_in(make_player("Ana").user)
    for address in ("/", "/club/story"):
        *_, tale = re.findall(r"<li>(?:(?!</li>).)*won Box 1.*?</li>", member.get(address).text, re.DOTALL)
        assert 'href="/club/march/boxes"' in tale
        assert "reactions" not in tale


def test_a_cycle_that_runs_or_is_opened_again_is_not_told(client, ladder):
    reopen_season(find_march())

    assert list_told(client) == []
    assert "h-boxes" not in client.get("/club/march/recap").text
    assert load_player_honours(ladder, make_player("Ana")).boxes == []


def test_a_correction_gives_the_box_to_another_and_its_preview_says_so(client, ladder):
    """Without Ana's win over Ben she has 6 and Ben 10."""
    march = reopen_season(find_march())
    match = Match.objects.select_related("season__ladder").order_by("pk").first()
    read_story(client)

    said = list_moved_boxes(match)
    change_match(MatchVoiding(match), match.revision)
    close_season(march)

    assert "Ben would be the champion of Box 1 instead of Ana." in said
    assert "Box won. Ben won Box 1." in read_story(client)
    assert " ".join(read_section(client, "Champions")).endswith("B Ben Box 1 of March")
    assert load_player_honours(ladder, make_player("Ana")).boxes == []


@pytest.mark.parametrize(("which", "said"), [(0, ["Nobody would be the champion of Box 1 instead of Ana."]), (1, [])])
def test_the_preview_names_a_champion_only_where_it_is_another_one_of_the_first_box(which, said):
    with time_machine.travel(IN_MARCH):
        make_march("Ana-Ben Eve-Flo")
    with time_machine.travel(NOW):
        match = Match.objects.select_related("season__ladder").order_by("pk")[which]
        assert [line for line in list_moved_boxes(match) if "champion" in line] == said


def test_who_goes_up_follows_the_boxes_that_come_next_when_they_are_changed(client, ladder):
    read_story(client)
    make_boxes(season=season_of(ladder), boxes=list_boxes(("Ana", "Ben", "Eve", "Flo"), ("Cy", "Di", "Gus", "Hal")))

    assert "Going up. Eve and Flo go up to Box 1." in read_story(client)
    assert read_table(client) == [["Box 1", "Ana", "Cy", " and ", "Di"], ["Box 2", "Eve", "Eve", " and ", "Flo"]]


def test_nobody_goes_up_where_no_boxes_come_next(client):
    with time_machine.travel(IN_MARCH):
        season = make_march()
    with time_machine.travel(NOW):
        close_season(season)
        assert list_told(client) == ["Box won. Ana won Box 1.", *EVE_TOLD[:2]]
        assert "h-promoted" not in client.get("/club/honours").text


@pytest.mark.parametrize("how", ["struck", "stand"])
def test_who_withdrew_has_won_nothing_and_two_wins_and_a_walkover_are_not_three_matches(client, how):
    """Ben's two wins and a walkover are 15. Without Eve Flo is first, with 5 from Gus, and 1 more if hers stand."""
    with time_machine.travel(IN_MARCH):
        season = make_march("Ben-Ana Ben-Cy Eve-Flo Eve-Gus Eve-Hal Flo-Gus")
        play_box_match(season, "Ben", "Di", "", "walkover")
        withdraw_from_box(season=season, player=make_player("Eve"), how=how)
    with time_machine.travel(NOW):
        close_season(season)
        assert list_told(client) == ["Box won. Ben won Box 1.", "Box won. Flo won Box 2."]


def test_a_box_in_which_nobody_played_has_no_winner(client):
    with time_machine.travel(IN_MARCH):
        season = make_march("Ana-Ben")
    with time_machine.travel(NOW):
        close_season(season)
        assert list_told(client) == ["Box won. Ana won Box 1."]
        assert read_table(client) == [["Box 1", "Ana"], ["Box 2"]]


def test_the_story_ranks_a_box_as_its_page_does():
    with time_machine.travel(IN_MARCH):
        season = make_march("Ana-Ben Cy-Di Eve-Flo Eve-Gus Gus-Eve")
        play_box_match(season, "Ben", "Di", "", "walkover")
        play_box_match(season, "Flo", "Hal", "11-1 4-11", ending="retired")
        withdraw_from_box(season=season, player=make_player("Gus"), how="stand")
    with time_machine.travel(NOW):
        merge_players(player=make_player("Hal"), into=make_player("Di"), stays=make_player("Di").user)
        season = close_season(season)
        ended = load_ended_boxes(season.ladder, load_entries(season, None))
        assert [[place.end for place in one.places] for one in ended] == [
            one.list_ends() for one in load_boxes(find_march())
        ]


def test_the_champion_of_the_first_box_is_among_the_champions_and_the_most_promoted_are_listed(client, ladder):
    begin_next(season_of(ladder), ("Ana", "Ben", "Eve", "Flo"), ("Cy", "Di", "Gus", "Hal"), name="May")

    assert " ".join(read_section(client, "Champions")) == "Champions E Eve March A Ana Box 1 of March"
    promoted = read_section(client, "Most promoted")
    assert promoted[2:] == ["E", "Eve", "1", "F", "Flo", "1"]


def test_a_profile_shows_the_first_boxes_that_were_won_and_how_often_somebody_went_up(client, ladder):
    pages = {name: client.get(f"/players/{make_player(name).pk}/").text for name in ("Ana", "Eve")}

    assert '<a href="/club/march/boxes">Won Box 1 of March</a>' in pages["Ana"]
    assert "Went up to a higher box once" in pages["Eve"]
    assert "Won Box 2" not in pages["Eve"]
    assert "Went up" not in pages["Ana"]


def test_the_page_of_a_season_has_its_boxes_and_what_a_member_was_in_them(client, ladder):
    assert read_table(client) == [["Box 1", "Ana", "Di"], ["Box 2", "Eve", "Eve"]]
    own = {
        name: re.findall(r"You were [^<]+", signed_in(make_player(name).user).get("/club/march/recap").text)
        for name in ("Di", "Eve", "Flo")
    }
    assert own == {
        "Di": ["You were 4th of 4 in Box 1, and went down."],
        "Eve": ["You were 1st of 4 in Box 2, and went up."],
        "Flo": ["You were 2nd of 4 in Box 2."],
    }
    assert "You were" not in client.get("/club/march/recap").text


def test_names_are_those_that_the_club_shows(client, ladder):
    Player.objects.filter(name="Ana").update(hidden=True)

    for address in ("/club/story", "/club/honours", "/club/march/recap"):
        caches["pages"].clear()
        assert ">Ana<" not in client.get(address).text


@pytest.mark.once
def test_pages_ask_the_same_after_one_cycle_and_after_several(client, ladder):
    client.get("/")
    after_one = count_queries(client)
    for number in range(3):
        last = season_of(ladder)
        with time_machine.travel(last.ends_on + timedelta(1)):
            play_box_match(last, "Ana", "Ben", on=last.starts_on)
            begin_next(last, ("Ana", "Ben", "Cy", "Eve"), ("Di", "Flo", "Gus", "Hal"), name=f"Cycle {number}")

    assert all(count <= after_one[address] for address, count in count_queries(client).items())
    assert len(load_player_honours(ladder, make_player("Ana")).boxes) == 4


def count_queries(client):
    """Return how many queries each page with boxes asks when nothing is kept."""
    found = {}
    for address in ("/club/story", "/club/honours", "/club/march/recap", f"/players/{make_player('Ana').pk}/"):
        for name in ("rows", "pages", "shared"):
            caches[name].clear()
        with CaptureQueriesContext(connection) as asked:
            client.get(address)
        found[address] = len(asked)
    return found
