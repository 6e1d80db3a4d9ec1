"""Names that cannot be seen, or lost letters on their way, are refused wherever a name enters."""

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from ladder.models import Match
from ladder.pages.fields import TitleField, TypedNameField
from players.models import Player
from players.people.actions import find_or_create_players
from players.people.forms import AddPlayersForm
from players.people.names import clean_name, fold_player_name
from tests.factories import make_ladder, season_of

UNSEEN = ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u034f", "\u17b4", "An\u3164n", "\u2800 \u3164"]
MARKS = ["\u0301", "\u0301 \u0308", "\u20dd"]
LOST = ["J\ufffdrgen", "\ufffd"]
SAID = "invisible or control characters|at least one visible letter|stands for a lost letter"


@pytest.mark.parametrize("name", UNSEEN + MARKS + LOST)
def test_such_a_name_is_refused_with_a_sentence(name):
    with pytest.raises(ValueError, match=SAID):
        clean_name(name)


@pytest.mark.parametrize("name", ["Jürgen", "Zoë", "Zoe\u0308", "7", "李", "علی", "김", "가\u11a8", "☠", "(bye)"])
def test_a_name_that_can_be_read_is_taken(name):
    assert clean_name(name)


@pytest.mark.parametrize("field", [TypedNameField, TitleField])
@pytest.mark.parametrize("name", ["\u3164", "\u0301", "\ufffd"])
def test_forms_refuse_it(field, name):
    with pytest.raises(ValidationError, match=SAID):
        field().clean(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["\u3164", "\u0301", "\ufffd"])
def test_no_player_is_made_of_it(name):
    with pytest.raises(ValueError, match=SAID):
        find_or_create_players([name])
    with pytest.raises(ValidationError, match=SAID):
        Player(name=name).save()
    assert not AddPlayersForm({"names": f"Ann\n{name}"}).is_valid()
    assert not Player.objects.exists()


@pytest.fixture
def spreadsheet(tmp_path):
    """A file of one match that somebody of this name won."""

    def write(name):
        path = tmp_path / "matches.csv"
        path.write_text(f"date,winner,loser\n2026-01-05,{name},Ben\n")
        return str(path)

    return write


@pytest.mark.parametrize("name", ["\u3164", "\u0301", "J\ufffdrgen"])
def test_rate_refuses_it_with_its_line(spreadsheet, name, capsys):
    with pytest.raises((CommandError, SystemExit)):
        call_command("rate", spreadsheet(name), system="provisional-elo")
    assert "line 2: A name " in capsys.readouterr().err


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["\u3164", "\u0301", "J\ufffdrgen"])
def test_an_import_refuses_it_with_its_line(spreadsheet, name, capsys):
    season = season_of(make_ladder())
    with pytest.raises((CommandError, SystemExit)):
        call_command("import_matches", season.ladder.slug, spreadsheet(name))
    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db
def test_no_owner_is_called_by_it():
    with pytest.raises(CommandError, match=SAID):
        call_command("create_organiser", "\u3164")


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("Zoë  O’Neill", "zoe o’neill"),
        ("J. Smith", "j smith"),
        ("Øyvind Łukasz Đorđe", "oyvind lukasz dorde"),
        ("Þóra Æbelø", "thora aebelo"),
        ("Straße", "strasse"),
        ("Ωμέγα Алёна", "ωμεγα алена"),
        ("김", "김"),
        ("علی\u200cرضا", "علیرضا"),
    ],
)
def test_a_name_is_searched_and_put_in_order_without_accents(name, folded):
    assert fold_player_name(name) == folded
