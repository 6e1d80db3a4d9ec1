"""The latest round on paper: who plays whom, by when, who is left over, and a code that leads to the report."""

import pytest

from ladder.rounds.actions import make_round, store_round_wish
from players.models import Club
from tests.factories import make_ladder, make_member, play, season_of, signed_in
from tests.markup import flat

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(time_machine):
    time_machine.move_to("2026-11-20T12:00:00Z", tick=False)
    return season_of(make_ladder("elo", round_weeks=2))


def test_the_sheet_says_who_plays_whom_until_when_with_names_as_visitors_read_them(season):
    Club(pk=Club.ONLY, name="Club", names=Club.Names.INITIAL).save()
    people = [make_member(name) for name in ("Ana Ek", "Ben Ey", "Cy Ez")]
    for one in people:
        store_round_wish(ladder=season.ladder, player=one, wanted=1)
    made = make_round(season=season)
    [[first], [second]], left = made.fixtures.get().sides, made.left_over.get()
    page = flat(signed_in(people[0].user).get("/club/rounds/print").text)
    one, other, spare = (f"{player.name[:-1]}." for player in (first, second, left))
    assert f'<th scope="row">{one} v {other}</th><td></td>' in page
    assert f"<b>Left over:</b>{spare}</p>" in page
    assert "<b>Round 1</b><br>Play by Thursday, 3 December 2026." in page
    assert "QR code for testserver/club/report" in page
    assert [word for word in ("Ek", "Ey", "Ez", "csrfmiddlewaretoken") if word in page] == []
    play(season, first.name, second.name)
    made.fixtures.update(match=season.matches.get())
    page = flat(signed_in(left.user).get("/club/rounds/print").text)
    assert f'<th scope="row">{one} v {other}</th><td>Played</td>' in page


def test_the_sheet_of_a_ladder_without_a_round_says_so(client, season):
    assert "No round has been made yet." in client.get("/club/rounds/print").text
