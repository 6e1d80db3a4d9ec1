"""The club that is kept of a version: something in every table, played on ladders of every system."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.utils import timezone

from ladder import ledger
from ladder.backups.queries.tables import list_backup_tables, read_table_rows
from ladder.challenges.actions import (
    accept_challenge,
    call_off_as_organiser,
    challenge_side,
    decline_challenge,
    open_battle,
    withdraw_challenge,
)
from ladder.club.actions import mark_step_done
from ladder.files.match_file import read_match_file
from ladder.imports.actions import import_matches
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.models import FirstStep, Fixture, Ladder, Match, Standing
from ladder.story.actions import react_to_match
from players.accounts.actions.invitations import claim_player, create_invitation
from players.following.actions import follow_player
from players.models import OutboxMessage, Player
from tests.factories import make_member, make_player, season_of
from tests.ladder.backups.sample_site import make_club
from tests.simulator.club import SimulatedClub
from tests.simulator.rounds import play_rounds

SEED, STEPS = 110, 240
FILE = """date,winner,loser,length
2026-11-03,Ada,Dov,5
2026-11-04,Dov,Bo,7
"""
NOT_IN_IT = {
    "account.EmailConfirmation",  # a link in a mail, for three days
    "auth.User_user_permissions",
    "mfa.Authenticator",  # sealed with the key of a site
    "players.SetAsideAccount",
}


def make_kept_club() -> None:
    """Make the club with a bit of everything, and play a season on it at random.

    Raises: RuntimeError, if something does not add up, or a table has no row.
    """
    owner = User.objects.create_superuser("owner", "owner@club.example", "let me in")
    make_club(owner)
    for report in play_rounds(SimulatedClub(SEED, 1), STEPS):
        if report.wrong:
            raise RuntimeError("\n".join(report.wrong))
    add_what_members_do(User.objects.get(username="ada"), owner)
    add_what_organisers_do(owner)
    add_challenges()
    if empty := {one._meta.label for one in list_backup_tables() if not any(read_table_rows(one))} - NOT_IN_IT:
        raise RuntimeError(f"No row in {', '.join(sorted(empty))}.")


def add_what_members_do(ada: User, owner: User) -> None:
    """Let Ada follow a player and the owner answer the story; one asks to be a player, one has mail that waits."""
    follow_player(user=ada, player=Player.objects.get(name="Cyrus Ék"))
    counted = Match.objects.filter(status=Match.Status.COUNTED)
    react_to_match(match=counted.latest("played_at", "pk"), by=owner, kind="bravo")
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    claim_player(player=make_player("Cyrus Ék"), user=User.objects.create_user("cy"))
    OutboxMessage.objects.create(to=ada.email, subject="Told", body="Told.", error="451 Later", due_at=timezone.now())


def add_what_organisers_do(owner: User) -> None:
    """Let the owner import a file, invite somebody, make the code of the wall, and take a first step."""
    season = season_of(Ladder.objects.get(slug="club"))
    records = read_match_file(FILE, timezone.get_default_timezone()).records
    import_matches(season=season, records=records, by=owner, file="spring.csv")
    create_invitation(player=make_player("Dov"), by=owner)
    make_venue_code(ladder=season.ladder, by=owner)
    mark_step_done(FirstStep.Key.BACKUP)


def add_challenges() -> None:
    """Leave a challenge in each state, one of sides, and a battle that is open."""
    eda, flo, gus, hal = (make_member(name) for name in ("Eda", "Flo", "Gus", "Hal"))
    season = season_of(Ladder.objects.get(slug="fibs"))

    def challenge(**words: Any) -> Fixture:
        return challenge_side(season=season, by=eda.user, opponents=[flo], **words)

    withdraw_challenge(challenge=challenge(), by=eda.user)
    decline_challenge(challenge=challenge(), by=flo.user)
    call_off_as_organiser(challenge=challenge(), by=User.objects.get(username="owner"))
    accept_challenge(challenge=challenge(), by=flo.user)
    challenge_side(season=season, by=gus.user, opponents=[hal], note="Tuesday?")
    doubles = season_of(Ladder.objects.get(slug="doubles"))
    challenge_side(season=doubles, by=eda.user, partners=[flo], opponents=[gus, hal], kind="team")
    open_battle(season=season_of(Ladder.objects.get(slug="battles")), by=eda.user, places=4, kind="friendly")


def describe_club() -> dict[str, Any]:
    """Return what a later version must have of it: each ladder's fingerprint, and the points on each board."""
    points: dict[str, dict[str, float]] = {}
    rows = Standing.objects.select_related("board__season__ladder", "player").order_by("board", "player__key")
    for row in rows:
        points.setdefault(str(row.board), {})[row.player.name] = row.points
    return {"fingerprints": {one.slug: ledger.fingerprint(one) for one in Ladder.objects.all()}, "points": points}
