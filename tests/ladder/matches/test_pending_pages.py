"""A pending result is seen everywhere at once, and answered with one button."""

import pytest

from ladder.matches.actions.disputes import confirm_match
from ladder.models import Match, RatingChange
from tests.factories import make_asking, play, signed_in
from tests.markup import flat, posted_by

pytestmark = pytest.mark.django_db
TAG = '<span class="tag warn">Pending</span>'


@pytest.fixture
def season():
    return make_asking()


@pytest.fixture
def opponent(ben):
    return signed_in(ben.user)


@pytest.fixture
def match(member, season, ben):
    member.post("/club/all-time/report", {"opponent": str(ben.pk), "winner": "me"})
    return Match.objects.get()


def test_the_reporter_hears_that_it_waits_and_can_undo_it(member, season, ben):
    form = flat(member.get("/club/all-time/report").text)
    assert "The result counts once your opponent confirms it, or after 48 hours without an objection." in form

    answer = member.post("/club/all-time/report", {"opponent": str(ben.pk), "winner": "me"}, follow=True)

    assert "Saved. It is pending until it is confirmed." in flat(answer.text)
    assert f'action="/matches/{Match.objects.get().pk}/undo"' in flat(answer.text)


@pytest.mark.parametrize("where", ["/club/", "/club/log"])
def test_everybody_sees_it_marked(client, match, where):
    assert TAG in client.get(where).text


@pytest.mark.parametrize("where", ["/club/", "/club/venue"])
def test_nobody_hears_that_it_is_unrated(client, match, where):
    page = client.get(where).text
    assert '<span aria-hidden="true">–</span><span class="vh">no change</span>' in page
    assert "unrated" not in page


def test_it_is_on_the_page_of_who_has_no_other_match(client, match, ben):
    page = flat(client.get(f"/players/{ben.pk}/").text)

    assert "Not confirmed yet" in page
    assert f'<a href="{match.get_absolute_url()}"><b>Ana</b>beat Ben</a>' in page


def test_it_is_in_the_list_of_a_players_matches(client, match, season, ben):
    play(season, "Ben", "Cy")

    assert TAG in client.get(f"/players/{ben.pk}/").text


def test_the_match_page_says_whom_it_waits_for(client, match):
    page = flat(client.get(match.get_absolute_url()).text)

    assert '<b class="tag warn">Pending</b>Waiting for Ben to confirm. If nobody answers by ' in page
    assert "It doesn’t count yet." in page


def test_the_match_page_says_what_it_would_be_worth(client, match):
    """P-5: equals move ten points."""
    page = client.get(match.get_absolute_url())

    assert "If it counted now" in page.text
    (board,) = page.context["worth"]
    assert [(name, stake.before, stake.after, stake.change) for name, stake in board.rows] == [
        ("Ana", "1,000", "1,010", "+10"),
        ("Ben", "1,000", "990", "−10"),
    ]


def test_the_opponent_says_yes_or_no_on_home(opponent, match):
    home = flat(opponent.get("/").text)
    assert f'<a class="btn sm" href="{match.get_absolute_url()}dispute">No<span' in home

    answer = opponent.post(f"/matches/{match.pk}/confirm", posted_by(home, f"/matches/{match.pk}/confirm"), follow=True)

    assert answer.redirect_chain == [("/", 303)]
    assert "You confirmed the result. It counts now." in flat(answer.text)
    assert "Waiting for you" not in flat(answer.text)


def test_the_opponent_confirms_it_on_its_page(opponent, match):
    page = flat(opponent.get(match.get_absolute_url()).text)
    assert "Yes, confirm" in page
    assert "Something is wrong" in page

    answer = opponent.post(f"/matches/{match.pk}/confirm", {"revision": "1"}, follow=True)

    assert "You confirmed the result. It counts now." in flat(answer.text)
    assert "<p>status:<s>pending</s>to<b>counted</b></p>" in flat(answer.text)
    assert "If it counted now" not in flat(answer.text)
    assert RatingChange.objects.count() == 2
    assert TAG not in flat(opponent.get("/club/").text)


@pytest.mark.parametrize("who", ["member", "visitor"])
def test_home_asks_nobody_else(client, member, match, who):
    answer = (member if who == "member" else client).get("/", follow=True)

    assert "Waiting for you" not in flat(answer.text)


def test_an_organiser_confirms_it_on_its_page(match, organiser):
    client = signed_in(organiser)
    assert "Yes, confirm" in client.get(match.get_absolute_url()).text

    client.post(f"/matches/{match.pk}/confirm", {"revision": "1"})

    assert Match.objects.get().counts


def test_a_disputed_one_does_not_count_until_an_organiser_has_looked(opponent, match, organiser):
    url = f"/matches/{match.pk}/dispute"
    assert "Until then the match stays pending, marked as disputed." in flat(opponent.get(url).text)
    page = flat(opponent.post(url, {"reason": "I won.", "revision": "1"}, follow=True).text)
    assert "Until then the match stays pending." in page
    assert "It doesn’t count unless an organiser confirms or corrects it." in page
    assert "Yes, confirm" not in page
    client = signed_in(organiser)
    assert TAG in flat(client.get("/disputes/").text)
    assert "the match counts from now on" in flat(client.get(f"/matches/{match.pk}/uphold").text)

    client.post(f"/matches/{match.pk}/uphold", {"reason": "The sheet says so.", "revision": "2"})

    assert Match.objects.get().counts


def test_voiding_it_shows_that_nothing_moves(match, organiser):
    page = signed_in(organiser).get(f"/matches/{match.pk}/void").text

    assert "990" not in page, "what Ben would have after it"


def test_who_comes_second_hears_of_the_first(opponent, match, ben):
    confirm_match(match=match, by=ben.user, revision=1)

    answer = opponent.post(f"/matches/{match.pk}/confirm", {"revision": "1"}, follow=True)

    assert "This match needs no confirmation." in answer.text
