"""A fact of a match, as a form shows it and takes it back."""

import pytest

from ladder.formats import ParticipantResult
from ladder.matches.actions.venue_codes import make_venue_code
from ladder.matches.forms.corrections import CorrectForm
from ladder.matches.forms.disputes import DisputeForm
from ladder.matches.forms.prefilled import build_fix_form
from ladder.models import Role
from ladder.pairings.queries.comparison import list_pairing_facts
from ladder.ratings import load_kinds
from tests.factories import enter_match, make_ladder, make_member, make_player, play, season_of, signed_in

pytestmark = pytest.mark.django_db
FORMS = {
    "dispute": lambda match, data: DisputeForm(data, match=match),
    "correct": lambda match, data: CorrectForm(data, match=match),
    "fix": lambda match, data: build_fix_form(match, None, data),
}


@pytest.mark.parametrize("chips", [100 / 3, 0.1 + 0.2, 1234567.654321, 0.01, 10**9, 5.0])
@pytest.mark.parametrize("made", FORMS.values(), ids=FORMS)
def test_a_number_that_was_left_alone_is_the_same_to_its_last_digit(made, chips):
    """A spreadsheet may hold such chips; 33.333333333333336 was shown with ten decimals, and refused then."""
    participants = [ParticipantResult(make_player("Ana"), 1.0), ParticipantResult(make_player("Ben"), 0.0)]
    season = season_of(make_ladder("chips-total"))
    match = enter_match(season=season, by=None, kind="rated", facts={"chips": chips}, participants=participants)
    shown = made(match, None)["chips"].value()
    form = made(match, {"chips": shown})
    form.is_valid()
    assert ("chips" in form.errors, form.cleaned_data.get("chips")) == (False, chips)


def list_length_buttons(client, url):
    """The lengths that a page has a button for, and the one that is pressed."""
    field = client.get(url).context["form"]["length"]
    return " ".join(str(radio.data["value"]) for radio in field), field.value()


def test_a_ladder_sets_the_length_buttons_of_all_its_forms(client):
    ladder = make_ladder(match_lengths="2 4 6")
    season, ann = season_of(ladder), make_member("Ann")
    Role.objects.create(ladder=ladder, user=ann.user, role="recorder")
    client.post("/club/at-the-venue", {"code": make_venue_code(ladder=ladder, by=None)})
    member = signed_in(ann.user)

    assert list_length_buttons(member, "/club/all-time/report") == ("2 4 6", "4")
    assert list_length_buttons(client, "/club/at-the-venue/report") == ("2 4 6", "4")
    assert list_length_buttons(member, "/club/all-time/record") == ("2 4 6", "4")
    assert list_pairing_facts(season, load_kinds()["rated"])[0].usual == (2, 4, 6)


def test_a_money_game_has_a_button_whatever_lengths_are_usual():
    """Nardgammon counts one as a match of length 1 (N-2)."""
    make_ladder("nardgammon-elo", match_lengths="5 7")
    member = signed_in(make_member("Ann").user)

    assert list_length_buttons(member, "/club/all-time/report") == ("1 5 7", "5")
    assert "1 for a money game." in member.get("/club/all-time/report").text


@pytest.mark.parametrize("made", FORMS.values(), ids=FORMS)
def test_a_length_without_a_button_stays_in_the_other_field(made):
    season = season_of(make_ladder(match_lengths="2 4 6"))
    form = made(play(season, "Ana", "Ben"), None)
    assert (form["length"].value(), form["length_other"].value()) == ("", "5")
