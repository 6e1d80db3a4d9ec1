"""The settings of a ladder, in parts that open; each says its state in one line."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple

from django import forms
from django.utils.html import escape

from ladder.club.forms.confirming import ConfirmingForm, split_confirming
from ladder.club.forms.ladders import OWN_FIELDS, GameField, word_field_errors
from ladder.formats import MATCH_LENGTH, format_count
from ladder.models import Ladder
from ladder.models.box_rules import BOX_COLUMNS
from ladder.models.challenge_rules import CHALLENGE_COLUMNS
from ladder.models.ladder import LADDER_ADDRESS_TAKEN
from ladder.models.round_rules import ROUND_COLUMNS
from ladder.pages.fields import AddressField, TitleField
from ladder.pages.seasons import describe_most, find_usual_report_text, list_seasons, pick_current_season
from ladder.ratings import BoardRules, RatingSystem
from players.form_fields import ConcurrentForm, SentenceField

LIMIT_FIELDS = ("pair_day_limit", "pair_week_limit", "player_day_limit", "player_week_limit")
Scores, Measure, Unplayed = Ladder.Scores, Ladder.Measure, Ladder.Unplayed
UNPLAYED_SAID = {Unplayed.CLAIM: "", Unplayed.LOST: ", then lost", Unplayed.OFF: ", then off"}
REACH_UNITS = {
    Measure.PLACES: ("place up", "places up"),
    Measure.SHARE: ("per cent of the places up", "per cent of the places up"),
    Measure.ROWS: ("row up", "rows up"),
    Measure.RATING: ("point", "points"),
}
REACH_AMONG_HERE = "{reach}, of those who are here"
FINER_RULES = frozenset(
    (
        *(
            "challenge_among",
            "reach_down",
            "top_places",
            "top_reach",
            "free_challenges",
            "free_for",
            "rematch_matches",
            "rematch_spared",
        ),
        *("period_challenges", "period_days", "exempt_accepted", "exempt_days", "exempt_minutes"),
    )
)
SCORES_SAID = {
    Scores.NONE: "no scores",
    Scores.ALLOWED: "scores if they are entered",
    Scores.REQUIRED: "scores of every match",
}


class SettingsPart(NamedTuple):
    """Settings that belong together: a title, a sentence, their names, and what says in a line how they are set."""

    key: str
    title: str
    about: str
    names: tuple[str, ...]
    describe: Callable[[Ladder, frozenset[str]], str]  # of the ladder, and the names that are shown


class ShownPart(NamedTuple):
    """A part as the page prints it; it is open where something in it is wrong, as are the finer rules within it."""

    part: SettingsPart
    state: str
    fields: list[forms.BoundField]
    is_open: bool
    finer: list[forms.BoundField]
    is_finer_open: bool


def describe_name(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "Chess, at /chess/"."""
    return f"{ladder.name}, at {ladder.get_absolute_url()}"


