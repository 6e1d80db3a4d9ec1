"""The form of the questions that a club's sheet answers."""

from typing import Any, NamedTuple

from django import forms
from django.forms.models import fields_for_model, model_to_dict
from django.http import QueryDict

from ladder.club.forms.ladders import OWN_FIELDS, word_field_errors
from ladder.house_rules.questions import Answer, Preset, Question, list_asked_questions
from ladder.models import Board, Ladder
from ladder.pages.options import CHOICE_ERRORS, OWN, OptionChoiceField, OptionsForm, format_field_value
from ladder.ratings import list_options
from players.form_fields import ConcurrentForm, format_stored_value

SET_OTHERWISE = "“{}” sets this otherwise. Choose “Another rule” to keep what you entered."


class ShownQuestion(NamedTuple):
    """A question as the page prints it: its answers, and the fields to set it by hand."""

    question: Question
    answers: forms.BoundField
    stored: str  # the hidden field with the answer that is stored
    fields: list[forms.BoundField]
    is_open: bool


class HouseRulesForm(ConcurrentForm, OptionsForm):
    """The questions with the answers that a ladder has now, and behind each the settings and options that it sets.

    Whoever changes these by hand has another rule, whatever answer was chosen before. With a `preset`, the form had its
    answers and what they set when it was shown.
    """

    about = "option_"

    def __init__(self, data: Any = None, *, board: Board, preset: Preset | None = None) -> None:
        super().__init__(data)
        self.preset = preset.answers if preset else {}
        self.ladder, system = board.season.ladder, board.rating_system
        self.questions = list(list_asked_questions(system))
        names = [name for one in self.questions for name in one.settings]
        self.fields |= fields_for_model(Ladder, names, field_classes=OWN_FIELDS)
        self.initial = {**self.initial, **model_to_dict(self.ladder, names)}
        word_field_errors(self.fields.values())
        self.add_options(system)
        asked = {name for one in self.questions for name in one.options}
        self.asked = tuple(one for one in self.asked if one.name in asked)
        for one in set(list_options(system)) - set(self.asked):
            self.fields.pop(self.about + one.name, None)
        for question in self.questions:
            self.fields[question.key] = build_answer_field(question, question.find_answer(self.ladder, system))
        self.watch()

    def clean(self) -> Any:
        """Put what the chosen answers say in place of the settings behind them."""
        values = super().clean()
        for question in self.questions:
            self.apply_answer(question)
        return values

    def apply_answer(self, question: Question) -> None:
        """Take over what the chosen answer sets; refuse what was changed by hand to something else beside it."""
        chosen = next((one for one in question.answers if one.key == self.cleaned_data.get(question.key)), None)
        by_hand = self.list_entered(question)
        if chosen is None or (by_hand and question.key not in self.changed_data):
            return
        for name, value in self.list_values(chosen).items():
            if name in by_hand and self.cleaned_data.get(name) != value:
                self.add_error(name, SET_OTHERWISE.format(chosen.label))
            self.cleaned_data[name] = value

    def list_entered(self, question: Question) -> list[str]:
        """Return the names of the fields behind a question that hold something else than was shown."""
        shown = self.list_preset_values(question)
        return [
            name
            for name in self.list_fields(question)
            if (self.cleaned_data.get(name) != shown[name] if name in shown else name in self.changed_data)
        ]

    def list_preset_values(self, question: Question) -> dict[str, Any]:
        """Return what the whole sheet with which the form was filled in sets behind a question."""
        answer = next((one for one in question.answers if one.key == self.preset.get(question.key)), None)
        return self.list_values(answer) if answer else {}

    def list_fields(self, question: Question) -> list[str]:
        """Return the names of the fields behind a question."""
        options = [self.about + name for name in question.options]
        return [name for name in (*question.settings, *options) if name in self.fields]

    def list_values(self, answer: Answer) -> dict[str, Any]:
        """Return what an answer sets, by field, as a valid form has it."""
        asked = [one for one in self.asked if one.name in answer.options]
        options = {self.about + one.name: format_field_value(one, answer.options[one.name]) for one in asked}
        return dict(answer.settings) | options

    def list_shown_questions(self) -> list[ShownQuestion]:
        """Return the questions with their bound fields. What two of them set stands behind the first."""
        found, printed = [], set[str]()
        for question in self.questions:
            names = [name for name in self.list_fields(question) if name not in printed]
            printed.update(names)
            is_open = self[question.key].value() == OWN or not self.errors.keys().isdisjoint(names)
            answers = self[question.key]
            stored = answers.as_hidden(only_initial=True)
            found.append(ShownQuestion(question, answers, stored, [self[name] for name in names], is_open))
        return found

    def list_changed_settings(self) -> dict[str, Any]:
        """Return the columns of a valid form that differ from those of the ladder."""
        names = dict.fromkeys(name for one in self.questions for name in one.settings)
        entered = {name: self.cleaned_data[name] for name in names}
        return {name: value for name, value in entered.items() if value != getattr(self.ladder, name)}


def build_answer_field(question: Question, answer: str) -> forms.Field:
    """Return the field of a question, which shows this answer."""
    choices = [*((one.key, one.label) for one in question.answers), (OWN, "Another rule")]
    return OptionChoiceField(label=question.text, choices=choices, initial=answer, error_messages=CHOICE_ERRORS)


def fill_in_preset(board: Board, preset: Preset) -> HouseRulesForm:
    """Return the form with the answers of a whole sheet; nothing is stored."""
    form, values = HouseRulesForm(board=board), QueryDict(mutable=True)
    for one in form:
        values[one.html_name] = values[one.html_initial_name] = format_stored_value(one)
    form.preset = preset.answers
    for question in form.questions:
        for name, value in form.list_preset_values(question).items():
            values[form[name].html_name] = "" if value is None else str(value)
        if question.key in preset.answers:
            values[question.key] = preset.answers[question.key]
    filled = HouseRulesForm(values, board=board, preset=preset)
    filled.errors.clear()
    return filled
