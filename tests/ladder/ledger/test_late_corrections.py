"""A correction of an early match is stored as a replay of the whole season gives it."""

import pytest

from ladder.ledger import verify
from ladder.ledger.storage.match_record import load_played_match
from ladder.matches.actions.corrections import correct_match
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("few", [0, 100], ids=["copied", "one by one"])
def test_a_correction_of_the_first_of_many_matches_leaves_what_a_replay_gives(monkeypatch, few):
    monkeypatch.setattr("ladder.ledger.storage.bulk.FEW_ROWS", few)
    season = season_of(make_ladder("points-exchange", "match-length-elo"))
    first = play(season, "Ana", "Ben", 7)
    for pair in ("Cy Dee", "Ana Cy", "Ben Dee", "Dee Ana", "Eve Cy", "Ben Eve"):
        play(season, *pair.split())

    won, lost = load_played_match(first).participants
    turned = [lost._replace(score=1.0), won._replace(score=0.0)]
    correct_match(match=first, by=None, reason="Ben won", revision=1, participants=turned)

    assert verify(season.ladder) == []
