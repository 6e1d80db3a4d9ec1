"""Pages that members share: nobody's own is in them, and each member gets what a page made for her alone would say."""

import re
from datetime import timedelta
from itertools import product

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import caches
from django.template import engines
from django.template.response import TemplateResponse
from django.test import Client
from django.utils import timezone

from ladder.challenges.actions import accept_challenge, challenge_side, decline_challenge, withdraw_challenge
from ladder.club.actions import change_club, change_ladder, give_role, take_role
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, restore_match, void_match
from ladder.matches.actions.disputes import confirm_match, dispute_match, uphold_result
from ladder.models import Board, Fixture, Ladder, Match, Role, Season
from ladder.pages.shared_pages import SharedPage, make_shared_page, take_reader_out
from ladder.people.actions.erasure import erase_player
from ladder.people.actions.players import change_player, change_player_visibility
from ladder.seasons.actions.life_cycle import change_season, close_season, open_next_season, reopen_season
from players.following.actions import follow_player
from players.models import Club, Notice, Player
from players.notices.actions import mark_notices_read, notify_player
from tests import IS_DRILL
from tests.changes import add_board, merge_players, remove_board, undo_merge
from tests.factories import enter_report, make_ladder, make_member, make_player, play, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
BOARD = "/club/all-time/match-length-elo/"
TOKENS = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
SHARERS = ("Ana", "Ben", "Mia", "")
TOO_LONG = "x" * 200  # a choice that no page offers, so that the page is neither kept nor shared


@pytest.fixture
def season():
    season = season_of(make_ladder(confirm_hours=24))
    play(season, "Ana", "Ben")
    return season


@pytest.fixture
def people(season):
    """Two members who play, one who doesn't, and one account of each higher role, who are members, too."""
    found = {name: make_member(name) for name in ("Ana", "Ben", "Mia", "Rita", "Olga", "Vera")}
    User.objects.filter(username="vera").update(is_staff=True)
    give_role(ladder=season.ladder, user=found["Rita"].user, role="recorder", by=None)
    give_role(ladder=season.ladder, user=found["Olga"].user, role="organiser", by=None)
    return {name: Player.objects.select_related("user").get(pk=one.pk) for name, one in found.items()}


def show(client, url):
    return TOKENS.sub("", client.get(url).text)


def list_shared_pages():
    return [page for page in caches["shared"]._cache.values() if isinstance(page, SharedPage)]


def report(season, winner, loser, by):
    participants = [ParticipantResult(make_player(winner), 1.0), ParticipantResult(make_player(loser), 0.0)]
    return enter_report(season=season, participants=participants, by=by, kind="rated", facts={"length": 5})


def reread(one):
    return type(one).objects.get(pk=one.pk)


