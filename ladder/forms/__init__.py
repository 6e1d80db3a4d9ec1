"""Text into values: shape, types and ranges; rules about other matches belong to services."""

from .correct import CorrectForm, ReasonForm
from .refusals import refuse
from .report import ReportForm

__all__ = ["CorrectForm", "ReasonForm", "ReportForm", "refuse"]
