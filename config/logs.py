"""What the site writes to its log: each entry is one line, whatever somebody sent."""

import logging
import time


class OneLine(logging.Formatter):
    """Times in UTC; what does not print is escaped, and no traceback follows."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("{asctime}Z {levelname} {name}: {message}", "%Y-%m-%dT%H:%M:%S", style="{")

    def format(self, record: logging.LogRecord) -> str:
        record.message = record.getMessage()
        record.asctime = self.formatTime(record, self.datefmt)
        return escape(self.formatMessage(record))


def escape(text: str) -> str:
    """Return a text without line breaks, control and direction characters: those are written as in Python."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)
