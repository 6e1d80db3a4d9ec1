"""A player is added, invited, renamed, merged with another, hidden from visitors, or erased."""

from ladder.services.players.merging import PlayedEachOther, merge_players, plan_merge, plan_undo_merge, undo_merge

__all__ = ["PlayedEachOther", "merge_players", "plan_merge", "plan_undo_merge", "undo_merge"]
