"""What visitors read, at every address: nobody's name but as the club shows it."""

import io
import zipfile
from copy import deepcopy
from datetime import date
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User

from ladder import ledger
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.corrections import correct_match
from ladder.matches.actions.disputes import dispute_match
from ladder.models import Match
from ladder.people.actions.players import change_player
from ladder.standings.queries.table import load_standings
from players.models import Club, Player
from players.people.actions import find_players
from players.privacy.redaction import use_redaction
from players.privacy.visitors import VisitorRedaction
from tests.changes import merge_players
from tests.factories import at, enter_match, make_ladder, make_player, play, season_of
from tests.markup import flat
from tests.walking import addresses

DAY = date(2026, 3, 2)
SHOWN, HIDDEN, TWIN = "Quillon Vexworth", "Zephyra Nightwell", "Quillon Varrick"
Names = Club.Names


def let(names):
    """Let the club show names in this way."""
    Club(names=names, pk=Club.ONLY).save()


def hide(name):
    player = make_player(name)
    player.hidden = True
    player.save()
    return player


@pytest.fixture
def club(db, stored_club):
    """Return the season of a club in which everything that can hold a name holds one."""
    return deepcopy(stored_club)


@pytest.fixture(scope="module")
def stored_club(store_once):
    return store_once(make_telling_club)


def make_telling_club():
    season = season_of(make_ladder("match-length-elo", "chips-total", "warlocks-score", "tournament-points"))
    for day in (1, 2, 3):
        play(season, SHOWN, HIDDEN, on=date(2026, 3, day))
    play(season, TWIN, "Quillon Vexwort", on=DAY)
    field = [ParticipantResult(make_player(name), place=place) for place, name in enumerate((HIDDEN, SHOWN, TWIN), 1)]
    enter_match(season=season, participants=field, by=None, kind="tournament", played_at=at(DAY), facts={"field": 3})
    fight = [ParticipantResult(make_player(name), exit=Exit("dead", 1)) for name in (SHOWN, TWIN)]
    fight.append(ParticipantResult(make_player(HIDDEN), exit=Exit("standing")))
    enter_match(season=season, participants=fight, by=None, kind="ladder", played_at=at(DAY))
    merge_players(player=make_player("Quillon Vexwort"), into=make_player(SHOWN), reason=f"Both are {SHOWN}")
    for name, former in ((TWIN, "Quillon Formerly"), (HIDDEN, "Zephyra Before")):
        change_player(player=make_player(name), by=None, reason=f"Asked for by {HIDDEN}", name=former)
        change_player(player=find_players([former.casefold()])[former.casefold()], by=None, name=name)
    told(Match.objects.first())
    hide(HIDDEN)
    return season


def told(match):
    """Let people with telling account names say much of a match."""
    for player in (SHOWN, HIDDEN):
        one = make_player(player)
        one.user = User.objects.create_user(player.lower().replace(" ", "."))
        one.save()
    owner = User.objects.create_user("vexworth.nightwell", is_staff=True)
    correct_match(
        match=match, by=owner, reason=f"{HIDDEN} beat VEXWORTH, Quillon Vexworth said", revision=1, facts={"length": 7}
    )
    match.refresh_from_db()
    dispute_match(match=match, by=make_player(HIDDEN).user, note="Nightwell: it was Zephyra", revision=2)
    match.refresh_from_db()


def read(response):
    """Return all that an answer says, in lower case: its words, its headers, and what a ZIP in it holds."""
    content = b"".join(response) if response.streaming else response.content
    said = [content, *(f"{name}: {value}".encode() for name, value in response.headers.items())]
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            said += [packed.read(name) for name in packed.namelist()]
    return unquote(b"\n".join(said).decode("utf-8", "replace")).casefold()


def asked(season, also):
    """Give every address of this club; also, with what else can be asked for and by htmx, where that is wanted."""
    values = {
        "ladder": [season.ladder.slug],
        "season": [season.slug],
        "board": [board.system for board in season.boards.all()],
        "players:pk": list(Player.objects.values_list("pk", flat=True)),
        "players:other": [make_player(SHOWN).pk, make_player(HIDDEN).pk],
        "ladder:pk": list(Match.objects.values_list("pk", flat=True)),
        "key": ["chips-total"],
        "form": ["csv", "xlsx"],
    }
    for url in addresses(values):
        yield url, {}, {}
        if also:
            yield url, {"as-of": "2026-03-02", "rows": "99", "what": "changes", "page": "1"}, {"HX-Request": "true"}


@pytest.mark.parametrize(
    ("names", "secrets"),
    [
        (Names.FULL, ["zephyra", "nightwell"]),
        (Names.INITIAL, ["zephyra", "nightwell", "vexwort", "varrick", "quillon formerly"]),
    ],
)
def test_no_answer_to_a_visitor_holds_a_name_that_is_not_shown(client, club, names, secrets):
    let(names)
    seen = ""
    for url, query, headers in asked(club, also=names == Names.INITIAL):
        said = read(client.get(url, query, headers=headers))
        for secret in secrets:
            assert secret not in said.replace(secret, "", url.count(secret)), f"{secret} at {url} {query}"
        seen += said
    assert "hidden player" in seen
    assert ("quillon ve." if names == Names.INITIAL else "quillon vexworth") in seen


