"""A match that both agree can't be finished: reported, shown, corrected, disputed, filed, and left alone by Elo."""

import io
import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.html import strip_tags

from ladder import ledger
from ladder.changes.versions import describe_version
from ladder.exports.queries import load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.formats import STOPPED, ParticipantResult, RatingError, parse_games
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import build_proposal
from ladder.models import Board, Ladder, Match, RatingChange, Standing
from ladder.people.queries import load_personal_data
from ladder.pictures.queries import load_match_card
from players.models import Notice
from players.people.queries import load_player_names
from tests.factories import enter_match, make_ladder, make_member, make_player, season_of
from tests.ladder.backups.sample_site import put_back, written

pytestmark = pytest.mark.django_db

REPORT = "/club/all-time/report"


@pytest.fixture
def season():
    """A season of match points as B1 counts them, with an Elo board without draws beside it."""
    ladder = make_ladder("match-points", "elo", scores="allowed", score_rule="best of 5 games to 11, 2 clear")
    season = season_of(ladder)
    table = {"counting": "table", "draws": False, "retired": "stood", "forfeit_winner": 6}
    Board.objects.filter(season=season, system="match-points").update(options=table)
    Board.objects.filter(season=season, system="elo").update(options={"draws": False})
    return season


def stop(season, score="11-7 5-11", first="Ana", second="Ben", **more):
    sides = [ParticipantResult(make_player(name), 0.5) for name in (first, second)]
    more = {"games": parse_games(score), "ending": STOPPED, **more}
    return enter_match(season=season, participants=sides, by=None, kind="rated", **more)


def beat(season, winner, loser, score):
    sides = [ParticipantResult(make_player(name), result) for name, result in ((winner, 1.0), (loser, 0.0))]
    return enter_match(season=season, participants=sides, by=None, kind="rated", games=parse_games(score))


def list_points(season, system):
    rows = Standing.objects.filter(board__season=season, board__system=system).order_by("player__name")
    return [(row.player.name, row.points) for row in rows.select_related("player")]


def read_text(client, page):
    return " ".join(strip_tags(client.get(page, follow=True).text).split())


def test_board_that_rates_it_gives_points_and_elo_stays(season):
    """B1: level when it was stopped: 3 1/2 each; and Elo moves by the match that was played only."""
    beat(season, "Ana", "Ben", "3-1 in games")
    before = list_points(season, "elo")
    stop(season)
    assert list_points(season, "match-points") == [("Ana", 8.5), ("Ben", 5.5)]
    assert list_points(season, "elo") == before
    standing = Standing.objects.get(board__system="elo", player__name="Ana")
    assert (standing.counts.played, standing.counts.won, standing.counts.drawn) == (2, 1, 1)
    changes = RatingChange.objects.filter(board__system="elo", participant__match__ending=STOPPED)
    assert [one.before == one.after for one in changes] == [True, True]
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("key", ["glicko-2", "rungs", "points-exchange", "chips-total", "provisional-elo", "openskill"])
def test_boards_of_other_systems_count_it_and_move_nobody(key):
    season = season_of(make_ladder(key))
    facts = {"facts": {"chips": 100}} if key == "chips-total" else {}
    stop(season, **facts)
    assert Standing.objects.filter(board__season=season).count() == 2
    assert all(row.before.points == row.after.points for row in RatingChange.objects.all())
    assert ledger.verify(season.ladder) == []


def test_it_is_won_by_nobody(season):
    sides = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]
    with pytest.raises(RatingError, match="Nobody wins a match that was stopped"):
        enter_match(season=season, participants=sides, by=None, kind="rated", ending=STOPPED)


@pytest.mark.parametrize(
    ("sent", "games"),
    [
        ({"score": "11-7 5-11", "ending": "stopped"}, "11-7 5-11"),
        ({"score": "11-7 5-11 abgebr."}, "11-7 5-11"),
        ({"score": "11-7 5-3", "ending": "stopped"}, "11-7 5-3"),
        ({"score": "2-1", "ending": "stopped"}, "2-1 in games"),
        ({"ending": "stopped"}, ""),
    ],
)
def test_members_report_it(season, member, ben, sent, games):
    assert member.post(REPORT, {"opponent": ben.pk, **sent}).status_code == 303
    match = Match.objects.get()
    assert (match.games, match.ending, match.kind) == (games, "stopped", "rated")
    assert {one.score for one in match.participants.all()} == {0.5}
    assert f'value="{games}"' in member.get(f"/matches/{match.pk}/fix").text or not games
    assert ledger.verify(season.ladder) == []


