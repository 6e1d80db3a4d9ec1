"""The ledger: plan what a change to the matches does to the ratings, and apply it."""

from ladder.ledger.drafts import NEW, Draft, build_draft
from ladder.ledger.full_plan import BoardPlan
from ladder.ledger.ladder_lock import Busy, lock, one_moment
from ladder.ledger.ledger_plan import Plan, plan
from ladder.ledger.settlement import apply, check_season, find_season_leader, raise_versions, save_match, settle
from ladder.ledger.storage.season_matches import merge_result_players
from ladder.ledger.storage.tables import OrderPlace
from ladder.ledger.verification import BoardDifference, fingerprint, has_fingerprint, verify

__all__ = [
    "NEW",
    "BoardDifference",
    "BoardPlan",
    "Busy",
    "Draft",
    "OrderPlace",
    "Plan",
    "apply",
    "build_draft",
    "check_season",
    "find_season_leader",
    "fingerprint",
    "has_fingerprint",
    "lock",
    "merge_result_players",
    "one_moment",
    "plan",
    "raise_versions",
    "save_match",
    "settle",
    "verify",
]
