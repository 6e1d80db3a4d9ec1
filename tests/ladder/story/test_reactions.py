"""A word to what is told of a match."""

from datetime import date

import pytest

from ladder.matches.actions.corrections import void_match
from ladder.models import Match, Reaction
from tests.factories import make_ladder, make_member, play_all, season_of, signed_in
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def match():
    """The match with which Ana won a fifth time in a row."""
    play_all(season_of(make_ladder("elo")), [("Ana", "Ben")] * 5, on=date(2026, 1, 3))
    return Match.objects.order_by("sequence").last()


@pytest.fixture
def two(match):
    return [signed_in(make_member(name).user) for name in ("Ana", "Cem")]


def read_words(page):
    """The words below the only tale of a page: for each, whether it is the reader's own."""
    return [(one.label, one.taps, one.is_own) for one in next(iter(page.context["reactions"].values()))]


def test_each_member_has_one_word_that_can_be_changed_and_taken_back(match, two):
    ana, cem = two
    url, page = f"/matches/{match.pk}/react", "/club/story"
    for client, kind in [(ana, "bravo"), (cem, "bravo"), (cem, "wow")]:
        answer = client.post(url, {"kind": kind, "back": page})
        assert (answer.status_code, answer.url) == (303, page)
    assert read_words(ana.get(page)) == [("Bravo", 1, True), ("Wow", 1, False), ("Respect", 0, False)]

    part = ana.post(url, {"kind": "bravo", "back": page}, headers=HTMX)

    assert flat(part.text).count('aria-pressed="false"') == 3
    assert read_words(cem.get(page)) == [("Bravo", 0, False), ("Wow", 1, True), ("Respect", 0, False)]
    assert flat(cem.get("/").text).count(f'action="{url}"') == 1


def test_visitors_are_shown_no_reactions_and_have_none(client, match):
    Reaction.objects.create(match=match, user=make_member("Ana").user, kind="wow")

    assert "/react" not in client.get("/club/story").text
    assert client.post(f"/matches/{match.pk}/react", {"kind": "wow"}).url.startswith("/accounts/login/")


def test_there_are_no_other_words_and_none_to_a_match_that_does_not_count(match, two):
    url = f"/matches/{match.pk}/react"
    assert two[0].post(url, {"kind": "boo"}).status_code == 422

    void_match(match=match, by=None, reason="a test", revision=match.revision)

    assert two[0].post(url, {"kind": "wow"}).status_code == 404
    assert not Reaction.objects.exists()