def list_changes(season, people):
    """Every kind of change that the pages show, in an order in which each can be made."""
    ana, ben, mia, olga, vera = (people[name] for name in ("Ana", "Ben", "Mia", "Olga", "Vera"))
    ladder, match = season.ladder, Match.objects.get()
    now = lambda: reread(match)  # noqa: E731
    latest = lambda: Match.objects.latest("pk")  # noqa: E731
    asked = lambda: Fixture.objects.latest("pk")  # noqa: E731
    return [
        lambda: play(season, "Cyd Brown", "Ben"),
        lambda: play(season, "Ben", "Ana"),
        lambda: play(season, "Dee", "Eve"),
        lambda: report(season, "Ana", "Ben", ana.user),
        lambda: confirm_match(match=latest(), by=ben.user, revision=latest().revision),
        lambda: report(season, "Ben", "Ana", ben.user),
        lambda: dispute_match(match=latest(), by=ana.user, note="I won", revision=latest().revision),
        lambda: uphold_result(match=latest(), by=vera.user, reason="Seen", revision=latest().revision),
        lambda: void_match(match=now(), by=None, reason="A dream", revision=now().revision),
        lambda: restore_match(match=now(), by=vera.user, reason="No dream", revision=now().revision),
        lambda: correct_match(match=now(), by=olga.user, reason="A slip", revision=now().revision, facts={"length": 7}),
        lambda: challenge_side(season=season, by=ana.user, opponents=[ben]),
        lambda: decline_challenge(challenge=asked(), by=ben.user),
        lambda: challenge_side(season=season, by=ben.user, opponents=[ana]),
        lambda: accept_challenge(challenge=asked(), by=ana.user),
        lambda: challenge_side(season=season, by=mia.user, opponents=[ben]),
        lambda: withdraw_challenge(challenge=asked(), by=mia.user),
        lambda: notify_player(player=mia, text="Something is new.", url="/club/", kind=Notice.Kind.RESULT),
        lambda: mark_notices_read(players=[mia, ben], until=Notice.objects.latest("pk").pk),
        lambda: change_player(player=reread(mia), by=None, name="Mia Long"),
        lambda: change_player(player=make_player("Cyd Brown"), by=None, name="Cyd Green"),
        lambda: change_player_visibility(player=reread(ana), by=vera.user, hidden=True),
        lambda: change_player_visibility(player=reread(ben), by=ben.user, nickname="Benno"),
        lambda: change_club(values={"names": Club.Names.NICKNAME}),
        lambda: change_club(values={"names": Club.Names.INITIAL}),
        lambda: change_club(values={"names": Club.Names.FULL, "name": "Otters"}),
        lambda: follow_player(user=mia.user, player=reread(ana)),
        lambda: merge_players(player=make_player("Dee"), into=reread(ana)),
        lambda: undo_merge(player=Player.objects.get(name="Dee")),
        lambda: merge_players(player=reread(mia), into=reread(ben), stays=mia.user),
        lambda: erase_player(player=Player.objects.get(name="Eve"), by=vera.user),
        lambda: change_player(player=reread(ben), by=None, retired_on=timezone.localdate()),
        lambda: change_player(player=reread(ben), by=None, retired_on=None),
        lambda: change_ladder(ladder=reread(ladder), values={"name": "Skittles"}, by=None),
        lambda: change_ladder(ladder=reread(ladder), values={"reporters": Ladder.Reporters.RECORDERS}, by=None),
        lambda: change_ladder(ladder=reread(ladder), values={"reporters": Ladder.Reporters.ANY}, by=None),
        lambda: add_board(season=reread(season), system="elo", values={}, by=None),
        lambda: remove_board(board=Board.objects.get(system="elo"), by=None),
        lambda: make_ladder(slug="other", name="Darts"),
        lambda: change_ladder(ladder=Ladder.objects.get(slug="other"), values={"name": "Bowls"}, by=None),
        lambda: give_role(ladder=reread(ladder), user=ana.user, role="recorder", by=vera.user),
        lambda: take_role(role=Role.objects.get(user=ana.user), by=vera.user),
        lambda: User.objects.filter(pk=ana.user.pk).update(is_staff=True),
        lambda: User.objects.filter(pk=ana.user.pk).update(is_staff=False),
        lambda: change_season(season=reread(season), name="First days"),
        lambda: close_season(reread(season)),
        lambda: reopen_season(reread(season)),
        lambda: close_season(reread(season)),
        lambda: open_next_season(reread(season), slug="next", name="Next days"),
        lambda: play(Season.objects.get(slug="next"), "Ana", "Ben"),
    ]


def test_after_every_change_everybody_gets_what_a_page_made_for_them_alone_says(season, people):
    readers = {name: signed_in(one.user) for name, one in people.items()} | {"": Client()}
    alone = {name: signed_in(one.user) for name, one in people.items()} | {"": Client()}
    for client in alone.values():
        client.cookies["theme"] = TOO_LONG
    others = [f"/matches/{Match.objects.get().pk}/", f"{BOARD}rows?v=0-0", f"{BOARD}?who=all", f"{BOARD}?page=me"]
    profile = f"/players/{people['Ana'].pk}/"
    others += [profile, f"{profile}?span=year", f"{profile}statement/", f"{profile}against/{people['Ben'].pk}/"]
    changes = list_changes(season, people)
    assert len(changes) > 40
    for number, change in enumerate(changes):
        change()
        match = f"/matches/{Match.objects.latest('pk').pk}/"
        for url, name in list_looks(number, ["/club/", profile, match], others, readers):
            assert show(readers[name], url) == show(alone[name], url), (number, url, name)
    assert list_shared_pages()


