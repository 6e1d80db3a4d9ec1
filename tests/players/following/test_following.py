"""Members follow players by one tap: who may, what merges and erasing make of it, and what the story picks then."""

import json
from datetime import date, timedelta

import pytest

from ladder.people.actions.erasure import erase_player
from ladder.people.actions.players import change_player_visibility
from players.following.actions import follow_player
from players.following.queries import list_followed_keys
from players.models import Follow
from tests.changes import merge_players, undo_merge
from tests.factories import make_ladder, make_member, make_player, play, play_all, season_of, signed_in
from tests.ladder.story.test_story_page import read_story
from tests.markup import flat

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
DAY = date(2026, 1, 3)
END = "Run ended. Eva ended Ben’s run of five wins."


@pytest.fixture
def ana():
    return make_member("Ana")


@pytest.fixture
def member(ana):
    return signed_in(ana.user)


def list_followed(user):
    """The names of those whom an account follows, as its page has them."""
    page = signed_in(user).get("/players/following").context["page_obj"]
    return [str(one) for one in page.object_list]


def test_one_tap_follows_and_another_stops(member, ana):
    ben = make_player("Ben")
    url = ben.get_absolute_url()

    assert 'Follow<span class="vh">Ben</span>' in flat(member.get(url).text)
    button = member.post(f"{url}follow", headers=HTMX)
    assert [button.text.lstrip()[:5], f'hx-post="{url}unfollow"' in button.text] == ["<form", True]
    member.post(f"{url}follow")
    assert (Follow.objects.count(), list_followed(ana.user)) == (1, ["Ben"])
    assert f'action="{url}unfollow"' in member.get(url).text

    gone = member.post(f"{url}unfollow", {"back": "/players/following"})
    assert (gone.status_code, gone.headers["Location"]) == (303, "/players/following")
    assert list_followed(ana.user) == []
    assert member.post(f"{url}unfollow", {"back": "//elsewhere.example"}).headers["Location"] == url


def test_nobody_follows_themselves_or_whoever_was_erased(member, ana, organiser):
    make_player("Ana P.")
    merge_players(player=make_player("Ana P."), into=ana)
    erased = erase_player(player=make_player("Ben"), by=organiser)

    for player, why in ((ana, "yourself"), (ana.merged.get(), "yourself"), (erased, "has left the club")):
        answer = member.post(f"{player.get_absolute_url()}follow")
        assert (answer.status_code, why in answer.text) == (403, True)
        assert '/follow"' not in member.get(player.get_absolute_url(), follow=True).text
    assert member.post("/players/999/follow").status_code == 404
    assert Follow.objects.count() == 0


def test_visitors_see_no_button_and_members_follow_whoever_is_hidden(client, member, ana):
    ben = make_player("Ben")
    assert '/follow"' not in client.get(ben.get_absolute_url()).text
    change_player_visibility(player=ben, hidden=True, by=None)

    member.post(f"{ben.get_absolute_url()}follow")

    assert list_followed(ana.user) == ["Ben"]


def test_whoever_is_merged_is_followed_as_whom_they_count_as(ana):
    ben, twin = make_player("Ben"), make_player("Ben B.")
    for one in (ben, twin):
        follow_player(user=ana.user, player=one)

    merge_players(player=twin, into=ben)
    assert (list_followed(ana.user), list_followed_keys(ana.user)) == (["Ben"], {ben.pk})
    undo_merge(player=twin)
    assert list_followed(ana.user) == ["Ben", "Ben B."]
    merge_players(player=twin, into=ben)
    signed_in(ana.user).post(f"{ben.get_absolute_url()}unfollow")
    assert Follow.objects.count() == 0


def test_the_account_that_stays_follows_whom_the_other_one_did(ana):
    twin, ben, cem = make_member("Ana P."), make_player("Ben"), make_player("Cem")
    follow_player(user=ana.user, player=ben)
    for one in (cem, ana):
        follow_player(user=twin.user, player=one)

    merge_players(player=twin, into=ana, stays=ana.user)
    assert list_followed(ana.user) == ["Ben", "Cem"]  # and not themselves
    undo_merge(player=twin)
    assert (list_followed(ana.user), list_followed(twin.user)) == (["Ben"], ["Ana", "Cem"])


def test_erasing_takes_both_ends(ana, organiser):
    ben, cem = make_member("Ben"), make_member("Cem")
    follow_player(user=ana.user, player=ben)
    follow_player(user=ben.user, player=cem)
    follow_player(user=ana.user, player=cem)

    erase_player(player=ben, by=organiser)

    assert list(Follow.objects.values_list("user", "player")) == [(ana.user.pk, cem.pk)]


def test_own_data_name_whom_one_follows_and_not_by_whom_one_is_followed(ana):
    ben = make_member("Ben")
    follow_player(user=ana.user, player=ben)

    own, theirs = (json.loads(signed_in(one.user).get(f"/players/{one.pk}/data").content) for one in (ana, ben))

    assert [one["whom"] for one in own["account"]["follows"]] == ["Ben"]
    assert [list(one) for one in theirs["player"]["followed"]] == [["at"]]


@pytest.mark.usefixtures("memory")
def test_a_story_tells_of_those_whom_one_follows_alone(client, member, ana):
    season = season_of(make_ladder("elo"))
    play_all(season, [("Cem", "Dea")] * 5, on=DAY)
    play_all(season, [("Ben", "Eva")] * 5, on=DAY)
    play(season, "Eva", "Ben", on=DAY + timedelta(1))
    follow_player(user=ana.user, player=make_player("Dea"))
    assert "the people you follow" in member.get("/club/story?who=followed").text
    for name in ("Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lou"):  # who do more on that day
        play_all(season, [(name, f"{name} B.")] * 10, on=DAY)
    everything = read_story(member, "/club/story")

    follow_player(user=ana.user, player=make_player("Ben"))

    told = read_story(member, "/club/story?who=followed")
    assert [one for one in told if "Ben" not in one] == []
    assert [line in told for line in ("On a run. Ben has won five in a row.", END)] == [True, True]
    assert [line in everything for line in ("On a run. Ben has won five in a row.", END)] == [False, True]
    assert len([one for one in everything if "ten in a row" in one]) >= 3
    assert read_story(client, "/club/story?who=followed") == everything


def test_the_list_asks_the_same_of_few_and_of_many(member, ana, django_assert_max_num_queries):
    for number in range(9):
        follow_player(user=ana.user, player=make_player(f"Player {number}"))
    with django_assert_max_num_queries(12):
        member.get("/players/following")