@pytest.mark.parametrize("names", [Names.FULL, Names.INITIAL])
def test_the_change_log_tells_visitors_old_names_where_the_club_shows_names(client, club, organiser, names):
    let(names)
    url, change = "/club/log?what=events", "name:<s>{}</s>to<b>{}</b>"
    shown, hidden = change.format(TWIN, "Quillon Formerly"), change.format(HIDDEN, "Zephyra Before")
    said = flat(client.get(url).text)
    assert [shown in said, hidden in said, "Hidden player into" in said] == [names == Names.FULL, False, False]
    assert (">two names of Quillon Ve.<" in said) == (names == Names.INITIAL)
    client.force_login(organiser)
    said = flat(client.get(url).text)
    assert [shown in said, hidden in said] == [True, True]


def test_members_read_every_name(client, club):
    let(Names.INITIAL)
    client.force_login(make_player(SHOWN).user)
    standings = client.get("/club/").text
    assert [name in standings for name in (SHOWN, HIDDEN, TWIN, "Hidden player")] == [True, True, True, False]


def test_walls_papers_frames_and_feeds_are_the_visitors_whoever_asks(client, club, organiser):
    let(Names.INITIAL)
    client.force_login(organiser)
    board = "/club/all-time/match-length-elo"
    for url in ("/club/venue", f"{board}/print", f"{board}/embed", "/club/feed.xml"):
        said = client.get(url).text
        assert ("Quillon Ve" in said, "Vexworth" in said, "Zephyra" in said) == (True, False, False), url


def test_a_hidden_player_has_no_page_for_visitors_and_one_for_members(client, club, organiser):
    url = make_player(HIDDEN).get_absolute_url()
    other = make_player(SHOWN).get_absolute_url()
    pages = (url, f"{url}statement/", f"{other}against/{make_player(HIDDEN).pk}/")
    assert [client.get(page).status_code for page in pages] == [404, 404, 404]
    assert "Sign in" in client.get(url).text
    client.force_login(organiser)
    assert [client.get(page).status_code for page in pages] == [200, 200, 200]


@pytest.mark.parametrize("query", ["vexworth", "varrick", "nightwell", "zephyra"])
def test_nobody_is_found_by_a_name_that_is_not_shown(client, club, organiser, query):
    let(Names.INITIAL)
    assert client.get("/club/", {"q": query}).context["rows"] == []
    client.force_login(organiser)
    assert len(client.get("/club/", {"q": query}).context["rows"]) == 1


def test_the_places_of_visitors_are_those_of_members(club):
    board = club.boards.get(system="match-length-elo")
    whole = [(row.rank, row.player, row.rating) for row in load_standings(board).rows]
    let(Names.INITIAL)
    with use_redaction(VisitorRedaction()):
        assert [(row.rank, row.player, row.rating) for row in load_standings(board).rows] == whole


def test_open_pages_and_feed_readers_are_told_when_names_change(client, club):
    poll, tag = f"/club/all-time/match-length-elo/rows?v={client.get('/club/').context['token']}", None
    feed = client.get("/club/feed.xml")
    assert client.get(poll).status_code == 204
    tag = {"If-None-Match": feed.headers["ETag"]}
    assert client.get("/club/feed.xml", headers=tag).status_code == 304
    let(Names.INITIAL)
    assert client.get(poll).status_code == 200
    assert client.get("/club/feed.xml", headers=tag).status_code == 200


@pytest.mark.parametrize("count", [2, 6])
def test_names_take_one_query_however_many_they_are(client, club, count, django_assert_num_queries):
    let(Names.INITIAL)
    for number in range(count):
        make_player(f"Ann Ek{number}")
    with use_redaction(VisitorRedaction()), django_assert_num_queries(2):  # the players, how they are called
        assert "Ann Ek0" not in list(Player.objects.values_list("name", flat=True))


def test_the_fingerprint_is_the_same_whoever_asks(club):
    whole = ledger.fingerprint(club.ladder)
    let(Names.INITIAL)
    with use_redaction(VisitorRedaction()):
        assert ledger.fingerprint(club.ladder) == whole


def test_what_a_visitor_saves_keeps_the_name(club):
    let(Names.INITIAL)
    with use_redaction(VisitorRedaction()):
        player = Player.objects.get(key="quillon vexworth")
        assert player.name == "Quillon Ve."
        player.save()
    assert Player.objects.get(pk=player.pk).name == SHOWN
    assert not player.former_names.exists()


def test_a_shortened_name_that_is_typed_finds_its_player(club):
    let(Names.INITIAL)
    typed = ["quillon ve.", "quillon vexworth", "hidden player", "nobody"]
    with use_redaction(VisitorRedaction()):
        found = find_players(typed)
    assert {key: one.key for key, one in found.items()} == dict.fromkeys(typed[:2], "quillon vexworth")
    assert list(find_players(typed)) == ["quillon vexworth"]
