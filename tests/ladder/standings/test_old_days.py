"""Matches of long ago: every page of theirs answers, what fades does so at once, and a backup brings them back."""

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder import ledger
from ladder.models import Match, RatingChange
from players.models import Player
from tests.factories import make_ladder, season_of
from tests.ladder.backups.sample_site import put_back, written
from tests.ladder.imports.test_name_pages import bring

pytestmark = pytest.mark.django_db
OLD = """date,winner,loser,chips,length
0001-01-02,Ann,Bo,5,3
0850-07-01,Bo,Ann,7,3
1850-03-04 20:15,Bo,Cy,7,3
2025-03-04,Ann,Cy,7,3
"""


@pytest.fixture(params=["Pacific/Auckland", "America/Los_Angeles"])
def season(request, staff, settings):
    """A season whose chips fade day by day, with matches since the year 1."""
    settings.TIME_ZONE = request.param
    with timezone.override(request.param):
        season = season_of(make_ladder("chips-daily", "match-length-elo"))
        bring(staff, OLD)
        yield season


def test_every_page_of_old_matches_answers(staff, season):
    assert Match.objects.count() == 4
    ladder, boards = "/club/all-time/", ("chips-daily", "match-length-elo")
    paths = [f"{ladder}{board}/{page}" for board in boards for page in ("", "rows", "known", "print", "embed")]
    paths += [
        f"{ladder}{board}/?as-of={day}"
        for board in boards
        for day in ("0001-01-02", "0002-01-01", "0850-07-01", "1850-03-05")
    ]
    paths += [f"{ladder}{board}/known?as-of=0850-07-01" for board in boards]
    paths += [f"{ladder}{board}/standings.{form}?as-of=0850-07-01" for board in boards for form in ("csv", "xlsx")]
    paths += ["/", "/club/", "/club/log", "/club/venue", "/club/feed.xml"]
    paths += [f"{ladder}export.csv", f"{ladder}export.xlsx"]
    paths += ["/desk", f"{ladder}import", f"{ladder}report", f"{ladder}close"]
    for match in Match.objects.all():
        paths += [reverse(f"ladder:match{verb}", args=[match.pk]) for verb in ("", "_correct", "_void")]
    for player in Player.objects.all():
        paths.append(player.get_absolute_url())
    for path in paths:
        assert staff.get(path, follow=True).status_code == 200, path
    assert ledger.verify(season.ladder) == []


def test_what_fades_does_so_in_one_step_over_two_thousand_years(staff, season):
    assert RatingChange.objects.filter(board__system="chips-daily").count() < 20


def test_old_matches_come_back_from_a_backup(staff, season):
    whole = ledger.fingerprint(season.ladder)
    put_back(written())
    assert ledger.fingerprint(season_of(season.ladder).ladder) == whole


def test_an_old_match_can_be_corrected(staff, season):
    match = Match.objects.get(played_at__year=1850)
    url = reverse("ladder:match_correct", args=[match.pk])
    assert "1850-03-04" in staff.get(url).content.decode()
