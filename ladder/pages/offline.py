"""What is entered without a network: the worker that keeps the pages for it, and how long a form has waited.

A form with `data-queue` on a page with `_queue.html` waits on the device (`static/js/queue.js`) until the server has
answered; the worker (`worker.js`) keeps the page meanwhile (decision 0085).
"""

from collections.abc import Mapping
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from ladder.pages.addresses import parse_whole_number

LONGEST_WAIT = timedelta(days=30)


@require_safe
def show_worker(request: HttpRequest) -> HttpResponse:
    """Send the script that keeps pages while there is no network."""
    return TemplateResponse(request, "ladder/pages/worker.js", content_type="text/javascript")


def read_waited(values: Mapping[str, str]) -> timedelta:
    """Return how long a form waited on a device for a network; nothing for one that was sent at once."""
    milliseconds = parse_whole_number(values.get("waited", "")) or 0
    return min(milliseconds, LONGEST_WAIT // timedelta(milliseconds=1)) * timedelta(milliseconds=1)
