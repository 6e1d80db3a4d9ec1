"""How pages look: light, dark or as the reader's system is set; and how every form prints its fields."""

from typing import Any

from django.conf import settings
from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from config.htmx import choose_own_url, is_from_this_site
from config.request_ids import request_id
from players.models import Club

THEME_COOKIE = "theme"
KNOWN_THEMES = ("system", "light", "dark")
THEME_COOKIE_SECONDS = 365 * 24 * 60 * 60


def find_theme(request: HttpRequest) -> str:
    """Return the theme that the reader has chosen, or "system"."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return theme if theme in KNOWN_THEMES else KNOWN_THEMES[0]


def describe_appearance(request: HttpRequest) -> dict[str, Any]:
    """Return what every template can use, such as the club's name, the theme, and how often pages poll."""
    return {
        "club_name": str(Club.current()),
        "theme": find_theme(request),
        "sends_mail": settings.SENDS_MAIL,
        "poll_seconds": settings.POLL_SECONDS,
        "turn_seconds": settings.TURN_SECONDS,
        "request_id": request_id.get(),
    }


@csrf_exempt
@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Store the posted theme if the form was on a page of this site, as the browser says, or has a token.

    The form of our pages has none, because it stands on pages that are made once for all visitors.
    """
    return store_theme(request) if is_from_this_site(request) else csrf_protect(store_theme)(request)


def store_theme(request: HttpRequest) -> HttpResponse:
    """Store the posted theme in a cookie, and go back to the page that the reader was on."""
    theme = request.POST.get("theme", "")
    if theme not in KNOWN_THEMES:
        return HttpResponse(
            f"The theme must be one of {', '.join(KNOWN_THEMES)}.", status=400, content_type="text/plain"
        )
    response = HttpResponse(status=204) if request.headers.get("HX-Request") else redirect_back(request)
    response.set_cookie(
        THEME_COOKIE,
        theme,
        max_age=THEME_COOKIE_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def redirect_back(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the posted address, else to the referring page, else home; never to another site."""
    return HttpResponseRedirect(
        choose_own_url(request, request.POST.get("next"), request.headers.get("Referer")), status=303
    )


class LabelledField(BoundField):
    """A field without the placeholder that allauth's forms give it, and without `required`.

    A form may be sent unfinished, as for a preview; the answer then says beside the field what is missing.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        return super().build_widget_attrs({**attrs, "placeholder": False}, widget) | {"required": False}


class FormRenderer(DjangoTemplates):
    """The forms of this site, by the name in `settings.FORM_RENDERER`."""

    bound_field_class = LabelledField
