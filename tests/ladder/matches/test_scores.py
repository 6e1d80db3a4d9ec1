"""The score of a match wherever it is kept: versions, the ledger, the fingerprint, files, previews and own data."""

import io
import json
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils.html import strip_tags

from ladder import ledger
from ladder.changes.versions import describe_version, load_history
from ladder.club.actions import create_ladder
from ladder.exports.queries import has_scores, load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.formats import RETIRED, Game, ParticipantResult, RatingError, parse_games
from ladder.ledger.storage.season_matches import load_entries
from ladder.matches.actions.corrections import MatchCorrection, correct_match
from ladder.matches.actions.disputes import build_proposal
from ladder.matches.queries.results import describe_result
from ladder.models import Board, Ladder, Match
from ladder.people.queries import load_personal_data
from players.people.queries import load_player_names
from tests.factories import enter_match, make_ladder, make_member, make_player, season_of

pytestmark = pytest.mark.django_db

THREE = (Game(11, 7), Game(9, 11), Game(11, 5))


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def beat(season, winner, loser, **more):
    players = (make_player(winner), 1.0), (make_player(loser), 0.0)
    sides = [ParticipantResult(*one) for one in players]
    return enter_match(season=season, participants=sides, by=None, kind="rated", **more)


def test_a_score_is_kept_with_every_version_of_its_match(season):
    plain = beat(season, "Ann", "Bo")
    without = ledger.fingerprint(season.ladder)
    match = beat(season, "Ann", "Bo", games=THREE)
    with_score = ledger.fingerprint(season.ladder)
    assert (match.games, match.ending, plain.games) == ("11-7 9-11 11-5", "", "")
    assert "games" not in plain.revisions.get().version
    assert [entry.result.games for entry in load_entries(season, None)] == [(), THREE]
    change = {"games": parse_games("11-7 5-2"), "ending": RETIRED}
    preview = MatchCorrection(match, **change)
    assert [tuple(one) for one in preview.describe(preview.plan())["differences"]] == [
        ("score", "11–7 9–11 11–5", "11–7 5–2"),
        ("result type", "played", "retired"),
    ]
    match = correct_match(match=match, by=None, reason="", revision=1, **change)
    last, first = match.revisions.order_by("-number")
    assert (first.version["games"], last.version["games"]) == ("11-7 9-11 11-5", "11-7 5-2")
    assert (last.version["ending"], "ending" in first.version) == ("retired", False)
    assert [one.what for one in load_history(match)[0].differences] == ["score", "result type"]
    assert len({without, with_score, ledger.fingerprint(season.ladder)}) == 3
    assert ledger.verify(season.ladder) == []


def test_a_score_that_contradicts_the_winner_is_never_kept(season):
    with pytest.raises(RatingError, match=r"7–11 says that the second side won"):
        beat(season, "Ann", "Bo", games=[Game(7, 11)])
    match = beat(season, "Ann", "Bo", games=THREE)
    turned = [ParticipantResult(make_player("Ann"), 0.0), ParticipantResult(make_player("Bo"), 1.0)]
    preview = MatchCorrection(match, participants=turned)
    said = [tuple(one) for one in preview.describe(preview.plan())["differences"]]
    assert said == [("winner", "Ann", "Bo"), ("score", "11–7 9–11 11–5", "none")]
    proposed = build_proposal(match, 0.0, {})
    assert "games" not in proposed
    assert build_proposal(match, None, {}) is None


@pytest.mark.parametrize(
    ("proposed", "ending", "told"),
    [
        ("1-3 in games", "", "Bo beat Ann, 3–1 in games"),
        ("9-11 11-5 2-3", RETIRED, "Bo beat Ann, 11–9 5–11 3–2, retired"),
    ],
)
def test_a_proposed_result_has_the_points_of_its_winner_first(season, proposed, ending, told):
    match = beat(season, "Ann", "Bo", games=parse_games("3-1 in games"))
    version = build_proposal(match, 0.0, {}, parse_games(proposed), ending)

    assert describe_version(version, load_player_names({side["player"] for side in version["sides"]})) == told


def test_a_proposed_result_of_doubles_has_the_points_of_the_winners_first(season):
    Board.objects.filter(season=season).update(options={"takes": "teams"})
    sides = [
        ParticipantResult(make_player(name), 2.0 - side, side=side)
        for name, side in (("Ann", 1), ("Bo", 1), ("Cy", 2), ("Di", 2))
    ]
    match = enter_match(season=season, participants=sides, by=None, kind="team")
    version = build_proposal(match, 0.0, {}, parse_games("4-6 6-3 6-7(5)"))

    said = describe_version(version, load_player_names({side["player"] for side in version["sides"]}))
    assert said == "Cy and Di beat Ann and Bo, 6–4 3–6 7–6(5)"


