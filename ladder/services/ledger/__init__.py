"""The ledger: plan what a change to the matches does to the ratings, and apply it."""

from ladder.selectors.order import Place, place_of

from .apply import apply, settle
from .entries import Draft
from .lock import Busy, lock
from .plan import BoardPlan, Plan, notes, plan
from .saving import check_season, save_match
from .verify import Difference, fingerprint, verify

__all__ = [
    "BoardPlan",
    "Busy",
    "Difference",
    "Draft",
    "Place",
    "Plan",
    "apply",
    "check_season",
    "fingerprint",
    "lock",
    "notes",
    "place_of",
    "plan",
    "save_match",
    "settle",
    "verify",
]
