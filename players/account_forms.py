"""What people type about their accounts."""

from allauth.account.forms import RequestLoginCodeForm
from allauth.core import context

from . import attempts


class CodeForm(RequestLoginCodeForm):
    """The address to which a sign-in code goes."""

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        attempts.count(context.request, "send_code", email)
        return str(super().clean_email())
