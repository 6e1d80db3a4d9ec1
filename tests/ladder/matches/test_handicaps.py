"""Points that players agree on: in the forms, on the page of the match, in corrections, disputes, fixes and files."""

import io
from zoneinfo import ZoneInfo

import pytest
from django.utils.html import strip_tags

from ladder import ledger
from ladder.changes.versions import describe_version
from ladder.club.actions import create_ladder
from ladder.exports.queries import find_extra_columns, load_records
from ladder.files.match_file import read_match_file
from ladder.files.match_records import build_source_keys, write_match_file
from ladder.formats import ParticipantResult
from ladder.matches.forms.disputes import DisputeForm
from ladder.matches.forms.prefilled import build_fix_form, read_fixed_entry
from ladder.models import Ladder, Match, RatingChange
from players.models import Player
from tests.factories import enter_match, make_ladder, make_player, season_of
from tests.ladder.changes.previews import previewed
from tests.markup import flat

pytestmark = pytest.mark.django_db
REPORT = "/club/all-time/report"
UTC = ZoneInfo("UTC")


@pytest.fixture
def ladder():
    made = make_ladder("elo")
    Ladder.objects.update(takes_handicaps=True)
    return made


def record(ladder, handicap, first="Ana", second="Ben"):
    sides = [ParticipantResult(make_player(first), 1.0), ParticipantResult(make_player(second), 0.0)]
    facts = {"handicap": handicap} if handicap else {}
    return enter_match(season=season_of(ladder), participants=sides, by=None, kind="rated", facts=facts)


def change_of(match, name):
    return round(RatingChange.objects.get(participant__match=match, participant__player__name=name).change, 1)


def test_member_reports_with_points_for_the_opponent(member, ladder, ben):
    """200 more are expected to score 0.76 (R-8), so beating them is worth 0.76 of 32."""
    assert "Handicap for" in member.get(REPORT).text
    sent = {"opponent": str(ben.pk), "winner": "me", "handicap": "200", "handicap_for": "second"}
    assert '<output class="up">+24.3</output>' in flat(member.get(f"{REPORT}/stake", sent, HTTP_HX_REQUEST="true").text)
    page = flat(member.post(REPORT, sent, follow=True).text)
    match = Match.objects.get()
    assert match.facts == {"handicap": -200}
    assert (change_of(match, "Ana"), change_of(match, "Ben")) == (24.3, -24.3)
    page = flat(member.get(match.get_absolute_url()).text)
    assert "Handicap: 200 points for Ben" in page
    assert (
        "200 points were agreed for Ben. For Ana the match counts as if the opponent were rated so much higher." in page
    )
    assert ledger.verify(ladder) == []


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"handicap": "200"}, "Say who gets the points."),
        ({"handicap_for": "first"}, "Enter how many points, or choose nobody."),
        ({"handicap": "2001", "handicap_for": "first"}, "Handicap points: enter a whole number from 0 to 2,000."),
        ({"handicap": "-5", "handicap_for": "first"}, "Handicap points: enter a whole number from 0 to 2,000."),
        ({"handicap": "5", "handicap_for": "both"}, "Choose one of these."),
    ],
)
def test_half_a_handicap_is_told_beside_its_field(member, ladder, ben, sent, sentence):
    page = member.post(REPORT, {"opponent": str(ben.pk), "winner": "me"} | sent)
    assert page.status_code == 422
    assert f'<p class="err">{sentence}</p>' in flat(page.text)
    assert '<details id="more" open>' in page.text
    assert not Match.objects.exists()


def test_ladder_without_handicaps_asks_for_none(member, ben):
    make_ladder("elo")
    assert "andicap" not in member.get(REPORT).text
    member.post(REPORT, {"opponent": str(ben.pk), "winner": "me", "handicap": "200", "handicap_for": "second"})
    assert Match.objects.get().facts == {}


def test_sitting_takes_points_for_the_loser(staff, ladder):
    sent = {"first": "Ana", "second": "Ben", "handicap": "100", "handicap_for": "second"}
    staff.post("/club/all-time/record", sent | {"sure": ["first", "second"]})
    assert Match.objects.get().facts == {"handicap": -100}


def test_whoever_fixes_a_match_as_its_second_player_sees_the_same_points(ladder):
    match = record(ladder, 150)
    ben = Player.objects.get(name="Ben")
    form = build_fix_form(match, ben)
    assert (form["handicap"].value(), form["handicap_for"].value()) == ("150", "second")
    sent = {name: field.value() for name in form.fields if (field := form[name]).value() is not None}
    fixed = build_fix_form(match, ben, sent | {"opponent": str(Player.objects.get(name="Ana").pk)})
    assert fixed.is_valid(), fixed.errors
    result = read_fixed_entry(fixed, match).result
    assert (result.players[0], result.facts) == (ben.pk, {"handicap": -150})


