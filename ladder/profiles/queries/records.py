"""Pages of records: a career's matches by opponent or by partners, the most frequent first."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator

from players.people.names import fold_player_name

RECORDS_PER_PAGE = 50


class RecordPage[R](NamedTuple):
    """One page of records; only these are worked out."""

    page: Page[Any]
    rows: list[R]

    @property
    def total(self) -> int:
        """How many records there are."""
        return self.page.paginator.count


def build_record_page[G: list[Any], R](
    groups: Iterable[G], name: Callable[[G], str], build: Callable[[G], R], size: int, number: str | None
) -> RecordPage[R]:
    """Return one page of the records of these groups of matches: the largest group first, then by name."""
    in_order = sorted(groups, key=lambda one: (-len(one), fold_player_name(name(one))))
    page = Paginator(in_order, size).get_page(number)
    return RecordPage(page, [build(one) for one in page.object_list])
