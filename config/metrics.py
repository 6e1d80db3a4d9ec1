"""The page that Prometheus asks: `/metrics`, only with the setting METRICS, and only for who sends its token.

What is counted, and how, is in `config/counters.py`, which is loaded only with the setting.
"""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

REFUSED = "refused"  # the view of a request that never came to Django


def count_refusal(method: str, status: int) -> None:
    """Count an answer that the server gave without Django."""
    if settings.METRICS:
        from config.counters import count_answer

        count_answer(REFUSED, method, status)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics, to whoever sends the token; for others there is no such page."""
    sent = request.headers.get("Authorization", "")
    if not settings.METRICS or not constant_time_compare(sent, f"Bearer {settings.METRICS}"):
        raise Http404
    from config.counters import CONTENT_TYPE_LATEST, collect_metrics

    return HttpResponse(collect_metrics(), content_type=CONTENT_TYPE_LATEST)
