"""What the package of the guide does once it is installed; test_packages.py installs it and runs this in a child."""

import re
from datetime import UTC, datetime

import pytest
from django.core.management import call_command

from ladder import ledger
from ladder.club.actions import create_ladder
from ladder.formats import ParticipantResult, find_format, list_formats
from ladder.models import Match, Standing
from ladder.ratings import BoardRules, Rating, build_duel, check_result, create_system, load_kinds, replay_results
from tests.factories import season_of
from tests.markup import flat

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
REPORT = "/parties/all-time/report/party-game"


def play_game(winner, *losers):
    kind = load_kinds()["party-game"]
    participants = [ParticipantResult(winner, 1.0), *(ParticipantResult(one, 0.0) for one in losers)]
    return kind.format.build(participants, kind=kind, ended=NOON)


def test_an_installed_system_rates_a_replay():
    """The source has two newcomers at 25 ± 8.333, then 29.205 ± 7.195 and 20.795 ± 7.195. Here it is 60 times that."""
    system, game = create_system("party-skill"), build_duel("a", "b", ended=NOON)
    check_result(system, game)
    winner, loser = replay_results(system, [game]).table.values()
    assert [winner.points / 60, winner.memory[0] / 60] == pytest.approx([29.2052 - 3 * 7.1945, 7.1945], abs=1e-3)
    assert [loser.points / 60, loser.memory[0] / 60] == pytest.approx([20.7948 - 3 * 7.1945, 7.1945], abs=1e-3)


def test_many_games_leave_whoever_always_wins_in_front():
    system = create_system("party-skill", {"beta": "200"})
    games = [play_game(*players) for players in ("abcd", "acd", "abd", "bcd")] * 5
    table = replay_results(system, games).table
    assert sorted(table, key=lambda player: -table[player].points)[:2] == ["a", "b"]
    before = [table[player] for player in "abcd"]
    after = BoardRules(system).rate(games[0], before)
    steps = BoardRules(system).explain(games[0], before, 0)
    assert steps[-1].value == after[0].points - before[0].points
    assert isinstance(after[0], Rating)


def test_an_installed_format_comes_after_our_own():
    assert list_formats()[-1] is find_format("party-game")


def test_a_ladder_takes_games_of_the_package_from_its_form(db, member):
    ladder = create_ladder(slug="parties", name="Parties", boards=[("party-skill", {"beta": 250})])
    assert "Report a party game" in member.get(REPORT).text
    sent = {"player_0": "Ana", "won_0": "1", "player_1": "Bo", "won_1": "2", "player_2": "Cy", "won_2": "2"}
    refused = member.post(REPORT, sent | {"won_1": "1"})
    assert (refused.status_code, "Say who won. It must be one player." in refused.text) == (422, True)
    member.post(REPORT, sent | {"sure": ["player_1", "player_2", "newcomers"]})
    match = Match.objects.get()
    assert "Party game won by Ana" in flat(member.get(match.get_absolute_url()).text)
    assert "Party skill" in member.get(season_of(ladder).get_absolute_url()).text
    assert Standing.objects.order_by("-points")[0].player.name == "Ana"
    assert ledger.verify(ladder) == []


def test_a_file_with_games_of_the_package_is_rated(tmp_path, capsys):
    file = tmp_path / "games.csv"
    rows = [f"1,2026-03-01T12:00,party-game,{name},{place}" for name, place in (("Ana", 1), ("Bo", 2), ("Cy", 2))]
    file.write_text("\n".join(["match,date,kind,player,place", *rows]))
    call_command("rate", str(file), "--system", "party-skill")
    assert re.search(r"1 +Ana +457 +\+457\.3", capsys.readouterr().out)
