"""The forms of seasons: dates, closing, the next season, boards and starting ratings."""

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils import timezone

from ladder.changes.forms import NotedForm
from ladder.files.csv_grid import FileError, FileProblem
from ladder.files.player_file import (
    PlayerFileRow,
    find_unclear_commas,
    find_unclear_points,
    read_player_file,
    remove_thousands_commas,
)
from ladder.files.spreadsheet import read_pasted_cells
from ladder.files.workbooks import Rows
from ladder.models import Board, Season
from ladder.models.season import SEASON_ADDRESS_TAKEN, SEASON_BACKWARDS
from ladder.pages.fields import AddressField, NumberField, TitleField, choose_slug, format_all_digits
from ladder.pages.options import (
    CHOICE_ERRORS,
    PRESET_FIELD,
    OptionsForm,
    find_preset,
    format_field_value,
    list_presets,
)
from ladder.ratings import (
    TEAMS_ONLY,
    Fact,
    RatingError,
    RatingSystem,
    create_system,
    has_deviations,
    list_options,
    list_system_choices,
)
from ladder.seasons.actions.life_cycle import NAME_TAKEN, check_season_name, find_first_day_after
from players.form_fields import ConcurrentForm, DayField
from players.people.questions import Question, ask_about_listed_names

SHARE_KEPT = Fact("factor", "Share of the difference kept", 0, 1, whole=False)

STARTING_COLUMNS = [
    "name",
    "rating",
    "games",
    "deviation",
]  # in rows without headings; the last where the board has one
NO_RATING = "none"  # typed in place of a rating that is to be removed
SHOWN_PROBLEMS = 5  # rows that are listed with what is wrong
ROW_OF_TOO_MANY = (
    "Write a name, a rating and a number of games in each row, such as “Ada, 1100, 12”,"
    " or name the columns in the first row."
)


class ShareField(NumberField):
    """The share of the difference that is kept; a comma is a decimal point here, since no share has thousands."""

    def __init__(self) -> None:
        super().__init__(
            SHARE_KEPT, label=SHARE_KEPT.label, help_text="0: everyone starts afresh. 1: ratings carry over in full."
        )

    def clean(self, value: Any) -> float | None:
        try:
            return super().clean(value.replace(",", ".") if isinstance(value, str) else value)
        except ValidationError:
            raise ValidationError("Enter a number from 0 to 1, such as 0.5.") from None


class OpeningRuleForm(ConcurrentForm, NotedForm):
    """How a season starts: the rule, and the share of the difference that one of the rules keeps."""

    rule = forms.ChoiceField(
        label="Ratings at the start of this season",
        choices=Season.Rule.choices,
        error_messages={"required": "Choose one of these.", "invalid_choice": "Choose one of these."},
    )
    factor = ShareField()

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        super().__init__(data, initial={"rule": season.opening_rule, "factor": format_all_digits(season.factor)})
        self.watch()

    def values(self) -> dict[str, Any]:
        """Return the rule and the share, of a valid form; an empty share stays as it is."""
        factor = self.cleaned_data["factor"]
        return {"rule": self.cleaned_data["rule"], "factor": self.season.factor if factor is None else factor}

    def list_values(self) -> Any:
        return self.values()


class DatesForm(ConcurrentForm, forms.Form):
    """A season's name, its word in addresses, and its days."""

    beside = {
        SEASON_ADDRESS_TAKEN: "slug",
        NAME_TAKEN: "name",
        SEASON_BACKWARDS: "ends_on",
    }  # the first two: taken after this form was read

    name = TitleField(label="Name of the season")
    slug = AddressField(
        help_text="The season's part of the web address. Links to the old address stop working when you change it."
    )
    starts_on = DayField(
        label="First day", required=False, help_text="Leave empty to take matches from any day before."
    )
    ends_on = DayField(label="Last day", required=False, help_text="Leave empty to let it run until you close it.")

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        super().__init__(data, initial={name: getattr(season, name) for name in self.base_fields})
        self.watch()

    def clean_name(self) -> str:
        return clean_season_name(self, Season.objects.filter(ladder=self.season.ladder_id).exclude(pk=self.season.pk))

    def clean_slug(self) -> str:
        """Return the word for addresses, if no other season of the ladder has it."""
        slug: str = self.cleaned_data["slug"]
        if Season.objects.filter(ladder=self.season.ladder_id, slug=slug).exclude(pk=self.season.pk).exists():
            raise ValidationError(SEASON_ADDRESS_TAKEN)
        return slug

    def values(self) -> dict[str, Any]:
        """Return what was changed, of a valid form."""
        return self.touched()


