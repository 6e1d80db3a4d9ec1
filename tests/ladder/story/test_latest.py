"""The latest of the story on home pages."""

import random
from datetime import date, timedelta
from itertools import product
from threading import Event

import pytest
from django.core.cache import caches
from django.db import transaction
from django.utils import timezone

from ladder.models import Ladder, Match
from ladder.story.queries import ladder_story
from ladder.story.queries.history import load_chapter
from ladder.story.queries.ladder_story import StoryTeller, load_story
from ladder.story.queries.latest import list_latest_tales, list_match_tales, load_member_story
from ladder.story.queries.recap import list_season_bests
from players.models import Follow, Player
from tests.factories import board_of, make_ladder, make_member, play, play_all, season_of, signed_in
from tests.ladder.standings.test_kept_past import change_something

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
DAY = date(2026, 1, 3)


def read_sentences(tales):
    return [(one.ladder.slug, one.day, "".join(word.text for word in one.tale.sentences[0].words)) for one in tales]


def test_the_newest_day_comes_first_of_whatever_ladder():
    chess, darts = (season_of(make_ladder("elo", slug=slug)) for slug in ("chess", "darts"))
    play_all(chess, [("Ana", "Ben")] * 5, on=DAY)
    play_all(darts, [("Cem", "Dea")] * 5, on=DAY + timedelta(1))

    found = list_latest_tales(Ladder.objects.all())

    assert read_sentences(found) == [
        ("darts", DAY + timedelta(1), "Cem has won five in a row"),
        ("chess", DAY, "Ana has won five in a row"),
    ]


@pytest.fixture
def member_of_darts():
    """Ben, who plays darts alone and follows Cem; there is a run on each of three ladders."""
    ben = make_member("Ben")
    for slug, pair in {"chess": ("Ana", "Cem"), "darts": ("Ana", "Ben"), "go": ("Cem", "Dea")}.items():
        play_all(season_of(make_ladder("elo", slug=slug)), [pair] * 5, on=DAY)
    Follow.objects.create(user=ben.user, player=Player.objects.get(name="Cem"))
    return ben


@pytest.mark.parametrize(
    ("asked", "ladders"),
    [
        ("", {"chess", "darts", "go"}),
        ("followed", {"go"}),
        ("mine", {"darts"}),
        ("no such", {"chess", "darts", "go"}),
    ],
)
def test_a_member_picks_whose_story_home_tells(member_of_darts, asked, ladders):
    told = load_member_story(member_of_darts.user, member_of_darts, asked)

    assert {one.ladder.slug for one in told.tales} == ladders
    assert [one.label for one in told.choices] == ["All", "People I follow", "My ladders"]
    assert signed_in(member_of_darts.user).get("/", {"story": asked}).status_code == 200


def test_of_some_matches_the_greatest_of_each_kind_comes_first():
    """A run of five that ends weighs 35, one of seven 39; five wins in a row weigh 30, and seven 34."""
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 5 + [("Cem", "Ana")] + [("Ana", "Ben")] * 7 + [("Cem", "Ana")], on=DAY)
    play_all(season, [("Dea", "Eva")] * 5, on=DAY)
    hers = Match.objects.filter(participants__player__name="Ana").values_list("pk", flat=True)
    told = list_match_tales(season.ladder, dict.fromkeys(hers, DAY), 9)
    assert [one.sentences[0].text for one in told] == [
        "Cem ended Ana’s run of seven wins",
        "Ana has won seven in a row",
        "Cem ended Ana’s run of five wins",
        "Ana has won five in a row",
        "Ana has won five in a row",
    ]
    assert list_match_tales(season.ladder, dict.fromkeys(hers, DAY), 2) == told[:2]


def test_a_season_names_those_who_share_the_most():
    board = board_of("points-exchange")
    play_all(board.season, [("Ana", "Ben"), ("Ana", "Cem"), ("Ana", "Ben")], on=DAY)

    shown = {one.label: [(line.player.text, line.number) for line in one.lines] for one in list_season_bests(board)}

    assert shown["Most matches"] == [("Ana", "3")]
    assert shown["Most opponents"] == [("Ana", "2")]
    assert "Most improved" in shown


def test_a_story_that_is_known_takes_one_question(django_assert_num_queries):
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 5, on=DAY)
    ladder = Ladder.objects.get()
    list_latest_tales([ladder])

    with django_assert_num_queries(1):
        list_latest_tales([ladder])


