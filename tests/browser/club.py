"""A club with something to see on every page, and the addresses of the pages."""

from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.utils import timezone

from ladder.boxes.actions import NewBox, make_boxes
from ladder.challenges.actions import challenge_side
from ladder.formats import Exit, ParticipantResult
from ladder.matches.actions.corrections import void_match
from ladder.matches.actions.disputes import build_proposal, dispute_match
from ladder.models import Board, Court
from ladder.nights.actions import (
    NewCourt,
    begin_night,
    begin_night_game,
    close_night,
    come_to_night,
    enter_game_result,
    rest_at_night,
)
from ladder.rounds.actions import make_round, store_round_wish
from ladder.scene import Scene
from ladder.seasons.actions.life_cycle import close_season, open_next_season
from players.accounts.actions.invitations import claim_player, create_invitation
from players.notices.delivery import keep_in_outbox
from tests.changes import merge_players
from tests.factories import (
    enter_match,
    enter_report,
    make_asking,
    make_ladder,
    make_member,
    make_player,
    play,
    season_of,
)

GAMES = ("warlocks-elo", "warlocks-score", "chips-total", "tournament-points")
SYSTEMS = ("points-exchange", "provisional-elo", "warlocks-score", "tournament-points")
NAMES = ["Bo", "Cleo", "Dana", "Eli", "Faye", "Gus", "Hana", "Ines"]
LONG = "Maximiliana Wolfeschlegelsteinhausenbergerdorff"  # nobody's name may widen a page


class Page(NamedTuple):
    """A page: its address, who looks at it, the button that is pressed first, the answer's status, and what the form
    says by then: the value of a field."""

    url: str
    who: str | None = None
    press: str = ""
    status: int = 200
    says: tuple[str, str] | None = None


