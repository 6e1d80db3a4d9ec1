"""What all who look at a night share is worked out once, and nobody reads what is another's or what is over."""

import pytest
from django.test import Client

from ladder.models import Fixture
from players.models import Club
from tests.factories import make_player, play, signed_in
from tests.ladder.nights.test_night_pages import count_questions
from tests.ladder.nights.test_privacy import (  # noqa: F401 - fixtures
    HIDDEN,
    SHOWN,
    URL,
    desk,
    find_name_parts,
    night,
    play_games,
    post,
    season,
)
from tests.players.privacy.test_visitors import let

pytestmark = [pytest.mark.django_db, pytest.mark.pages, pytest.mark.usefixtures("memory")]


@pytest.fixture
def member(night):  # noqa: F811
    return signed_in(make_player(SHOWN).user)


def test_who_looks_second_asks_less(night, desk, member):  # noqa: F811
    play_games(night, desk)
    first, second = count_questions(member), count_questions(member)
    assert second <= first - 10
    assert second < 12


def test_a_board_that_a_member_has_read_shows_visitors_no_more_names(night, desk, member):  # noqa: F811
    let(Club.Names.INITIAL)
    play_games(night, desk)
    assert HIDDEN in member.get(URL).text
    assert find_name_parts(Client().get(URL)) == []
    assert HIDDEN in member.get(URL).text


def test_everybody_has_their_own_buttons(night, desk, member):  # noqa: F811
    play_games(night, desk)
    boards = [browser.get(URL).context["board"] for browser in (desk, member, Client(), desk)]
    assert [board.runs for board in boards] == [True, False, False, True]
    assert [sum(one.may_undo for one in board.results) for board in boards] == [2, 0, 0, 2]
    assert [board.me and board.me.name for board in boards] == [None, SHOWN, None, None]


def test_what_happens_is_seen_at_once_by_others(night, desk, member):  # noqa: F811
    before = member.get(URL).context
    assert before["board"].headline == "8 here, 3 courts"
    post(desk, "leave", player=make_player("Ana").pk)
    after = member.get(URL).context
    assert (after["board"].headline, after["version"] != before["version"]) == ("7 here, 3 courts", True)
    for url in (URL, f"{URL}?court={Fixture.objects.count()}"):
        assert member.get(url).context["board"].headline == "7 here, 3 courts"


def test_a_match_that_was_played_elsewhere_changes_the_board(season, night, member):  # noqa: F811
    version = member.get(URL).context["version"]
    assert member.get(URL, {"v": version}).status_code == 204
    play(season, "Zed", "Yan")  # it rates, and may tick a game off
    assert member.get(URL, {"v": version}).status_code == 200


def test_others_are_proposed_to_who_asks_alone(night, desk):  # noqa: F811
    (first, *_) = desk.get(URL).context["board"].courts
    (other, *_) = desk.get(URL + first.another).context["board"].courts
    (again, *_) = desk.get(URL).context["board"].courts
    assert (again.keys == first.keys, other.keys == first.keys) == (True, False)


def test_the_names_to_complete_come_with_the_page_and_not_with_each_board(night, desk, member):  # noqa: F811
    assert "<datalist" in desk.get(URL).text
    assert "<datalist" in desk.get(f"{URL}/screen").text
    assert "<datalist" not in desk.get(URL, headers={"HX-Request": "true"}).text
    assert "<datalist" not in member.get(URL).text
