"""The ledger: plan what a change to the matches does to the ratings, and apply it."""

from ladder.selectors.order import OrderPlace
from ladder.services.ledger.apply import apply, settle
from ladder.services.ledger.board import BoardPlan
from ladder.services.ledger.drafts import NEW, Draft, build_draft
from ladder.services.ledger.entries import merge_result_players
from ladder.services.ledger.lock import Busy, lock, one_moment
from ladder.services.ledger.plan import Plan, plan
from ladder.services.ledger.saving import check_season, save_match
from ladder.services.ledger.verify import BoardDifference, fingerprint, has_fingerprint, verify
from ladder.services.ledger.versions import raise_versions
from ladder.services.ledger.winners import find_season_leader

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
