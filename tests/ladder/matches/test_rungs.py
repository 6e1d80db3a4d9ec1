"""Ten challenges of twelve players on a ladder of rungs, the first of them corrected a week later."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User

from ladder import ledger
from ladder.files.player_file import read_player_file
from ladder.formats import ParticipantResult
from ladder.ledger.player_standings import load_past_standings
from ladder.matches.actions.corrections import restore_match, void_match
from ladder.models import Match, Standing
from ladder.profiles.queries.career import describe_career_step
from ladder.profiles.queries.career_rows import load_career
from ladder.seasons.actions.boards import change_board
from ladder.standings.queries.overview import describe_new_rank
from players.models import Notice
from tests.changes import give_starting_ratings
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of
from tests.ladder.changes.previews import applied
from tests.markup import flat

pytestmark = [pytest.mark.django_db, pytest.mark.once]
DAY = date(2026, 3, 1)
NAMES = [
    *("Annemarie Vandenbrouckesteen", "Bo Li", "Cy Young", "Dee Park", "Eve Stone", "Flo Hart"),
    *("Gus Oberhuber-Zwischenberger", "Hal Dow", "Ida Fox", "Jo Ray", "Kit Vale", "Lou Wren"),
]
PLAYERS = dict(zip("ABCDEFGHIJKL", NAMES, strict=True))


@pytest.fixture
def season(time_machine):
    """The ten matches that are worked by hand in the tests of the system, one a day."""
    time_machine.move_to("2026-03-12 12:00Z")
    season = season_of(make_ladder("rungs"))
    order = "name,rating\n" + "".join(f"{name},{rung}\n" for rung, name in enumerate(NAMES, 1))
    give_starting_ratings(board=season.boards.get(), people=read_player_file(order).rows, by=None, reason="Our board.")
    for day, pair in enumerate(("DA", "FC", "LI", "AD", "BF", "HC", "GL", "KJ", "FA", "EH")):
        play(season, *map(PLAYERS.get, pair), on=DAY + timedelta(day))
    return season


def order(season):
    rows = Standing.objects.filter(board__season=season).order_by("-points").values_list("player__name", flat=True)
    assert ledger.verify(season.ladder) == []
    return "".join(name[0] for name in rows)


def test_a_correction_of_the_first_is_previewed_in_rungs_and_moves_everybody_after_it(season, staff):
    """Had Ann won the first: by hand, only F, L, H, K, F and E take a rung after it, from A to L in order."""
    assert order(season) == "FADBEHCGLIKJ"
    match = Match.objects.get(played_at__day=1)
    ann, dee = make_player(PLAYERS["A"]), make_player(PLAYERS["D"])
    values = {"winner": "second", "reason": "The wrong way round", "kind": "rated", "length": "5"}
    values |= {"date": "2026-03-01", "time": "12:00:00", "player_0": dee.name, "player_1": ann.name}
    url = f"/matches/{match.pk}/correct"
    dee.user = User.objects.create_user("dee")
    dee.save()
    page = flat(staff.post(url, values | {"preview": "1"}).text)
    preview = page[page.index("What will change") :]
    assert "<dt>Rungs that change</dt><dd>5</dd>" in preview
    assert 'class="n">Rung</th>' in preview
    assert "Rating</th>" not in preview
    assert order(season) == "FADBEHCGLIKJ"

    applied(staff, url, values)
    assert order(season) == "FABEHCDGLIKJ"
    career = load_career(season.boards.get(), dee)
    told = [(describe_career_step(step), step.change) for step in career.steps][-2:]
    assert told == [("moved down: Hal Dow beat Cy Young", -1), ("moved down: Eve Stone beat Hal Dow", -1)]
    assert Notice.objects.filter(player=dee, text__contains="your rung changed from 3 to 7").count() == 1
    page = flat(staff.get(f"/players/{dee.pk}/statement/").text)
    assert "all later rungs are recalculated" in page


def test_a_walkover_costs_a_rung_where_the_ladder_chose_so_and_the_page_says_it(season, client):
    sides = [ParticipantResult(make_player("Jo Ray"), 1.0), ParticipantResult(make_player("Kit Vale"), 0.0)]
    match = enter_match(season=season, participants=sides, by=None, kind="walkover", played_at=at(date(2026, 3, 11)))
    assert order(season) == "FADBEHCGLIKJ"
    assert "a win and a loss, but no rating changes." in flat(client.get(f"/matches/{match.pk}/").text)

    values = {"move": "take", "draws": False, "rates_walkovers": True}
    change_board(board=season.boards.get(), system="rungs", values=values, by=None, reason="Our rule.")
    assert order(season) == "FADBEHCGLIJK"
    page = flat(client.get(f"/matches/{match.pk}/").text)
    assert "a loss, and rated like a match that was played." in page
    assert "did not play." in page


def test_days_without_a_match_cost_a_rung_and_everybody_sees_why(season, client):
    """With 7 days, whoever last played before 5 March falls by one when Ann beats Flo on 11 March."""
    values = {"move": "take", "draws": False, "rates_walkovers": False, "idle_days": 7}
    board = season.boards.get()
    change_board(board=board, system="rungs", values=values, by=None, reason="Our rule.")
    late = play(season, PLAYERS["A"], PLAYERS["F"], on=DAY + timedelta(10))
    after = order(season)
    shifts = {row.player.name: row for row in late.shifts.select_related("player") if row.change}
    assert shifts
    board.refresh_from_db()
    system = board.rating_system
    for name, row in shifts.items():
        said = system.explain_shift(row.before, row.after) or f"{PLAYERS['A']} beat {PLAYERS['F']}"
        page = flat(client.get(f"/players/{make_player(name).pk}/statement/").text)
        assert f"moved {'up' if row.change > 0 else 'down'}: {said}" in page
    assert "no match for 7 days" in flat(client.get(f"/matches/{late.pk}/").text)
    past = sorted(load_past_standings(board, DAY + timedelta(10)), key=lambda one: -one.rating.points)
    assert "".join(one.name[0] for one in past) == after
    void_match(match=late, by=None, reason="Not played.", revision=1)
    assert order(season) != after
    restore_match(match=late, by=None, reason="It was.", revision=2)
    assert order(season) == after


def test_the_message_after_a_report_says_the_rung(season):
    assert describe_new_rank(season, make_player(PLAYERS["F"])) == "You are on rung 1."
