"""The page of the lab: figures in order, two standings side by side, and the way to another system."""

import sys
from datetime import date, timedelta

import pytest
from django.test import Client

from ladder.formats import ParticipantResult
from ladder.lab.queries.progress import working
from ladder.ratings import list_system_choices
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.models import Player
from tests.factories import at, enter_match, make_ladder, make_player, play, play_all, season_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
DAY = date(2026, 1, 10)
PAIRS, SIDES = (1.0, 1.0, 0.0, 0.0), (1, 1, 2, 2)
ROUND = [("Ann", "Bo"), ("Ann", "Cy"), ("Bo", "Cy"), ("Bo", "Ann"), ("Ann", "Bo"), ("Cy", "Bo")]


@pytest.fixture
def ladder():
    return make_ladder("match-length-elo", "points-exchange")


@pytest.fixture
def season(ladder):
    return season_of(ladder)


def play_rounds(season, count, first=DAY):
    for number in range(count):
        play_all(season, ROUND, on=first + timedelta(number))


def test_lab_says_what_is_missing_where_numpy_is_not_installed(client, season, monkeypatch):
    play_rounds(season, 1)
    monkeypatch.setitem(sys.modules, "numpy", None)
    text = client.get("/club/lab").content.decode()
    assert "The person who runs the site can install club-ladder[lab]." in flat(text)
    assert 'hx-trigger="load' not in text


def test_lab_says_who_predicts_best_and_who_would_stand_where(client, season):
    play_rounds(season, 9)
    answer = client.get("/club/lab")
    page, text = answer.context["page"], flat(answer.content.decode())
    rows = {row.key: row for row in page.rows}
    assert [rows[key].is_in_use for key in ("match-length-elo", "points-exchange", "nardgammon-elo")] == [1, 1, 0]
    shares = [float(row.named) for row in page.rows]
    assert shares == sorted(shares, reverse=True)
    assert (rows["points-exchange"].log_loss, rows["points-exchange"].brier) == ("", "")
    assert "54 matches predicted. In 1 nobody had played before." in text
    assert "Chips is missing." in text
    assert "It rates matches of other kinds: tournament." in text
    assert [one.now.key for one in (page.beside,)] == ["match-length-elo"]
    assert {one.name for one in page.beside.players} == {"Ann", "Bo", "Cy"}
    chosen = client.get("/club/lab?against=points-exchange").context["page"]
    assert chosen.beside.other.key == "points-exchange"
    assert [plot.label for plot in chosen.plots] == ["Match-length Elo"]
    assert client.get("/club/lab?season=no-such&against=no-such").status_code == 200
    assert client.get("/nowhere/lab").status_code == 404
    Player.objects.filter(name="Cy").update(hidden=True)
    assert {one.name for one in client.get("/club/lab").context["page"].beside.players}.isdisjoint({"Cy"})


def test_lab_does_not_judge_by_few_matches(client, season):
    page = flat(client.get("/club/lab").content.decode())
    assert "There are no matches yet that a rating system could predict." in page
    play_rounds(season, 2)
    assert client.get("/club/lab").context["page"].verdicts == [
        "Too few matches to tell: 12 matches with a winner. From 50 on the lab says which system predicts better."
    ]


def test_organiser_switches_from_the_lab_with_a_preview(organises, season):
    """Olga may change the board: its options are filled in as the lab had them. A member is told who may."""
    play_rounds(season, 2)
    assert "Organisers can switch." in flat(Client().get("/club/lab?against=elo~fide").content.decode())
    taken = organises.get("/club/lab?against=points-exchange")
    assert (taken.context["switch"], "has a board in" in flat(taken.content.decode())) == ("", True)
    address = organises.get("/club/lab?against=elo~fide").context["switch"]
    assert address == "/club/all-time/match-length-elo/change?system=elo&variant=elo~fide"
    shown = organises.get(address)
    assert (shown.context["form"]["k_factor"].value(), shown.context["form"]["chance"].value()) == ("fide", "table")
    assert shown.context["tables"]
    assert "Give a reason" not in flat(shown.content.decode())
    values = shown.context["form"].data.dict() | {
        "system": "elo",
        "token": shown.context["token"],
        "reason": "The lab.",
    }
    assert organises.post("/club/all-time/match-length-elo/change", values).status_code == 303
    board = season.boards.first()
    assert (board.system, board.options) == (
        "elo",
        {"k_factor": "fide", "chance": "table", "limit_difference": True},
    )


