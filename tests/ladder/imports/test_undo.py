"""Taking back an import: as if it had not been, but for what the history says."""

from copy import deepcopy
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import NotAllowed
from ladder.changes.versions import load_history
from ladder.files.interpretation.sheet_choice import build_sheet_table
from ladder.files.spreadsheet import read_pasted_cells
from ladder.imports.actions import ImportUndo, build_match_import
from ladder.imports.queries.uploads import read_upload
from ladder.ledger.ladder_lock import StaleChange
from ladder.matches.actions.corrections import correct_match, void_match
from ladder.models import Adjustment, Import, Match, MatchRevision, Standing
from ladder.people.actions.erasure import erase_player
from ladder.seasons.actions.life_cycle import close_season
from players.models import Notice, NoticeSettings, Player
from tests.changes import undo_import
from tests.factories import make_ladder, make_member, make_player, play, season_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("memory")]
FILE = "Date\tWinner\tLoser\n2026-03-01\tAnn\tBo\n2026-03-03\tCy\tAnn\n2026-03-05\tBo\tCi Lee\n"


@pytest.fixture(scope="module")
def stored(store_once):
    return store_once(make_season_to_import)


@pytest.fixture
def season(stored):
    return deepcopy(stored)


def make_season_to_import():
    """A season in which Ann beat Dee, and then Dee beat Bo."""
    season = season_of(make_ladder("points-exchange"))
    play(season, "Ann", "Dee", on=date(2026, 3, 2))
    play(season, "Dee", "Bo", on=date(2026, 3, 4))
    return season


def bring(season, organiser, text=FILE, file="march.csv", **answers):
    """Return the import of a text, and how many matches came in."""
    season.ladder.refresh_from_db()
    reading = read_upload(season, build_sheet_table(read_pasted_cells(text)), None, answers)
    change = build_match_import(season, reading, by=organiser, file=file)
    changes.run(change)
    return Import.objects.first(), change.done.added


def table(season):
    return dict(Standing.objects.filter(board__season=season).values_list("player__name", "points"))


def test_the_ladder_is_what_it_was_before(season, organiser):
    before = table(season), ledger.fingerprint(season.ladder)
    taken, added = bring(season, organiser)
    assert (added, table(season) == before[0]) == (3, False)
    undo_import(taken=taken, by=organiser, reason="Wrong year.")
    assert (table(season), ledger.fingerprint(season.ladder)) == before
    assert list(ledger.verify(season.ladder)) == []


def test_every_match_says_by_whom_and_why_and_nothing_else(season, organiser):
    with timezone.override("Asia/Bangkok"):
        taken, _ = bring(season, organiser)
        undo_import(taken=taken, by=organiser, reason="Wrong year.")
        newest = [load_history(match)[0] for match in taken.matches.all()]
    said = {(one.who, one.verb, one.reason, one.number, *one.differences) for one in newest}
    assert said == {("organiser", "voided", "Import undone: Wrong year.", 2)}
    assert {one.version["status"] for one in MatchRevision.objects.filter(number=2)} == {"void"}


def test_what_it_did_to_the_standings_is_told_once(season, organiser):
    was = bring(season, organiser)[0], table(season)
    undo_import(taken=was[0], by=organiser, reason="Wrong year.")
    now = table(season)
    back = Adjustment.objects.filter(event=Import.objects.get().taken_back)
    told = {row.player.name: (row.before, row.after) for row in back.select_related("player")}
    assert told == {name: (was[1][name], now.get(name)) for name in was[1] if was[1][name] != now.get(name)}
    events = set(back.values_list("event__verb", "event__reason", "event__season"))
    assert events == {("take-back", "Wrong year.", season.pk)}


def test_only_those_are_retired_whom_it_made_and_nothing_else_knows(season, organiser):
    make_player("Cy")
    taken, _ = bring(season, organiser, FILE + "2026-03-06\tEve\tFay\n")
    play(season, "Fay", "Ann")
    assert set(taken.players.values_list("name", flat=True)) == {"Ci Lee", "Eve", "Fay"}
    undo_import(taken=taken, by=organiser, reason="Wrong year.")
    retired = Player.objects.filter(retired_on=timezone.localdate()).values_list("name", flat=True)
    assert set(retired) == {"Ci Lee", "Eve"}


def test_the_same_file_brings_it_in_again(season, organiser):
    taken, _ = bring(season, organiser)
    full = table(season)
    undo_import(taken=taken, by=organiser, reason="Wrong year.")
    change = build_match_import(season, read_upload(season, build_sheet_table(read_pasted_cells(FILE)), None, {}))
    assert change.describe(change.plan())["run"].newcomers == ["Cy", "Ci Lee"]
    again, added = bring(season, organiser)
    assert (added, table(season)) == (3, full)
    assert set(again.players.values_list("name", flat=True)) == {"Cy", "Ci Lee"}
    assert not Player.objects.filter(retired_on__isnull=False).exists()
    assert bring(season, organiser)[1] == 0


