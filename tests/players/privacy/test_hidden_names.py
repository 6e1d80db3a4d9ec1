"""How names are shortened and hidden: in a text, in the standings that are kept, and where somebody is called so."""

import pytest

from players.privacy.abbreviation import NamedPerson, abbreviate_names
from players.privacy.visitors import VisitorRedaction
from tests.changes import merge_players
from tests.factories import board_of, make_player, play
from tests.players.privacy.test_visitors import SHOWN, TWIN, Names, hide, let


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["Ann Ek"], ["Ann E."]),
        (["Ann"], ["Ann"]),
        (["Ann van der Ek"], ["Ann E."]),
        (["Ek, Ann"], ["Ann E."]),
        (["Tom Hall 2"], ["Tom H."]),
        (["Ann Smith", "Ann Shaw"], ["Ann Sm.", "Ann Sh."]),
        (["Ann Smith", "Ann Shaw", "Ann Small"], ["Ann Smi.", "Ann Sh.", "Ann Sma."]),
        (["Ann Smith", "Ann Smithson"], ["Ann S. 1", "Ann S. 2"]),
        (["Ann Ek", "ANN Ed"], ["Ann E. 1", "Ann E. 2"]),
    ],
)
def test_a_name_is_shortened_until_it_is_somebodys_own(names, called):
    people = [NamedPerson(pk, name) for pk, name in enumerate(names)]
    assert list(map(abbreviate_names(people).get, names)) == called


def test_a_nickname_goes_before_the_initial():
    people = [NamedPerson(1, "Ann Ek", "Foxy"), NamedPerson(2, "Bo Ek"), NamedPerson(3, "Cy Ek", "foxy")]
    assert abbreviate_names(people) == {"Ann Ek": "Foxy 1", "Bo Ek": "Bo E.", "Cy Ek": "Foxy 2"}


@pytest.mark.django_db
def test_half_of_a_name_is_not_told_where_the_whole_is_not():
    let(Names.INITIAL)
    make_player("Anne-Marie O'Hara-Vexworth")
    said = VisitorRedaction().redact_text("Hara? O'Hara-Vexworth? Vexworth said Anne-Marie lost, and so said Anne.")
    assert said == "…? …? … said Anne-Marie lost, and so said Anne."


@pytest.mark.django_db
def test_an_accent_that_is_stored_as_a_sign_of_its_own_tells_no_name():
    hide("Zoë Ostroöm")
    assert (
        VisitorRedaction().redact_text("Zoe\u0308 Ostroo\u0308m lost, Ostroo\u0308m said.")
        == "Hidden player lost, … said."
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "said", "reads"),
    [
        ("王小明", "王小明赢了。", "Hidden player赢了。"),
        ("דוד לוי־כהן", "כהן אמר שלדוד לוי־כהן ולוי־כהן", "כהן אמר שלHidden player ו…"),
    ],
)
def test_a_script_without_capitals_tells_no_name(name, said, reads):
    hide(name)
    assert VisitorRedaction().redact_text(said) == reads


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "reads"),
    [
        ("52% to Quim and Ben Ox. They met.", "52% to Quim and Ben O. They met."),
        ("52% to Quim and Anna. They met.", "52% to Quim and Anna. They met."),
        ("52% to Quim and Anna Weber. They met.", "52% to Quim and Berta W. They met."),
        ("Wen and Wen Li met.", "Wen L. and Wen L. met."),
        ("It was Weber.", "It was …."),
    ],
)
def test_a_sentence_names_whoever_a_guest_became_and_ends_once(said, reads):
    """A name that is shown is not looked through for parts of others."""
    let(Names.INITIAL)
    for name in ("Quim", "Ben Ox", "Anna"):
        make_player(name)
    merge_players(player=make_player("Anna Weber"), into=make_player("Berta Wolf"))
    merge_players(player=make_player("Wen"), into=make_player("Wen Li"))
    assert VisitorRedaction().redact_text(said) == reads


def test_kept_rows_are_those_of_who_asks_and_change_with_the_setting_at_once(client, memory, organiser):
    season = board_of("points-exchange").season
    play(season, SHOWN, TWIN)

    def read_names():
        return [row.name for row in client.get("/club/").context["rows"]]

    assert read_names() == [SHOWN, TWIN]
    let(Names.INITIAL)
    assert read_names() == ["Quillon Ve.", "Quillon Va."]
    hide(SHOWN)
    assert read_names() == ["Hidden player", "Quillon V."]
    client.force_login(organiser)
    assert read_names() == [SHOWN, TWIN]
    client.logout()
    let(Names.FULL)
    assert read_names() == ["Hidden player", TWIN]


@pytest.mark.django_db
def test_a_hidden_player_who_is_merged_counts_as_one_who_is_not():
    hide("Anna Bell")
    merge_players(player=make_player("Anna Bell"), into=make_player("Ana Bell"))
    assert VisitorRedaction().redact_account("vesna") == "vesna"


@pytest.mark.django_db
def test_nobody_is_called_a_hidden_player():
    with pytest.raises(ValueError, match="can't be a name"):
        make_player("hidden  PLAYER")
