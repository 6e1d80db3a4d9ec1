"""The proof that the stored tables follow from the matches alone."""

import pytest

from ladder import ledger
from ladder.ledger.verification import digest_ladder, list_older_season_facts
from ladder.matches.actions.corrections import restore_match, void_match
from ladder.models import Match, Season, Standing
from tests.factories import make_ladder, play, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    season = season_of(make_ladder())
    play(season, "Bo", "Cy")
    return play(season, "Cy", "Di")


def test_a_ladder_that_is_right_has_a_fingerprint(run, match):
    verified = run("verify", "club")
    assert (len(verified.out), verified.err, verified.code) == (65, "", 0)


@pytest.mark.parametrize("wrong", [{"points": 2000}, {"form": "L"}])
def test_a_stored_table_that_is_wrong_is_named(run, match, wrong):
    Standing.objects.filter(player__name="Bo").update(**wrong)
    verified = run("verify", "club")
    assert verified.code == 1
    assert verified.err == (
        "Club, All time: Match-length Elo: 0 rating changes, 1 standings and 0 openings differ from a full replay.\n"
    )


def test_a_void_match_is_not_in_the_fingerprint(run, match):
    whole = run("verify", "club").out
    void_match(match=match, by=None, reason="", revision=1)
    voided = run("verify", "club").out
    restore_match(match=Match.objects.get(pk=match.pk), by=None, reason="", revision=2)
    assert (voided != whole, run("verify", "club").out) == (True, whole)


def test_the_word_in_a_season_s_address_is_not_in_the_fingerprint(run, match):
    whole = run("verify", "club").out
    Season.objects.update(slug="autumn", name="Autumn")
    assert run("verify", "club").out == whole


def test_the_fingerprint_that_was_noted_is_known_again_and_one_of_an_older_version_too(run, match):
    ladder = match.season.ladder
    for noted in (ledger.fingerprint(ladder), digest_ladder(ladder, list_older_season_facts)):
        assert run("verify", "club", "--same-as", f" {noted.upper()}")[1:] == ("", 0)
    assert run("verify", "club", "--same-as", "ab12")[1:] == ("ab12 is not the fingerprint of what is stored.\n", 1)


def test_an_unknown_ladder_is_refused(run):
    assert run("verify", "chess") == ("", "There is no ladder called chess.\n", 2)
