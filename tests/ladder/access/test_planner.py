"""No question of a page or an action makes PostgreSQL visit more rows as a ladder grows.

Each question is explained as it is asked. PostgreSQL chooses its way by what it guesses of the tables, and where it
guesses wrong, it reads all matches for one. It has counted the large tables here, as in a club of few players.
"""

import json
import random
import sys
from collections import Counter, defaultdict
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.template.backends.django import Template
from django.utils import timezone

from ladder import ledger
from ladder.matches.actions.batches import NewMatch, store_matches
from ladder.models import Ladder, Match, MatchRevision, Participant, RatingChange, Standing
from ladder.ratings import build_duel
from ladder.story.queries import ladder_story
from players.models import Player
from players.people.names import build_name_key
from tests.factories import season_of
from tests.ladder.access.matrix import ROWS, path_of, people, strangers
from tests.ladder.access.test_matrix import REFUSED, Visitor, own

pytestmark = [pytest.mark.django_db, pytest.mark.strict]
MATCHES, PLAYERS, DAYS = 20_000, 500, 365
MOST_ROWS = 3_000
TIMES_EXPLAINED = 2  # of a question with other values
ASKERS = ("visitor", "member", "owner")
EXPLAIN = "EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) "
OURS = ("ladder.", "players.", "config.")
REPLAY = "works the past out anew, for a change to it or a trial of other systems"
FIRST_WALK = "the story, worked out once for each state of the past"
DOWNLOAD = "a file with every match"
TABLE = "twelve weeks of a board, once for each state of its table"
WEEKS = "what was played in the last twelve weeks, however old the ladder is; once for each state of a night"
COUNT = "counts matches by an index alone, for organisers or once for each state of the ladder"
MAY_READ_MORE = {  # the functions whose questions read the more, the more matches there are, and why
    "ladder.ledger.storage.bulk.read_rows": REPLAY,
    "ladder.ledger.settlement.check_season": REPLAY,
    "ladder.ledger.storage.tables.load_table_before": REPLAY,
    "ladder.ledger.form_and_counts.load_forms_before": REPLAY,
    "ladder.story.queries.moved_honours.work_out_moved_honours": REPLAY,
    "ladder.imports.queries.system_choice.is_first_import": REPLAY,
    "ladder.imports.actions.describe_import_undo": REPLAY,
    "ladder.people.actions.erasure.list_changed_texts": "looks for a name in every text that somebody wrote",
    "ladder.story.queries.history.load_states": FIRST_WALK,
    "ladder.story.queries.history.load_chapter": FIRST_WALK,
    "ladder.story.queries.ladder_story.count_matches_to_tell": FIRST_WALK,
    "ladder.exports.queries.<genexpr>": DOWNLOAD,
    "ladder.exports.queries.find_extra_columns": DOWNLOAD,
    "ladder.exports.queries.has_scores": DOWNLOAD,
    "ladder.exports.queries.has_handicaps": DOWNLOAD,
    "ladder.exports.queries.has_unasked_facts": DOWNLOAD,
    "ladder.exports.views.download_matches": DOWNLOAD,
    "ladder.matches.queries.limits.load_limit_reasons": DOWNLOAD,
    "ladder.standings.queries.sparkline.group_by_week": TABLE,
    "ladder.standings.queries.movement.load_last_matches": TABLE,
    "ladder.rounds.queries.entrants.load_meetings": WEEKS,
    "ladder.seasons.queries.list_managed_seasons": COUNT,
    "ladder.story.queries.recap.load_recap": COUNT,
    "ladder.lab.queries.season_results.load_span_results": COUNT,
}


@pytest.fixture
def club(settings, monkeypatch):
    """A ladder of many matches, everybody's client, and the ids of what strangers have."""
    settings.ACCOUNT_RATE_LIMITS = False
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    monkeypatch.setattr(ladder_story, "FEW_MATCHES", 2 * MATCHES)  # so that its questions are explained, too
    users, ids = people(), strangers()
    fill(season_of(Ladder.objects.get(slug="club")))
    return [Visitor(role, users[role]) for role in ASKERS], ids


