"""The boxes on paper: each with its grid, until when, who goes up and down, and a code that leads to them."""

import re
from datetime import date

import pytest

from ladder.boxes.actions import NewBox, make_boxes
from players.models import Club
from tests.factories import make_ladder, make_player, play, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db


def test_the_sheet_has_each_box_with_its_grid_and_who_goes_up_and_down(client, time_machine):
    time_machine.move_to("2026-11-20T12:00:00Z", tick=False)
    Club(pk=Club.ONLY, name="Club", names=Club.Names.INITIAL).save()
    season = season_of(make_ladder("match-points", box_size=3))
    season.ends_on = date(2026, 12, 20)
    season.save()
    keys = {name: make_player(f"{name} Ek").pk for name in ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")}
    boxes = [NewBox(1, "", [keys[name] for name in ("Ana", "Bo", "Cy")])]
    make_boxes(season=season, boxes=[*boxes, NewBox(2, "", [keys[name] for name in ("Di", "Eve", "Flo")])])
    for winner, loser in (("Ana Ek", "Bo Ek"), ("Ana Ek", "Cy Ek"), ("Bo Ek", "Cy Ek"), ("Eve Ek", "Di Ek")):
        play(season, winner, loser)
    page = flat(client.get("/club/all-time/boxes/print").text)
    assert "Everybody plays everybody in their box until Sunday, 20 December 2026." in page
    assert "QR code for testserver/club/all-time/boxes" in page
    zones = re.findall(r">(\w+ E\.)</a>(?:<small class=\"zone (\w+)\")?", page)
    assert zones == [
        ("Ana E.", ""),
        ("Bo E.", ""),
        ("Cy E.", "down"),
        ("Eve E.", "up"),
        ("Di E.", ""),
        ("Flo E.", ""),
    ]
    assert page.count('class="cell open"') == 4  # of the six of Box 2, two are played
    assert [word for word in ("Ek", "<form", "<details") if word in page] == []


def test_the_sheet_of_a_season_without_boxes_says_so(client):
    make_ladder("match-points")
    assert "There are no boxes." in client.get("/club/all-time/boxes/print").text