@pytest.fixture
def chapters(monkeypatch):
    """How many matches were read each time that a story was told or went on."""
    read = []

    def load(*asked):
        chapter = load_chapter(*asked)
        read.append(len(chapter.matches))
        return chapter

    monkeypatch.setattr(ladder_story, "load_chapter", load)
    return read


@pytest.mark.parametrize(("day", "read"), [(DAY, [4, 1]), (DAY - timedelta(1), [4, 5])])
def test_only_a_match_before_others_makes_the_story_anew(chapters, day, read):
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 4, on=DAY)
    load_story(Ladder.objects.get())

    play(season, "Ana", "Ben", on=day)

    assert read_sentences(list_latest_tales(Ladder.objects.all())) == [("club", DAY, "Ana has won five in a row")]
    assert chapters == read


@pytest.mark.once
def test_whatever_was_changed_the_story_is_the_one_told_afresh():
    luck, today = random.Random(3), timezone.localdate()
    board = board_of("elo")
    for _ in range(40):
        change_something(luck, board.season, today)
        ladder = Ladder.objects.get()
        fresh = StoryTeller()
        fresh.go_on(load_chapter(ladder), 0)
        assert load_story(ladder).days == fresh.days
    assert fresh.days


def test_home_pages_tell_the_story(client):
    season, _ = season_of(make_ladder("elo")), make_ladder("elo", slug="darts", name="Darts")
    ana = make_member("Ana")
    play_all(season, [("Ana", "Ben")] * 5, on=DAY)

    for reader in (client, signed_in(ana.user)):
        page = reader.get("/").text
        assert "The story" in page
        assert "has won five in a row" in page


def test_a_ladder_of_very_many_matches_has_no_story_and_says_so(client, chapters, monkeypatch):
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 6, on=DAY)
    monkeypatch.setattr(ladder_story, "MOST_TOLD", 6)
    assert load_story(Ladder.objects.get()).days
    caches["rows"].clear()
    chapters.clear()

    monkeypatch.setattr(ladder_story, "MOST_TOLD", 5)

    assert "too many matches for a story" in client.get("/club/story").text
    assert list_latest_tales(Ladder.objects.all()) == []
    assert client.get("/club/honours").status_code == client.get("/club/all-time/recap").status_code == 200
    assert chapters == []


def test_who_would_wait_long_gets_a_page_without_the_story(monkeypatch):
    season = season_of(make_ladder("elo"))
    play_all(season, [("Ana", "Ben")] * 5, on=DAY)
    ladder = Ladder.objects.get()
    monkeypatch.setattr(ladder_story, "LONGEST_WAIT", 0)

    with ladder_story.STORY_LOCKS[ladder.pk % len(ladder_story.STORY_LOCKS)]:
        assert list_latest_tales([ladder]) == []
    assert len(list_latest_tales([ladder])) == 1


@pytest.fixture
def beside_requests(monkeypatch):
    """Let even a short story be told in a thread, which waits; return what lets it go on and waits for its end."""
    gate = Event()
    monkeypatch.setattr(ladder_story, "FEW_MATCHES", 0)
    monkeypatch.setattr(ladder_story, "load_chapter", lambda *asked: (gate.wait(20), load_chapter(*asked))[1])

    def finish():
        gate.set()
        for thread in [*ladder_story.TELLING.values()]:
            thread.join(20)

    yield finish
    finish()
    caches["rows"].clear()


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_for_a_long_story_and_its_pages_say_so_until_it_is_there(client, beside_requests):
    season = season_of(make_ladder("elo"))
    ana = make_member("Ana")
    play_all(season, [("Ana", "Ben")] * 5, on=DAY)
    member = signed_in(ana.user)
    addresses = ["/club/story", "/club/honours", "/club/all-time/recap", ana.get_absolute_url(), "/"]

    for reader, address in product((client, member), addresses):
        assert "worked out. Look again in a minute." in reader.get(address).text, address
    beside_requests()
    for reader, address in product((client, member), addresses):
        assert "worked out. Look again in a minute." not in reader.get(address).text, address
    assert "has won five in a row" in client.get("/club/story").text


@pytest.mark.django_db(transaction=True)
def test_within_a_transaction_a_long_story_is_told_at_once(monkeypatch):
    monkeypatch.setattr(ladder_story, "FEW_MATCHES", 0)
    season = season_of(make_ladder("elo"))
    with transaction.atomic():
        play_all(season, [("Ana", "Ben")] * 5, on=DAY)
        assert load_story(Ladder.objects.get()).days
