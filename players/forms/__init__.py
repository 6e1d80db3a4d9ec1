"""What people type about players and accounts."""

from players.forms.adding import AddPlayersForm
from players.forms.editing import EditPlayerForm, VisibilityForm
from players.forms.erasing import ErasePersonForm
from players.forms.joining import InvitationCodeForm, InvitationSheetForm, JoinForm
from players.forms.merging import MergeForm, MergeReasonForm, StayingAccountForm
from players.forms.notices import NoticeMailForm, ReadNoticesForm
from players.forms.voiding import VoidReasonForm, VoidSinceForm

__all__ = [
    "AddPlayersForm",
    "EditPlayerForm",
    "ErasePersonForm",
    "InvitationCodeForm",
    "InvitationSheetForm",
    "JoinForm",
    "MergeForm",
    "MergeReasonForm",
    "NoticeMailForm",
    "ReadNoticesForm",
    "StayingAccountForm",
    "VisibilityForm",
    "VoidReasonForm",
    "VoidSinceForm",
]
