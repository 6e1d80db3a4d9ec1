"""What a column of JSON must hold, so that every page that reads it can: what the site itself would write."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry

from ladder.models import Board, Challenge, Match, Opening
from ladder.ratings import Fact, RatingError, check_fact, load_kinds
from ladder.services.backups.reading import ROW_ERRORS
from ladder.services.backups.tables import Model, is_usable_number
from players.models import SetAsideAccount
from players.second_factor import try_factor_data

FIELD_FACT = Fact("field", "Entrants", 1, 10_000, required=False)  # as a tournament takes them


@contextmanager
def report_errors_as(sentence: str) -> Iterator[None]:
    """Say this where a value is of another shape; what a rating system says of it is clear by itself."""
    try:
        yield
    except RatingError:
        raise
    except ROW_ERRORS as error:
        raise ValueError(sentence) from error


def check_board_options(system: str, options: Any) -> None:
    if not isinstance(options, dict):
        raise ValueError("options must give values by name")
    Board(system=system, options=options).clean()


def check_rating_memory(memory: Any) -> None:
    """Refuse what no system remembers of a player: it is nothing, or some scores."""
    if memory is not None and not (isinstance(memory, list) and all(map(is_usable_number, memory))):
        raise ValueError("memory must hold scores")


def check_kind_and_facts(kind: str, facts: Any) -> None:
    """Refuse a kind of match that nobody knows, and facts that aren't numbers."""
    if kind not in load_kinds():
        raise ValueError("kind is not known to this site")
    check_fact_numbers(facts)


def check_fact_numbers(facts: Any) -> None:
    if not isinstance(facts, dict) or not all(name.isprintable() for name in facts):
        raise ValueError("facts must give numbers by name")
    for name, value in facts.items():
        if not is_usable_number(value):
            raise ValueError(f"the fact {name[:60]} is not a usable number")
    check_fact(FIELD_FACT, facts.get(FIELD_FACT.name))


def check_second_factor(kind: str, data: Any) -> None:
    with report_errors_as("data can't be read as a second factor"):
        try_factor_data(kind, data)


def check_log_message(message: str) -> None:
    """Refuse what the admin's history can't print: a message that begins as a list is taken for one of its own."""
    with report_errors_as("change_message can't be read as what was changed"):
        LogEntry(change_message=message).get_change_message().encode()


def check_given_away(addresses: Any, roles: Any) -> None:
    """Refuse what one account can't have given to another: addresses, and ladders by their keys."""
    with report_errors_as("what a set-aside account gave can't be read"):
        if not all(isinstance(one, str) for one in [*addresses]) or not isinstance(addresses, list):
            raise ValueError
        if not all(type(one) is int for one in [*roles]) or not isinstance(roles, list):
            raise ValueError


CHECKS: dict[Model, tuple[tuple[str, ...], Callable[..., None]]] = {
    Board: (("system", "options"), check_board_options),
    Opening: (("memory",), check_rating_memory),
    Match: (("kind", "facts"), check_kind_and_facts),
    Challenge: (("kind", "facts"), check_kind_and_facts),
    Authenticator: (("type", "data"), check_second_factor),
    LogEntry: (("change_message",), check_log_message),
    SetAsideAccount: (("addresses", "roles"), check_given_away),
}
"""The columns of JSON, each with the one that says what it is about."""