def fill(season, lengths=(3, 5, 7)):
    """Store matches of the last year, spread evenly over days and players, and let the tables be counted.

    Three players are merged into one. Boards that ask for no length get none.
    """
    luck, now = random.Random(1), timezone.now()
    names = [f"Player {number:03}" for number in range(PLAYERS)]
    Player.objects.bulk_create(Player(name=name, key=build_name_key(name)) for name in names)
    *players, one, other, third = Player.objects.order_by("pk")
    results = []
    for number in range(MATCHES, 0, -1):
        winner, loser = luck.sample(players, 2)
        ended = now - timedelta(days=DAYS * number / MATCHES)
        results.append(build_duel(winner.pk, loser.pk, ended=ended, facts=choose_length(lengths, luck)))
    for twin in (one, other, third):
        results.append(build_duel(twin.pk, players[0].pk, ended=now, facts=choose_length(lengths, luck)))
    Player.objects.filter(pk__in=[one.pk, other.pk, third.pk]).update(merged_into=players[1])
    with transaction.atomic():
        ledger.lock(season.ladder_id)
        new = [NewMatch(result, timezone.now()) for result in results]
        ledger.settle(season, store_matches(season, new, MatchRevision.Verb.IMPORT)[0])
    with connection.cursor() as cursor:
        for model in (Match, MatchRevision, Participant, RatingChange, Standing):
            cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")


def choose_length(lengths, luck):
    return {"length": luck.choice(lengths)} if lengths else {}


class Questions:
    """The rows that each function's questions visited, at most, and where."""

    def __init__(self):
        self.where, self.most, self.times = "", defaultdict(lambda: (0, "", "")), Counter()

    def tell_many(self):
        """Return a line for each function whose questions visit too many rows, the most first."""
        found = sorted(self.most.items(), key=lambda one: -one[1][0])
        many = [one for one in found if one[1][0] > MOST_ROWS and one[0] not in MAY_READ_MORE]
        return "\n".join(f"{place}: {rows:,} rows, {where}" for place, (rows, where, _) in many)

    def explain(self, execute, sql, params, many, context):
        self.times[sql] += 1
        if not many and sql.lstrip("( ").startswith(("SELECT", "WITH")) and self.times[sql] <= TIMES_EXPLAINED:
            with connection.connection.cursor() as cursor:
                cursor.execute(EXPLAIN + sql, params)
                rows = count_rows(read_plan(cursor.fetchone()[0]))
            place = find_place()
            self.most[place] = max(self.most[place], (rows, self.where, sql))
        return execute(sql, params, many, context)


def read_plan(answer):
    return (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]


def count_rows(plan):
    """Return how many rows of tables or of their indexes a plan visited, and how many it compared in vain."""
    here = 0
    if plan["Node Type"] != "Bitmap Heap Scan" and ("Relation Name" in plan or "Index Name" in plan):
        here = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    here += plan.get("Rows Removed by Join Filter", 0) + plan.get("Rows Removed by Index Recheck", 0)
    return here * plan["Actual Loops"] + sum(map(count_rows, plan.get("Plans", ())))


def find_place():
    """Return the module and the name of the project's function that asks."""
    frame = sys._getframe(2)
    while frame and not (
        frame.f_globals.get("__name__", "").startswith(OURS) and "compiled_query" not in frame.f_globals["__name__"]
    ):
        frame = frame.f_back
    return f"{frame.f_globals['__name__']}.{frame.f_code.co_name}" if frame else "?"


def test_no_question_visits_many_rows(club):
    visitors, ids = club
    questions = Questions()
    with connection.execute_wrapper(questions.explain):
        for address in own():
            path, row = path_of(address, ids), ROWS[address.name]
            for visitor in visitors:
                for method in ("get", "post"):
                    if row.expected(visitor.role, method) in REFUSED:
                        continue
                    questions.where = f"{visitor.role}, {method} {path}"
                    with transaction.atomic():
                        found = visitor.asks(method, path)
                        assert found == "sign in" or int(found) < 500, questions.where
                        transaction.set_rollback(True)
    assert len(questions.most) > 100
    assert questions.tell_many() == ""