def list_looks(number, pages, others, everybody):
    """Return who looks at what after a change: two of those who share pages at one of these pages.

    In the drill all who share them look at two, and after some changes everybody at all.
    """
    if not IS_DRILL:
        return product([pages[number % 3]], SHARERS[number % 2 :: 2])
    whole = number % 8 == 7
    return product([pages[0], pages[1 + number % 2], *(others if whole else [])], everybody if whole else SHARERS)


def test_whoever_asks_first_the_shared_page_is_the_same(season, people):
    """Ana stands in the table, is challenged, and has a notice; Mia has none of this."""
    challenge_side(season=season, by=people["Ben"].user, opponents=[people["Ana"]])
    found = []
    for name in ("Ana", "Mia"):
        caches["shared"].clear()
        client = signed_in(people[name].user)
        client.cookies["messages"] = "no message"
        client.get("/club/")
        (page,) = list_shared_pages()
        found.append(page)
    assert found[0].pieces == found[1].pieces
    assert len(found[0].holes) == len(found[1].holes) > 3
    for page in found:
        text = "".join(page.pieces)
        for private in ("csrfmiddlewaretoken", "Sign out", "My page", "Notices", "Challenged", "You</span>"):
            assert private not in text
        assert page.context["me"] is None


def test_two_members_who_do_not_play_differ_in_their_name_and_links_alone(season, people):
    noa = make_member("Noa")
    pages = [
        show(signed_in(one.user), "/club/").replace(one.name, "X").replace(f"/players/{one.pk}/", "/players/0/")
        for one in (people["Mia"], noa)
    ]
    assert pages[0] == pages[1]
    assert "Sign out" in pages[0]
    assert len(list_shared_pages()) == 1


def test_a_members_second_page_asks_for_what_is_hers_alone(season, people, django_assert_num_queries):
    mia = signed_in(people["Mia"].user)
    for _ in range(2):  # the first answer keeps in a cookie which ladder was looked at
        mia.get("/club/")
    with django_assert_num_queries(7):  # session, account, player, roles, versions, challenges, notices
        assert "Sign out" in mia.get("/club/").text


def test_a_match_offers_each_member_what_she_may_do_with_it(season, people):
    """Ana reported it and can fix it for an hour, Ben can confirm it, Mia has not played. One's own sum comes first."""
    season.ladder.fix_minutes = 60
    season.ladder.save()
    match = report(season, "Ana", "Ben", people["Ana"].user)
    page = f"/matches/{match.pk}/"
    browsers = {name: signed_in(people[name].user) for name in ("Mia", "Ana", "Ben")}
    for _ in range(2):
        shown = {name: show(one, page) for name, one in browsers.items()}
        offers = {name: [word in text for word in ("Undo", "Yes, confirm")] for name, text in shown.items()}
        assert offers == {"Mia": [False, False], "Ana": [True, False], "Ben": [False, True]}
        sums = {name: text.partition('<p class="small">\n  <bdi>')[2][:3] for name, text in shown.items()}
        assert sums == {"Mia": "Ana", "Ana": "Ana", "Ben": "Ben"}
    assert len(list_shared_pages()) == 1
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert "Undo" not in show(browsers["Ana"], page)