def test_report_asks_where_somebody_is_said_to_have_won_it(season, member, ben):
    sent = {"opponent": ben.pk, "score": "11-7 5-11", "ending": "stopped", "winner": "me"}
    asked = member.post(REPORT, sent)
    assert "The match was stopped, so nobody won, but “I won” is chosen." in asked.text
    assert not Match.objects.exists()
    assert member.post(REPORT, sent | {"meant": "winner=draw"}).status_code == 303
    assert Match.objects.get().ending == STOPPED


def test_report_refuses_a_score_at_which_the_match_was_over(season, member, ben):
    sent = {"opponent": ben.pk, "score": "11-7 11-5 11-4", "ending": "stopped"}
    assert "so it was not stopped." in member.post(REPORT, sent).text
    assert "so it was not stopped." in member.post(REPORT, sent | {"score": "3-1"}).text


def test_only_ladders_with_a_board_that_rates_it_offer_it(season, member):
    assert "Stopped: both agree" in member.get(REPORT).text
    make_ladder("elo", slug="other", name="Other", scores="allowed")
    other = member.get("/other/all-time/report").text
    assert "Retired: the loser gave up" in other
    assert "Stopped" not in other


def test_recorder_enters_it_with_who_played_in_any_order(season, staff):
    sent = {"first": "Cy", "second": "Di", "score": "11-7 5-11", "ending": "stopped", "kind": "rated"}
    page = "/club/all-time/record"
    answer = staff.post(page, sent | {"sure": ["first", "second"]})
    assert answer.status_code in (302, 303), strip_tags(answer.text)
    match = Match.objects.get()
    assert (match.games, match.ending, match.participants.first().score) == ("11-7 5-11", "stopped", 0.5)


def test_organiser_corrects_a_match_to_stopped_and_back(season, staff):
    match = beat(season, "Ana", "Ben", "11-7 9-11 11-5 11-3")
    match = correct_match(match=match, by=None, reason="", revision=1, played_at=datetime(2026, 1, 5, 12, tzinfo=UTC))
    page = f"/matches/{match.pk}/correct"
    values = {"player_0": "Ana", "player_1": "Ben", "kind": "rated", "reason": "Rain", "ending": "stopped"}
    values |= {"date": "2026-01-05", "time": "12:00:00", "winner": "first", "score": "11-7 9-11", "preview": "1"}
    shown = " ".join(strip_tags(staff.post(page, values).text).split())
    assert "Ana and Ben stopped" in shown
    wrong = staff.post(page, values | {"winner": "second"}).text
    assert "The match was stopped, so nobody won, but “Ben won” is chosen." in wrong

    sides = [ParticipantResult(make_player(name), 0.5) for name in ("Ana", "Ben")]
    told = {"participants": sides, "games": parse_games("11-7 9-11"), "ending": STOPPED}
    match = correct_match(match=match, by=None, reason="", revision=2, **told)
    assert list_points(season, "match-points") == [("Ana", 3.5), ("Ben", 3.5)]
    assert list_points(season, "elo") == [("Ana", 1500), ("Ben", 1500)]
    history = read_text(staff, f"/matches/{match.pk}/")
    assert "stopped" in history
    back = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]
    match = correct_match(match=match, by=None, reason="", revision=3, participants=back)
    assert (match.games, match.ending) == ("", "")
    assert ledger.verify(season.ladder) == []


def test_player_disputes_that_it_was_played_to_its_end(season):
    match = beat(season, "Ana", "Ben", "11-7 9-11 11-5 11-3")
    version = build_proposal(match, 0.5, {}, parse_games("11-7 9-11"), STOPPED)
    names = load_player_names({side["player"] for side in version["sides"]})
    assert describe_version(version, names) == "Ana and Ben stopped before the end, 11–7 9–11"


def test_member_disputes_and_fixes_it_on_the_pages(season, member, ben):
    member.post(REPORT, {"opponent": ben.pk, "score": "11-7 5-11", "ending": "stopped"})
    match = Match.objects.get()
    page = f"/matches/{match.pk}/fix"
    assert 'value="stopped" checked' in " ".join(member.get(page).text.split())


