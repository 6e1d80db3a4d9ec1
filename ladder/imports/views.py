"""A file or pasted cells become matches: read, checked, shown as they would stand, and stored when somebody says yes.

Nothing is kept between the pages: what was read travels in the form, signed. Many rows are left to a worker, where
there is one, and their page is that of a task. Undoing an import shows first what it would do.
"""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from config.htmx import render_page
from ladder import changes
from ladder.access.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.access.permissions import Act, is_allowed
from ladder.changes.forms import PreviewedForm, add_refusal
from ladder.changes.views import ChangePage, answer_change
from ladder.files.interpretation.sheet_choice import SheetTable
from ladder.formats import format_count
from ladder.games import find_doubles_game
from ladder.imports.actions import ImportUndo, build_match_import, describe_import_undo
from ladder.imports.forms import (
    ColumnsForm,
    CommonDayForm,
    DoubtsForm,
    SheetsForm,
    UploadForm,
    name_columns_shown,
    read_chosen_meanings,
    read_chosen_table,
    read_common_day,
)
from ladder.imports.queries.effects import ImportForecast, list_imports
from ladder.imports.queries.system_choice import SystemChoice, load_system_choice
from ladder.imports.queries.uploads import UploadReading, read_upload
from ladder.imports.tasks import (
    IMPORT_UNSEEN,
    ask_for_import,
    describe_import_result,
    find_next_page,
    is_import_for_worker,
)
from ladder.ledger.ladder_lock import StaleChange
from ladder.ledger.storage.bulk import collector_paused
from ladder.models import Board, Import, Season
from ladder.pages.addresses import find_season_or_404
from ladder.ratings import RatingError, list_options
from ladder.ratings.sides import BOTH, SINGLES, TEAMS_ONLY
from ladder.seasons.actions.boards import BoardChange

UPLOAD_TEMPLATE = "ladder/imports/import.html"
CHECK_TEMPLATE = "ladder/imports/import_check.html"
CHOSEN_REASON = "Chosen after the first import."
SIDES_REASON = "A file that was to be imported has singles and doubles."
LACKING_COLUMN = {
    "date": "Choose the column that has the date, or say below on which day all of it was played.",
    "names": "Choose the columns that have the winner and the loser, or both players and the result.",
    "result": "It is not clear who won. Choose the column with the result, or both columns with the scores. Where the"
    " first of the two names always won, choose Winner and Loser for them.",
    "score": "Choose both columns with scores, that of player one and that of player two.",
    "doubles": "There are four players in each row, as in doubles, and nothing says who played together. Choose the"
    " columns of the winner and the winner’s partner, and of the loser and the loser’s partner.",
    "sheet": "Choose at least one sheet.",
    "headings": "The chosen sheets have different headings, so they can’t be read together. Choose sheets with the same"
    " headings, and import the others afterwards.",
    "twice": "Two columns have the same meaning. Choose another meaning for one of them, or ignore it.",
}

UNDO_TEMPLATE = "ladder/imports/import_take_back.html"