def test_a_profile_offers_each_member_what_she_may_do_there(season, people):
    """Ana reads her own page, Ben has played on her board, Mia has not. There is another ladder beside it."""
    make_ladder(slug="other", name="Darts")
    page = f"/players/{people['Ana'].pk}/"
    play(season, "Cyd", "Ben")
    offers = ["Add a photograph", "Report a match", "Who should I play?", "Follow", "Before you play", ">You<"]
    for _ in range(2):
        shown = {name: show(signed_in(people[name].user), page) for name in ("Mia", "Ana", "Ben")}
        found = {name: [offer for offer in offers if offer in text] for name, text in shown.items()}
        assert found == {"Mia": offers[3:5], "Ana": offers[:3], "Ben": offers[3:]}
    (shared,) = list_shared_pages()
    assert '"/club/all-time/report">Report a match' in shown["Ana"]
    assert shared.context.keys() == {"asked", "choice", "ladder", "player", "season"}


def test_an_imported_match_offers_nothing_to_a_member_of_whom_nothing_is_known(season, people):
    """Nobody reported it, as nobody is the account of `AnyMember`."""
    assert Match.objects.get().reported_by is None
    assert "Is this right?" not in show(signed_in(people["Mia"].user), f"/matches/{Match.objects.get().pk}/")


@pytest.mark.parametrize("name", ["Rita", "Olga", "Vera"])
def test_whoever_has_a_role_shares_no_page(season, people, name):
    assert "Record results" in signed_in(people[name].user).get("/club/").text
    assert list_shared_pages() == []


def test_an_account_without_a_player_shares_no_page(season, people):
    lone = User.objects.create_user("lone")
    assert "Sign out" in signed_in(lone).get("/club/").text
    assert list_shared_pages() == []


def test_a_member_signs_out_with_the_token_on_the_shared_page(season, people):
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["Mia"].user)
    signed_in(people["Ana"].user).get("/club/")
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/club/").text)[1]
    client.post("/accounts/logout/", {"csrfmiddlewaretoken": token})
    assert "Sign in" in client.get("/club/").text


def build_request(rf, client):
    request = rf.get("/", headers={"Cookie": "sessionid=hers; csrftoken=hers"})
    request.session, request.user, request.resolver_match = client.session, User(username="hers"), None
    return request


def make_from(rf, client, text, change=lambda request: None):
    request = take_reader_out(build_request(rf, client))
    change(request)
    template = engines["django"].from_string(f"{{% load own %}}{text}")
    return make_shared_page(request, TemplateResponse(request, template, {"who": "all"}))


def test_a_page_is_shared_without_its_holes(season, rf, client):
    text = "a{% own %}{{ user }}{% endown %}b{% for x in who %}{% own %}{{ x }}{% endown %}{% endfor %}"
    page = make_from(rf, client, text)
    assert page.pieces == ["a", "b", "", "", ""]
    request = build_request(rf, client)
    request.user = User(username="mia")
    assert page.fill(request, {}).text == "amiaball"


def test_what_is_the_readers_own_comes_before_what_the_page_has(season, rf, client):
    page = make_from(rf, client, "{{ who }}{% own %}{{ who }}{% endown %}")
    assert page.fill(build_request(rf, client), {"who": "me"}).text == "allme"


@pytest.mark.parametrize("text", ["{% csrf_token %}", "{% filter cut:'-0' %}{% own %}a{% endown %}{% endfilter %}"])
def test_a_page_with_a_token_or_a_lost_hole_is_not_shared(season, rf, client, text):
    assert make_from(rf, client, "a") is not None
    assert make_from(rf, client, text) is None


def test_a_page_that_writes_to_the_session_is_not_shared(season, rf, client):
    assert make_from(rf, client, "a", lambda request: request.session.update({"a": 1})) is None


def test_nothing_of_the_browser_reaches_a_shared_page(season, rf, client):
    request = build_request(rf, client)
    request.META["CSRF_COOKIE"] = "hers"
    anybodys = take_reader_out(request)
    known = anybodys.COOKIES, anybodys.META, anybodys.environ, anybodys.user, vars(anybodys.session)
    assert "hers" not in repr(known)
    assert request.META["CSRF_COOKIE"] == "hers"
