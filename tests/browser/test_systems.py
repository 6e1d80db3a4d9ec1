"""Every system in a browser: entered, on a visitor's table, explained and voided; with JavaScript and without."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.formats import Exit, ParticipantResult
from ladder.models import Match
from tests.browser.acting import record_tournament, report_battle, report_duel, void
from tests.browser.tables import Tables, Why
from tests.factories import enter_match, make_ladder, make_player, season_of

pytestmark = [pytest.mark.browser, pytest.mark.pages, pytest.mark.django_db(transaction=True)]

HOUR = timedelta(hours=1)
EIGHT = {"Ana": 1, "Ben": 2, "Cy": 2, "Di": 4, "Eli": 5, "Fay": 6, "Gus": 7, "Hal": 8}


@pytest.fixture
def ana(transactional_db):
    """The account of Ana, who plays."""
    player = make_player("Ana")
    player.user = User.objects.create_user("ana")
    player.save()
    make_player("Ben")
    return player.user


@pytest.fixture
def olga(transactional_db):
    """The account of an organiser."""
    return User.objects.create_user("olga", is_staff=True)


@pytest.fixture(params=[True, False], ids=["with JavaScript", "without JavaScript"])
def scripts(request):
    return request.param


def test_a_duel_on_three_boards(ana, olga, visit, scripts):
    """P-5: 10 either way. R-5, R-6: newcomers count as 1200, less or more 200. B-3: half of 4 * sqrt(5)."""
    ladder = make_ladder("points-exchange", "provisional-elo", "match-length-elo")
    tables = Tables(
        visit(java_script_enabled=scripts), scripts, "points-exchange", "provisional-elo", "match-length-elo"
    )
    report_duel(visit(ana, java_script_enabled=scripts), "Ben", length="5")

    tables.follow(
        points_exchange={"Ana": "1,010", "Ben": "990"},
        provisional_elo={"Ana": "1,400", "Ben": "1,000"},
        match_length_elo={"Ana": "1,804", "Ben": "1,796"},
    )
    duel = Match.objects.get()
    tables.explain("points-exchange", duel, Why("+10", "Ana: 1,000 to 1,010", "+10"))
    mean = Why("+200", "Ana: 1,200 to 1,400", "1,400.0 − 1,200.0 = 200.0, shown as +200")
    tables.explain("provisional-elo", duel, mean)
    share = Why("+4.5", "Ana: 1,800 to 1,804.5", "(1 − 0.500) × 8.94 = 4.47, shown as +4.5")
    tables.explain("match-length-elo", duel, share)

    void(visit(olga, java_script_enabled=scripts), duel)
    tables.follow()
    assert ledger.verify(ladder) == []


def test_a_tournament_with_a_shared_place_and_a_duel_for_chips(ana, olga, visit, scripts):
    """T-1: 10 * log2(8) = 30 over the place. C-2, C-3: all chips won, 80% of those lost. N-3: 5 * 10 * sqrt(9) / 2."""
    ladder = make_ladder("tournament-points", "chips-total", "chips-daily", "nardgammon-elo")
    keys = ("tournament-points", "chips-total", "chips-daily", "nardgammon-elo")
    tables = Tables(visit(java_script_enabled=scripts), scripts, *keys)
    organiser = visit(olga, java_script_enabled=scripts)
    report_duel(visit(ana, java_script_enabled=scripts), "Ben", length="9", chips="10")
    record_tournament(organiser, **EIGHT)

    points = ("30.00", "15.00", "15.00", "7.50", "6.00", "5.00", "4.29", "3.75")
    chips = {"Ana": "10", "Ben": "−8"}
    tables.follow(
        tournament_points=dict(zip(EIGHT, points, strict=True)),
        chips_total=chips,
        chips_daily=chips,
        nardgammon_elo={"Ana": "1,575", "Ben": "1,425"},
    )
    duel, tournament = Match.objects.get(kind="rated"), Match.objects.get(kind="tournament")
    tables.explain("tournament-points", tournament, Why("+30", "Ana: 0.00 to 30.00", "0.00 + 30.00 = 30.00"))
    for key in ("chips-total", "chips-daily"):
        tables.explain(key, duel, Why("+10", "Ana: 0 to 10", "0 + 10 = 10"))
    stake = Why("+75", "Ana: 1,500 to 1,575", "5.00 × 10 × √9 × 0.5000 = 75.00, shown as +75")
    tables.explain("nardgammon-elo", duel, stake)

    void(organiser, tournament)
    void(organiser, duel)
    tables.follow()
    assert ledger.verify(ladder) == []


def test_a_battle_while_two_duels_go_on(ana, olga, visit, scripts):
    """Both duels begin at 3 to 2, so from 2 + 5 on they gain nothing (W-8). Ana gains 3 in a battle by W-5 and 1 in
    the first duel, and stands at 7 when the second ends; E-4: 25 * 0.5, then 25 * (0.9 - 0.517).
    """
    ladder = make_ladder("warlocks-score", "warlocks-elo")
    scores_before(season_of(ladder))
    tables = Tables(visit(java_script_enabled=scripts), scripts, "warlocks-score", "warlocks-elo")
    page, organiser = visit(ana, java_script_enabled=scripts), visit(olga, java_script_enabled=scripts)
    left = [("Ana", "Surrendered", "4"), ("Di", "Died", "4"), ("Eli", "Died", "1"), ("Fay", "Died", "4")]
    report_battle(page, *left)
    began = f"{timezone.localtime() - HOUR:%Y-%m-%dT%H:%M}"
    report_duel(page, "Cy", started_at=began, exit="Died")
    report_duel(page, "Ben", started_at=began, exit="Surrendered")

    others = {"Ben": "1", "Cy": "0", "Di": "0", "Eli": "0", "Fay": "0"}
    elo = {"Ana": "1,522", "Ben": "1,490", "Cy": "1,488"}
    tables.follow(warlocks_score={"Ana": "7"} | others, warlocks_elo=elo)
    capped, _, battle = Match.objects.order_by("-sequence")[:3]
    tables.explain("warlocks-score", battle, Why("+3", "Ana: 3 to 6", "3 + 3 = 6"))
    tables.explain("warlocks-score", capped, Why("+0", "Ana: 7 to 7", "7 + 0 = 7"))
    tables.explain("warlocks-elo", capped, Why("+9.6", "Ana: 1,512.5 to 1,522.1", "25 × (0.9 − 0.517) = +9.56"))

    void(organiser, battle)  # the cap of 7 is out of reach now, so both duels pay
    tables.follow(warlocks_score={"Ana": "5"} | others, warlocks_elo=elo)
    void(organiser, capped)
    tables.follow(warlocks_score={"Ana": "4"} | others | {"Ben": "2"}, warlocks_elo={"Ana": "1,513", "Cy": "1,488"})
    assert ledger.verify(ladder) == []


def scores_before(season):
    """Ana gets 3, Ben and Cy 2 each, in battles that Elo does not count (E-2)."""
    for winner, *others in (("Ana", "Di", "Eli", "Fay"), ("Ben", "Di", "Eli"), ("Cy", "Di", "Eli")):
        dead = [ParticipantResult(make_player(name), exit=Exit("dead", 1)) for name in others]
        participants = [ParticipantResult(make_player(winner), exit=Exit("standing")), *dead]
        enter_match(
            season=season, participants=participants, by=None, kind="ladder", played_at=timezone.now() - 2 * HOUR
        )
