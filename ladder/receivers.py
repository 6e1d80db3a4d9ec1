"""What follows from a change elsewhere: versions of ladders rise, breaks move challenges, games and nights end.

What raises the version of a ladder beside its ledger is whatever else its pages print. Open pages then load their
standings again, and pages that are kept for visitors are made anew. It is done in the transaction of the change. The
ladders are locked before the player, in the same order as recording a match does.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save
from django.dispatch import receiver

from ladder import ledger
from ladder.boxes.queries.moved_places import describe_merged_boxes, describe_moved_boxes, describe_unplayed_boxes
from ladder.challenges.breaks import move_challenges
from ladder.changes.actions import find_ladders_written, find_ladders_written_by_players
from ladder.changes.base import Change, plans_previewed
from ladder.matches.actions.reports import match_reported
from ladder.models import Board, Ladder, Match, Participant, Party, Season, Standing
from ladder.nights.actions import end_nights_of_season, end_reported_game
from ladder.people.actions.erasure import PlayerErasure
from players.accounts.actions.invitations import account_given
from players.models import Club, Player
from players.people.breaks import note_break


@receiver(pre_save, sender=Player)
def show_new_name(instance: Player, **kwargs: Any) -> None:
    """A player's name is in the standings, where it orders equal ratings, in results that don't count, in what is to
    be played in boxes and rounds, and on changes.

    The account is the one that is stored, so that it may also be another one now, or none.
    """
    if instance.pk:
        stands = Standing.objects.filter(player=instance).values("board__season__ladder")
        plays = Participant.objects.filter(player=instance).values("match__season__ladder")
        is_to_play = Party.objects.filter(player=instance).values("fixture__season__ladder")
        wrote = find_ladders_written_by_players(instance).values("pk")
        named = Q(pk__in=stands) | Q(pk__in=plays) | Q(pk__in=is_to_play) | Q(pk__in=wrote)
        ledger.raise_versions(Ladder.objects.filter(named))


@receiver(pre_save, sender=Player)
def follow_break(instance: Player, **kwargs: Any) -> None:
    """Whoever enters that somebody sits out: the days are kept, and challenges that run are moved or called off."""
    stored = Player.objects.filter(pk=instance.pk).values_list("sits_out_until", flat=True).first()
    if instance.pk and stored != instance.sits_out_until:
        note_break(instance, instance.sits_out_until)
        move_challenges(instance, stored, instance.sits_out_until)


@receiver(plans_previewed)
def tell_moved_boxes(change: Change, plans: Sequence[ledger.Plan], **kwargs: Any) -> dict[str, Any]:
    """A change to matches, or a merge, may make another order of a box, which its preview says, season by season."""
    told = []
    for plan in plans:
        if plan.season.ladder.box_size and change.merges is not None:
            told.append((plan.season, describe_merged_boxes(plan.season, change.merges)))
        elif plan.season.ladder.box_size and any(one.drafted for one in plan.boards):
            told.append((plan.season, describe_moved_boxes(plan.season, change.drafts)))
    return {"moved_boxes": [(season, said) for season, said in told if said]}


@receiver(plans_previewed, sender=PlayerErasure)
def tell_unplayed_matches(change: PlayerErasure, **kwargs: Any) -> dict[str, Any]:
    """Nobody plays an erased person any more, which the preview of an erasure says of boxes that run."""
    return {"unplayed_in_boxes": describe_unplayed_boxes(change.player)}


@receiver(match_reported)
def end_game_of_night(match: Match, **kwargs: Any) -> None:
    """A match is that of the game on a court, however it was reported."""
    if match.season.ladder.nights != Ladder.Nights.NONE:
        end_reported_game(match)


@receiver(account_given)
def show_player_as_author(user: User, **kwargs: Any) -> None:
    """What an account has written is now shown under the player's name."""
    raise_where_written(user)


@receiver(post_save, sender=User)
def show_account_anew(instance: User, created: bool, update_fields: Any, **kwargs: Any) -> None:
    """Without a player, what an account has written is shown under its own name, which the admin changes."""
    if not created and not update_fields:
        raise_where_written(instance)


@receiver(pre_delete, sender=User)
def show_account_as_author(instance: User, **kwargs: Any) -> None:
    """What a deleted account has written is shown under its own name, no longer under its player's."""
    raise_where_written(instance)


def raise_where_written(user: User) -> None:
    """Raise the versions of the ladders on whose pages something is by this account."""
    ledger.raise_versions(find_ladders_written(Q(by=user)))


@receiver([post_save, post_delete], sender=Season)
def show_season_anew(instance: Season, **kwargs: Any) -> None:
    """Pages print the names and days of the seasons."""
    ledger.raise_versions(Ladder.objects.filter(pk=instance.ladder_id))


@receiver(post_save, sender=Season)
def end_night_of_closed_season(instance: Season, **kwargs: Any) -> None:
    """Nothing can be played in a season that is closed."""
    if instance.closed_at:
        end_nights_of_season(instance)


@receiver([post_save, post_delete], sender=Board)
def show_board_anew(instance: Board, **kwargs: Any) -> None:
    """Pages list the boards of a season."""
    ledger.raise_versions(Ladder.objects.filter(seasons=instance.season_id))


@receiver(post_save, sender=Club)
def show_names_anew(**kwargs: Any) -> None:
    """How names are shown may have changed on every ladder."""
    ledger.raise_versions(Ladder.objects.all())
