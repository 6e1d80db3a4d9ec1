"""What people type about players and accounts."""

from .adding import AddForm
from .editing import EditForm, SeenForm
from .erasing import EraseForm
from .joining import InvitationCodeForm, JoinForm, SheetForm
from .merging import IntoForm, StaysForm, WhyForm
from .notices import MailForm, ReadForm
from .voiding import ReasonForm, SinceForm

__all__ = [
    "AddForm",
    "EditForm",
    "EraseForm",
    "IntoForm",
    "InvitationCodeForm",
    "JoinForm",
    "MailForm",
    "ReadForm",
    "ReasonForm",
    "SeenForm",
    "SheetForm",
    "SinceForm",
    "StaysForm",
    "WhyForm",
]
