"""How long the ledger's work takes, for whoever listens; without a listener nothing is measured."""

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import ParamSpec, TypeVar

from django.dispatch import Signal

P = ParamSpec("P")
R = TypeVar("R")

ledger_worked = Signal()
"""Sent after each step of the ledger's work, with `step`, such as "apply", and `seconds`."""


def measure_step(step: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function tell how long it took, under the name of this step."""

    def decorate(work: Callable[P, R]) -> Callable[P, R]:
        @wraps(work)
        def work_measured(*args: P.args, **kwargs: P.kwargs) -> R:
            if not ledger_worked.receivers:
                return work(*args, **kwargs)
            begun = perf_counter()
            try:
                return work(*args, **kwargs)
            finally:
                ledger_worked.send(None, step=step, seconds=perf_counter() - begun)

        return work_measured

    return decorate
