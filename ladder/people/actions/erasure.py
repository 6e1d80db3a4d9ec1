"""Erase a person: a neutral name stands in place of theirs everywhere. The results stay.

Ratings don't depend on names, so nothing that is derived changes.
"""

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone

from ladder import changes, ledger
from ladder.access.permissions import Act, check_author_permission
from ladder.challenges.actions import call_off_player_challenges
from ladder.changes.actions import note_in_admin_log
from ladder.models import Event, Import, Ladder, Participant, PartnerWish, Visit
from ladder.people.actions.players import lock_players
from ladder.tasks.actions import delete_old_content
from players.models import Claim, Follow, FormerName, Invitation, Notice, OutboxMessage, Player
from players.people.names import build_name_key, fold_player_name, remove_joiners
from players.people.queries import list_email_addresses, select_accounts
from players.photographs.actions import delete_photographs
from players.privacy.erasure import NameEraser, build_name_eraser, list_name_words

SENTENCE_LENGTH = 150  # characters: a shorter column holds a word or a name of something, not a sentence
# the tables of these apps belong to other people; the person's own rows are deleted
ACCOUNT_APPS = {"auth", "account", "mfa", "sessions", "usersessions", "contenttypes"}

NOT_YOURSELF = "You can't erase yourself. Ask another owner of the club."


def list_changed_texts(eraser: NameEraser) -> Iterator[tuple[type[models.Model], str, str, str]]:
    """Yield each sentence of the site that names the person: model, column, old text, new text."""
    for model, field in list_sentence_columns():
        for text in model._default_manager.order_by().values_list(field, flat=True).distinct():
            new = remove_person_from_text(eraser, text or "")[: find_column_limit(model, field)]
            if new != (text or ""):
                yield model, field, text, new


def remove_person_from_text(eraser: NameEraser, text: str) -> str:
    """Return a text without the person. What the admin noted is a list in JSON; its keys stay."""
    try:
        noted = json.loads(text) if text.startswith("[") else None
    except (ValueError, RecursionError):
        noted = None
    if not isinstance(noted, list):
        return eraser(text)
    new = remove_person_from_json(eraser, noted)
    return text if new == noted else json.dumps(new)


def remove_person_from_json(eraser: NameEraser, value: Any) -> Any:
    """Return a value that was read from JSON without the person."""
    if isinstance(value, dict):
        return {key: remove_person_from_json(eraser, held) for key, held in value.items()}
    if isinstance(value, list):
        return [remove_person_from_json(eraser, held) for held in value]
    return eraser(value) if isinstance(value, str) else value


def list_sentence_columns() -> Iterator[tuple[type[models.Model], str]]:
    """Yield model and name of each column that can hold a sentence."""
    for model in apps.get_models():
        if model._meta.app_label not in ACCOUNT_APPS:
            for field in model._meta.concrete_fields:
                if isinstance(field, models.TextField) or is_sentence_column(field):
                    yield model, field.name


def is_sentence_column(field: Any) -> bool:
    """Return whether a column is long enough for a sentence; one with an index or choices holds none."""
    if field.choices or field.unique or field.db_index or not isinstance(field, models.CharField):
        return False
    return (field.max_length or SENTENCE_LENGTH) >= SENTENCE_LENGTH


def find_column_limit(model: type[models.Model], field: str) -> int | None:
    """Return how many characters a column takes; None without a limit."""
    return model._meta.get_field(field).max_length  # type: ignore[union-attr]


class Erasure(NamedTuple):
    """What erasing a person would do: the neutral name, the accounts, the number of matches, the changed texts."""

    player: Player
    neutral: str
    accounts: list[User]
    matches: int
    texts: list[str]


def plan_erasure(player: Player) -> Erasure:
    """Return what erasing this player would do; nothing is stored.

    Raises: ValidationError, "Bo B. is merged into Bo. Erase Bo, or undo the merge first."
    """
    if player.merged_into:
        raise ValidationError(
            f"{player} is merged into {player.merged_into}. Erase {player.merged_into}, or undo the merge first."
        )
    mine = Participant.objects.filter(player__in=player.own_keys)
    texts = [new for _, _, _, new in list_changed_texts(build_player_eraser(player))]
    return Erasure(player, build_neutral_name(player), list(select_accounts(player)), mine.count(), texts)


