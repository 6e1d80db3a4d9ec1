"""Leaving the demonstration: its ladders go with everything that rests on them, and its people go too."""

from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction

from ladder.models import Ladder
from ladder.selectors.roles import Act
from ladder.services import ledger
from ladder.services.demo.people import NAMES
from ladder.services.permissions import check_author_permission
from players.models import Player


def leave_demonstration(*, by: User | None) -> None:
    """Remove the fictional club. Whoever played on another ladder stays, as does the account that asks for it.

    Nothing else on the site ever deletes a match.
    """
    check_author_permission(by, Act.CLUB)
    with transaction.atomic():
        gone = Ladder.objects.filter(is_demonstration=True)
        for ladder in gone.values_list("pk", flat=True):
            ledger.lock(ladder)
        people = set(Player.objects.filter(participations__match__season__ladder__in=gone).values_list("pk", flat=True))
        delete_with_dependents(gone)
        delete_unneeded_players(Player.objects.filter(models.Q(pk__in=people) | models.Q(name__in=NAMES)), by)


def delete_with_dependents(rows: models.QuerySet[Any]) -> None:
    """Delete rows with everything that points at them, whatever would protect it; what points nowhere is let go."""
    for relation in rows.model._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and (relation.one_to_many or relation.one_to_one)):
            continue
        path = relation.field.name
        theirs = relation.related_model._base_manager.filter(**{f"{path}__in": rows})
        if relation.related_model is rows.model or relation.on_delete is models.SET_NULL:
            theirs.update(**{path: None})
        else:
            delete_with_dependents(theirs)
    rows._raw_delete(rows.db)


def delete_unneeded_players(people: models.QuerySet[Player], by: User | None) -> None:
    """Delete players whom nothing needs any more, with their accounts."""
    people.update(merged_into=None)
    for player in people.select_related("user"):
        try:
            with transaction.atomic():
                player.delete()
        except models.ProtectedError:
            continue
        if player.user and player.user != by:
            player.user.delete()