class CloseSeasonForm(forms.Form):
    """The last day of a season that is closed; today, unless it ended earlier."""

    beside = {SEASON_BACKWARDS: "on", "starts_on": "on", "ends_on": "on"}

    on = DayField(label="Last day", error_messages={"required": "Enter the last day."})

    def __init__(self, data: Any = None, *, season: Season) -> None:
        today = timezone.localdate()
        super().__init__(data, initial={"on": min(season.ends_on or today, today)})

    def clean_on(self) -> Any:
        day = self.cleaned_data["on"]
        if day > timezone.localdate():
            raise ValidationError("A season is closed when it is over: choose today or an earlier day.")
        return day

    def values(self) -> dict[str, Any]:
        """Return the last day, of a valid form."""
        return self.cleaned_data


class NextSeasonForm(forms.Form):
    """The next season: its name and first day, the ratings that players start with, and its boards."""

    beside = {NAME_TAKEN: "name"}

    name = TitleField(label="Name of the season", help_text="Such as Autumn 2026.")
    starts_on = DayField(label="First day", required=False, help_text="No match can be reported before this day.")
    rule = forms.ChoiceField(
        label="Ratings at the start",
        choices=Season.Rule.choices,
        initial=Season.Rule.CARRY,
        error_messages=CHOICE_ERRORS,
    )
    factor = ShareField()
    boards = forms.MultipleChoiceField(
        label="Its boards",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one.", "invalid_choice": "Choose from these."},
        help_text="Each rates the same matches by its own system. The first is the main board.",
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.season = season
        stored = {board.key: board for board in season.boards.all()}
        self.kept = {key: (board.system, board.options) for key, board in stored.items()}
        labels = dict(list_system_choices()) | {key: board.label for key, board in stored.items()}
        first = find_first_day_after(season) or timezone.localdate()
        super().__init__(data, initial={"boards": list(self.kept), "factor": "0.5", "starts_on": first})
        self.systems = [*self.kept, *(key for key in labels if key not in self.kept)]
        field: Any = self.fields["boards"]
        field.choices = [(key, labels[key]) for key in self.systems]

    def clean_name(self) -> str:
        return clean_season_name(self, Season.objects.filter(ladder=self.season.ladder_id))

    def opening(self) -> dict[str, Any]:
        """Return the rule and the share as far as the form says; of a new form those that it shows."""
        values = getattr(self, "cleaned_data", {})
        factor = values.get("factor")
        return {"rule": values.get("rule", Season.Rule.CARRY), "factor": 0.5 if factor is None else factor}

    def values(self) -> dict[str, Any]:
        """Return what `open_next_season` takes, of a valid form; boards that go on keep their options."""
        values = self.cleaned_data
        taken = set(Season.objects.filter(ladder=self.season.ladder_id).values_list("slug", flat=True))
        boards = [self.kept.get(key, (key, {})) for key in self.systems if key in values["boards"]]
        slug = choose_slug(values["name"], taken, "season")
        given = {"name": values["name"], "starts_on": values["starts_on"]}
        return self.opening() | given | {"slug": slug, "boards": boards}


def clean_season_name(form: forms.Form, others: QuerySet[Season]) -> str:
    """Return the name that was typed, unless one of these other seasons has it.

    Raises: ValidationError, "Another season of this ladder already has this name."
    """
    name: str = form.cleaned_data["name"]
    if "name" in form.changed_data:
        check_season_name(name, others)
    return name


class BoardForm(ConcurrentForm, OptionsForm, NotedForm):
    """The options of a rating system: as they are on a board, or the defaults for another system or a new board."""

    def __init__(
        self, data: Any = None, *, board: Board | None = None, system: str, season: Season | None = None
    ) -> None:
        super().__init__(data)
        start = board.rating_system if board and system == board.system else create_system(system)
        self.add_options(find_free_variant(season, start) if season else start)
        self.watch()

    def values(self) -> dict[str, Any]:
        return self.option_values()

    def list_values(self) -> Any:
        return [self.key, self.values()]


def build_system_values(system: RatingSystem) -> QueryDict:
    """Return the options of a system as the form of a board sends them."""
    values = QueryDict(mutable=True)
    for one in list_options(system):
        values[one.name] = format_field_value(one, getattr(system, one.name))
    if list_presets(system):
        values[PRESET_FIELD] = find_preset(system)
    return values


def list_free_systems(season: Season, board: Board | None = None) -> list[tuple[str, str]]:
    """Return key and label of the systems that another board of the season can have.

    One for two players can have two: one for singles or both, and one for teams alone.
    """
    taken = Counter(Board.objects.filter(season=season).values_list("system", flat=True))
    if board:
        taken[board.system] -= 1
    free = [(key, label) for key, label in list_system_choices() if taken[key] < count_possible_boards(key)]
    return sorted(free, key=lambda one: taken[one[0]] > 0)


def find_free_variant(season: Season, system: RatingSystem) -> RatingSystem:
    """Return the system as a new board of the season can have it: for teams alone, if it has one for singles."""
    taken = set(Board.objects.filter(season=season, system=system.key).values_list("is_for_teams", flat=True))
    return create_system(system.key, {"takes": TEAMS_ONLY}) if taken == {False} else system


def count_possible_boards(system: str) -> int:
    """Return how many boards of a season can have this system: two, if it has options for what counts."""
    return 2 if create_system(system).team_kinds else 1


class StartingRatingsForm(NotedForm):
    """A board, and a row for each player with a rating from before the first match."""

    board = forms.ChoiceField(
        label="Board", error_messages={"required": "Choose a board.", "invalid_choice": "Choose a board."}
    )
    text = forms.CharField(
        label="Players and their ratings",
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "autocomplete": "off"}),
        help_text="One row for each player: name, rating, and the number of games so far if you know it."
        " Paste the rows from a spreadsheet, or write “Ada, 1100, 12”.",
        error_messages={"required": "Enter at least one player."},
    )

    def __init__(self, data: Any = None, *, season: Season) -> None:
        self.boards = {board.key: board for board in season.boards.all()}
        super().__init__(data, initial={"board": next(iter(self.boards), "")})
        field: Any = self.fields["board"]
        field.choices = [(key, board.label) for key, board in self.boards.items()]
        for about in (system.about for system in map(attrgetter("rating_system"), self.boards.values())):
            if about.starts_at:
                self.fields["text"].help_text += f" For {about.label}, write the {about.unit}: “Ada, 3”."
        for board in self.boards.values():
            if has_deviations(board.rating_system):
                self.fields["text"].help_text += f" For {board.label}, a deviation may follow: “Ada, 1100, 12, 80”."

    def clean_text(self) -> list[PlayerFileRow]:
        """Return the players of the rows; a first row may name the columns.

        A player with “none” for a rating has none here: the starting rating that was given is to be removed.
        """
        text = self.cleaned_data["text"]
        try:
            rows = read_pasted_cells(text)
        except FileError as error:
            raise ValidationError(str(error)) from error
        named = "name" in map(str.lower, rows[0])
        board = self.boards.get(self.cleaned_data.get("board", ""))
        columns = STARTING_COLUMNS if board and has_deviations(board.rating_system) else STARTING_COLUMNS[:-1]
        if not named and max(map(len, rows)) > len(columns):
            raise ValidationError(ROW_OF_TOO_MANY)
        table = rows if named else [columns, *rows]
        doubts = [*find_unclear_points(table), *(() if named else find_unclear_commas(text))]
        rows, removed = blank_removed_ratings(table)
        file = read_player_file(remove_thousands_commas(rows))
        unrated = [one.line for one in file.rows if one.rating is None and one.line not in removed]
        missing = [FileProblem(line, "The rating is missing.") for line in unrated]
        refused = find_refused_ratings(board, file.rows) if board else ()
        if problems := sorted([*file.errors, *missing, *doubts, *refused])[:SHOWN_PROBLEMS]:
            raise ValidationError([f"Row {one.line - (not named)}: {one.sentence}" for one in problems])
        if board and not has_deviations(board.rating_system) and any(one.deviation is not None for one in file.rows):
            raise ValidationError(f"{board.label} has no deviations. Leave that column out.")
        return file.rows

    def values(self) -> tuple[Board, list[PlayerFileRow]]:
        """Return the board and the players, of a valid form."""
        return self.boards[self.cleaned_data["board"]], self.cleaned_data["text"]

    def list_questions(self) -> Iterable[Question]:
        return ask_about_listed_names((row.name for row in self.cleaned_data["text"]), "text")

    def list_values(self) -> Any:
        return [self.cleaned_data["board"], self.cleaned_data["text"]]


def find_refused_ratings(board: Board, rows: Iterable[PlayerFileRow]) -> Iterator[FileProblem]:
    """Yield a problem for each rating or deviation that the board's system can't take."""
    for row in rows:
        try:
            row.opening(board.rating_system)
        except RatingError as error:
            yield FileProblem(row.line, str(error))


def blank_removed_ratings(table: Rows) -> tuple[Rows, set[int]]:
    """Return the rows with “none” replaced by an empty rating, and the lines where it stood.

    The first row names the columns.
    """
    place = next((at for at, name in enumerate(table[0]) if name.lower() == "rating"), len(table[0]))
    rows, removed = [], set()
    for line, row in enumerate(table, 1):
        if len(row) > place and row[place].lower() == NO_RATING:
            row = [*row[:place], "", *row[place + 1 :]]
            removed.add(line)
        rows.append(row)
    return rows, removed
