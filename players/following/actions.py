"""Follow a player, and stop."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from players.following.queries import select_follows
from players.models import Follow, Player
from players.people.queries import select_own_keys

NOT_ONESELF = "You can’t follow yourself."
NOT_ERASED = "This player has left the club and can’t be followed."


def follow_player(*, user: User, player: Player) -> None:
    """Let an account follow a player; once more is no mistake.

    Raises: ValidationError, "You can’t follow yourself."
    """
    mine, wanted = getattr(user, "player", None), player.itself
    if mine and mine.itself == wanted:
        raise ValidationError(NOT_ONESELF)
    if wanted.erased_at:
        raise ValidationError(NOT_ERASED)
    Follow.objects.get_or_create(user=user, player=wanted)


def unfollow_player(*, user: User, player: Player) -> None:
    """Let an account no longer follow a player, nor those merged into them; not to have done so is no mistake."""
    select_follows(user).filter(player__in=select_own_keys(player.itself.pk)).delete()
