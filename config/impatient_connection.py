"""The connection to a replica; a module of its own, so that a site without PostgreSQL does not load its driver."""

from typing import Any

from psycopg import Connection
from psycopg.errors import OperationalError

ANSWERED = 3.0  # seconds in which the replica has to answer each question


class ImpatientConnection(Connection):
    """A connection that is closed if the replica does not answer, so that no page waits for a server that hangs."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        try:
            return super().wait(gen, interval, ANSWERED if timeout is None else timeout)
        except OperationalError:
            self.pgconn.finish()
            raise