def describe_reports(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "either player; results count at once"."""
    who = ladder.get_reporters_display()
    hours = format_count(ladder.confirm_hours or 0, "hour", "hours")
    when = f"at once, with {hours} to object" if ladder.confirm_hours else "at once"
    if ladder.counts_when_confirmed:
        when = f"once confirmed, or after {hours}"
    return f"{who[0].lower()}{who[1:]}; results count {when}"


def describe_matches(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "no scores; singles and doubles"; nothing of what does not apply."""
    rule = f", {ladder.score_rule}" if ladder.score_rule and ladder.scores != Scores.NONE else ""
    said = (
        ("scores", f"{SCORES_SAID[Scores(ladder.scores)]}{rule}"),
        ("most_a_side", describe_sides(ladder)),
        ("match_lengths", f"lengths {ladder.match_lengths}" if ladder.match_lengths else "usual lengths"),
        ("takes_handicaps", "handicaps" if ladder.takes_handicaps else "no handicaps"),
    )
    return "; ".join(text for name, text in said if name in shown)


def describe_sides(ladder: Ladder) -> str:
    """Return "doubles", "singles and doubles" or "singles, and 2 to 3 players on a side"."""
    alone = any(not kind.format.has_sides for system in list_current_systems(ladder) for kind in system.kinds)
    if ladder.plays_doubles:
        return "singles and doubles" if alone else "doubles"
    return f"{'singles, and ' if alone else ''}{ladder.describe_side_size()} on a side"


def describe_ranks(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "lost after 60 days without a match"."""
    days, most = ladder.inactive_after, ladder.break_days
    lost = f"lost after {format_count(days, 'day', 'days')} without a match" if days else "never lost"
    return lost if most == 0 else f"{lost}; breaks of {format_count(most, 'day') if most else 'any length'}"


def describe_limits_set(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "none", or "at most 3 matches a day for a pair"."""
    limits = (
        ("a pair", ladder.pair_day_limit, ladder.pair_week_limit),
        ("a player", ladder.player_day_limit, ladder.player_week_limit),
    )
    said = [f"{describe_most(day, week)} for {whose}" for whose, day, week in limits if day or week]
    return f"at most {', and '.join(said)}" if said else "none"


def describe_reach(ladder: Ladder) -> str:
    """Return whom one may challenge: "up to 3 places up", "anyone", "anyone above, of those who are here"."""
    reach = describe_distance(ladder)
    return REACH_AMONG_HERE.format(reach=reach) if ladder.challenge_among == Ladder.Among.HERE else reach


def describe_distance(ladder: Ladder) -> str:
    """Return how far from the challenger somebody may be."""
    if ladder.challenge_measure == Measure.ABOVE:
        return "anyone above"
    if not ladder.challenge_reach:
        return "anyone"
    down = f", {ladder.reach_down:,} down" if ladder.reach_down else ""
    return f"up to {format_count(ladder.challenge_reach, *REACH_UNITS[Measure(ladder.challenge_measure)])}{down}"


def describe_challenges(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "anyone; 7 days to answer, 14 to play"."""
    who = describe_reach(ladder)
    then = ", then lost" if ladder.if_unanswered == Ladder.Unanswered.LOST else ""
    answer, last = format_count(ladder.answer_days, "day", "days"), UNPLAYED_SAID[Unplayed(ladder.if_unplayed)]
    return f"{who}; {answer} to answer{then}, {ladder.play_days} to play{last}"


def describe_boxes(ladder: Ladder, shown: frozenset[str]) -> str:
    """Return "none", or "boxes of 5; 1 up, 1 down; a calendar month", "rounds of 2 weeks", "club nights"."""
    rounds = f"rounds of {format_count(ladder.round_weeks, 'week')}" if ladder.round_weeks else ""
    nights = "club nights" if ladder.nights != Ladder.Nights.NONE else ""
    return "; ".join(one for one in (describe_box_rules(ladder), rounds, nights) if one) or "none"


def describe_box_rules(ladder: Ladder) -> str:
    """Return "boxes of 5; 1 up, 1 down; a calendar month"; nothing without boxes."""
    if ladder.box_size is None:
        return ""
    weeks = format_count(ladder.cycle_weeks, "week", "weeks") if ladder.cycle_weeks else "a calendar month"
    return f"boxes of {ladder.box_size}; {ladder.box_up} up, {ladder.box_down} down; {weeks}"


SETTINGS_PARTS = (
    SettingsPart(
        "name",
        "Name",
        "Links to the old address stop working when you change it.",
        ("name", "slug", "game"),
        describe_name,
    ),
    SettingsPart(
        "reports",
        "Reports",
        "Organisers and recorders can always enter results; organisers can also correct them.",
        ("reporters", "how_to_report", "confirming", "confirm_hours", "fix_minutes"),
        describe_reports,
    ),
    SettingsPart(
        "matches",
        "Matches",
        "Imported files keep their scores, whatever is set here.",
        ("scores", "score_rule", "fewest_a_side", "most_a_side", "match_lengths", "takes_handicaps"),
        describe_matches,
    ),
    SettingsPart(
        "ranks",
        "Ranks",
        "Players without a rank are listed below the others, with the reason; whoever sits out has none meanwhile.",
        ("inactive_after", "break_days", "most_breaks", "break_challenges"),
        describe_ranks,
    ),
    SettingsPart(
        "limits",
        "Limits",
        "Further matches are kept as unrated, with the reason; an organiser can correct such a match to rated. Leave a "
        "number empty for no limit. A week is from Monday to Sunday.",
        LIMIT_FIELDS,
        describe_limits_set,
    ),
    SettingsPart(
        "challenges",
        "Challenges",
        "Who members can challenge, and how long they have to answer and play.",
        CHALLENGE_COLUMNS,
        describe_challenges,
    ),
    SettingsPart(
        "boxes",
        "Boxes, rounds and club nights",
        "Boxes: a season’s players in groups in which everybody plays everybody; then the first go up and the last go "
        "down. Rounds: every few weeks the site says who plays whom, of those who are in. Club nights: it says who "
        "plays next on which court, of those who are here.",
        (*BOX_COLUMNS, *ROUND_COLUMNS, "nights"),
        describe_boxes,
    ),
)


def list_current_systems(ladder: Ladder) -> list[RatingSystem]:
    """Return the rating systems in the ladder's current season."""
    season = pick_current_season(list_seasons(ladder.slug))
    return [board.rating_system for board in season.boards.all()] if season else []


def list_idle_settings(ladder: Ladder, systems: Sequence[RatingSystem]) -> set[str]:
    """Return the settings that do nothing on a ladder with these systems; what was set already is not among them."""
    usual, formats = Ladder(), {kind.format for system in systems for kind in system.kinds}
    between_two = any(one.has_sides or not one.is_entered_in_rows for one in formats)
    asks_length = any(fact.name == MATCH_LENGTH.name for system in systems for fact in system.facts)
    applies = {
        ("scores", "score_rule"): between_two,
        ("fewest_a_side", "most_a_side", "round_partners"): any(one.has_sides for one in formats),
        ("match_lengths",): asks_length,
        ("takes_handicaps",): between_two and any(BoardRules(system).takes_handicaps for system in systems),
        CHALLENGE_COLUMNS: any(one.may_be_agreed for one in formats),
        BOX_COLUMNS: any(not one.has_sides and one.most == 2 for one in formats),
        ("round_weeks", "nights"): any(one.has_sides or one.most == 2 for one in formats),
    }
    idle = {name for names, does in applies.items() if systems and not does for name in names}
    return {name for name in idle if getattr(ladder, name) == getattr(usual, name)}


class LadderSettingsForm(ConcurrentForm, ConfirmingForm, forms.ModelForm):
    """All settings that organisers may change and that do something on the ladder; one that no part names comes last.

    Two columns are one choice here: when results count.
    """

    beside = {LADDER_ADDRESS_TAKEN: "slug"}  # where it is taken after this form was read

    name = TitleField()
    slug = AddressField(help_text="The ladder's part of the web address, such as tuesday-backgammon.")
    game = GameField(required=False, help_text=Ladder._meta.get_field("game").help_text)
    how_to_report = SentenceField(label="How to report", required=False, widget=forms.Textarea({"rows": 3}))

    class Meta:
        model = Ladder
        exclude = ("counts_when_confirmed",)  # noqa: DJ006 - organisers may change all the others
        labels = {"reporters": "Who reports"}
        field_classes = OWN_FIELDS
        help_texts = dict.fromkeys(LIMIT_FIELDS, "")  # the sentence that they stand in says it

    def __init__(self, data: Any = None, *, ladder: Ladder) -> None:
        names = ("confirm_hours", "counts_when_confirmed")
        shown = split_confirming({name: getattr(ladder, name) for name in names})
        super().__init__(data, instance=copy(ladder), initial=shown)
        self.stored, systems = ladder, list_current_systems(ladder)
        for name in list_idle_settings(ladder, systems):
            del self.fields[name]
        word_field_errors(self.fields.values())
        about, usual = ladder._meta.get_field("how_to_report").help_text, find_usual_report_text(systems)
        leave_empty = f"Leave empty for the usual text: “{usual}”" if usual else ""
        self.fields["how_to_report"].help_text = escape(f"{about} {leave_empty}".strip())
        self.watch()

    def clean(self) -> Any:
        """Give the ladder both columns of the choice, so that they are checked together."""
        values = super().clean()
        if not self.errors.keys() & {"confirming", "confirm_hours"}:
            self.instance.counts_when_confirmed = self.read_confirming()["counts_when_confirmed"]
        return values

    def touched(self) -> dict[str, Any]:
        """Return the columns of a valid form that its reader changed."""
        values = super().touched()
        if not values.keys() & {"confirming", "confirm_hours"}:
            return values
        values.pop("confirming", None)
        return values | self.read_confirming()

    def parts(self) -> list[ShownPart]:
        """Return the parts with the bound fields of those settings that do something."""
        named = {name for part in SETTINGS_PARTS for name in part.names}
        rest = SettingsPart("more", "More", "", tuple(one for one in self.fields if one not in named), lambda *_: "")
        return [self.build_part(part) for part in (*SETTINGS_PARTS, rest) if self.fields.keys() & set(part.names)]

    def build_part(self, part: SettingsPart) -> ShownPart:
        """Return one part as the page prints it."""
        names = [name for name in part.names if name in self.fields]
        state = part.describe(self.stored, frozenset(names))
        finer = [name for name in names if name in FINER_RULES]
        plain = [name for name in names if name not in FINER_RULES]
        fields, folded = ([self[name] for name in chosen] for chosen in (plain, finer))
        return ShownPart(part, state, fields, is_any_wrong(self, names), folded, is_any_wrong(self, finer))


def is_any_wrong(form: forms.BaseForm, names: Iterable[str]) -> bool:
    """Return whether one of these fields has an error."""
    return not form.errors.keys().isdisjoint(names)
