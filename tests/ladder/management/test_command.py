"""What all commands share."""

import pytest
from django.core.management import call_command
from django.db import OperationalError

from ladder.management.command import RefusingCommand


class Unlucky(RefusingCommand):
    requires_system_checks = ()

    def handle(self, *args, **options):
        raise OperationalError("connection refused\nIs the server running?")


def test_a_database_that_is_away_is_one_sentence_at_the_prompt_and_an_error_for_the_clock(capsys):
    with pytest.raises(OperationalError):
        call_command(Unlucky())
    with pytest.raises(SystemExit) as ended:
        Unlucky().run_from_argv(["manage.py", "unlucky"])
    assert (ended.value.code, capsys.readouterr().err) == (2, "The database did not do it: connection refused\n")