def test_it_is_told_in_words_everywhere(season, client):
    match = stop(season)
    ana, ben = make_player("Ana"), make_player("Ben")
    pages = {
        match.get_absolute_url(): "Stopped. Both agreed that the match can’t be finished. It counts as played.",
        "/club/all-time/": "Ana and Ben stopped at 11–7 5–11",
        "/club/log": "Ana and Ben stopped before the end, 11–7 5–11",
        f"/players/{ana.pk}": "stopped against Ben 0 11–7 5–11",
        f"/players/{ben.pk}/statement": "stopped against Ana, 7–11 11–5",
    }
    for page, text in pages.items():
        assert text in read_text(client, page), page
    assert "drew" not in read_text(client, match.get_absolute_url())


def test_page_of_a_ladder_that_does_not_rate_it_says_so(client):
    match = stop(season_of(make_ladder("points-exchange")), "")
    text = read_text(client, match.get_absolute_url())
    assert "It counts as played, but no rating changes." in text
    assert "Ana and Ben stopped before the end" in text
    assert "A match that was stopped" in text
    assert "Ana and the other side stopped before the end. The match counts as played" in text
    assert "walkover" not in text.lower()


def test_sides_stop_as_well(client):
    season = season_of(make_ladder("match-points"))
    Board.objects.filter(season=season).update(options={"takes": "teams"})
    Ladder.objects.update(fewest_a_side=2, most_a_side=2)
    sides = [
        ParticipantResult(make_player(name), 0.5, side=side)
        for name, side in (("Ann", 1), ("Bo", 1), ("Cy", 2), ("Di", 2))
    ]
    told = {"games": parse_games("6-4 2-1"), "ending": STOPPED}
    match = enter_match(season=season, participants=sides, by=None, kind="team", **told)
    assert {row.points for row in Standing.objects.filter(player__name__in=["Ann", "Bo"])} == {3}
    assert {row.points for row in Standing.objects.filter(player__name__in=["Cy", "Di"])} == {1}
    assert "Ann and Bo and the side of Cy and Di stopped" in read_text(client, match.get_absolute_url())
    assert ledger.verify(season.ladder) == []


@pytest.mark.parametrize("score", ["11-7 5-11", "2-1 in games", ""])
def test_it_goes_into_files_and_comes_back(season, score):
    stop(season, score)
    stream = io.StringIO()
    write_match_file(stream, load_records(season), with_scores=True)
    sheet = read_match_file(stream.getvalue(), ZoneInfo("UTC"))
    assert (sheet.errors, sheet.warnings) == ([], [])
    (record,) = sheet.records
    assert (record.games, record.ending) == (parse_games(score), STOPPED)
    assert record.result(season.boards.first().rules.known).scores == (0.5, 0.5)


@pytest.mark.parametrize("word", ["stopped", "abgebr.", "Unfinished"])
def test_file_says_it_in_its_own_words(word):
    text = f"date,player1,player2,result,score,ending\n2026-01-05,Ann,Bo,0.5,11-7 5-11,{word}\n"
    sheet = read_match_file(text, ZoneInfo("UTC"))
    assert not sheet.errors
    assert [(one.ending, one.games) for one in sheet.records] == [(STOPPED, parse_games("11-7 5-11"))]


def test_backup_keeps_it(season):
    stop(season)
    before, content = ledger.fingerprint(season.ladder), written()
    put_back(content)
    assert Match.objects.get().ending == STOPPED
    assert ledger.fingerprint(season.ladder) == before
    assert ledger.verify(season.ladder) == []


def test_picture_to_share_says_it(season):
    card = load_match_card(stop(season))
    assert card.title == "Stopped, 11–7 5–11"
    assert "drew" not in str(card)


def test_own_data_say_it(season):
    stop(season)
    (told,) = load_personal_data(make_player("Ana"))["matches"]
    assert told["ending"] == "stopped"
    assert "stopped" in json.dumps(told, default=str)


def test_other_player_is_told(season, member, ana):
    ben = make_member("Benno")
    member.post(REPORT, {"opponent": ben.pk, "score": "11-7 5-11", "ending": "stopped"})
    assert "and Benno stopped at 11–7 5–11" in Notice.objects.get(player=ben).text
