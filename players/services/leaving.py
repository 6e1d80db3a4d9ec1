"""Leaving the mail of one kind by a link that needs no sign-in."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.core import signing

from players.models import Notice, NoticeSettings

SALT = "players.leave"


class Unsubscription(NamedTuple):
    """Who would leave, and which kind of notice."""

    user: User
    kind: Notice.Kind


def build_unsubscribe_token(user: User, kind: str) -> str:
    """Return the signed words that let an account leave one kind; they hold for as long as the site's key."""
    return signing.dumps([user.pk, str(kind)], salt=SALT)


def read_unsubscribe_token(token: str) -> Unsubscription | None:
    """Return what a token says, or nothing for one that isn't ours or whose account is gone."""
    try:
        pk, kind = signing.loads(token, salt=SALT)
        user = User.objects.filter(pk=pk).first()
        return Unsubscription(user, Notice.Kind(kind)) if user else None
    except (signing.BadSignature, ValueError, TypeError):
        return None


def stop_notice_mail(leaving: Unsubscription) -> None:
    """Send the account no more mail of this kind; the site tells it on."""
    NoticeSettings.objects.filter(user=leaving.user).update(**{leaving.kind.value: False})
