"""Changes: everything that is shown before it is made, and the log of what was done.

A change is a small class: it plans what the ledger would hold, says so in words, and stores what it changes besides the
ledger. One runner makes all of them, and two views show them:

    changes.run(change, seen)     allow, lock, compare with what was shown, plan, store, log, apply, notify    (base.py)
    answer_change(...)            the page with its form, the preview and the Apply button                    (views.py)
    answer_ladders_change(...)    the same of a change that may reach every ladder, as a merge does           (views.py)

What the first previews is what its form says, so the form is read once more under the lock, and a refusal stands beside
its field. The preview of the second depends on no form: it is shown whatever is typed, and a refusal takes its place.

A whole change, shortened from `seasons/actions/starting_ratings.py`: how a season starts.

    class OpeningRuleChange(changes.SeasonChange):
        act = Act.SETTINGS                              # who may make it, as the table in access/permissions.py says

        def __init__(self, season, rule, **signature):  # the signature: by whom, and the reason
            super().__init__(season, **signature)
            self.rule = rule

        def plan(self):                                 # for the preview, and once more when the ladder is locked
            new = copy(self.season)
            new.opening_rule = self.rule
            return [ledger.plan(new)]

        def list_concerned_rows(self):                  # what it is about; the preview holds for these only
            return [self.season.pk, self.season.opening_rule]

        def store(self, plans):                         # the runner applies each plan that it is given here
            models.Model.save(plans[0].season)
            yield plans[0], self.log(Event.Verb.OPENING, plans, new=self.rule)

And the view that shows and makes it:

    def show_opening_rule(request, ladder, season):
        def open_page(values):                          # what was sent; None where the page was only opened
            found = find_season_or_404(ladder, season)
            form = OpeningRuleForm(values, season=found)
            change = lambda: OpeningRuleChange(found, form.cleaned_data["rule"])
            page = "ladder/seasons/opening_change.html"
            return ChangePage(page, found, form, change, "Changed.", found.get_absolute_url())

        return answer_change(request, open_page)

A change that shows more than what happens on the boards adds that in `describe`. One that reads more than its season
under the lock extends `lock`, and refuses there what can't be done any more. One that tells players of it has a
`notify`. `MatchChange` in `matches/actions/corrections.py` is the base of all that change one match. An import plans
what it has stored (`plans_what_is_stored`, decision 0030).

A preview holds while a fresh one says the same (decision 0030). The page sends back the versions of the ladders for
which it was made, a digest of what it said and one of what it is about, and the runner compares them. What it said is
compared where a ladder has another version by now; it has no ranks, since results of others move those, too. What it is
about is always compared: a match that waits for confirmation moves no rating, and is voided all the same.

Which badges a change moves takes too long to be worked out under the locks. It goes with the token, signed, and the
notices of the change say what its preview said.

The words of a preview are made in `consequences` and `board_tables`. What happened is written down as a version of a
match or as an event (`actions`), and `change_log` reads both backwards: versions go by number, and an event stands
behind the newest version of its moment. A page begins below such a spot, so new entries neither repeat nor hide old
ones. Where an event causes plans, the adjustments that they write point at it.
"""

from ladder.changes.base import (
    PREVIEW_TOKEN,
    Cause,
    Change,
    Foretold,
    LaddersChange,
    Preview,
    SeasonChange,
    SeenPreview,
    Stored,
    build_seen,
    preview_change,
    read_seen,
    run,
)

__all__ = [
    "PREVIEW_TOKEN",
    "Cause",
    "Change",
    "Foretold",
    "LaddersChange",
    "Preview",
    "SeasonChange",
    "SeenPreview",
    "Stored",
    "build_seen",
    "preview_change",
    "read_seen",
    "run",
]
