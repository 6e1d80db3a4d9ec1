"""Text into values: shape, types and ranges; rules about other matches belong to services."""

from ladder.forms.battle import BattleForm
from ladder.forms.challenge import ArrangeForm, ChallengeForm
from ladder.forms.challenged import build_challenge_battle_form, build_challenge_report_form
from ladder.forms.correct import CorrectForm
from ladder.forms.disputes import DisputeForm
from ladder.forms.fixing import build_fix_form, read_fixed_values
from ladder.forms.match import MatchForm
from ladder.forms.pair import PairForm
from ladder.forms.previewed import NotedForm, PreviewedForm, SeenPreview
from ladder.forms.reason import ReasonForm
from ladder.forms.refusals import add_refusal
from ladder.forms.report import ReportForm
from ladder.forms.rows import add_empty_row
from ladder.forms.seats import RowsForm
from ladder.forms.tournament import TournamentForm
from ladder.forms.two import TwoPlayersForm

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
    "RowsForm",
    "SeenPreview",
    "TournamentForm",
    "TwoPlayersForm",
    "add_empty_row",
    "add_refusal",
    "build_challenge_battle_form",
    "build_challenge_report_form",
    "build_fix_form",
    "read_fixed_values",
]
