"""The page that Prometheus asks: `/metrics`, only with the setting METRICS, and only for who sends its token.

What is counted, and how, is in `config/counters.py`, which is loaded only with the setting.
"""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

METRICS_PATH = "/metrics"
REFUSED_VIEW = "refused"  # the view of a request that never came to Django


def count_refusal(method: str, status: int) -> None:
    """Count an answer that the server gave without Django."""
    if settings.METRICS:
        from config.counters import count_answer

        count_answer(REFUSED_VIEW, method, status)


def count_shared_answer(view: str, method: str, status: int, seconds: float) -> None:
    """Count an answer that Django had given to somebody else, as it counts its own."""
    if settings.METRICS:
        from config.counters import measure_answer

        measure_answer(view, method, status, seconds)


@never_cache
@require_safe
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Answer with all metrics, to whoever sends the token; for others there is no such page."""
    if not is_token(request.headers.get("Authorization", "")):
        raise Http404
    return render_metrics()


def is_token(sent: str) -> bool:
    """Return whether this `Authorization` header has the token."""
    return bool(settings.METRICS) and constant_time_compare(sent, f"Bearer {settings.METRICS}")


def render_metrics(*, is_database_away: bool = False) -> HttpResponse:
    """Return the page with all metrics; without its database only what was counted."""
    from config.counters import CONTENT_TYPE_LATEST, collect_metrics

    return HttpResponse(collect_metrics(is_database_away=is_database_away), content_type=CONTENT_TYPE_LATEST)


def render_metrics_alone(scope: Mapping[str, Any]) -> HttpResponse | None:
    """Return what was counted, if that is asked for, while the database does not answer; else None."""
    sent = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1")
    return render_metrics(is_database_away=True) if scope["path"] == METRICS_PATH and is_token(sent) else None
