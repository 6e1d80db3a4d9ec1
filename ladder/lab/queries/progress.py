"""Work out the lab of a ladder bit by bit, so that no request takes long, and keep it until the ladder changes.

A process works on one lab at a time, about a second for each request, and the page asks again until all is there.
What is finished is kept. For ten minutes it is shown to everybody but organisers even if there are new matches, so
that nobody can keep the site busy by reading. Organisers see the newest.
"""

import threading
from collections.abc import Sequence
from datetime import datetime
from time import monotonic
from typing import NamedTuple

from django.conf import settings
from django.core.cache import caches
from django.utils import timezone

from ladder.lab.queries.comparison import CandidateReplay, Comparison, compare_replays, replay_candidate
from ladder.lab.queries.season_results import LabSpan, SpanSummary, load_span_results, summarise_results
from ladder.lab.queries.variants import Candidate, list_candidates
from ladder.pages.locks import hold_lock

LAB_CACHE_SECONDS = 60 * 60
FINISHED_LAB_SECONDS = 10 * 60  # in which a finished lab is shown although the ladder has changed
LAB_WAIT_SECONDS = 0.2  # for whoever works on a lab
working = threading.Lock()


class FinishedLab(NamedTuple):
    """The comparison of all systems over the matches of a span, and when it was made."""

    summary: SpanSummary
    comparison: Comparison
    made_at: datetime


class LabProgress(NamedTuple):
    """How far the lab of a span is: finished, or so many of the systems done."""

    lab: FinishedLab | None
    done: int
    total: int


def work_on_lab(span: LabSpan, *, newest: bool) -> LabProgress:
    """Return the lab of a span as far as it is, after working on it for about a second where that is needed.

    Without `newest` one of the last ten minutes will do.
    """
    cache, candidates = caches["lab"], list_span_candidates(span)
    latest = f"{span.key}-{len(candidates)}"
    version = f"{latest}-{span.ladder.version}-{span.day:%Y%m%d}"
    lab: FinishedLab | None = cache.get(version) or (None if newest else cache.get(latest))
    if lab is None:
        with hold_lock(working, LAB_WAIT_SECONDS) as is_mine:
            lab = cache.get(version) or (work_out_lab(span, candidates, version) if is_mine else None)
            if lab:
                cache.set(version, lab, LAB_CACHE_SECONDS)
                cache.set(latest, lab, FINISHED_LAB_SECONDS)
    done = len(candidates) if lab else cache.get(f"{version}-done", 0)
    return LabProgress(lab, done, len(candidates))


def list_span_candidates(span: LabSpan) -> list[Candidate]:
    """Return the systems to be compared, those of the boards first; the others take what the first board takes."""
    kinds = span.board.rating_system.kinds if span.board else ()
    return list_candidates(kinds, [board.rating_system for board in span.boards])


def work_out_lab(span: LabSpan, candidates: Sequence[Candidate], version: str) -> FinishedLab | None:
    """Replay systems that are not done yet until the time is up, at least one; return the lab once all are done."""
    cache, until = caches["lab"], monotonic() + settings.LAB_SECONDS
    found = load_span_results(span)
    replays: list[CandidateReplay] = []
    worked = False
    for candidate in candidates:
        key = f"{version}-{found.total}-{candidate.key}"  # a match may have come since the version was read
        replay: CandidateReplay | None = cache.get(key)
        if replay is None:
            if worked and monotonic() > until:
                cache.set(f"{version}-done", len(replays), LAB_CACHE_SECONDS)
                return None
            replay, worked = replay_candidate(candidate, found.results, as_of=span.day), True
            cache.set(key, replay, LAB_CACHE_SECONDS)
        replays.append(replay)
    return FinishedLab(summarise_results(found), compare_replays(replays), timezone.now())
