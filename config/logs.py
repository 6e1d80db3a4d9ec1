"""What the site writes to its log: a line for each entry, whatever was sent, and a traceback for our own faults."""

import copy
import logging
import time


class EscapedFormatter(logging.Formatter):
    """What does not print is escaped; a traceback follows an error, and nothing that was merely refused."""

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
    """Times in UTC; what does not print is escaped, and no traceback follows."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("{asctime}Z {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        return escape_unprintable(self.formatMessage(record))


def escape_unprintable(text: str) -> str:
    """Return a text without line breaks, control and direction characters: those are written as in Python."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
