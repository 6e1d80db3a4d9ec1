"""Store the answers to the questions of a club's sheet."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from ladder import changes, ledger
from ladder.club.actions import change_ladder
from ladder.ledger.ladder_lock import check_as_read
from ladder.models import Board
from ladder.pages.options import format_field_value
from ladder.ratings import create_system, list_options
from ladder.seasons.actions.boards import BoardChange

TYPED_IN_REASON = "The rules of the club were typed in."


def store_house_rules(
    *, board: Board, settings: Mapping[str, Any], options: Mapping[str, str], by: User | None
) -> dict[str, str]:
    """Store columns of the ladder, and options of its main board where the season has no match yet.

    Return the options, as a form sends them, that would move players, which is shown before it is made; empty if none.
    Raises: NotAllowed; Overtaken; ValidationError or RatingError with a sentence.
    """
    system = board.rating_system
    wanted = create_system(system.key, board.options | dict(options))
    differing = [one for one in list_options(system) if getattr(wanted, one.name) != getattr(system, one.name)]
    with transaction.atomic():
        change_ladder(ladder=board.season.ladder, values=settings, by=by)
        check_as_read(board, Board.objects.get(pk=board.pk), ("system", "options"))
        if differing and not board.season.matches.exists():
            values = {one.name: getattr(wanted, one.name) for one in list_options(system)}
            change = BoardChange(board, system.key, values, by=by, reason=TYPED_IN_REASON)
            changes.run(change, changes.build_seen(board.season, ledger.lock(board.season.ladder_id).version))
            return {}
    return {one.name: format_field_value(one, getattr(wanted, one.name)) for one in differing}
