"""The page with the story of a ladder, as visitors and members read it."""

import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.core.cache import caches

from ladder.challenges.actions import accept_challenge, challenge_side
from ladder.challenges.reports import report_challenge
from ladder.formats import ParticipantResult
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.matches.actions.new_match import build_played_match
from ladder.models import Board, Season
from ladder.people.actions.players import change_player_visibility
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from ladder.story.queries.ladder_story import load_story
from players.models import Club
from tests.changes import merge_players
from tests.factories import make_ladder, make_member, make_player, play, play_all, play_sides, season_of, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
STORY = "/club/story"
DAY = date(2026, 1, 3)


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def read_story(client, address=STORY):
    """Return the sentences of a page, each on a line of its own."""
    page = client.get(address).text.partition('<div class="story">')[2].partition("</main>")[0]
    sentences = re.findall(r"<p>(.*?)</p>", page, re.DOTALL)
    return [unescape(" ".join(re.sub(r"<[^>]+>", "", one).split())) for one in sentences]


def test_a_ladder_without_a_story_says_what_will_stand_here(client, season):
    assert "Nothing yet." in client.get(STORY).text


def test_a_challenge_of_whoever_is_first_is_told_while_its_match_counts(client, season):
    ana, ben = make_member("Ana"), make_member("Ben")
    play(season, "Ana", "Ben")
    made = challenge_side(season=season, by=ben.user, opponents=[ana])
    accept_challenge(challenge=made, by=ana.user)
    won = [ParticipantResult(ben, 1.0), ParticipantResult(ana, 0.0)]
    match = report_challenge(challenge=made, by=ben.user, entry=build_played_match("rated", won))

    sentence = "For first place. Ben challenged Ana for first place and won."
    assert [one for one in read_story(client) if one.startswith(sentence[:-1])] == [sentence]

    void_match(match=match, by=None, reason="A dream", revision=match.revision)
    assert not [one for one in read_story(client) if "challenged" in one]


def test_what_a_match_was_worth_is_not_told_beside_somebody_who_did_not_play(client, season):
    """Ana has 1,516 and then 1,530.5, Ben 1,516; Cy beats her, and she has 1,511.7."""
    for winner, loser in (("Ana", "Cy"), ("Ana", "Cy"), ("Ben", "Dea"), ("Cy", "Ana")):
        play(season, winner, loser, on=DAY)
    assert "New leader. Ben took first place from Ana." in read_story(client)
    greatest = load_story(season.ladder).days[0].tales[0]
    assert (greatest.player, greatest.worth) == (make_player("Ben").pk, "")


def test_what_happened_is_told_by_day_the_newest_first(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)
    play(season, "Cem Oz", "Ana Petrova", on=DAY + timedelta(1))

    assert read_story(client) == [
        "Run ended. Cem Oz ended Ana Petrova’s run of five wins.",
        "On a run. Ana Petrova has won five in a row.",
    ]


def test_names_lead_to_profiles_and_figures_to_the_match(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)
    ana, match = make_player("Ana Petrova").pk, season.matches.last().pk

    page = client.get(STORY).text

    assert f'<a href="/players/{ana}/">Ana Petrova</a>' in page
    assert f'href="/matches/{match}/"' in page


def test_a_void_match_takes_back_what_was_told(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)
    told = read_story(client)

    void_match(match=season.matches.first(), by=None, reason="It was no match.", revision=1)

    assert told == ["On a run. Ana Petrova has won five in a row."]
    assert read_story(client) == []


def test_a_corrected_winner_gives_the_moment_to_the_other(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)
    last = play(season, "Cem Oz", "Ana Petrova", on=DAY + timedelta(1))
    cem, ana = (ParticipantResult(make_player(name), score) for name, score in (("Cem Oz", 0.0), ("Ana Petrova", 1.0)))

    correct_match(match=last, by=None, reason="It was the other way.", revision=1, participants=[cem, ana])

    assert "Run ended. Cem Oz ended Ana Petrova’s run of five wins." not in read_story(client)
    assert "Corrected. Ana Petrova beat Cem Oz on 4 January; two ratings moved." in read_story(client)


def test_merged_players_are_told_as_whom_they_count_as(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 2 + [("A. Petrova", "Ben Ito")] * 3, on=DAY)
    assert read_story(client) == ["New leader. A. Petrova took first place from Ana Petrova."]

    merge_players(player=make_player("A. Petrova"), into=make_player("Ana Petrova"), by=None, reason="The same.")

    assert read_story(client) == ["On a run. Ana Petrova has won five in a row."]


