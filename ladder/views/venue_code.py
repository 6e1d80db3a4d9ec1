"""Organisers make the venue code of a ladder, change it, and end it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder.models import VenueCode
from ladder.selectors.qr import build_qr_code
from ladder.selectors.roles import Act
from ladder.services.reports.venue import end_venue_code, make_venue_code, may_members_report
from ladder.views.guards import find_ladder, get_account, redirect_browser, require_permission
from ladder.views.outside import build_absolute_url, find_local_address


@require_permission(Act.SETTINGS, find_ladder)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show_venue_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Say whether there is a code; a new one is shown in the answer, and never again."""
    found = find_ladder(ladder)
    words = {"ladder": found, "section": "settings", "open": may_members_report(found)}
    words["local"] = find_local_address(request)
    if request.method == "POST" and "end" in request.POST:
        end_venue_code(ladder=found, by=get_account(request))
        messages.success(request, "The venue code no longer works.")
        return redirect_browser(request, request.path)
    if request.method == "POST" and words["open"]:
        code = make_venue_code(ladder=found, by=get_account(request))
        path = reverse("ladder:at_venue", args=[found.slug])
        url = build_absolute_url(request, path)
        words |= {
            "code": code,
            "where": url.partition("://")[2],
            "qr": build_qr_code(f"{url}?{urlencode({'code': code})}"),
        }
    else:
        words["known"] = VenueCode.objects.filter(ladder=found).select_related("made_by__player").first()
    return TemplateResponse(request, "ladder/venue_code.html", words)
