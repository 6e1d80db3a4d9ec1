"""The pages that take an import back: the list, the preview, the taking back."""

import pytest

from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Import, Match
from ladder.seasons.actions.life_cycle import close_season
from players.models import Player
from tests.factories import make_ladder, season_of
from tests.ladder.changes.previews import applied, previewed
from tests.ladder.imports.test_import_pages import PASTED, URL, hidden, send
from tests.markup import flat

pytestmark = pytest.mark.django_db
WHY = {"reason": "The wrong year."}


@pytest.fixture
def season():
    return season_of(make_ladder("points-exchange"))


@pytest.fixture
def url(staff, season):
    """Where an import of two matches of three new players is taken back."""
    staff.post(URL, {**hidden(send(staff, PASTED.encode(), "march.csv")), "import": "1"})
    return f"{URL}/{Import.objects.get().pk}"


def text(response):
    return flat(response.text)


def test_the_import_page_says_who_brought_what_when_and_from_which_file(staff, url):
    listed = text(staff.get(URL))
    assert "<b>march.csv</b>" in listed
    assert "2 matches, 3 new players" in listed
    assert ">organiser,<time" in listed
    assert f'href="{url}"' in listed


def test_pasted_cells_have_no_file(staff, season):
    assert "Imports so far" not in text(staff.get(URL))
    staff.post(URL, {**hidden(staff.post(URL, {"text": PASTED})), "import": "1"})
    assert "<b>Pasted cells</b>" in text(staff.get(URL))
    Import.objects.update(file="")  # as when somebody is erased whom it named
    assert "<b>A file</b>" in text(staff.get(URL))


@pytest.mark.parametrize(
    ("name", "shown"), [("x" * 250 + ".csv", "x" * 200), ("a\u202ecsv.exe", "acsv.exe"), ("<b>.csv", "&lt;b&gt;.csv")]
)
def test_any_name_of_a_file_can_be_listed(staff, season, name, shown):
    staff.post(URL, {**hidden(send(staff, PASTED.encode(), name)), "import": "1"})
    assert f"<b>{shown}</b>" in text(staff.get(URL))


def test_what_would_change_is_shown_and_nothing_is(staff, url):
    shown = text(staff.get(url))
    assert "2 matches of it are voided" in shown
    assert "3 players that it added, and that appear nowhere else, are retired." in shown
    assert "Matches recalculated" in shown
    assert set(Match.objects.values_list("status", flat=True)) == {"counted"}


def test_a_reason_takes_it_back(staff, url):
    assert applied(staff, url, {"reason": ""}).status_code == 422
    done = applied(staff, url, WHY)
    assert (done.status_code, done.url) == (303, URL)
    assert set(Match.objects.values_list("status", flat=True)) == {"void"}
    assert not Player.objects.filter(retired_on=None).exists()
    listed = text(staff.get(URL))
    assert "Undone by organiser" in listed
    assert f'href="{url}"' not in listed


def test_the_second_of_two_is_told_who_was_first(staff, url):
    late = previewed(staff, url, WHY)
    applied(staff, url, WHY)
    answer = staff.post(url, late)
    assert answer.status_code == 409
    assert "organiser has undone this import in the meantime." in text(answer)
    assert "None of its matches count any more." in text(staff.get(url))
    assert "0 matches" not in text(answer) + text(staff.get(url))


def test_what_was_changed_since_is_named(staff, url, organiser):
    first = Match.objects.first()
    assert "Changed since the import" not in text(staff.get(url))
    void_match(match=first, by=organiser, reason="Never played.", revision=1)
    shown = text(staff.get(url))
    assert f'<a href="/matches/{first.pk}/">Ann beat Bo</a>, voided by organiser' in shown
    assert "“Never played.”" in shown
    assert "1 match of it is voided" in shown


def test_a_closed_season_says_so(staff, url, season):
    close_season(season)
    assert "is closed" in text(staff.get(url))
    assert staff.post(url, WHY).status_code == 409
    assert set(Match.objects.values_list("status", flat=True)) == {"counted"}


def test_another_season_has_no_such_import(staff, url):
    make_ladder("points-exchange", slug="other")
    assert staff.get(url.replace("club", "other")).status_code == 404
    assert staff.get(f"{URL}/{2**64}").status_code == 404


def test_an_import_is_one_line_among_the_recent_changes(staff, url):
    applied(staff, url, WHY)
    for page, voided in (("/desk", 0), ("/club/log?what=changes", 0), ("/club/log?what=events", 0), ("/club/log", 2)):
        shown = text(staff.get(page))
        assert shown.count("</b>undid an import into<a") == 1
        assert shown.count("</b>voided:<a") == voided


def test_the_pages_take_the_same_queries_for_few_and_for_many(
    staff, url, django_assert_num_queries, django_assert_max_num_queries
):
    for number in (1, 9):
        rows = "".join(f"2026-04-{day + 1:02}\tPlayer {number}{day}\tBo\n" for day in range(number))
        staff.post(URL, {**hidden(staff.post(URL, {"text": f"Date\tWinner\tLoser\n{rows}"})), "import": "1"})
        newest = Import.objects.first()
        for one in newest.matches.all():
            correct_match(match=one, by=None, reason="", revision=1, facts={"length": 7})
        with django_assert_num_queries(13):
            staff.get(URL)
        with django_assert_max_num_queries(59):  # one more where letters of somebody's form are looked up
            staff.get(f"{URL}/{newest.pk}")