def test_visitors_read_names_as_the_club_shows_them(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)
    Club(pk=Club.ONLY, names=Club.Names.INITIAL).save()
    change_player_visibility(player=make_player("Ben Ito"), hidden=True, by=None)
    play(season, "Ben Ito", "Ana Petrova", on=DAY + timedelta(1))

    assert "Run ended. Hidden player ended Ana P.’s run of five wins." in read_story(client)
    member = signed_in(make_member("Dea").user)
    assert "Run ended. Ben Ito ended Ana Petrova’s run of five wins." in read_story(member)


def test_a_side_is_told_as_a_side(client):
    doubles = season_of(make_ladder("elo"))
    Board.objects.update(options={"takes": "teams"})
    for _ in range(5):
        play_sides(doubles, ["Ana", "Ben"], ["Cem", "Dea"], on=DAY)
    play_sides(doubles, ["Cem", "Dea"], ["Ana", "Ben"], on=DAY + timedelta(1))

    assert "Run ended. Cem and Dea ended Ana’s run of five wins." in read_story(client)


def test_a_run_goes_on_in_the_next_season_and_a_best_begins_again(client, season):
    play_all(season, [("Ana", "Ben")] * 4, on=DAY)
    close_season(season, on=DAY)
    following = open_next_season(season, slug="second", name="Second", starts_on=DAY + timedelta(1), rule="fresh")
    play(following, "Ana", "Ben", on=DAY + timedelta(1))

    assert read_story(client) == ["On a run. Ana has won five in a row.", "Season. Second began."]


def test_an_old_page_number_or_none_at_all_is_the_last_or_the_first(client, season):
    play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY)

    for asked in ("?page=999", "?page=-1", "?page=x", "?page="):
        assert client.get(STORY + asked).status_code == 200
    assert client.get("/nowhere/story").status_code == 404


@pytest.mark.once
@pytest.mark.parametrize("rounds", [2, 12])
def test_a_page_asks_the_same_of_a_small_and_of_a_large_story(client, season, rounds, django_assert_num_queries):
    for number in range(rounds):
        play_all(season, [("Ana Petrova", "Ben Ito")] * 5, on=DAY + timedelta(2 * number))
        play(season, "Ben Ito", "Ana Petrova", on=DAY + timedelta(2 * number + 1))
    client.get("/")
    caches["rows"].clear()
    caches["pages"].clear()

    with django_assert_num_queries(19):
        client.get(STORY)


def test_a_result_after_all_others_goes_on_where_the_story_stopped(client, season):
    play_all(season, [("Ana", "Ben")] * 4, on=DAY)
    assert read_story(client) == []

    play(season, "Ana", "Ben", on=DAY)

    assert read_story(client) == ["On a run. Ana has won five in a row."]


def test_a_result_before_others_of_another_season_is_not_left_out(client, season):
    play_all(season, [("Ana", "Ben")] * 3 + [("Cem", "Ana")], on=DAY + timedelta(9))
    other = Season.objects.create(ladder=season.ladder, slug="cup", name="Cup")
    Board.objects.create(season=other, system="elo", position=0)
    assert read_story(client) == []

    play_all(other, [("Ana", "Ben")] * 2, on=DAY)

    told = ["Run ended. Cem ended Ana’s run of five wins.", "On a run. Ana has won five in a row."]
    assert sorted(read_story(client)) == sorted(told)
    play(other, "Ben", "Ana", on=DAY)
    assert read_story(client) == []


def test_a_correction_is_told_on_its_day_with_what_it_moved(client, season):
    first = play(season, "Ana", "Ben", on=DAY)
    play_all(season, [("Ana", "Ben")] * 4, on=DAY)

    void_match(match=first, by=None, reason="It was no match.", revision=1)
    play(season, "Ana", "Ben", on=DAY)

    assert read_story(client)[0] == "Voided. Ana beat Ben on 3 January; two ratings moved."


def test_a_season_is_told_when_it_begins_and_ends(client, season):
    play_all(season, [("Ana", "Ben")] * 5, on=DAY)
    close_season(season, on=DAY + timedelta(2))
    open_next_season(season, slug="second", name="Second", starts_on=DAY + timedelta(3), rule="fresh")

    assert read_story(client) == [
        "Season. Second began.",
        "Season. All time ended, won by Ana.",
        "On a run. Ana has won five in a row.",
    ]


def test_what_lies_between_two_pages_is_told_once(client, season):
    for number in range(9):
        play_all(season, [("Ana", "Ben")] * 5 + [("Cem", "Ana")], on=DAY + timedelta(2 * number))
    match = season.matches.last()
    with time_machine.travel(datetime(2026, 1, 4, 12, tzinfo=UTC), tick=False):
        void_match(match=match, by=None, reason="It was no match.", revision=1)

    pages = [read_story(client, f"{STORY}?page={number}") for number in (1, 2)]

    assert [sum(line.startswith("Voided.") for line in page) for page in pages] == [0, 1]
