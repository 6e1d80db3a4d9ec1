"""Players say whether they are in the next round: asked once some days before, by one tap in a mail, and on home."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ladder.models import Round, RoundWish
from ladder.rounds.actions import ask_about_rounds, make_due_rounds, make_round, store_round_wish
from ladder.rounds.queries.next_round import list_round_questions
from players.models import Club, Notice, Player
from players.notices.delivery import send_due_notices
from tests.factories import make_ladder, make_player, season_of, signed_in
from tests.markup import flat
from tests.players.notices.test_actions import member

pytestmark = pytest.mark.django_db
DAY = timedelta(1)
MADE_ON = date(2026, 11, 20)  # a Friday; the next round is made on 4 December
ASKED = "Round 2 is made on Friday. "


@pytest.fixture
def today(time_machine):
    """A function that moves to the noon of so many days after the first round is made."""

    def move(days):
        time_machine.move_to(f"{MADE_ON + days * DAY}T12:00:00Z", tick=False)

    move(0)
    return move


@pytest.fixture
def people(today):
    """Four members, all in the first round, who get mail about it; Di is in twice."""
    ladder = make_ladder("elo", round_weeks=2)
    people = {name: member(name, challenge=True) for name in ("Ana Ek", "Ben Ek", "Cy Ek", "Di Ek")}
    for name, one in people.items():
        store_round_wish(ladder=ladder, player=one, wanted=2 if name == "Di Ek" else 1)
    make_round(season=season_of(ladder))
    Notice.objects.all().delete()
    return people


def told():
    return {one.player.name: one.text for one in Notice.objects.select_related("player")}


def find_links(mailoutbox, address):
    """Send what is due, and return the paths of the links to answer in the newest mail to this address, by answer."""
    send_due_notices()
    body = next(one.body for one in reversed(mailoutbox) if one.to == [address])
    return dict(re.findall(r"^(\w+): https?://[^/]+(/club/rounds/answer/\S+)$", body, re.M))


def test_three_days_before_whoever_is_in_or_was_is_asked_once(people, today):
    ladder = Round.objects.get().season.ladder
    for name, wanted in (("Ana Ek", 0), ("Ben Ek", 1)):
        store_round_wish(ladder=ladder, player=people[name], wanted=wanted)
    people["Cy Ek"].sits_out_until = MADE_ON + 20 * DAY
    people["Cy Ek"].save()
    store_round_wish(ladder=ladder, player=member("Eve Ek"), wanted=1)
    store_round_wish(ladder=ladder, player=member("Flo Ek"), wanted=0)  # who never took part
    today(10)
    assert ask_about_rounds() == 0
    today(11)
    assert (ask_about_rounds(), ask_about_rounds()) == (1, 0)
    assert told() == {
        "Ana Ek": f"{ASKED}You are out.",
        "Ben Ek": f"{ASKED}You are in, once.",
        "Di Ek": f"{ASKED}You are in, twice.",
        "Eve Ek": f"{ASKED}You are in, once.",
    }


def test_nobody_is_asked_on_the_day_itself_or_where_no_round_follows(people, today):
    today(14)
    assert ask_about_rounds() == 0
    today(11)
    season = Round.objects.get().season
    season.ends_on = MADE_ON + 13 * DAY
    season.save()
    assert ask_about_rounds() == 0
    today(14)
    assert make_due_rounds() == 0


def test_one_tap_in_a_mail_and_one_on_its_page(people, today, mailoutbox):
    today(11)
    ask_about_rounds()
    links, wish = find_links(mailoutbox, "ana ek@club.example"), RoundWish.objects.filter(player=people["Ana Ek"])
    assert [*links] == ["Out", "In", "Twice"]
    visitor = Client()
    page = visitor.get(links["Twice"])
    assert (page.status_code, page.headers["X-Robots-Tag"]) == (200, "noindex")
    assert re.findall(r'class="btn big pri" name="wanted" value="(\d)"', flat(page.text)) == ["2"]
    assert re.findall(r'value="(\d)" aria-current="true"', flat(page.text)) == ["1"]
    assert wish.get().wanted == 1
    path = links["Twice"].partition("?")[0]
    assert visitor.post(path, {"wanted": "2"}).url == path
    assert (wish.get().wanted, RoundWish.objects.get(player=people["Ben Ek"]).wanted) == (2, 1)
    assert "<h1>You are in, twice.</h1>" in visitor.get(path).text
    assert "_auth_user_id" not in visitor.session
    assert visitor.post(path, {"wanted": "7"}).status_code == 200
    assert wish.get().wanted == 2


def test_whoever_has_a_link_reads_no_more_of_a_name_than_visitors(people, today, mailoutbox):
    Club(pk=Club.ONLY, name="Club", names=Club.Names.INITIAL).save()
    today(11)
    ask_about_rounds()
    page = Client().get(find_links(mailoutbox, "ana ek@club.example")["In"])
    assert "Ana E." in page.text
    assert "Ana Ek" not in page.text


@pytest.mark.parametrize("gone", ["made", "day", "account", "forged", "elsewhere"])
def test_a_link_that_is_over_or_forged_says_how_to_sign_in_and_stores_nothing(people, today, mailoutbox, gone):
    today(11)
    ask_about_rounds()
    path = find_links(mailoutbox, "ana ek@club.example")["Out"]
    if gone == "made":
        make_round(season=Round.objects.get().season)
    elif gone == "day":
        today(14)
    elif gone == "account":
        people["Ana Ek"].user.is_active = False
        people["Ana Ek"].user.save()
    elif gone == "forged":
        path = path.replace("?", "x?")
    else:
        make_ladder(slug="other")
        path = path.replace("/club/", "/other/")
    for answer in (Client().get(path), Client().post(path, {"wanted": "0"})):
        assert answer.status_code == 404
        assert f"/accounts/login/?next=/{path.split('/')[1]}/rounds" in answer.text
    assert RoundWish.objects.get(player=people["Ana Ek"]).wanted == 1


def test_home_asks_until_the_day_before_whoever_is_on_the_ladder(people, today):
    client = signed_in(people["Ana Ek"].user)
    today(13)
    assert "Round 2:<b>You are in, once.</b>" in flat(client.get("/").text)
    sent = {"wanted": "2", "back": "/"}
    assert client.post("/club/rounds/wish", sent).url == "/"
    assert "You are in, twice." in client.get("/").text
    assert "Round 2" not in signed_in(member("Eve Ek").user).get("/").text
    today(14)
    assert "Round 2" not in client.get("/").text


def test_whoever_is_away_reads_that_they_are_not_in_it(people, today):
    people["Ana Ek"].sits_out_until = MADE_ON + 15 * DAY
    people["Ana Ek"].save()
    assert "You are away on that day, so you are not in the round." in signed_in(people["Ana Ek"].user).get("/").text


def test_who_was_merged_answers_as_whom_they_count(people, today):
    twin = make_player("Twin")
    RoundWish.objects.create(ladder=Round.objects.get().season.ladder, player=twin, wanted=2)
    type(twin).objects.filter(pk=twin.pk).update(merged_into=people["Ana Ek"])
    assert "You are in, once." in signed_in(people["Ana Ek"].user).get("/").text  # one's own wish counts


def test_home_asks_as_much_for_rounds_of_many_ladders_as_of_one(people, django_assert_num_queries):
    ana = Player.objects.get(name="Ana Ek")
    with CaptureQueriesContext(connection) as few:
        assert len(list_round_questions(ana)) == 1
    for slug in ("other", "third"):
        ladder = make_ladder("elo", slug=slug, round_weeks=2)
        for one in people.values():
            store_round_wish(ladder=ladder, player=one, wanted=1)
        make_round(season=season_of(ladder))
    ana = Player.objects.get(name="Ana Ek")
    with django_assert_num_queries(len(few)):
        assert len(list_round_questions(ana)) == 3
