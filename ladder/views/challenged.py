"""Which challenge a report is of: the address or a hidden field names it."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from ladder.models import Challenge, Season
from ladder.services.permissions import NotAllowed
from ladder.services.reports.played import find_challenge_to_report
from ladder.views.asking import parse_whole_number

FIELD = "challenge"


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
