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
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.challenges.calling_off import call_off_player_challenges
from ladder.services.noting import note_in_admin_log
from ladder.services.permissions import check_author_permission
from ladder.services.players.merging import lock_players
from ladder.services.players.sentences import list_changed_texts
from players.forgetting import NameEraser, build_name_eraser, list_name_words
from players.identity import list_email_addresses, select_accounts, select_with_merged
from players.models import Claim, FormerName, Invitation, Notice, OutboxMessage, Player
from players.names import build_name_key, remove_joiners

NOT_YOURSELF = "You can't erase yourself. Ask another owner of the club."


class Erasure(NamedTuple):
    """What erasing a person does."""

    player: Player
    neutral: str
    accounts: list[User]
    matches: int
    texts: list[str]


def plan_erasure(player: Player) -> Erasure:
    """Return what erasing would do; nothing is stored.

    Raises: ValidationError, "Bo B. is merged into Bo. Erase Bo, or undo the merge first."
    """
    if player.merged_into:
        raise ValidationError(
            f"{player} is merged into {player.merged_into}. Erase {player.merged_into}, or undo the merge first."
        )
    mine = Participant.objects.filter(player__in=select_with_merged([player.pk]))
    texts = [new for _, _, _, new in list_changed_texts(build_player_eraser(player))]
    return Erasure(player, build_neutral_name(player), list(select_accounts(player)), mine.count(), texts)


def erase_player(*, player: Player, by: User) -> Player:
    """Put a neutral name in the place of a person, with whoever is merged into them, and delete their accounts.

    Raises: NotAllowed; ValidationError, "You can't erase yourself. Ask another owner of the club."; else as `planned`.
    """
    check_author_permission(by, Act.PLAYERS)
    with transaction.atomic():
        (player,) = lock_players(player)
        accounts = plan_erasure(player).accounts
        if by in accounts:
            raise ValidationError(NOT_YOURSELF)
        forget = build_player_eraser(player)
        replace_names(player)
        for account in accounts:
            delete_account(account)
        call_off_player_challenges(player)
        forget_file_names(list_name_words(forget.whole))
        for model, field, old, new in list(list_changed_texts(forget)):
            model._default_manager.filter(**{field: old}).update(**{field: new})
        ledger.raise_versions(Ladder.objects.all())
        erased = Player.objects.get(pk=player.pk)
        note_in_admin_log(erased, by, "Erased.")
    return erased


def build_neutral_name(player: Player) -> str:
    """Return what stands for an erased player."""
    name = f"Former player {player.pk}"
    while Player.objects.filter(key=build_name_key(name)).exclude(pk=player.pk).exists():
        name += "*"
    return name


def replace_names(player: Player) -> None:
    """Give the player, and those merged into them, neutral names, and forget all names that they had."""
    own = list(Player.objects.filter(pk__in=select_with_merged([player.pk])))
    for model in (FormerName, Notice, Invitation, Claim):
        model._default_manager.filter(player__in=own).delete()
    Event.objects.filter(player__in=own).update(old="", new="")
    for one in own:
        name = build_neutral_name(one)
        Player.objects.filter(pk=one.pk).update(
            name=name,
            key=build_name_key(name),
            nickname="",
            hidden=False,
            user=None,
            erased_at=timezone.now(),
            retired_on=one.retired_on or timezone.localdate(),
        )


def delete_account(user: User) -> None:
    """Delete an account with its sessions, also one that only asked for a code, and the mail that waits for it."""
    known = list_email_addresses(user)
    for session in Session.objects.all():
        kept = session.get_decoded()
        if kept.get("_auth_user_id") == str(user.pk) or any(one in str(kept) for one in known):
            session.delete()
    OutboxMessage.objects.filter(to__in=list_email_addresses(user)).delete()
    user.delete()


def forget_file_names(names: Collection[str]) -> None:
    """Forget what imported files are called where that has one of these words in it, however it is written."""
    for one in Import.objects.exclude(file=""):
        if any(len(name) > 1 and name in remove_joiners(one.file.casefold()) for name in names):
            Import.objects.filter(pk=one.pk).update(file="")


def build_player_eraser(player: Player) -> NameEraser:
    """Return how a person is forgotten in sentences."""
    own = select_with_merged([player.pk])
    names = [*Player.objects.filter(pk__in=own).values_list("name", "nickname")]
    former = FormerName.objects.values_list("name", flat=True)
    told = {*(name for row in names for name in row), *former.filter(player__in=own)}
    accounts = list(select_accounts(player))
    for user in accounts:
        told |= {user.get_username(), user.get_full_name(), *list_email_addresses(user)}
    others = {*Player.objects.exclude(pk__in=own).values_list("name", flat=True), *former.exclude(player__in=own)}
    others |= {one.username for one in User.objects.only("username") if one not in accounts}
    return build_name_eraser(told, others, build_neutral_name(player))