def test_a_score_goes_into_files_and_comes_back(season):
    beat(season, "Ann", "Bo", games=THREE)
    beat(season, "Cy", "Ann", games=parse_games("6-4 2-1"), ending=RETIRED)
    beat(season, "Bo", "Cy")
    beat(season, "Bo", "Ann", games=parse_games("3-1 in games"))
    stream = io.StringIO()
    write_match_file(stream, load_records(season), with_scores=has_scores(season))
    sheet = read_match_file(stream.getvalue(), ZoneInfo("UTC"))
    assert not sheet.errors
    assert [(one.games, one.ending) for one in sheet.records] == [
        (THREE, ""), ((Game(6, 4), Game(2, 1)), RETIRED), ((), ""), ((Game(3, 1, unit="game"),), ""),
    ]  # fmt: skip
    Match.objects.update(games="", ending="")
    assert not has_scores(season)


def test_own_data_have_the_score_of_a_match(season):
    beat(season, "Ann", "Bo", games=THREE)
    beat(season, "Bo", "Ann")
    with_score, without = load_personal_data(make_player("Ann"))["matches"]
    assert with_score["games"] == "11-7 9-11 11-5"
    assert "games" not in without
    assert "9-11" in json.dumps(with_score, default=str)


def ask_for_scores(season, scores="required"):
    rule = "best of 5 games to 11, 2 clear"
    Ladder.objects.filter(pk=season.ladder_id).update(scores=scores, score_rule=rule)
    season.ladder.refresh_from_db()


def test_a_report_is_its_score_and_the_winner_follows(season, member, ana, ben):
    ask_for_scores(season)
    page = "/club/all-time/report"
    form = member.get(page).content.decode()
    assert 'data-game="11-7"' in form
    assert "Best of 5 games to 11, 2 clear. Your points first" in form
    refused = {
        "": "Enter the score, such as 11-9 8-11 11-6 11-7.",
        "11-7 12-9 11-5": "Game 2, 12–9, can&#x27;t be: it was over at 11–9.",
        "11-7 11-5": "Nobody has won 3 games of 5 yet.",
        "nothing": "is not the score of a game.",
    }
    for score, sentence in refused.items():
        answer = member.post(page, {"opponent": ben.pk, "score": score})
        assert (answer.status_code, sentence in answer.content.decode()) == (422, True), score
    asked = member.post(page, {"opponent": ben.pk, "score": "7-11 8-11 9-11", "winner": "me"})
    assert "By this score Ben won, but “I won” is chosen." in asked.content.decode()
    assert 'name="meant" value="score=11-7 11-8 11-9"' in asked.content.decode()
    assert not Match.objects.exists()
    sent = {"opponent": ben.pk, "score": "7-11 8-11 9-11", "winner": "me", "meant": "winner=them"}
    assert member.post(page, sent).status_code == 303
    match = Match.objects.get()
    assert (match.games, match.participants.get(player=ben).score) == ("7-11 8-11 9-11", 1.0)
    fixed = member.get(f"/matches/{match.pk}/fix").content.decode()
    assert 'value="7-11 8-11 9-11"' in fixed


def test_a_report_of_the_games_won_is_kept_and_shown_as_such(season, member, ana, ben):
    ask_for_scores(season)
    page = "/club/all-time/report"
    assert "or only the games won, such as 3-1." in member.get(page).content.decode()
    assert member.post(page, {"opponent": ben.pk, "score": "1:3"}).status_code == 303
    match = Match.objects.get()
    assert (match.games, match.participants.get(player=ben).score) == ("1-3 in games", 1.0)
    assert match.revisions.get().version["games"] == "1-3 in games"
    assert "3–1 in games" in member.get(f"/matches/{match.pk}/").content.decode()
    assert 'value="1-3 in games"' in member.get(f"/matches/{match.pk}/fix").content.decode()
    assert ledger.verify(season.ladder) == []


def test_a_score_that_may_be_one_game_or_the_games_won_is_asked_about(season, member, ana, ben):
    ask_for_scores(season)
    Ladder.objects.update(score_rule="best of 5 games to 3")
    page, sent = "/club/all-time/report", {"opponent": ben.pk, "score": "3-1"}
    asked = member.post(page, sent).content.decode()
    assert "3–1 may be the points of one game or the games won." in asked
    assert 'name="meant" value="score=3-1 in games"' in asked
    assert member.post(page, sent | {"meant": "score=3-1 in games"}).status_code == 303
    assert Match.objects.get().games == "3-1 in games"


