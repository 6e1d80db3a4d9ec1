"""Text into values: shape, types and ranges; rules about other matches belong to services."""

from .battle import BattleForm
from .challenge import ArrangeForm, ChallengeForm
from .challenged import battle_of, challenge_form_of_two
from .correct import CorrectForm
from .disputes import DisputeForm
from .fixing import fix_form, fixed_values
from .match import MatchForm
from .pair import PairForm
from .previewed import NotedForm, PreviewedForm, Seen
from .reason import ReasonForm
from .refusals import refuse
from .report import ReportForm
from .rows import one_more
from .seats import SeatsForm
from .tournament import TournamentForm
from .two import TwoForm

__all__ = [
    "ArrangeForm",
    "BattleForm",
    "ChallengeForm",
    "CorrectForm",
    "DisputeForm",
    "MatchForm",
    "NotedForm",
    "PairForm",
    "PreviewedForm",
    "ReasonForm",
    "ReportForm",
    "SeatsForm",
    "Seen",
    "TournamentForm",
    "TwoForm",
    "battle_of",
    "challenge_form_of_two",
    "fix_form",
    "fixed_values",
    "one_more",
    "refuse",
]
