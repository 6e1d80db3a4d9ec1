"""Erasing a person: replaces the name with a neutral one everywhere. The results stay.

What is derived does not change, since ratings don't depend on names.
"""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from ladder.models import Event, Import, Ladder, Participant
from players.forgetting import Forgetting, forgetting, words
from players.identity import accounts_of, addresses, selves
from players.models import Claim, FormerName, Invitation, Notice, OutboxMessage, Player
from players.names import name_key, unjoined

from .. import ledger
from ..challenges.calling_off import call_off_of
from ..noting import note
from ..permissions import Act, allow
from .merging import locked
from .sentences import changed_texts

NOT_YOURSELF = "You can't erase yourself. Ask another owner of the club."


class Erasure(NamedTuple):
    """What erasing a person does."""

    player: Player
    neutral: str
    accounts: list[User]
    matches: int
    texts: list[str]


def planned(player: Player) -> Erasure:
    """Return what erasing would do; nothing is stored.

    Raises: ValidationError, "Bo B. is merged into Bo. Erase Bo, or undo the merge first."
    """
    if player.merged_into:
        raise ValidationError(
            f"{player} is merged into {player.merged_into}. Erase {player.merged_into}, or undo the merge first."
        )
    mine = Participant.objects.filter(player__in=selves([player.pk]))
    texts = [new for _, _, _, new in changed_texts(forgotten(player))]
    return Erasure(player, neutral_name(player), list(accounts_of(player)), mine.count(), texts)


def erase(*, player: Player, by: User) -> Player:
    """Put a neutral name in the place of a person, with whoever is merged into them, and delete their accounts.

    Raises: NotAllowed; ValidationError, "You can't erase yourself. Ask another owner of the club."; else as `planned`.
    """
    allow(by, Act.PLAYERS)
    with transaction.atomic():
        (player,) = locked(player)
        accounts = planned(player).accounts
        if by in accounts:
            raise ValidationError(NOT_YOURSELF)
        forget = forgotten(player)
        rename(player)
        for account in accounts:
            delete_account(account)
        call_off_of(player)
        forget_files(words(forget.whole))
        for model, field, old, new in list(changed_texts(forget)):
            model._default_manager.filter(**{field: old}).update(**{field: new})
        ledger.raise_versions(Ladder.objects.all())
        erased = Player.objects.get(pk=player.pk)
        note(erased, by, "Erased.")
    return erased


def neutral_name(player: Player) -> str:
    """Return what stands for an erased player."""
    name = f"Former player {player.pk}"
    while Player.objects.filter(key=name_key(name)).exclude(pk=player.pk).exists():
        name += "*"
    return name


def rename(player: Player) -> None:
    """Give the player, and those merged into them, neutral names, and forget all names that they had."""
    own = list(Player.objects.filter(pk__in=selves([player.pk])))
    for model in (FormerName, Notice, Invitation, Claim):
        model._default_manager.filter(player__in=own).delete()
    Event.objects.filter(player__in=own).update(old="", new="")
    for one in own:
        name = neutral_name(one)
        Player.objects.filter(pk=one.pk).update(
            name=name,
            key=name_key(name),
            nickname="",
            hidden=False,
            user=None,
            erased_at=timezone.now(),
            retired_on=one.retired_on or timezone.localdate(),
        )


def delete_account(user: User) -> None:
    """Delete an account with its sessions, also one that only asked for a code, and the mail that waits for it."""
    known = addresses(user)
    for session in Session.objects.all():
        kept = session.get_decoded()
        if kept.get("_auth_user_id") == str(user.pk) or any(one in str(kept) for one in known):
            session.delete()
    OutboxMessage.objects.filter(to__in=addresses(user)).delete()
    user.delete()


def forget_files(names: Collection[str]) -> None:
    """Forget what imported files are called where that has one of these words in it, however it is written."""
    for one in Import.objects.exclude(file=""):
        if any(len(name) > 1 and name in unjoined(one.file.casefold()) for name in names):
            Import.objects.filter(pk=one.pk).update(file="")


def forgotten(player: Player) -> Forgetting:
    """Return how a person is forgotten in sentences."""
    own = selves([player.pk])
    names = [*Player.objects.filter(pk__in=own).values_list("name", "nickname")]
    former = FormerName.objects.values_list("name", flat=True)
    told = {*(name for row in names for name in row), *former.filter(player__in=own)}
    accounts = list(accounts_of(player))
    for user in accounts:
        told |= {user.get_username(), user.get_full_name(), *addresses(user)}
    others = {*Player.objects.exclude(pk__in=own).values_list("name", flat=True), *former.exclude(player__in=own)}
    others |= {one.username for one in User.objects.only("username") if one not in accounts}
    return forgetting(told, others, neutral_name(player))
