"""A fact of a match, as a form shows it and takes it back."""

import pytest

from ladder.formats import ParticipantResult
from ladder.matches.actions.new_match import record_match
from ladder.matches.forms.corrections import CorrectForm
from ladder.matches.forms.disputes import DisputeForm
from ladder.matches.forms.prefilled import build_fix_form
from tests.factories import make_ladder, make_player, season_of

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
    match = record_match(season=season, by=None, kind="rated", facts={"chips": chips}, participants=participants)
    shown = made(match, None)["chips"].value()
    form = made(match, {"chips": shown})
    form.is_valid()
    assert ("chips" in form.errors, form.cleaned_data.get("chips")) == (False, chips)