STANDINGS = "/backgammon/all-time/"
PAGES = {
    "ladders": Page("/"),
    "home": Page("/", "member"),
    "standings": Page(STANDINGS),
    "own row": Page(STANDINGS, "member"),
    "empty ladder": Page("/empty/"),
    "no hit": Page(f"{STANDINGS}?q=nobody"),
    "sorted": Page(f"{STANDINGS}?sort=-experience"),
    "as then known": Page(f"{STANDINGS}match-length-elo/known?as-of=2020-01-01"),
    "past day": Page(f"{STANDINGS}?as-of=2020-01-01"),
    **{key: Page(f"/games/all-time/{key}/") for key in GAMES},
    "venue": Page("/backgammon/venue"),
    "venue in turns": Page("/games/venue"),
    "empty venue": Page("/empty/venue"),
    "sheet": Page(f"{STANDINGS}match-length-elo/print"),
    "embed": Page(f"{STANDINGS}match-length-elo/embed"),
    "story": Page("/backgammon/story"),
    "honours": Page("/backgammon/honours"),
    "recap": Page(f"{STANDINGS}recap"),
    "certificates": Page("/last-year/all-time/certificates"),
    "systems": Page("/systems/"),
    **{f"system {key}": Page(f"/systems/{key}/") for key in SYSTEMS},
    "calculator with errors": Page("/systems/warlocks-score/?a=x&players=x", status=422),
    "about": Page("/backgammon/about"),
    "about for an organiser": Page("/games/about", "organiser"),
    "rules": Page(f"{STANDINGS}match-length-elo/rules"),
    "player": Page("/players/{player}/"),
    "own page": Page("/players/{player}/", "member"),
    "player on four boards": Page("/players/{other}/"),
    "player before the first match": Page("/players/{player}/?as-of=2020-01-01"),
    "followed players": Page("/players/following", "member"),
    "photograph": Page("/players/{player}/photograph", "member"),
    "opponents": Page("/players/{player}/opponents/"),
    "statement": Page("/players/{other}/statement/"),
    "head to head": Page("/players/{player}/against/{other}/"),
    "long name": Page("/players/{long}/"),
    "long name in a match": Page("/matches/{longest}/"),
    "long name in a correction": Page("/matches/{longest}/correct", "organiser"),
    "long name in head to head": Page("/players/{player}/against/{long}/"),
    "edit player": Page("/players/{player}/edit", "organiser"),
    "erase": Page("/players/{other}/erase", "organiser"),
    "privacy": Page("/players/{player}/privacy", "member"),
    "merge": Page("/players/{twin}/merge?into=Hana", "organiser"),
    "merge refused": Page("/players/{player}/merge?into=Bo", "organiser", status=422),
    "undo a merge": Page("/players/{merged}/undo-merge", "organiser"),
    "report": Page(f"{STANDINGS}report", "member"),
    "record": Page(f"{STANDINGS}record", "organiser"),
    "record asked": Page(
        f"{STANDINGS}record?first=Bo&second=Clea&length=5", "organiser", "button:has-text('Save')", 422
    ),
    "people": Page("/backgammon/people", "organiser"),
    "desk": Page("/desk", "organiser"),
    "settings": Page("/backgammon/settings", "organiser"),
    "late form": Page("/backgammon/settings", "organiser", "button.pri", 403, ("csrfmiddlewaretoken", "a" * 64)),
    "emblem": Page("/settings/emblem", "organiser"),
    "another time zone": Page("/settings", "organiser", "button.pri", says=("time_zone", "Pacific/Auckland")),
    "seasons": Page("/games/seasons", "organiser"),
    "games": Page("/ladders/new", "organiser"),
    "singles or doubles": Page("/ladders/new?game=table-tennis", "organiser"),
    "new ladder": Page(
        "/ladders/new?game=table-tennis&sides=singles",
        "organiser",
        "button:has-text('Create ladder')",
        422,
        ("name", " "),
    ),
    "players": Page("/players/", "organiser"),
    "players for members": Page("/players/", "member"),
    "add players": Page("/players/add", "organiser"),
    "poster": Page("/backgammon/poster", "organiser"),
    "report with errors": Page(f"{STANDINGS}report", "member", "button:has-text('Report result')", 422),
    "report for two others": Page(f"{STANDINGS}report", "organiser"),
    "report of many shapes": Page("/games/all-time/report", "member"),
    "report battle": Page("/games/all-time/report/battle", "member"),
    "report battle with errors": Page("/games/all-time/report/battle", "member", "button.big", 422),
    "report tournament": Page("/games/all-time/report/tournament", "organiser"),
    "report barred": Page("/games/all-time/report/tournament", "member", status=403),
    "challenges": Page("/backgammon/challenges", "member"),
    "challenges to battles": Page("/games/challenges", "member"),
    "boxes": Page("/boxes/all-time/boxes", "member"),
    "boxes for visitors": Page("/boxes/all-time/boxes"),
    "chances of a box": Page("/boxes/all-time/boxes/chances"),
    "race": Page("/boxes/race"),
    "next boxes": Page("/boxes/all-time/boxes/next", "organiser"),
    "other boxes": Page("/boxes/all-time/boxes/make", "organiser"),
    "rounds": Page("/boxes/rounds", "member"),
    "rounds for an organiser": Page("/boxes/rounds", "organiser"),
    "night": Page("/night/tonight", "member"),
    "night for an organiser": Page("/night/tonight", "organiser"),
    "night for visitors": Page("/night/tonight"),
    "partners one wishes": Page("/night/tonight/wishes", "member"),
    "court by hand": Page("/night/tonight/courts/{court}", "organiser"),
    "night that changes": Page("/night/tonight/form", "organiser"),
    "screen of a night": Page("/night/tonight/screen"),
    "night that is over": Page("/night/nights/{night}"),
    "no night": Page("/last-year/tonight", "member"),
    "boxes at the venue": Page("/boxes/venue?turn=boxes"),
    "round at the venue": Page("/boxes/venue?turn=round"),
    "sheet of boxes": Page("/boxes/all-time/boxes/print"),
    "sheet of a round": Page("/boxes/rounds/print"),
    "import": Page("/empty/all-time/import", "organiser"),
    "import without a file": Page("/empty/all-time/import", "organiser", "button:has-text('Check the file')", 422),
    "match": Page("/matches/{match}/"),
    "match for an organiser": Page("/matches/{match}/", "organiser"),
    "void match": Page("/matches/{gone}/", "organiser"),
    "battle": Page("/matches/{battle}/"),
    "log": Page("/backgammon/log"),
    "correct": Page("/matches/{match}/correct", "organiser"),
    "correct with preview": Page("/matches/{match}/correct", "organiser", "#id_length label:has-text('7')"),
    "correct with errors": Page("/matches/{match}/correct", "organiser", "h1", 422),
    "correct battle": Page("/matches/{battle}/correct", "organiser"),
    "revert": Page("/matches/{gone}/revert/1", "organiser"),
    "closed season": Page("/matches/{old}/correct", "organiser"),
    "change of a board": Page(f"{STANDINGS}match-length-elo/change?system=points-exchange", "organiser"),
    "starting ratings": Page(f"{STANDINGS}ratings", "organiser"),
    "change of an opening": Page("/last-year/next/opening", "organiser"),
    "own report": Page("/matches/{own}/", "member"),
    "fix": Page("/matches/{own}/fix", "member"),
    "fix without a change": Page("/matches/{own}/fix", "member", "button.big", 422),
    "dispute": Page("/matches/{match}/dispute", "member"),
    "dispute without words": Page("/matches/{match}/dispute", "member", "button:has-text('Tell the organisers')", 422),
    "pending match": Page("/matches/{pending}/", "member"),
    "disputed match": Page("/matches/{disputed}/"),
    "disputes": Page("/disputes/", "organiser"),
    "uphold": Page("/matches/{disputed}/uphold", "organiser"),
    "correct as a dispute says": Page("/matches/{disputed}/correct", "organiser"),
    "void": Page("/matches/{match}/void", "organiser"),
    "restore": Page("/matches/{gone}/restore", "organiser"),
    "back up": Page("/backup", "organiser"),
    "notices": Page("/players/notices", "member"),
    "sign in": Page("/accounts/login/"),
    "sign in by code": Page("/accounts/login/code/"),
    "unsent mail": Page("/accounts/outbox", "organiser"),
    "invitations": Page("/accounts/invitations", "organiser"),
    "join with errors": Page("/accounts/join/{code}", press="button:has-text('Yes')", status=422),
    "at the venue": Page("/backgammon/at-the-venue"),
    "venue code": Page("/backgammon/venue-code", "organiser"),
    "e-mail": Page("/accounts/email/", "member"),
    "second factor": Page("/accounts/2fa/totp/activate/", "organiser"),
    "sign in with errors": Page("/accounts/login/", press="button:has-text('Sign in')"),
    "password": Page("/accounts/password/change/", "member"),
    "forbidden": Page("/matches/{match}/void", "member", status=403),
    "not found": Page("/no-such-page/", status=404),
}
FIRST_PAGES = {
    *(
        "ladders",
        "home",
        "standings",
        "own row",
        "story",
        "player",
        "own page",
        "match",
        "report",
        "report with errors",
    ),
    *("report battle", "challenges", "venue", "correct with preview", "import", "settings", "desk", "sign in"),
}
"""Pages that most people see, and one of each sort."""
ROLES = [None, "member", "organiser"]


