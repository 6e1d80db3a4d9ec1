"""Careers as the ledger holds them: the course of one, with the records of who met whom, and matches read whole."""

from bisect import bisect
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db.models import Case, QuerySet, When

from ladder.formats import STOPPED, ParticipantResult, describe_score, describe_title, parse_games
from ladder.ledger.calendar import find_settled_morning
from ladder.ledger.player_standings import date_starting_rating, find_first_day, load_past_standings
from ladder.ledger.ranking import find_standings_day
from ladder.ledger.storage.match_record import load_counted_participants, read_participant
from ladder.ledger.storage.tables import MATCH_PATH, has_shifts, load_opening_table
from ladder.matches.queries.results import build_changed_condition
from ladder.models import Board, Opening, Participant, RatingChange, RatingShift, Standing
from ladder.profiles.queries.career import (
    Career,
    CareerMatch,
    CareerShift,
    CareerStart,
    OtherParticipant,
    filter_until,
)
from ladder.ratings import Facts, Rating, find_reading_day
from players.models import Player
from players.people.queries import load_player_names, resolve_player

CAREER_ORDER = (f"{MATCH_PATH}played_at", f"{MATCH_PATH}sequence")
COURSE_COLUMNS = (
    *(f"{MATCH_PATH}{name}" for name in ("id", "played_at", "kind")),
    "participant__score",
    "participant__place",
    "participant__exit",
    "participant__side",
)
DETAIL_COLUMNS = (*(f"{MATCH_PATH}{name}" for name in ("id", "facts", "games", "ending")), "participant__seat")
RATING_BEFORE = tuple(f"before_{name}" for name in Rating._fields)
OPPONENT_COLUMNS = (
    resolve_player("participant__player"),
    "participant__score",
    "participant__place",
    "before_points",
    "participant__side",
)
RATING_AFTER = tuple(f"after_{name}" for name in Rating._fields)


def load_course(board: Board, player: Player, asked: date | None = None) -> Career:
    """Return a career up to the end of the day asked for, without who else took part; two queries.

    One more if time alone changes ratings, and a few where matches of others move the player. Of a career with
    thousands of matches this reads no more than a line and a sum need.
    """
    rows = select_own_changes(board, player, asked)
    matches = load_course_matches(rows)
    shifts = load_career_shifts(board, player, asked, rows) if has_shifts(board) else ()
    day = find_reading_day(board.rating_system, asked) if asked else find_standings_day(board.season)
    moved_on = load_moved_rating(board, player, asked) if find_settled_morning(board) else None
    return Career(board, load_career_start(board, player, matches), matches, day, shifts, moved_on)


def load_moved_rating(board: Board, player: Player, asked: date | None) -> Rating | None:
    """Return what the calendar has made of a rating since the last match, up to the end of a day; None for nothing."""
    if asked:
        found = load_past_standings(board, asked)
        return next((one.rating for one in found if one.player == player.pk and one.written), None)
    moved = Standing.objects.filter(board=board, player=player, written__isnull=False).first()
    return moved.rating if moved else None


def load_career(board: Board, player: Player, asked: date | None = None) -> Career:
    """Return the same with who else took part, for records of who met whom; two queries more."""
    course = load_course(board, player, asked)
    others = load_other_participants(board, player, select_own_changes(board, player, asked))
    return course._replace(matches=[seat_others(match, others) for match in course.matches])


def load_encounters(
    board: Board, player: Player, others: Sequence[Player], asked: date | None = None
) -> list[CareerMatch]:
    """Return the matches of a career in which all these others took part, up to a day; three queries."""
    rows = select_own_changes(board, player, asked)
    for one in others:
        rows = rows.filter(participant__match__participants__player__in=one.own_keys)
    return load_seated_matches(board, player, rows)


def load_whole_matches(board: Board, player: Player, keys: Collection[int]) -> dict[int, CareerMatch]:
    """Return these few matches of a career with everything that is known of them, by key; four queries."""
    rows = select_own_changes(board, player, None).filter(participant__match__in=keys)
    found = complete_matches(load_seated_matches(board, player, rows), player, board, keys)
    return {match.key: match for match in found}


def complete_matches(
    matches: Iterable[CareerMatch], player: Player, board: Board, keys: Collection[int]
) -> list[CareerMatch]:
    """Return the matches, those with these keys with their facts and score, and whether they were changed; one query.

    They are the few that a page describes.
    """
    rows = select_own_changes(board, player, None).filter(participant__match__in=keys)
    columns = rows.values_list(*DETAIL_COLUMNS, build_changed_condition(MATCH_PATH))
    found = {key: details for key, *details in columns}
    return [add_details(match, *found[match.key]) if match.key in found else match for match in matches]


