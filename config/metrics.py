"""The page that Prometheus asks: `/metrics`, only with the setting METRICS, and only for who sends its token."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics, to whoever sends the token; for others there is no such page."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS or not constant_time_compare(sent, f"Bearer {settings.METRICS}"):
        raise Http404
    from config.counters import CONTENT_TYPE_LATEST, collect_metrics  # it counts from when it is imported

    return HttpResponse(collect_metrics(), content_type=CONTENT_TYPE_LATEST)
