"""Is it still you? Pages for those who have no password: a code by e-mail, and choosing a password after it."""

from typing import Any

from allauth.account.forms import ConfirmLoginCodeForm
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import PasswordSetView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ladder.views.guards import get_member
from players.adapter import CODE_OVER
from players.attempts import count_attempt
from players.reauthentication import ProofByCode, is_proof_due, proves_by_code

PAGE = "accounts:prove_by_code"


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def prove_by_code(request: HttpRequest) -> HttpResponse:
    """Send a code to the account's address and ask for it; then what was asked for goes on."""
    user = get_member(request)
    there = get_next_redirect_url(request) or "/"
    if not proves_by_code(user):
        return HttpResponseRedirect(f"{reverse('account_reauthenticate')}?{urlencode({'next': there})}")
    process = ProofByCode.resume(request, user)
    if request.method == "POST" and "send" in request.POST:
        count_attempt(request, "send_code", user.username)
        process = ProofByCode.initiate(request, user)
    elif request.method == "POST" and process:
        form = ConfirmLoginCodeForm(request.POST, code=process.code)
        if form.is_valid():
            return process.finish() or HttpResponseRedirect(there)
        if process.record_invalid_attempt():
            return render_proof_page(request, process, form, status=422)
        process = None
        messages.error(request, CODE_OVER)
    elif request.method == "POST":
        messages.error(request, CODE_OVER)
    return render_proof_page(request, process, ConfirmLoginCodeForm())


def render_proof_page(request: HttpRequest, process: ProofByCode | None, form: Any, status: int = 200) -> HttpResponse:
    context = {"form": form, "email": process and process.state["email"], "next": get_next_redirect_url(request) or ""}
    return TemplateResponse(request, "account/prove_by_code.html", context, status=status)


@method_decorator(login_required, name="dispatch")
class ChoosePasswordView(PasswordSetView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask first whether it is still them; a password that was typed before is kept nowhere meanwhile."""
        if is_proof_due(request) and not get_member(request).has_usable_password():
            return HttpResponseRedirect(f"{reverse(PAGE)}?{urlencode({'next': request.path})}")
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer
