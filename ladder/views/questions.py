"""A valid report may be asked something before it is stored."""

from itertools import chain

from django.http import HttpRequest

from ladder.forms import MatchForm
from ladder.services.reports.questions import ask_about_absent, ask_about_facts, ask_about_names, ask_about_repeats
from ladder.views.guards import get_account


def has_open_question(request: HttpRequest, form: MatchForm) -> bool:
    """Say whether a valid form is asked something first; a match that is only fixed is no repeat."""
    planned, user, sure = form.planned(form.sides()), get_account(request), request.POST.getlist("sure")
    if planned is None:
        return False
    found = [
        ask_about_names(form.newcomers(), planned.result),
        ask_about_absent((side.player for side in form.sides()), user),
        ask_about_facts(form.season, form.facts, form.fact_values()),
        ask_about_repeats(form.season, planned.result, user, form.cleaned_data["form_key"]) if not form.fixes else (),
    ]
    for question in chain.from_iterable(found):
        if question.key not in sure:
            form.question = question
            return True
        form.sure = (*form.sure, question.key)
    return False


def find_form_status(form: MatchForm) -> int:
    """What the form's page answers: something is wrong, or asked, or neither."""
    return 422 if form.errors or form.question else 200
