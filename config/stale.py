"""A form that was sent from a page older than the sign-in, as from another tab: what happened, and the way on."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import REASON_NO_CSRF_COOKIE
from django.urls import reverse

from config.onsite import choose_own_url
from config.typed import find_typed_form, render_refused_form

SIGN_IN_PAGES = {"account_login", "account_request_login_code", "accounts:enter_code", "mfa_authenticate"}
NO_COOKIE = "Your browser sent no cookie. Allow cookies for this site, then try again."
OLDER = "You signed in or out after you opened this page, perhaps in another tab."
LOST = "Nothing was saved. Go back: what you typed should still be there to copy. Then open the page again."
KEPT = "Nothing was saved. What you typed is below. Check it, then send it again."
NO_FILE = "Nothing was saved, and files are not kept. What else you typed is below. Open the page again and fill it in."
TITLE = "This page was open too long"


def answer_csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Lead on whoever is signed in and only wanted to be; tell everybody else what to do (Django's CSRF failure)."""
    match = request.resolver_match
    wanted = bool(match and match.view_name in SIGN_IN_PAGES)
    there = choose_own_url(request, request.POST.get("next"), request.GET.get("next"))
    if wanted and request.user.is_authenticated:
        messages.info(request, "You are already signed in.")
        return HttpResponseRedirect(there, status=303)
    text = NO_COOKIE if reason == REASON_NO_CSRF_COOKIE else OLDER
    if wanted:
        url = f"{reverse('account_login')}?{urlencode({'next': there})}"
        return render_refused_form(request, TITLE, f"{text} You were not signed in.", url, "Sign in", None)
    found = find_typed_form(request) if text == OLDER else None
    url = choose_own_url(request, request.headers.get("Referer"))
    kept = LOST if found is None else KEPT if found.is_whole else NO_FILE
    return render_refused_form(request, TITLE, f"{text} {kept}", url, "Open the page again", found)
