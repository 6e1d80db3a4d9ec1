"""The formats of the log: one line for each entry, whatever was sent, and tracebacks for our own faults only.

A line that is written for a request has its id (config/request_ids.py). With LOGS=json each line is a JSON object.
"""

import copy
import json
import logging
import time
from datetime import UTC, datetime
from typing import Any

from config.request_ids import request_id


class RefusalFilter(logging.Filter):
    """Lets what Django refuses, such as a wrong Host, be a warning: anybody can send that, and nothing is broken."""

    def filter(self, record: logging.LogRecord) -> logging.LogRecord:
        record = copy.copy(record)
        if record.name.startswith("django.security"):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return record


class EscapedFormatter(logging.Formatter):
    """Escapes unprintable characters, and prints a traceback for an error, but not for a refused request."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {mark}{name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        record.mark = format_request_mark(record)
        if record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        return escape_unprintable(super().formatMessage(record))


class SecurityFormatter(logging.Formatter):
    """Prints times in UTC, escapes unprintable characters, and prints no traceback."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("{asctime}Z {levelname} {mark}{name}: {message}", "%Y-%m-%dT%H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record = copy.copy(record)
        record.mark = format_request_mark(record)
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        return escape_unprintable(self.formatMessage(record))


class JsonFormatter(logging.Formatter):
    """Prints a JSON object with the moment in UTC, the level, the logger, the request, the message and any traceback.

    What a line is given as `extra={"facts": {...}}` becomes values of their own.
    """

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": find_request_id(record),
            "message": record.getMessage(),
            "error": self.format_error(record),
        }
        shown = {name: value for name, value in entry.items() if value} | getattr(record, "facts", {})
        return json.dumps(shown, default=str)  # what is not ASCII is escaped, so that no character ends a line

    def format_error(self, record: logging.LogRecord) -> str:
        """Return the traceback of one of our own faults, or nothing."""
        is_ours = record.levelno >= logging.ERROR
        return self.formatException(record.exc_info) if is_ours and record.exc_info else ""


def find_request_id(record: logging.LogRecord) -> str:
    """Return the id of the request that an entry is of: its own, or that of the thread; an empty text if of none."""
    return getattr(record, "request_id", "") or request_id.get()


def format_request_mark(record: logging.LogRecord) -> str:
    """Return the id of an entry's request as a line has it, such as "[mzxw6ytb] "."""
    known = find_request_id(record)
    return f"[{known}] " if known else ""


def escape_unprintable(text: str) -> str:
    """Return a text in which line breaks, control and direction characters are escaped as in Python."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
