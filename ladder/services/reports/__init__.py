"""What people say of a match: they report it, put their report right, dispute it, or confirm it."""

from ladder.services.reports.reporting import fix_report, report_match, undo_report

__all__ = ["fix_report", "report_match", "undo_report"]
