"""Whom members wish as partner on club nights, or never: said on a page of their own, told nobody, kept to."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from ladder.models import Board, Night, PartnerWish
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.actions.wishes import MOST_WISHES, store_partner_wish, store_plays_as
from ladder.nights.queries.partner_wishes import list_own_wishes, load_partner_wishes
from ladder.nights.queries.proposals import propose_night_games
from ladder.nights.queries.stored_night import load_stored_night
from ladder.people.actions.erasure import erase_player
from ladder.people.queries import load_personal_data
from ladder.scene import Scene
from players.models import Player
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, season_of, signed_in

pytestmark = pytest.mark.django_db
URL = "/club/tonight/wishes"


@pytest.fixture
def season():
    ladder = make_ladder("elo", nights="recorders", fewest_a_side=2, most_a_side=2)
    Board.objects.update(options={"takes": "both"})
    return season_of(ladder)


@pytest.fixture
def players():
    return {name: make_member(name) for name in ("Ana", "Ben", "Cy", "Di", "Eve")}


def wish(players, by, name, wanted="with"):
    store_partner_wish(player=players[by], name=name, wanted=wanted)


def load_named_wishes():
    """Return the pairs who wish it both, and those of whom one never wants it."""
    names = dict(Player.objects.values_list("pk", "name"))
    found = load_partner_wishes(list(names))
    return [{"".join(sorted(names[key][0] for key in pair)) for pair in pairs} for pairs in found]


def test_to_play_together_counts_once_both_wish_it_and_never_counts_once_one_does(players):
    wish(players, "Ana", "Ben")
    wish(players, "Ana", "Cy")
    wish(players, "Cy", "Ana")
    wish(players, "Di", "Eve", "apart")
    assert load_named_wishes() == [{"AC"}, {"DE"}]
    wish(players, "Ana", "Cy", "apart")
    assert load_named_wishes() == [set(), {"AC", "DE"}]
    wish(players, "Ana", "Cy", "")
    assert load_named_wishes() == [set(), {"DE"}]


def test_only_what_both_wish_is_told(players):
    for by, name, wanted in (
        ("Ana", "Ben", "with"),
        ("Ben", "Ana", "with"),
        ("Cy", "Ana", "with"),
        ("Di", "Ana", "apart"),
    ):
        wish(players, by, name, wanted)
    wish(players, "Ana", "Di")
    told = [(one.partner.name, one.wanted, one.is_mutual) for one in list_own_wishes(players["Ana"])]
    assert told == [("Ben", "with", True), ("Di", "with", False)]


def test_a_proposal_keeps_to_the_wishes(season, players):
    """Ana is never with Ben, nor with Cy: of four she plays with Di."""
    wish(players, "Ana", "Ben", "apart")
    wish(players, "Cy", "Ana", "apart")
    desk = Scene(season, User.objects.create_user("desk", is_staff=True))
    courts = [NewCourt("One", 4)]
    night = actions.begin_night(scene=desk, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
    for name in ("Ana", "Ben", "Cy", "Di"):
        actions.come_to_night(night=night, scene=desk, player=players[name])
    version = Night.objects.get().version
    wish(players, "Di", "Eve")
    store_plays_as(player=players["Di"], plays_as="women")
    assert Night.objects.get().version == version + 2  # the boards that are open are loaded again
    stored = load_stored_night(night)
    (found,) = propose_night_games(stored, stored.build_history(timezone.now()), None).values()
    assert {"Ana", "Di"} in [{one.name for one in side.players} for side in found.sides]


def test_wishes_of_somebody_who_was_merged_are_those_of_whom_they_count_as(players):
    wish(players, "Ben", "Ana")
    wish(players, "Ana", "Cy")
    merge_players(player=players["Cy"], into=players["Ben"], stays=players["Ben"].user)
    assert load_named_wishes() == [{"AB"}, set()]


def test_an_erased_player_leaves_no_wish_and_the_export_has_them(players):
    wish(players, "Ana", "Ben")
    wish(players, "Cy", "Ana", "apart")
    store_plays_as(player=players["Ana"], plays_as="women")
    data = load_personal_data(Player.objects.get(name="Ana"))
    assert data["partner_wishes"] == [{"wanted": "with", "about": "Ben"}]
    assert data["player"]["plays_as"] == "women"
    erase_player(player=players["Ana"], by=User.objects.create_user("owner", is_staff=True, is_superuser=True))
    assert PartnerWish.objects.count() == 0
    assert not Player.objects.exclude(plays_as="").exists()


def test_there_are_so_many_wishes_and_no_more(players):
    for number in range(MOST_WISHES):
        PartnerWish.objects.create(by=players["Ana"], partner=make_member(f"Player {number}"), wanted="with")
    with pytest.raises(ValidationError, match=f"You have {MOST_WISHES} wishes. Take one back first."):
        wish(players, "Ana", "Ben")
    wish(players, "Ana", "Player 7", "apart")  # instead of the one that there is
    assert PartnerWish.objects.count() == MOST_WISHES


@pytest.mark.pages
def test_members_say_it_on_a_page_of_their_own(season, players):
    own = signed_in(players["Ana"].user)
    assert own.post(URL, {"name": "ben", "wanted": "with"}).status_code == 303
    page = own.get(URL)
    assert [one.partner.name for one in page.context["wishes"]] == ["Ben"]
    assert own.post(URL, {"plays_as": "women"}).status_code == 303
    assert Player.objects.get(name="Ana").plays_as == "women"
    assert own.post(URL, {"name": "Ben", "wanted": ""}).status_code == 303
    assert PartnerWish.objects.count() == 0


@pytest.mark.pages
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"name": "Zed", "wanted": "with"}, "No player is called Zed."),
        ({"name": "Ana", "wanted": "with"}, "That is you. Enter the name of another player."),
        ({"name": "", "wanted": "with"}, "Enter a name."),
        ({"name": "Ben", "wanted": "perhaps"}, "Choose with or never with them."),
        ({"plays_as": "\0"}, "Choose one of the answers."),
    ],
)
def test_what_can_not_be_a_wish_is_said(season, players, sent, said):
    page = signed_in(players["Ana"].user).post(URL, sent)
    assert page.status_code == 422
    assert said in page.text
    assert f'value="{sent.get("name", "")}"' in page.text


@pytest.mark.pages
def test_strangers_and_accounts_without_a_player_have_no_wishes(season, players):
    assert Client().get(URL).status_code == 303
    assert Client().post(URL, {"name": "Ben", "wanted": "with"}).status_code == 303
    assert signed_in(User.objects.create_user("nobody")).get(URL).status_code == 403
    assert PartnerWish.objects.count() == 0
