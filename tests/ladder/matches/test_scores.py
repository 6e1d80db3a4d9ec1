"""The score of a match wherever it is kept: versions, the ledger, the fingerprint, files, previews and own data."""

import io
import json
from zoneinfo import ZoneInfo

import pytest

from ladder import ledger
from ladder.changes.versions import load_history
from ladder.exports.queries import has_scores, load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import write_match_file
from ladder.formats import RETIRED, Game, ParticipantResult, RatingError, parse_games
from ladder.ledger.storage.season_matches import load_entries
from ladder.matches.actions.corrections import MatchCorrection, correct_match
from ladder.matches.actions.disputes import build_proposal
from ladder.matches.actions.new_match import record_match
from ladder.models import Match
from ladder.people.queries import load_personal_data
from tests.factories import make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db

THREE = (Game(11, 7), Game(9, 11), Game(11, 5))


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


def beat(season, winner, loser, **more):
    players = (make_player(winner), 1.0), (make_player(loser), 0.0)
    sides = [ParticipantResult(*one) for one in players]
    return record_match(season=season, participants=sides, by=None, kind="rated", **more)


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


def test_a_score_goes_into_files_and_comes_back(season):
    beat(season, "Ann", "Bo", games=THREE)
    beat(season, "Cy", "Ann", games=parse_games("6-4 2-1"), ending=RETIRED)
    beat(season, "Bo", "Cy")
    stream = io.StringIO()
    write_match_file(stream, load_records(season), with_scores=has_scores(season))
    sheet = read_match_file(stream.getvalue(), ZoneInfo("UTC"))
    assert not sheet.errors
    assert [(one.games, one.ending) for one in sheet.records] == [
        (THREE, ""), ((Game(6, 4), Game(2, 1)), RETIRED), ((), ""),
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
