"""Who may do what on a club night, as docs/roles.md says: each button, for oneself and for somebody else."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import timezone

from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import Court, Fixture, Ladder, Match, Role
from ladder.nights import actions
from ladder.nights.actions import NewCourt
from ladder.nights.forms import WEIGHTS
from ladder.nights.views.acts import NIGHT_ACTS
from ladder.scene import Scene
from tests.factories import make_ladder, make_member, make_player, season_of, signed_in
from tests.ladder.access.test_matrix import dump

pytestmark = pytest.mark.django_db
URL = "/club/tonight"
ASKERS = {  # which column of the page they are; a member is Ana, and what is asked is about Ana or about others
    "visitor": 0,
    "screen": 1,
    "screen of a ladder that does not let it": 0,
    "screen with an old code": 0,
    "account without a player": None,
    "organiser of another ladder": None,
    "member": 2,
    "recorder": 3,
    "organiser": 3,
    "owner": 3,
}
ROWS = {
    "tick themselves in, rest, let others choose at the peg board, and go home": (
        *("come Ana", "rest Ana", "pass Ana", "leave Ana"),
    ),
    "begin a game of their own, and enter its result": ("play Ana", "won Ana"),
    "take back a result that they entered": ("undo",),
    "tick others in and out, and add guests": ("come Eve", "rest Eve", "pass Eve", "leave Eve", "come guest"),
    "begin games of others, enter their results, and take a game off its court": ("play Eve", "won Cy", "off"),
    "begin a round, put two together, change the night and end it": ("round", "pair Eve", "form", "end"),
}


def read_rights():
    """Return who may do each thing by the page, as marks for its four columns."""
    text = Path("docs/roles.md").read_text().split("## On a club night")[1].split("\n## ")[0]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {what: [mark == "yes" for mark in marks] for what, *marks in lines[2:]}


@pytest.fixture
def night():
    """A night at which Ana plays Ben, and Cy plays Di; Eve and Flo wait, and Gus has beaten Hal."""
    season = season_of(make_ladder("elo", nights="venue", reporters="any"))
    scene = Scene(season, User.objects.create_user("owner", is_staff=True))
    courts = [NewCourt(name, 2) for name in ("One", "Two", "Three")]
    night = actions.begin_night(scene=scene, ends_at=timezone.now() + timedelta(hours=3), courts=courts)
    make_member("Ana")
    for name in ("Ana", "Ben", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"):
        actions.come_to_night(night=night, scene=scene, player=make_player(name))
    actions.enter_game_result(fixture=begin(scene, "One", "Gus", "Hal"), scene=scene, winner=1)
    begin(scene, "One", "Ana", "Ben")
    begin(scene, "Two", "Cy", "Di")
    return night


def begin(scene, court, *names):
    place = Court.objects.select_related("night__season__ladder").get(name=court)
    return actions.begin_night_game(court=place, scene=scene, sides=[[make_player(name)] for name in names])


def open_browser(asker, ladder):
    """Return somebody's browser, and their account."""
    if asker == "visitor":
        return Client(), None
    if asker.startswith("screen"):
        browser = Client()
        browser.post("/club/at-the-venue", {"code": make_venue_code(ladder=ladder, by=None)})
        if "old" in asker:
            make_venue_code(ladder=ladder, by=None)
        if "not" in asker:
            Ladder.objects.filter(pk=ladder.pk).update(nights="recorders")
        return browser, None
    names = {"member": "ana", "owner": "owner"}
    user, _ = User.objects.get_or_create(username=names.get(asker, asker.replace(" ", "-")))
    if "organiser" in asker or asker == "recorder":
        on = make_ladder(slug="other") if "another" in asker else ladder
        Role.objects.create(ladder=on, user=user, role=asker.split()[0])
    return signed_in(user), user


def build_request(what, night):
    """Return the address of a button and what it sends; what stands in its way is taken away before."""
    act, _, whom = what.partition(" ")
    key = make_player(whom).pk if whom not in ("", "guest") else 0
    games, later = Fixture.objects.filter(match=None), f"{timezone.localtime() + timedelta(hours=4):%H:%M}"
    if what in ("play Ana", "round"):
        games.delete()
    sent = {
        "come": {"name": "Zed", "guest": "1"} if whom == "guest" else {"player": key},
        "rest": {"player": key},
        "pass": {"player": key},
        "pair": {"player": key, "partner": make_player("Flo").pk},
        "leave": {"player": key},
        "play": {"court": night.courts.get(name="Three").pk, "pick": [key, make_player("Flo").pk]},
        "won": {"game": next((one.pk for one in games if key in one.player_keys()), 0), "won": 1},
        "off": {"game": games[0].pk if games else 0},
        "undo": {"match": Match.objects.get().pk, "revision": 1},
        "form": {"night": night.pk, "until": later, "twos": "One, Two, Three", "way": "board", "round_minutes": 15}
        | dict.fromkeys(WEIGHTS, 5),
    }
    return f"{URL}/{act}", sent.get(act, {})


def test_each_button_stands_in_the_table():
    asked = {what.split()[0] for row in ROWS.values() for what in row}
    assert asked == {*NIGHT_ACTS, "form"}
    assert [*ROWS] == [what for what in read_rights() if not what.startswith("look")]


@pytest.mark.parametrize("asker", ASKERS)
def test_everybody_may_what_the_page_says(night, asker):
    browser, user = open_browser(asker, night.season.ladder)
    column, wrong = ASKERS[asker], []
    assert [browser.get(url).status_code for url in (URL, f"{URL}/screen")] == [200, 200]
    for what, row in read_rights().items():
        for act in ROWS.get(what, ()):
            with transaction.atomic():
                Match.objects.update(reported_by=user if column else None, at_venue=asker == "screen")
                path, sent = build_request(act, night)
                before, answer = dump(), browser.post(path, sent)
                is_refused = answer.status_code == 403 or (answer.url or "").startswith("/accounts/login/")
                found = (not is_refused, before != dump())
                if found != ((True, True) if column is not None and row[column] else (False, False)):
                    wrong.append(f"{act}: {answer.status_code}, changed: {found[1]}")
                transaction.set_rollback(True)
    assert wrong == []
