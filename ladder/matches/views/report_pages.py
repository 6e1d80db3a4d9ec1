"""What all report pages share: who may report, the tabs, the challenge that was played, and what is asked first."""

from itertools import chain
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse

from ladder.access.guards import get_account
from ladder.access.permissions import NotAllowed, explain_report_refusal, list_season_shapes
from ladder.challenges.reports import find_challenge_to_report
from ladder.matches.forms.match import MatchForm
from ladder.matches.queries.questions import ask_about_absent, ask_about_facts, ask_about_names, ask_about_repeats
from ladder.models import Challenge, Season
from ladder.pages.addresses import parse_whole_number
from ladder.pages.seasons import find_off_season

PAGES = {
    "duel": ("match_record", "Two players", {"duel", "battle"}),
    "battle": ("battle_record", "Battle", {"battle"}),
    "tournament": ("tournament_record", "Tournament", {"tournament"}),
}

FIELD = "challenge"


class ReportTab(NamedTuple):
    """A link to the page of one shape."""

    shape: str
    label: str
    url: str


def build_report_url(season: Season, shape: str) -> str:
    return reverse(f"ladder:{PAGES[shape][0]}", args=[season.ladder.slug, season.slug])


def list_report_tabs(season: Season, *, enters: bool) -> list[ReportTab]:
    """Return the pages that somebody can use; one alone needs no tab."""
    known = list_season_shapes(season)
    shown = [shape for shape in PAGES if known & PAGES[shape][2] and (enters or shape != "tournament")]
    return [ReportTab(shape, PAGES[shape][1], build_report_url(season, shape)) for shape in shown]


def check_shape_known(season: Season, shape: str) -> None:
    """Answer 404 where no board of the season knows the shape."""
    if not list_season_shapes(season) & PAGES[shape][2]:
        raise Http404(f"No board of {season} counts such a match.")


def refuse_reporter(request: HttpRequest, season: Season, shape: str) -> HttpResponse | None:
    """Say why this member can't report here; None when they can."""
    sentence = explain_report_refusal(season, request.user, shape)
    off = find_off_season(season) if sentence else None
    words = {"season": season, "sentence": sentence, "running": off and off.running, "section": "report"}
    return TemplateResponse(request, "ladder/match_barred.html", words, status=403) if sentence else None


def find_asked_challenge(request: HttpRequest, season: Season) -> Challenge | None:
    """Return the challenge that is asked for; one of others is forbidden, and one that is not there is not found."""
    text = request.POST.get(FIELD) or request.GET.get(FIELD)
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
    """Say whether a valid form is asked something first; a match that is only fixed is no repeat."""
    planned, user, sure = form.planned(form.sides()), get_account(request), request.POST.getlist("sure")
    if planned is None:
        return False
    found = [
        ask_about_names(form.newcomers(), planned.result),
        ask_about_absent((side.player for side in form.sides()), user),
        ask_about_facts(form.season, form.facts, form.fact_values()),
        ask_about_repeats(form.season, planned.result, user, form.cleaned_data["form_key"]) if not form.fixes else (),
    ]
    for question in chain.from_iterable(found):
        if question.key not in sure:
            form.question = question
            return True
        form.sure = (*form.sure, question.key)
    return False


def find_form_status(form: MatchForm) -> int:
    """What the form's page answers: something is wrong, or asked, or neither."""
    return 422 if form.errors or form.question else 200
