"""A page left open over midnight: its next poll brings the decayed ratings, and nothing was written."""

import pytest
import time_machine

from ladder.formats import ParticipantResult
from ladder.models import Ladder, RatingChange, Standing
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}


def stored():
    """Every row that a settle writes, and the version."""
    tables = [list(model.objects.order_by("pk").values()) for model in (Standing, RatingChange)]
    return [*tables, Ladder.objects.get().version]


def poll(client, page, shown):
    return client.get(f"{page}rows", {"v": shown}, headers=HTMX)


def ratings(response):
    return [row.rating for row in response.context["rows"]]


def record(season, kind, *participants, **facts):
    enter_match(season=season, participants=participants, by=None, kind=kind, facts=facts)


def test_an_open_page_loses_five_per_cent_at_midnight(client):
    """100 chips are 95 on the next day and 90.25 on the day after; the loser's −80 are −76 and −72.2 (C-3, C-4)."""
    page = "/club/all-time/chips-daily/"
    with time_machine.travel("2026-03-10 23:59:50 +0000", tick=False) as clock:
        season = season_of(make_ladder("chips-daily"))
        record(
            season,
            "rated",
            ParticipantResult(make_player("Ann"), 1.0),
            ParticipantResult(make_player("Bea"), 0.0),
            chips=100,
        )
        first, before = client.get(page), stored()
        assert poll(client, page, first.context["token"]).status_code == 204

        clock.move_to("2026-03-11 00:00:06 +0000", tick=False)
        second = poll(client, page, first.context["token"])
        clock.move_to("2026-03-12 00:00:06 +0000", tick=False)
        third = poll(client, page, second.context["token"])

    assert [ratings(response) for response in (first, second, third)] == [
        ["100", "−80"],
        ["95", "−76"],
        ["90.25", "−72.2"],
    ]
    assert stored() == before


def test_an_open_page_is_halved_when_a_month_begins(client):
    """Of 8 players the first gains 30 and the second 15 (T-1); May begins, and June (T-3)."""
    page = "/club/all-time/tournament-points/"
    with time_machine.travel("2026-04-30 23:59:50 +0000", tick=False) as clock:
        season = season_of(make_ladder("tournament-points"))
        record(
            season,
            "tournament",
            ParticipantResult(make_player("Ann"), place=1),
            ParticipantResult(make_player("Bea"), place=2),
            field=8,
        )
        first, before = client.get(page), stored()

        clock.move_to("2026-05-01 00:00:06 +0000", tick=False)
        second = poll(client, page, first.context["token"])
        clock.move_to("2026-05-02 00:00:06 +0000", tick=False)
        same = poll(client, page, second.context["token"])
        clock.move_to("2026-06-01 00:00:06 +0000", tick=False)
        third = poll(client, page, same.context["token"])

    assert [ratings(response) for response in (first, second, same, third)] == [
        ["30.00", "15.00"],
        ["15.00", "7.50"],
        ["15.00", "7.50"],
        ["7.50", "3.75"],
    ]
    assert stored() == before