def make_club():
    """Make ladders with matches of every shape; return the pages of each role by name, and the people by role."""
    people = make_people()
    backgammon = season_of(make_ladder(slug="backgammon", name="Backgammon"))
    for name in NAMES:
        duel = play(backgammon, "Ana", name)
        play(backgammon, name, "Olga", 7)
    longest = play(backgammon, LONG, "Ana", 7)
    gone = play(backgammon, "Bo", "Cleo")
    void_match(match=gone, by=people["organiser"], reason="It was practice.", revision=1)
    make_challenge(backgammon, people["member"])
    battle = make_games()
    make_box_club()
    over, court = make_nights(people)
    make_ladder(slug="empty", name="Empty")
    ids = {
        "match": duel.pk,
        "gone": gone.pk,
        "own": make_own(backgammon, people["member"]).pk,
        "disputed": make_disputed(backgammon, people["member"]).pk,
        "pending": make_pending(people["member"]).pk,
        "battle": battle.pk,
        "night": over.pk,
        "court": court.pk,
        "player": make_player("Ana").pk,
        "other": make_player("Bo").pk,
        "long": make_player(LONG).pk,
        "longest": longest.pk,
        "old": make_last_year().pk,
        "twin": make_player("Gus").pk,
        "merged": make_merged(backgammon).pk,
        "code": make_welcome(),
    }
    pages = {name: page._replace(url=page.url.format(**ids)) for name, page in PAGES.items()}
    return {role: {name: page for name, page in pages.items() if page.who == role} for role in ROLES}, people