def test_a_name_that_it_made_is_doubted_again(season, organiser):
    text = "Date\tWinner\tLoser\n" + "2026-03-01\tAnn\tGeorge\n" * 3 + "2026-03-03\tGeorga\tAnn\n"
    title = "“Georga” looks like George."

    def doubts():
        table = build_sheet_table(read_pasted_cells(text))
        return {one.title: one.key for one in read_upload(season, table, None, {}).doubts}

    taken, _ = bring(season, organiser, text, **{doubts()[title]: "new"})
    assert title not in doubts()
    undo_import(taken=taken, by=organiser, reason="Georga is George.")
    assert title in doubts()


def test_what_was_changed_since_goes_too_and_what_was_void_stays_as_it_was(season, organiser):
    taken, _ = bring(season, organiser)
    first, second, third = Match.objects.filter(imported_in=taken).order_by("sequence")
    day = timezone.localtime(first.played_at).replace(day=8)
    correct_match(match=first, by=organiser, reason="A week later.", revision=1, played_at=day)
    void_match(match=second, by=organiser, reason="Never played.", revision=1)
    undo_import(taken=taken, by=organiser, reason="Wrong year.")
    assert set(Match.objects.filter(imported_in=taken).values_list("status", flat=True)) == {"void"}
    last = [one.revisions.latest("number") for one in (first, second, third)]
    assert [(one.number, one.reason.partition(":")[0]) for one in last] == [
        (3, "Import undone"),
        (2, "Never played."),
        (2, "Import undone"),
    ]
    assert list(ledger.verify(season.ladder)) == []
    assert bring(season, organiser)[1] == 2  # what somebody voided by itself does not come back


def test_of_two_organisers_the_second_is_told(season, organiser):
    taken, _ = bring(season, organiser)
    version = type(season.ladder).objects.get().version
    undo_import(taken=taken, by=organiser, reason="Wrong year.", version=version)
    with pytest.raises(StaleChange, match=f"{organiser.username} has undone this import in the meantime."):
        undo_import(taken=taken, by=organiser, reason="Wrong year.", version=version)


def test_a_result_that_came_in_meanwhile_is_shown_first(season, organiser):
    taken, _ = bring(season, organiser)
    version = type(season.ladder).objects.get().version
    play(season, "Ann", "Dee")
    with pytest.raises(StaleChange, match="A new result came in"):
        undo_import(taken=taken, by=organiser, reason="Wrong year.", version=version)
    assert Match.objects.filter(status="void").count() == 0


def test_a_closed_season_keeps_its_imports(season, organiser):
    taken, _ = bring(season, organiser)
    close_season(season)
    with pytest.raises(ValidationError, match=r"All time is closed\. Reopen it first\."):
        undo_import(taken=taken, by=organiser, reason="Wrong year.")


def test_members_take_nothing_back(season, organiser):
    taken, _ = bring(season, organiser)
    with pytest.raises(NotAllowed):
        undo_import(taken=taken, by=make_member("Zed").user, reason="Wrong year.")


def test_whoever_is_moved_far_is_told(season, organiser):
    ann = make_member("Ann")
    taken, _ = bring(season, organiser, "Date\tWinner\tLoser\n" + "2026-03-01\tBo\tAnn\n" * 30)
    undo_import(taken=taken, by=organiser, reason="Wrong year.")
    assert Notice.objects.get(player=ann).text.startswith(
        f"{organiser.username} undid an import. Your rating changed from"
    )


def test_whoever_loses_a_badge_by_it_is_told(season, organiser):
    ann = make_member("Ann").user
    NoticeSettings.objects.create(user=ann, moved_by=1000)
    rows = [f"2026-03-1{number}\tAnn\tNew {number}" for number in range(10)]
    taken, added = bring(season, organiser, "\n".join(["Date\tWinner\tLoser", *rows]))
    change = ImportUndo(taken, by=organiser, reason="Another club's.")
    preview, seen = changes.preview_change(change)
    changes.run(change, seen)

    assert added == 10
    assert "Ann loses the badge “Sociable”." in preview["honours"]
    told = Notice.objects.get(player__user=ann, kind="correction").text
    assert told == "organiser undid an import. You lose the badges “Summit”, “Unstoppable” and “Sociable”."


@pytest.mark.parametrize("file", ["Ann Ek march.csv", "ann_ek.csv", "results-ANN.xlsx"])
def test_erasing_somebody_forgets_a_file_that_is_called_by_their_name(season, organiser, file):
    bring(season, organiser, file=file)
    Player.objects.filter(name="Ann").update(name="Ann Ek", key="ann ek")
    erase_player(player=Player.objects.get(name="Ann Ek"), by=organiser)
    assert Import.objects.get().file == ""
    bring(season, organiser, "Date\tWinner\tLoser\n2026-03-01\tDee\tBo\n", "march.csv")
    assert Import.objects.first().file == "march.csv"


def test_whoever_was_erased_does_not_play_again(season, organiser):
    undo_import(taken=bring(season, organiser)[0], by=organiser, reason="Wrong year.")
    erased = erase_player(player=Player.objects.get(name="Ci Lee"), by=organiser)
    bring(season, organiser, f"Date\tWinner\tLoser\n2026-03-01\tAnn\t{erased.name}\n")
    erased.refresh_from_db()
    assert erased.retired_on
