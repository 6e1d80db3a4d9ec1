"""What all report pages share: who may report, the tabs, the challenge that was played, and the questions."""

from collections.abc import Collection
from itertools import chain
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from ladder.access.guards import get_account
from ladder.access.permissions import Act, NotAllowed
from ladder.challenges.reports import find_challenge_to_report
from ladder.formats import DUEL, Format, find_format, list_formats
from ladder.matches.forms.match import MatchForm
from ladder.matches.queries.questions import ask_about_absent, ask_about_facts, ask_about_repeats
from ladder.models import Fixture, Ladder, Season
from ladder.pages.addresses import build_report_url, parse_whole_number
from ladder.pages.offline import read_waited
from ladder.pages.seasons import find_off_season
from ladder.scene import Scene, list_season_formats
from players.people.questions import ask_about_names
from players.privacy.redaction import are_names_shortened

CHALLENGE_FIELD = "challenge"


class ReportTab(NamedTuple):
    """A link to the report page of a format."""

    format: Format
    url: str
    label: str


def list_report_tabs(season: Season, *, enters: bool) -> list[ReportTab]:
    """Return the tabs of the report pages that somebody can use; the template prints none for a single page."""
    known = list_season_formats(season)
    shown = [one for one in list_formats() if has_report_page(one, known) and (enters or one.is_for_members)]
    return [ReportTab(one, build_report_url(season, one), name_format(one, season.ladder)) for one in shown]


def name_format(format: Format, ladder: Ladder) -> str:
    """Return what a format is called on a ladder: teams of two are doubles."""
    return ladder.name_teams() if format.has_sides else format.label


def has_report_page(format: Format, known: Collection[Format]) -> bool:
    """Return whether a season with these formats has this format's page; formats of pairs share one page."""
    if format.is_entered_in_rows:
        return format in known
    return any(one.is_entered_as_pair for one in known)


def find_only_rows_format(season: Season) -> Format | None:
    """Return the format that is entered in rows, if no match of two players can be reported here; else None."""
    known = list_season_formats(season)
    if has_report_page(DUEL, known):
        return None
    return next((one for one in list_formats() if one in known), None)


def find_rows_format_or_404(season: Season, key: str) -> Format:
    """Return the format of this key that is entered in rows, or 404 if no board of the season rates it."""
    format = find_format(key)
    if format is None or not format.is_entered_in_rows or format not in list_season_formats(season):
        raise Http404(f"No board of {season} counts matches like this.")
    return format


def refuse_reporter(request: HttpRequest, scene: Scene, format: Format) -> HttpResponse | None:
    """Return the page that says why this member can't report here; None if they can."""
    sentence = scene.refuse(Act.REPORT, format=format)
    off = find_off_season(scene.season) if sentence else None
    words = {"season": scene.season, "sentence": sentence, "running": off and off.running, "section": "report"}
    return TemplateResponse(request, "ladder/matches/match_barred.html", words, status=403) if sentence else None


def find_asked_challenge(request: HttpRequest, season: Season) -> Fixture | None:
    """Return the challenge that the request names, or None; 403 for one of others, 404 for one that is not there."""
    text = request.POST.get(CHALLENGE_FIELD) or request.GET.get(CHALLENGE_FIELD)
    if text is None:
        return None
    try:
        found = find_challenge_to_report(season=season, pk=parse_whole_number(text) or 0, by=request.user)
    except NotAllowed as error:
        raise PermissionDenied(error.messages[0]) from error
    if found is None:
        raise Http404("This challenge can't be reported.")
    found.season = season
    return found


def has_open_question(request: HttpRequest, form: MatchForm) -> bool:
    """Return whether a question about a valid form is still open; the form gets it. A fix is asked about no repeat."""
    entry, user, sure = form.find_entry(), get_account(request), request.POST.getlist("sure")
    if entry is None:
        return False
    key, waited = form.cleaned_data["form_key"], bool(read_waited(request.POST))
    questions = chain(
        ask_about_names({} if are_names_shortened() else form.newcomers()),
        ask_about_absent(entry.players, user),
        ask_about_facts(form.season, form.facts, entry.result.facts),
        () if form.fixes else ask_about_repeats(form.season, entry.result, user, key, waited=waited),
    )
    return form.ask(questions, sure)


def find_form_status(form: MatchForm) -> int:
    """Return the status of the form's page: 422 if something is wrong or asked, else 200."""
    return 422 if form.errors or form.question else 200
