"""What clubs have, brought in as the page offers it, with every preset answer kept; all people are fictional.

Each case is a file, and the matches that must be stored: the day, and “Ann 3-1 Bo” or “Ann beat Bo” in order of play.
"""

import pytest
from django.utils import timezone

from ladder.models import Match
from players.models import Club
from tests.factories import make_ladder, season_of
from tests.ladder.imports.test_name_pages import bring, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder("elo"))


def tell(match):
    """Return a stored match as a text: “2026-03-04 Ann 3-1 Bo”, the one with the first score first."""
    day = timezone.localdate(match.played_at, Club.stored().zone)
    seats = [(one.score, one.place, one.player.name) for one in match.participants.all()]
    if len(seats) > 2:
        return f"{day} " + ", ".join(name for _, _, name in sorted(seats, key=lambda one: one[1]))
    (score, _, first), (_, _, second) = seats
    if match.games:
        return f"{day} {first} {match.games} {second}"
    return f"{day} {first} {'drew with' if score == 0.5 else 'beat' if score else 'lost to'} {second}"


def list_stored():
    found = Match.objects.prefetch_related("participants__player").order_by("played_at", "pk")
    return [tell(match) for match in found]


DATES = {
    "Hungarian dates": "Date,Winner,Loser\n2026. 03. 04.,Ann,Bo\n2026. 03. 05.,Cy,Bo",
    "Japanese dates": "Date,Winner,Loser\n2026年3月4日,Ann,Bo\n2026年3月5日,Cy,Bo",
    "Arabic digits": "Date,Winner,Loser\n٠٤/٠٣/٢٠٢٦,Ann,Bo\n٠٥/٠٣/٢٠٢٦,Cy,Bo\n١٣/٠٣/٢٠٢٦,Ann,bye",
    "Russian dates": "Date,Winner,Loser\n4 марта 2026 г.,Ann,Bo\n5 марта 2026 г.,Cy,Bo",
    "Polish dates": "Date;Winner;Loser\n4 marca 2026;Ann;Bo\n5 mar 2026;Cy;Bo",
}


@pytest.mark.parametrize("name", DATES)
def test_dates_are_read_as_clubs_write_them(staff, season, name):
    bring(staff, DATES[name])
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-03-05 Cy beat Bo"]


def test_in_new_york_the_month_is_likely_first_and_it_is_asked(staff, season):
    club = Club.stored()
    club.time_zone = "America/New_York"
    club.save()
    text = "Date,Winner,Loser\n3/4/2026,Ann,Bo"
    assert "“3/4/2026” could be either of two dates." in send(staff, text)
    bring(staff, text)
    bring(staff, text, order="0")
    assert list_stored() == ["2026-03-04 Ann beat Bo", "2026-04-03 Ann beat Bo"]