def make_box_club():
    """Make a ladder with boxes that are half played, one with a long name in it, and with a round."""
    ladder = make_ladder("match-points", "elo", slug="boxes", name="Boxes", box_size=4, round_weeks=2)
    season = season_of(ladder)
    season.starts_on, season.ends_on = timezone.localdate(), timezone.localdate() + timedelta(20)
    season.save()
    players = [make_player(name) for name in (*NAMES[:5], "Ana", LONG, "Olga")]
    make_boxes(season=season, boxes=[NewBox(1, "", keys(players[4:])), NewBox(2, "", keys(players[:4]))])
    for winner, loser in (("Ana", LONG), ("Olga", "Ana"), ("Bo", "Cleo")):
        play(season, winner, loser)
    for player in players:
        store_round_wish(ladder=ladder, player=player, wanted=1)
    make_round(season=season)


def make_nights(people):
    """Make a ladder with a night that is over and one that runs; return the first, and a free court of the other."""
    ladder = make_ladder("elo", slug="night", name="Night", nights="recorders", fewest_a_side=2, most_a_side=2)
    Board.objects.filter(season__ladder=ladder).update(options={"takes": "both"})
    scene, ends_at = Scene(season_of(ladder), people["organiser"]), timezone.now() + timedelta(hours=3)
    players = [make_player(name) for name in (*NAMES, "Ana", LONG)]
    nights = []
    for _ in range(2):
        courts = [NewCourt("One", 4), NewCourt("Table", 2)]
        nights.append(begin_night(scene=scene, ends_at=ends_at, courts=courts))
        for player in players:
            come_to_night(night=nights[-1], scene=scene, player=player)
        table = Court.objects.select_related("night__season__ladder").get(night=nights[-1], name="Table")
        game = begin_night_game(
            court=table, scene=scene, sides=[players[-2:-1], players[-1:]], why="They have not met lately."
        )
        if len(nights) == 1:
            enter_game_result(fixture=game, scene=scene, winner=1)
            close_night(night=nights[0], scene=scene)
    rest_at_night(night=nights[1], scene=scene, player=players[0])
    return nights[0], nights[1].courts.get(name="One")


def keys(players):
    return [one.pk for one in players]


def make_welcome():
    """Let a message and somebody who asks wait for an organiser; return the code of an invitation."""
    keep_in_outbox(EmailMessage("Your sign-in code", "It is ABCD-EFGH.", to=["robin@club.example"]))
    claim_player(player=make_player("Dana"), user=User.objects.create_user("robin", "robin@club.example"))
    return create_invitation(player=make_player("Cleo"), by=None)


