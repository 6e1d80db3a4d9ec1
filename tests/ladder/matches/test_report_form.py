"""The report form: what it takes, what it says about the rest, and that nothing makes it fall over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from ladder.matches.actions.reports import report_match
from ladder.matches.forms.two_players import ReportForm
from ladder.models import Adjustment, Ladder, Match
from ladder.scene import Scene
from tests.factories import make_ladder, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def season():
    return season_of(make_ladder())


def form_with(season, player, **values):
    return ReportForm({"length": "5", "winner": "me", **values}, season=season, player=player)


def test_a_result_needs_opponent_length_and_winner_only(season, ana, ben):
    form = form_with(season, ana, opponent=str(ben.pk))

    assert form.is_valid()
    assert (form.entry.players, form.entry.result.scores) == ((ana, ben), (1.0, 0.0))
    assert form.fact_values() == {"length": 5}


def test_a_typed_name_of_any_letter_case_is_the_known_player(season, ana, ben):
    form = form_with(season, ana, newcomer=" bEN ")

    assert form.is_valid()
    assert form.found == ben


def test_a_new_name_is_a_player_who_is_not_saved_yet(season, ana):
    form = form_with(season, ana, newcomer="Rafa")

    assert form.is_valid()
    assert (form.found.pk, form.found.name) == (None, "Rafa")


def test_another_length_goes_before_the_buttons(season, ana, ben):
    form = form_with(season, ana, opponent=str(ben.pk), length_other="15")

    assert form.is_valid()
    assert form.fact_values() == {"length": 15}


def test_whoever_is_stored_second_played_second_unless_the_time_was_entered(season, ana, ben):
    """Members who report at the same time wait for one another; none of them changes the past."""
    sent = [{"winner": "them"}, {"winner": "me"}, {"winner": "me", "time": "00:00"}]
    forms = [form_with(season, ana, opponent=str(ben.pk), **one) for one in sent]
    assert [form.is_valid() for form in forms] == [True] * 3
    typed, later, first = [form.entry for form in reversed(forms)]

    for entry in (later, first):
        report_match(scene=Scene(season, ana.user), entry=entry)

    assert list(Match.objects.order_by("played_at").values_list("participants__score", "sequence")[::2]) == [
        (1.0, 1),
        (0.0, 2),
    ]
    assert (Ladder.objects.get().past_version, Adjustment.objects.count()) == (season.ladder.version, 0)
    match = report_match(scene=Scene(season, ana.user), entry=typed)
    assert timezone.localtime(match.played_at).strftime("%H:%M:%S.%f") == "00:00:00.000000"


def test_yesterday_ends_with_its_last_second(season, ana, ben):
    form = form_with(season, ana, opponent=str(ben.pk), day="yesterday")

    assert form.is_valid()
    ended = timezone.localtime(form.cleaned_data["played_at"])
    assert ended.date() == timezone.localdate() - timedelta(days=1)
    assert f"{ended:%H:%M:%S}" == "23:59:59"


def test_oneself_is_no_opponent(season, ana):
    assert form_with(season, ana, opponent=str(ana.pk)).errors == {"opponent": ["That is you. Choose someone else."]}


def test_nobody_is_no_opponent(season, ana):
    assert form_with(season, ana).errors == {"opponent": ["Choose your opponent."]}


def test_two_opponents_are_one_too_many(season, ana, ben):
    assert list(form_with(season, ana, opponent=str(ben.pk), newcomer="Rafa").errors) == ["newcomer"]


@pytest.mark.parametrize(
    ("length", "sentence"),
    [
        ("7000", "A match is 1 to 999 points long. Did you mean 7?"),
        ("0", "A match is 1 to 999 points long."),
        ("9" * 40, "A match is 1 to 999 points long. Did you mean 9?"),
        ("-3", "A match is 1 to 999 points long."),
        ("nan", "A match is 1 to 999 points long."),
        ("７", "A match is 1 to 999 points long."),
        ("5_0", "A match is 1 to 999 points long. Did you mean 5?"),
    ],
)
def test_a_length_out_of_range_is_named(season, ana, ben, length, sentence):
    assert form_with(season, ana, opponent=str(ben.pk), length_other=length).errors == {"length_other": [sentence]}


BAD = ["\x00", "9" * 40, "-1", "nan", "１２", "\u202eevil", "²", "x" * 5000, "'\"<script>"]


@pytest.mark.parametrize("field", ["opponent", "length", "winner", "kind", "day", "date", "time"])
@pytest.mark.parametrize("value", BAD)
def test_tampering_is_an_error_of_its_field(season, ana, ben, field, value):
    assert field in form_with(season, ana, **{"opponent": str(ben.pk), field: value}).errors


@pytest.mark.parametrize("name", ["\x00", "\u202eAna", "a\u200bb", "x" * 81])
def test_a_name_nobody_can_read_is_refused(season, ana, name):
    assert "newcomer" in form_with(season, ana, newcomer=name).errors


@pytest.mark.parametrize("day", ["0001-01-01", "1899-12-31", "2200-01-01", "9999-12-31"])
def test_a_date_far_away_is_refused(season, ana, ben, day):
    assert "date" in form_with(season, ana, opponent=str(ben.pk), day="other", date=day).errors


def test_tomorrow_is_refused(season, ana, ben):
    day = timezone.localdate() + timedelta(days=1)

    errors = form_with(season, ana, opponent=str(ben.pk), day="other", date=day.isoformat()).errors

    assert errors == {"date": ["A match can't be in the future."]}


def test_where_only_winners_report_nobody_is_asked_who_won(ana):
    season = season_of(make_ladder(reporters="winner"))

    assert "winner" not in ReportForm(season=season, player=ana).fields


@pytest.mark.parametrize(("key", "outcomes"), [("match-length-elo", 2), ("provisional-elo", 3), ("warlocks-score", 3)])
def test_a_draw_is_offered_where_every_board_has_one(ana, key, outcomes):
    form = ReportForm(season=season_of(make_ladder(key)), player=ana)

    assert len(form.outcomes) == outcomes


def test_each_system_brings_its_own_fields(ana):
    form = ReportForm(season=season_of(make_ladder("chips-total", "provisional-elo")), player=ana)

    assert [one.fact.name for one in form.main_facts()] == ["chips"]
    assert [one.fact.name for one in form.more_facts()] == ["moves"]


def test_only_the_length_is_preselected_from_the_last_match(ana):
    season = season_of(make_ladder("chips-total", "match-length-elo"))

    form = ReportForm(season=season, player=ana, last={"length": 7, "chips": 100})

    assert (form["length"].value(), form["chips"].value()) == ("7", "")