@require_permission(Act.IMPORT, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def import_match_file(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Ask for a file, show what it would do, and import it."""
    found = find_season_or_404(ladder, season)
    posted = request.method == "POST"
    form = UploadForm(request.POST, request.FILES) if posted else UploadForm()
    if not posted or not form.is_valid():
        return render_upload_page(request, found, form)
    try:
        return check_or_import(request, found, form)
    except (RatingError, ValidationError) as error:
        add_refusal(form, error)
        return render_upload_page(request, found, form)


def render_upload_page(request: HttpRequest, season: Season, form: UploadForm) -> HttpResponse:
    """Show the page that asks for a file and lists the past imports."""
    context = {"season": season, "ladder": season.ladder, "form": form, "imports": list_imports(season)}
    return render_page(request, UPLOAD_TEMPLATE, context, partial="upload", status=422 if form.errors else 200)


def check_or_import(request: HttpRequest, season: Season, form: UploadForm) -> HttpResponse:
    """Show what a file would do; or import it, if that was shown and the button was pressed."""
    table, by = read_chosen_table(form, request.POST), get_account(request)
    if "count_sides" in request.POST:
        season = count_sides(request, season)
    if is_import_for_worker(table, request.POST):
        return redirect_browser(request, ask_for_import(season, form, table, request.POST, by).get_absolute_url())
    meanings, day = read_chosen_meanings(request.POST, table), read_common_day(request.POST)
    reading = read_upload(season, table, meanings, request.POST, day)
    if "import" not in request.POST or reading.lacking or reading.stopped:
        return render_check_page(request, season, form, table, reading)
    seen = changes.read_seen(request.POST.get("token", ""), [form.cleaned_data["packed"], reading.guess.meanings])
    if seen is None:
        return render_check_page(request, season, form, table, reading, asked=IMPORT_UNSEEN)
    change = build_match_import(season, reading, by=by, file=form.cleaned_data["name"])
    try:
        changes.run(change, seen)
    except StaleChange as error:
        now = find_season_or_404(season.ladder.slug, season.slug)
        return render_check_page(request, now, form, table, reading, asked=error.messages[0])
    messages.success(request, describe_import_result(change.done, reading))
    return redirect_browser(request, find_next_page(season))


def count_sides(request: HttpRequest, season: Season) -> Season:
    """Let a board count singles and doubles, with a message of what came of it; return the season as it is then."""
    board = find_board_for_sides(season)
    try:
        if board is None:
            raise ValidationError("No board here can count both singles and doubles. Make another ladder.")
        options = board.options | {"takes": BOTH}
        change = BoardChange(board, board.system, options, by=get_account(request), reason=SIDES_REASON)
        changes.run(change, changes.build_seen(season, season.ladder.version))
        messages.success(request, f"{season.ladder} counts singles and {season.ladder.name_teams().lower()}.")
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    return find_season_or_404(season.ladder.slug, season.slug)


def find_board_for_sides(season: Season) -> Board | None:
    """Return the first board of a season that counts either singles or doubles and could count both."""
    for board in season.boards.all():
        options = {one.name: getattr(board.rating_system, one.name) for one in list_options(board.rating_system)}
        if options.get("takes") in (SINGLES, TEAMS_ONLY):
            return board
    return None


def render_check_page(
    request: HttpRequest,
    season: Season,
    form: UploadForm,
    table: SheetTable,
    reading: UploadReading,
    asked: str = "",
) -> HttpResponse:
    """Show what a file would do, its doubts, its sheets and the columns."""
    preview = {} if reading.lacking else preview_import(season, form, reading)
    asked = asked if preview.get("button") else ""  # where nothing is left to import, the page says that
    context: dict[str, Any] = {
        "season": season,
        "ladder": season.ladder,
        "packed": form.cleaned_data["packed"],
        "layout": SheetsForm(form.cleaned_data["sheets"], table, reading.guess.heading),
        "columns_of": name_columns_shown(table, reading.guess.heading),
        "common": None if reading.is_dated else CommonDayForm(request.POST),
        "columns": ColumnsForm(reading.guess, season.ladder.most_a_side),
        "doubts": DoubtsForm(list(reading.doubts), request.POST).asked(),
        "reading": reading,
        "lacking": reading.lacking and LACKING_COLUMN[reading.lacking],
        "asked": asked,
    }
    if reading.uncounted.lines:
        context["may_count"] = find_board_for_sides(season) is not None
        may_start = reading.uncounted.counted == SINGLES and is_allowed(request.user, Act.CLUB)
        context["doubles_game"] = find_doubles_game(season.ladder.game) if may_start else None
    status = 422 if reading.lacking or asked else 200
    return render_page(request, CHECK_TEMPLATE, context | preview, partial="check", status=status)


@collector_paused()
def preview_import(season: Season, form: UploadForm, reading: UploadReading) -> changes.Preview:
    """Return what the page says of importing a file, with a token of what was shown."""
    change = build_match_import(season, reading)
    preview, seen = changes.preview_change(change)
    run: ImportForecast = preview["run"]
    return preview | {
        "figures": format_import_figures(run, reading),
        "button": "" if reading.stopped else format_import_button(run, reading),
        "token": seen.build_token([form.cleaned_data["packed"], reading.guess.meanings]),
    }


def format_import_button(run: ImportForecast, reading: UploadReading) -> str:
    """Return the text of the button, such as “Import 12 matches”; "" if there is nothing to import."""
    parts = [f"import {format_count(run.added, 'match', 'matches')}"] if run.added else []
    parts += [f"void {format_count(len(reading.gone), 'match', 'matches')}"] if reading.gone else []
    return " and ".join(parts).capitalize()


def format_import_figures(run: ImportForecast, reading: UploadReading) -> dict[str, str]:
    """Return the printed numbers of matches, players and rows, by label."""
    numbers = {
        "Matches": run.added,
        "New players": len(run.newcomers),
        "Already imported": reading.known,
        "Rows left out": reading.left_out,
    } | ({"Voided": len(reading.gone)} if reading.gone else {})
    return {label: f"{number:,}" for label, number in numbers.items()}


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def show_system_choice(request: HttpRequest, ladder: str, season: str) -> HttpResponse:
    """Show the imported matches under systems that suit the game; one tap chooses, while nothing else came in."""
    found = find_season_or_404(ladder, season)
    choice, error = load_system_choice(found), ""
    if request.method == "POST":
        try:
            return choose_system(request, found, choice)
        except ValidationError as refused:
            error = refused.messages[0]
            found = find_season_or_404(ladder, season)
            choice = load_system_choice(found)
    context = {"ladder": found.ladder, "season": found, "choice": choice, "error": error}
    return TemplateResponse(request, "ladder/imports/systems.html", context, status=422 if error else 200)


def choose_system(request: HttpRequest, season: Season, choice: SystemChoice) -> HttpResponse:
    """Let the main board have another of the compared systems, just as they were shown.

    Raises: ValidationError with a sentence, where the system can't be chosen or something else came in.
    """
    key = request.POST.get("system", "")
    advice = next((one for one in choice.advised if one.key == key), None)
    if advice is None:
        raise ValidationError("Choose one of these systems.")
    version = request.POST.get("version", "")
    if not choice.is_fresh or version != str(season.ladder.version):
        raise ValidationError("A new result came in. Look at the standings again.")
    change = BoardChange(choice.board, key, advice.options, by=get_account(request), reason=CHOSEN_REASON)
    changes.run(change, changes.build_seen(season, season.ladder.version))
    messages.success(request, f"{season.ladder} is rated by {advice.create().about.label}.")
    return redirect_browser(request, season.get_absolute_url())


@require_permission(Act.IMPORT, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
def undo_match_import(request: HttpRequest, ladder: str, season: str, pk: int) -> HttpResponse:
    """Show what undoing an import would do, and undo it."""

    def open_page(values: Any) -> ChangePage:
        found = find_import(ladder, season, pk)
        words = describe_import_undo(found)
        return ChangePage(
            UNDO_TEMPLATE,
            found.season,
            PreviewedForm(values),
            lambda: ImportUndo(found, words),
            "The import was undone.",
            reverse("ladder:match_import", args=[ladder, season]),
            {"import": found, **words},
        )

    return answer_change(request, open_page)


def find_import(ladder: str, season: str, pk: int) -> Import:
    """Return the import with its season and ladder. Raises: Http404."""
    known = Import.objects.select_related("season__ladder", "by")
    return get_object_or_404(known, pk=pk, season__slug=season, season__ladder__slug=ladder)
