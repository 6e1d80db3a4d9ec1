"""The formats of the log: one line for each entry, whatever was sent, and tracebacks for our own faults only."""

import copy
import logging
import time


class EscapedFormatter(logging.Formatter):
    """Escapes unprintable characters, and prints a traceback for an error, but not for a refused request."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        if record.levelno < logging.ERROR:
            record = copy.copy(record)
            record.exc_info = record.exc_text = None
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        return escape_unprintable(super().formatMessage(record))


class SecurityFormatter(logging.Formatter):
    """Prints times in UTC, escapes unprintable characters, and prints no traceback."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("{asctime}Z {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        return escape_unprintable(self.formatMessage(record))


def escape_unprintable(text: str) -> str:
    """Return a text in which line breaks, control and direction characters are escaped as in Python."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
