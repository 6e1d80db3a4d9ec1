"""Rating a season with what a file brought: where that reaches into the past, an event says whom it moved."""

from django.contrib.auth.models import User

from ladder.files.guessing import describe_count
from ladder.models import Event, Import, Match, Season
from ladder.selectors.order import filter_from_place
from ladder.services import ledger
from ladder.services.events import write_event
from ladder.services.ledger import OrderPlace


def settle_import(
    season: Season, since: OrderPlace | None, ids: list[int], *, openings: int, whole: Import | None, by: User | None
) -> ledger.Plan:
    """Rate a season from the place of the first new match on, which is the start where openings are new; return the
    plan. `ids` are the matches that came, and `whole` is the import that they belong to.
    """
    planned = ledger.plan(season, since=since, asked=ids)
    if reaches_into_past(planned, since, whole):
        brought = [describe_count(len(ids), "match", "matches")] if ids else []
        brought += [describe_count(openings, "starting rating")] if openings else []
        new = ", ".join(brought)
        write_event(Event.Verb.IMPORT, season.ladder, by=by, season=season, plans=[planned], new=new)
    else:
        ledger.apply(planned)
    return planned


def reaches_into_past(planned: ledger.Plan, since: OrderPlace | None, whole: Import | None) -> bool:
    """Say whether a match that was there already stands after that place, or a later season feels what came."""
    stood = Match.objects.filter(filter_from_place(since), season=planned.season, status=Match.Status.COUNTED)
    if whole:
        stood = stood.exclude(imported_in=whole)
    return stood.exists() or any(one.board.season_id != planned.season.pk for one in planned.boards)