def test_lab_compares_with_the_board_that_is_chosen_and_over_what_it_takes(organises, season):
    """The second board has the doubles: there the other systems are asked about doubles, too."""
    doubles = season.boards.get(system="points-exchange")
    doubles.options = {"takes": "teams"}
    doubles.save()
    play_rounds(season, 1)
    people = [make_player(name) for name in ("Ann", "Bo", "Cy", "Di")]
    participants = [
        ParticipantResult(one, score, side=side) for one, score, side in zip(people, PAIRS, SIDES, strict=True)
    ]
    enter_match(season=season, participants=participants, by=None, kind="team", played_at=at(DAY), facts={})
    shown = organises.get("/club/lab?board=points-exchange&against=elo~fide")
    page = shown.context["page"]
    assert (page.beside.now.system, page.beside.now.system.takes) == (doubles.rating_system, "teams")
    assert {one.name for one in page.beside.players} == {"Ann", "Bo", "Cy", "Di"}
    changed = organises.get(shown.context["switch"])
    assert (changed.context["board"], changed.context["form"]["takes"].value()) == (doubles, "teams")
    usual = organises.get("/club/lab?against=elo").context["page"].beside
    assert (usual.now.key, len(usual.players)) == ("match-length-elo", 3)


def test_lab_looks_at_one_season_or_at_all(client, season):
    play_rounds(season, 2)
    close_season(season, on=DAY + timedelta(5))
    season.refresh_from_db()
    later = open_next_season(season, slug="spring", name="Spring", rule="fresh")
    play(later, "Di", "Ann", on=DAY + timedelta(20))
    found = {
        asked: client.get(f"/club/lab?season={asked}").context["page"].summary.matches
        for asked in ("", "all-time", "spring", "all")
    }
    assert found == {"": 1, "all-time": 12, "spring": 1, "all": 13}


def test_lab_looks_at_the_newest_matches_of_very_many_and_says_so(client, season, settings):
    play_rounds(season, 2)
    settings.LAB_MATCHES = 4
    answer = client.get("/club/lab")
    assert "The newest 4 of 12 matches." in flat(answer.content.decode())
    assert "4 matches predicted." in flat(answer.content.decode())


def test_lab_is_worked_out_bit_by_bit_and_kept(organises, season, settings):
    """With no time each request does one system; what is finished serves readers for a while, organisers at once."""
    memory = {"BACKEND": "config.caches.MemoryCache", "LOCATION": "test of the lab"}
    settings.CACHES = settings.CACHES | {"lab": memory}
    settings.LAB_SECONDS = 0.0
    client = Client()
    play_rounds(season, 1)
    answers = [client.get("/club/lab", headers={"HX-Request": "true"})]
    while answers[-1].context["page"] is None:
        answers.append(client.get("/club/lab", headers={"HX-Request": "true"}))
    done = [answer.context["progress"].done for answer in answers]
    assert done == list(range(1, answers[0].context["progress"].total + 1))
    assert len(done) > len(list_system_choices())
    assert f"{done[3]} of {done[-1]} systems done" in flat(answers[3].content.decode())
    assert "hx-get" in answers[3].content.decode()
    play(season, "Di", "Ann", on=DAY + timedelta(1))
    assert client.get("/club/lab").context["page"].summary.matches == 6
    with working:  # somebody else's lab
        waiting = organises.get("/club/lab")
    assert (waiting.status_code, waiting.context["page"]) == (200, None)
    settings.LAB_SECONDS = 60.0
    assert organises.get("/club/lab").context["page"].summary.matches == 7
    assert client.get("/club/lab").context["page"].summary.matches == 7