def test_points_of_doubles_go_to_a_side(member, ben):
    """Elo of doubles: all at 1500, so 200 points are worth an expected score of 0.76 (R-8) to the side of Ana."""
    made = create_ladder(slug="club", name="Club", boards=[("elo", {"takes": "teams"})])
    Ladder.objects.update(takes_handicaps=True)
    sent = {"player_1": "Cy", "player_2": "Ben", "player_3": "Di", "winner": "me"}
    sent |= {"handicap": "200", "handicap_for": "first"}
    member.post("/club/all-time/report/teams", sent | {"sure": ["player_1", "player_3", "newcomers"]})
    match = Match.objects.get()
    assert match.facts == {"handicap": 200}
    assert [change_of(match, name) for name in ("Ana", "Cy", "Ben", "Di")] == [7.7, 7.7, -7.7, -7.7]
    text = flat(strip_tags(member.get(match.get_absolute_url()).text))
    assert "Handicap: 200 points for Ana and Cy" in text
    assert (
        "200 points were agreed for the side of Ana and Cy. For the side of Ana and Cy the match counts as if" in text
    )

    form = build_fix_form(match, ben)
    assert (form["handicap"].value(), form["handicap_for"].value()) == ("200", "second")
    sent = {name: field.value() for name in form.fields if (field := form[name]).value() not in (None, [])}
    fixed = build_fix_form(match, ben, sent)
    assert fixed.is_valid(), fixed.errors
    result = read_fixed_entry(fixed, match).result
    assert (result.sides, result.facts) == ((2, 2, 1, 1), {"handicap": 200})
    assert ledger.verify(made) == []


def test_organiser_corrects_who_got_how_many(staff, ladder):
    match = record(ladder, -200)
    url, names = f"/matches/{match.pk}/correct", {"player_0": "Ana", "player_1": "Ben"}
    page = staff.get(url).text
    assert 'value="200"' in page
    assert '<option value="second" selected>Ben</option>' in page
    local = f"{match.played_at:%Y-%m-%d}"
    sent = {"winner": "first", "kind": "rated", "date": local, "time": f"{match.played_at:%H:%M:%S}", **names}
    sent |= {"handicap": "50", "handicap_for": "first", "reason": "It was 50 for Ana.", "revision": "1"}
    text = flat(staff.post(url, sent | {"preview": "1"}).text)
    assert "200 points for Ben" in text
    assert "50 points for Ana" in text
    assert Match.objects.get().facts == {"handicap": -200}
    assert staff.post(url, previewed(staff, url, sent)).status_code == 303
    match = Match.objects.get()
    assert match.facts == {"handicap": 50}
    assert change_of(match, "Ana") < 16
    last, first = match.revisions.order_by("-number")
    players = dict(Player.objects.values_list("pk", "name"))
    assert describe_version(first.version, players) == "Ana beat Ben, handicap 200 points for Ben"
    assert describe_version(last.version, players) == "Ana beat Ben, handicap 50 points for Ana"
    assert ledger.verify(ladder) == []


def test_dispute_may_propose_that_there_was_none(ladder):
    match = record(ladder, 200)
    same = {"reason": "", "winner": "first", "revision": "1"}
    form = DisputeForm(same | {"handicap": "", "handicap_for": ""}, match=match)
    assert form.is_valid(), form.errors
    assert form.proposed["facts"] == {"handicap": 0}
    kept = DisputeForm(same | {"handicap": "200", "handicap_for": "first", "reason": "Hm."}, match=match)
    assert kept.is_valid()
    assert kept.proposed is None


def test_handicap_goes_into_files_and_comes_back(ladder):
    season = season_of(ladder)
    assert find_extra_columns(season)["with_handicaps"] is False
    record(ladder, 0)
    record(ladder, -120, "Ben", "Cy")
    assert find_extra_columns(season)["with_handicaps"] is True
    stream = io.StringIO()
    write_match_file(stream, load_records(season), **find_extra_columns(season))
    assert stream.getvalue().partition("\n")[0].endswith(",handicap")
    sheet = read_match_file(stream.getvalue(), UTC)
    assert [one.facts for one in sheet.records] == [{}, {"handicap": -120}]


def test_match_is_recognised_whichever_player_its_file_names_first():
    """Ana won with 100 points for Ben."""
    ways = (
        "date,winner,loser,handicap\n2026-01-02,Ana,Ben,-100\n",
        "date,player1,player2,result,handicap\n2026-01-02,Ben,Ana,0,100\n",
        "date,match,player,place,handicap\n2026-01-02,1,Ben,2,100\n2026-01-02,1,Ana,1,100\n",
    )
    keys = {build_source_keys(read_match_file(one, UTC).records)[0] for one in ways}
    other = "date,winner,loser,handicap\n2026-01-02,Ana,Ben,100\n"
    assert len(keys) == 1
    assert build_source_keys(read_match_file(other, UTC).records)[0] not in keys