class PlayerErasure(changes.LaddersChange):
    """Replace a person's name with a neutral one, also of those merged into them, and delete their accounts.

    No rating changes, so its plan has no seasons.
    """

    def __init__(self, player: Player, *, by: User | None = None) -> None:
        self.player, self.by = player, by

    def check_allowed(self) -> None:
        check_author_permission(self.by, Act.PLAYERS)

    def lock(self) -> None:
        (self.player,) = lock_players(self.player)

    def plan(self) -> list[ledger.Plan]:
        """Find what is to be erased. Raises: ValidationError, "You can't erase yourself. Ask another owner ..."."""
        self.erasure = plan_erasure(self.player)
        if self.by in self.erasure.accounts:
            raise ValidationError(NOT_YOURSELF)
        return []

    def list_concerned_rows(self) -> list[Any]:
        told = self.erasure
        return [self.player.pk, told.neutral, [user.pk for user in told.accounts], told.matches, told.texts]

    def describe(self, plans: Sequence[ledger.Plan]) -> changes.Preview:
        return {"plan": self.erasure}

    def store(self, plans: Sequence[ledger.Plan]) -> changes.Stored:
        eraser = build_player_eraser(self.player)
        replace_names(self.player)
        for account in self.erasure.accounts:
            delete_account(account)
        call_off_player_challenges(self.player)
        Visit.objects.filter(player__in=self.player.own_keys, left_at=None).update(left_at=timezone.now())
        forget_file_names(list_name_words(eraser.whole))
        delete_old_content()
        for model, field, old, new in list(list_changed_texts(eraser)):
            model._default_manager.filter(**{field: old}).update(**{field: new})
        ledger.raise_versions(Ladder.objects.all())
        self.player = Player.objects.get(pk=self.player.pk)
        note_in_admin_log(self.player, self.by, "Erased.")
        yield from ()


def erase_player(*, player: Player, by: User) -> Player:
    """Erase a person of whom nothing was shown, and return the player.

    Raises: NotAllowed; ValidationError, "You can't erase yourself. Ask another owner of the club."; else what
    `plan_erasure` raises.
    """
    change = PlayerErasure(player, by=by)
    changes.run(change)
    return change.player


def build_neutral_name(player: Player) -> str:
    """Return the name that stands for an erased player, such as "Former player 12"."""
    name = f"Former player {player.pk}"
    while Player.objects.filter(key=build_name_key(name)).exclude(pk=player.pk).exists():
        name += "*"
    return name


def replace_names(player: Player) -> None:
    """Store neutral names for the player and those merged into them, and delete all names that they had."""
    own = list(Player.objects.filter(pk__in=player.own_keys))
    delete_photographs(own)
    for model in (FormerName, Notice, Invitation, Claim, Follow):
        model._default_manager.filter(player__in=own).delete()
    PartnerWish.objects.filter(Q(by__in=own) | Q(partner__in=own)).delete()
    Event.objects.filter(player__in=own).update(old="", new="")
    for one in own:
        name = build_neutral_name(one)
        Player.objects.filter(pk=one.pk).update(
            name=name,
            key=build_name_key(name),
            folded=fold_player_name(name),
            nickname="",
            hidden=False,
            plays_as="",
            user=None,
            erased_at=timezone.now(),
            retired_on=one.retired_on or timezone.localdate(),
        )


def delete_account(user: User) -> None:
    """Delete an account with its sessions, also those that only asked for a code, and the mail that waits for it."""
    addresses = list_email_addresses(user)
    for session in Session.objects.all():
        content = session.get_decoded()
        if content.get("_auth_user_id") == str(user.pk) or any(one in str(content) for one in addresses):
            session.delete()
    OutboxMessage.objects.filter(to__in=addresses).delete()
    user.delete()


def forget_file_names(names: Collection[str]) -> None:
    """Empty the file names of imports that have one of these words in them, however it is written."""
    for one in Import.objects.exclude(file=""):
        file = remove_joiners(one.file.casefold())
        if any(len(name) > 1 and name in file for name in names):
            Import.objects.filter(pk=one.pk).update(file="")


def build_player_eraser(player: Player) -> NameEraser:
    """Return what takes a person's names out of sentences and leaves the names of others in."""
    own = player.own_keys
    former_names = FormerName.objects.values_list("name", flat=True)
    erased = set(former_names.filter(player__in=own))
    for row in Player.objects.filter(pk__in=own).values_list("name", "nickname"):
        erased |= set(row)
    accounts = list(select_accounts(player))
    for user in accounts:
        erased |= {user.get_username(), user.get_full_name(), *list_email_addresses(user)}
    kept = {*Player.objects.exclude(pk__in=own).values_list("name", flat=True), *former_names.exclude(player__in=own)}
    kept |= {one.username for one in User.objects.only("username") if one not in accounts}
    return build_name_eraser(erased, kept, build_neutral_name(player))