def make_own(season, member):
    """Return a match that the member has reported today."""
    participants = [ParticipantResult(member.player, 1.0), ParticipantResult(make_player("Bo"), 0.0)]
    return enter_report(season=season, participants=participants, by=member, kind="rated", facts={"length": 5})


def make_challenge(season, member):
    """Challenge the member."""
    ines = make_member("Ines")
    challenge_side(season=season, by=ines.user, opponents=[member.player])


def make_pending(member):
    """Return a match that waits for the member, on a ladder of its own."""
    season = make_asking(slug="asking", name="Asking")
    bo = make_member("Bo")
    return enter_report(
        season=season,
        participants=[ParticipantResult(bo, 1.0), ParticipantResult(member.player, 0.0)],
        by=bo.user,
        kind="rated",
    )


def make_disputed(season, member):
    """Return a match that the member says is wrong."""
    match = play(season, "Cleo", "Ana")
    proposed = build_proposal(match, 0.0, {})
    return dispute_match(match=match, by=member, note="I won that one.", revision=match.revision, proposed=proposed)


def make_merged(season):
    """Return a player who was merged into another."""
    play(season, "Hana Q.", "Olga")
    merged = make_player("Hana Q.")
    merge_players(player=merged, into=make_player("Hana"))
    return merged


def make_last_year():
    """Make a ladder whose first season is closed and opens the next one; return its match.

    It was played days before, so that in every time zone it lies within its season, whatever the hour of the test.
    """
    season = season_of(make_ladder(slug="last-year", name="Last year", nights="recorders"))
    old = play(season, "Ana", "Bo", on=timezone.localdate() - timedelta(days=7))
    open_next_season(close_season(season), slug="next", name="Next")
    return old


def make_people():
    """Make a member, who plays as Ana, and an organiser, who does not play."""
    member = User.objects.create_user("ana")
    ana = make_player("Ana")
    ana.user = member
    ana.save()
    return {"member": member, "organiser": User.objects.create_user("organiser", is_staff=True)}


def make_games():
    """Make a ladder of every other shape with a match each; return the battle of three."""
    games = season_of(make_ladder(*GAMES, slug="games", name="Games"))
    bo, cleo, dana = (make_player(name) for name in NAMES[:3])
    began = timezone.now() - timedelta(days=1)
    participants = [
        ParticipantResult(bo, exit=Exit("standing")),
        ParticipantResult(cleo, exit=Exit("surrendered", 7)),
        ParticipantResult(dana, exit=Exit("dead", 9)),
    ]
    enter_match(
        season=games,
        participants=[participants[0], participants[2]],
        by=None,
        kind="ladder",
        started_at=began,
        played_at=timezone.now(),
    )
    battle = enter_match(season=games, participants=participants, by=None, kind="friendly", started_at=began)
    enter_match(
        season=games,
        participants=[ParticipantResult(bo, 1.0), ParticipantResult(cleo, 0.0)],
        by=None,
        kind="rated",
        facts={"chips": 12, "length": 5},
    )
    places = [ParticipantResult(player, place=place) for place, player in enumerate((bo, cleo, dana), 1)]
    enter_match(season=games, participants=places, by=None, kind="tournament", facts={"field": 8})
    return battle


def show(page, wanted):
    """Open a page and press its button; return the answer, and say so when it is another one than it should be."""
    answer = page.goto(wanted.url)
    if wanted.press:
        if wanted.says:
            page.evaluate(
                "([name, value]) => { document.querySelector(`#main [name=${name}]`).value = value }", wanted.says
            )
        with page.expect_response(lambda response: response.request.method == "POST") as posted:
            for field in page.locator("#change [inputmode=numeric]").all() if wanted.status == 422 else ():
                field.fill("wrong")
            page.locator(wanted.press).first.click()
        answer = posted.value
        page.locator("[role=alert], #preview table, #h-typed").first.wait_for()
    assert answer.status == wanted.status, wanted
    return answer