def test_a_report_can_say_that_somebody_retired_or_did_not_come(season, member, ana, ben):
    ask_for_scores(season)
    page = "/club/all-time/report"
    assert "Say who won." in member.post(page, {"opponent": ben.pk, "score": "11-7 3-1 ret"}).content.decode()
    member.post(page, {"opponent": ben.pk, "score": "11-7 3-1 ret", "winner": "me"})
    member.post(page, {"opponent": ben.pk, "ending": "walkover", "winner": "them", "sure": ["again"]})
    retired, walkover = Match.objects.order_by("sequence")
    assert (retired.games, retired.ending, retired.kind) == ("11-7 3-1", "retired", "rated")
    assert (walkover.games, walkover.ending, walkover.kind) == ("", "", "walkover")
    with_score = {"opponent": ben.pk, "ending": "walkover", "winner": "me", "score": "11-1 11-1 11-1"}
    assert "A walkover has no score." in member.post(page, with_score).content.decode()


def test_the_stake_line_says_what_the_score_means(season, member, ben):
    ask_for_scores(season, "allowed")
    page = "/club/all-time/report/stake"
    live = {"headers": {"HX-Request": "true"}}
    text = member.get(page, {"opponent": ben.pk, "score": "11-7 9-11 11-5 11-8"}, **live).content.decode()
    assert 'data-winner="me"' in text
    assert "I won, 3–1" in text
    text = member.get(page, {"opponent": ben.pk, "score": "11-7 12-9"}, **live).content.decode()
    assert "it was over at 11–9" in text
    assert "data-winner" not in text


def test_an_organiser_corrects_a_score_and_a_player_disputes_it(season, staff, ben):
    ask_for_scores(season, "allowed")
    played = {"played_at": datetime(2026, 1, 5, 12, tzinfo=UTC), "games": parse_games("11-7 9-11 11-5 11-3")}
    match = beat(season, "Ana", "Ben", **played)
    page = f"/matches/{match.pk}/correct"
    values = {"player_0": "Ana", "player_1": "Ben", "kind": "rated", "reason": "Turned round", "ending": ""}
    values |= {"date": "2026-01-05", "time": "12:00:00", "winner": "first"}
    wrong = staff.post(page, values | {"score": "7-11 11-9 5-11 3-11", "preview": "1"}).content.decode()
    assert "By this score Ben won, not Ana." in wrong
    shown = staff.post(page, values | {"score": "7-11 11-9 5-11 3-11", "winner": "second"}).content.decode()
    assert "7–11 11–9 5–11 3–11" in shown
    shown = staff.post(page, values | {"score": "1-3", "winner": "second"}).content.decode()
    assert "1–3 in games" in shown
    proposed = build_proposal(match, 0.0, {}, parse_games("7-11 11-9 5-11 3-11"))
    assert proposed["games"] == "7-11 11-9 5-11 3-11"


def test_doubles_are_reported_by_their_sets(member, ana, ben):
    asked = {"scores": "required", "score_rule": "best of 3 sets to 6, 2 clear, at most 7"}
    create_ladder(slug="doubles", name="Doubles", boards=[("points-exchange", {"takes": "teams"})], **asked)
    cy, di = make_member("Cy"), make_member("Di")
    page = "/doubles/all-time/report/teams"
    sent = {"tapped_1": [cy.pk], "tapped_2": [ben.pk, di.pk], "kind": "team"}
    assert "Your points first" in member.get(page).content.decode()
    assert "it was over at 6–3" in member.post(page, sent | {"score": "7-3 6-1"}).content.decode()
    assert member.post(page, sent | {"score": "4-6 6-7(3)"}).status_code == 303
    match = Match.objects.get()
    winners = {one.player.name for one in match.participants.select_related("player") if one.score == 1}
    assert (match.games, winners) == ("4-6 6-7(3)", {"Ben", "Di"})
    assert build_proposal(match, 1.0, {}, parse_games("6-4 6-1"))["games"] == "6-4 6-1"
    with pytest.raises(RatingError):
        build_proposal(match, 1.0, {}, parse_games("4-6 6-7(3)"))


def test_a_score_is_shown_with_its_match_everywhere(season, client):
    match = beat(season, "Ana", "Ben", games=parse_games("11-7 9-11 11-5"))
    pages = {
        match.get_absolute_url(): "11–7 9–11 11–5",
        "/club/all-time/": "beat Ben, 11–7 9–11 11–5",
        "/club/log": "Ana beat Ben, 11–7 9–11 11–5",
        f"/players/{make_player('Ana').pk}": "11–7 9–11 11–5",
        f"/players/{make_player('Ben').pk}": "7–11 11–9 5–11",
        f"/players/{make_player('Ben').pk}/statement": "lost to Ana, 7–11 11–9 5–11",
    }
    for page, text in pages.items():
        shown = " ".join(strip_tags(client.get(page, follow=True).content.decode()).split())
        assert text in shown, page
    assert describe_result(match, list(match.participants.order_by("-seat").select_related("player"))).went.endswith(
        "7–11 11–9 5–11"
    )
    retired = beat(season, "Ben", "Ana", games=parse_games("6-4 2-1"), ending=RETIRED)
    assert "6–4 2–1, retired" in client.get(retired.get_absolute_url()).content.decode()
