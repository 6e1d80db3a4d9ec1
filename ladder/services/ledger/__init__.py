"""The ledger: plan what a change to the matches does to the ratings, and apply it."""

from ladder.selectors.order import Place

from .apply import apply, settle
from .board import BoardPlan
from .drafts import NEW, Draft, draft_of
from .entries import as_one
from .lock import Busy, lock, one_moment
from .plan import Plan, plan
from .saving import check_season, save_match
from .verify import Difference, fingerprint, has_fingerprint, verify
from .versions import raise_versions
from .winners import leader

__all__ = [
    "NEW",
    "BoardPlan",
    "Busy",
    "Difference",
    "Draft",
    "Place",
    "Plan",
    "apply",
    "as_one",
    "check_season",
    "draft_of",
    "fingerprint",
    "has_fingerprint",
    "leader",
    "lock",
    "one_moment",
    "plan",
    "raise_versions",
    "save_match",
    "settle",
    "verify",
]