def add_details(match: CareerMatch, facts: Facts, games: Any, ending: str, seat: int, is_changed: bool) -> CareerMatch:
    """Return a match with its facts and its score, the player's own points first."""
    is_stopped, turned = ending == STOPPED, match.side == 2 or (not match.side and seat == 1)
    told = describe_score(parse_games(games), "" if is_stopped else ending, turned=turned)
    return match._replace(facts=facts, told=told, is_changed=is_changed, is_stopped=is_stopped)


def select_own_changes(board: Board, player: Player, asked: date | None) -> QuerySet[RatingChange]:
    """Return the changes by the player's own matches up to the end of a day."""
    return RatingChange.objects.filter(
        filter_until(asked, MATCH_PATH), board=board, participant__player__in=player.own_keys
    )


def load_course_matches(rows: QuerySet[RatingChange]) -> list[CareerMatch]:
    """Return the matches of these changes in order of play, without who else took part; one query."""
    columns = rows.order_by(*CAREER_ORDER).values_list(*COURSE_COLUMNS, *RATING_BEFORE, *RATING_AFTER)
    return [
        CareerMatch(
            *(key, at, kind, {}, False, score, place, exit),
            *(Rating(*states[:4]), Rating(*states[4:])),
            others=[],
            side=side,
        )
        for key, at, kind, score, place, exit, side, *states in columns
    ]


def load_seated_matches(board: Board, player: Player, rows: QuerySet[RatingChange]) -> list[CareerMatch]:
    """Return the matches of these changes in order of play, with who else took part; three queries."""
    others = load_other_participants(board, player, rows)
    return [seat_others(match, others) for match in load_course_matches(rows)]


def seat_others(match: CareerMatch, others: Mapping[int, Sequence[OtherParticipant]]) -> CareerMatch:
    """Return a match with the others who took part, those on the player's own side as partners."""
    everybody = others.get(match.key, ())
    if not match.side:
        return match._replace(others=list(everybody))
    partners = [one for one in everybody if one.side == match.side]
    return match._replace(others=[one for one in everybody if one.side != match.side], partners=partners)


def load_career_shifts(
    board: Board, player: Player, asked: date | None, mine: QuerySet[RatingChange]
) -> list[CareerShift]:
    """Return what matches of others did to the rating, in order of play; `mine` are the changes by own matches."""
    found = RatingShift.objects.filter(filter_until(asked, "match__"), board=board, player=player)
    places, titles = list(mine.order_by(*CAREER_ORDER).values_list(*CAREER_ORDER)), load_shift_titles(found)
    in_order = "match__played_at", "match__sequence"
    rows = found.order_by(*in_order).values_list("match", *in_order, *RATING_BEFORE, *RATING_AFTER)
    system: Any = board.rating_system  # a table
    moves = ((*row, Rating(*states[:4]), Rating(*states[4:])) for *row, states in ((*r[:3], r[3:]) for r in rows))
    return [
        CareerShift(match, at, system.explain_shift(old, new) or titles[match], old, new, bisect(places, (at, number)))
        for match, at, number, old, new in moves
    ]


def load_shift_titles(shifts: QuerySet[RatingShift]) -> dict[int, str]:
    """Return the titles of the matches of these shifts: "Dee beat Ana"."""
    found: dict[int, list[ParticipantResult]] = defaultdict(list)
    participants = Participant.objects.filter(match__in=shifts.order_by().values("match")).order_by("match_id", "seat")
    for side in load_counted_participants(participants):
        found[side.match_id].append(read_participant(side, side.player.name))
    return {match: describe_title(participants) for match, participants in found.items()}


def load_other_participants(
    board: Board, player: Player, mine: QuerySet[RatingChange]
) -> dict[int, list[OtherParticipant]]:
    """Return who else took part in the matches of these changes, by match and in the order of the seats; two queries.

    A name is read once, however often its player was met.
    """
    own = player.own_keys
    rows = RatingChange.objects.filter(board=board, participant__match__in=mine.order_by().values("participant__match"))
    seats = rows.exclude(participant__player__in=own).order_by("participant__seat")
    found = list(seats.values_list("participant__match", *OPPONENT_COLUMNS))
    names = load_player_names({player for _, player, *_ in found})
    others: dict[int, list[OtherParticipant]] = defaultdict(list)
    for match, key, *rest in found:
        others[match].append(OtherParticipant(key, names[key], *rest))
    return others


def load_career_start(board: Board, player: Player, matches: Sequence[CareerMatch]) -> CareerStart:
    """Return what the player brought into the season; where nothing is stored, the system's start, or where a
    newcomer came in on the table."""
    rows = Opening.objects.filter(board=board, player__in=player.own_keys)
    row = rows.order_by(Case(When(player=player, then=0), default=1), "player").first()
    if row is None:
        return CareerStart(matches[0].before if matches and has_shifts(board) else board.rating_system.initial())
    since = find_first_day(board) if board.rating_system.period else None
    rating = load_opening_table(board)[player.pk].rating if has_shifts(board) else row.rating
    return CareerStart(date_starting_rating(rating, since), row.counts, row.source)
