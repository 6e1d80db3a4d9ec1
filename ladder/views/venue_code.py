"""Organisers make the venue code of a ladder, change it, and end it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder.models import VenueCode
from ladder.selectors import qr
from ladder.services.permissions import Act
from ladder.services.reports import venue

from .guards import account, by_slug, leave, requires
from .outside import absolute_url, local_address


@requires(Act.SETTINGS, by_slug)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def venue_code(request: HttpRequest, ladder: str) -> HttpResponse:
    """Say whether there is a code; a new one is shown in the answer, and never again."""
    found = by_slug(ladder)
    words = {"ladder": found, "section": "settings", "open": venue.is_for_members(found)}
    words["local"] = local_address(request)
    if request.method == "POST" and "end" in request.POST:
        venue.end_code(ladder=found, by=account(request))
        messages.success(request, "The venue code no longer works.")
        return leave(request, request.path)
    if request.method == "POST" and words["open"]:
        code = venue.make_code(ladder=found, by=account(request))
        path = reverse("ladder:at_venue", args=[found.slug])
        url = absolute_url(request, path)
        words |= {"code": code, "where": url.partition("://")[2], "qr": qr.code(f"{url}?{urlencode({'code': code})}")}
    else:
        words["known"] = VenueCode.objects.filter(ladder=found).select_related("made_by__player").first()
    return TemplateResponse(request, "ladder/venue_code.html", words)
