"""create_demo: the demonstration club on an empty site, and how to sign in."""

from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from ladder.devtools.demonstration import club
from ladder.management.commands.create_demo import Command
from ladder.models import Ladder, Match
from players.models import Player

pytestmark = pytest.mark.strict  # on SQLite tests/ladder/devtools/demonstration makes the same club

MADE = ("backgammon", "padel", "table-tennis", "warlocks")


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker, tmp_path_factory):
    """The folder with the accounts and what the command printed; the club stays for the tests here.

    Four of the ladders are enough, those with challenges or a dispute: the others go by the same ways.
    """
    folder, out = tmp_path_factory.mktemp("var"), Terminal()
    with django_db_blocker.unblock(), transaction.atomic(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.VAR", folder)
        patch.setattr(club, "LADDER_PLANS", [one for one in club.LADDER_PLANS if one.slug in MADE])
        call_command("create_demo", stdout=out)
        yield SimpleNamespace(var=folder, out=out.getvalue())
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_create_demo_tells_the_accounts_once_and_keeps_them_to_itself(made, client):
    path = made.var / "demo-accounts.txt"
    lines = path.read_text().splitlines()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [line.split()[:2] for line in lines] == [["member", "Noor"], ["recorder", "Wen"], ["organiser", "Vesna"]]
    assert made.out.splitlines()[made.out.splitlines().index("Sign in as:") :] == [
        "Sign in as:",
        *(f"  {line}" for line in lines),
        f"They are also in {made.var.name}/demo-accounts.txt.",
    ]
    assert [client.login(username=line.split()[1], password=line.split()[2]) for line in lines] == [True] * 3


@pytest.mark.django_db
def test_only_the_organiser_may_use_the_admin(made):
    assert list(Player.objects.filter(user__is_staff=True).values_list("name", flat=True)) == ["Vesna Marušić"]


@pytest.mark.django_db
def test_a_second_run_changes_nothing(made):
    before = contents()
    assert (len(before[0]), Match.objects.count() > 1_000) == (len(MADE) + 1, True)
    accounts = (made.var / "demo-accounts.txt").read_text()
    with pytest.raises(CommandError) as refused:
        call_command("create_demo")
    assert str(refused.value) == "There is a ladder already. The demonstration only fills an empty site."
    assert contents() == before
    assert (made.var / "demo-accounts.txt").read_text() == accounts


def contents():
    return list(Ladder.objects.values_list("slug", "version")), Match.objects.count(), Player.objects.count()


def test_what_may_be_a_log_gets_no_passwords():
    out = StringIO()
    Command(stdout=out).tell_accounts(["member     Noor    a-secret"], "var/demo-accounts.txt")
    assert out.getvalue() == "How to sign in is in var/demo-accounts.txt.\n"


def test_on_a_terminal_it_says_which_ladder_is_being_made():
    screen = Terminal()
    Command(stdout=screen).tell("Chess ladder (2 of 6)")
    assert screen.getvalue() == "Making Chess ladder (2 of 6)\n"
