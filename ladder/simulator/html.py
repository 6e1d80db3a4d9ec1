"""The forms of a page, as a browser would send them."""

from html.parser import HTMLParser

IGNORED = {"submit", "button", "image", "reset", "file"}
Attributes = dict[str, str | None]


class PageForm:
    """The fields with the values they have, and what can be chosen instead."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.buttons: dict[str, str] = {}

    def choice(self, name: str, value: str, chosen: bool) -> None:
        self.choices.setdefault(name, []).append(value)
        if chosen:
            self.values[name] = value


class PageFormParser(HTMLParser):
    """Collects the forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[PageForm] = []
        self.inside: PageForm | None = None
        self.list = self.area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes: Attributes = dict(given)
        if tag == "form":
            self.inside = PageForm()
            self.found.append(self.inside)
        elif self.inside:
            self.field(self.inside, tag, attributes)

    def field(self, form: PageForm, tag: str, attributes: Attributes) -> None:
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "select":
            self.list = name
        elif tag == "option":
            form.choice(self.list, value, "selected" in attributes or self.list not in form.values)
        elif tag == "textarea":
            self.area = name
            form.values[name] = ""
        elif tag == "button" and name:
            form.buttons[name] = value
        elif tag == "input" and name:
            self.entry(form, name, value, attributes)

    def entry(self, form: PageForm, name: str, value: str, attributes: Attributes) -> None:
        sort = attributes.get("type") or "text"
        if sort in ("radio", "checkbox"):
            form.choice(name, value, "checked" in attributes)
        elif sort not in IGNORED:
            form.values[name] = value

    def handle_data(self, data: str) -> None:
        if self.inside and self.area:
            self.inside.values[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = None
        elif tag == "textarea":
            self.area = ""


def find_page_form(page: str, name: str) -> PageForm | None:
    """Return the form that has this field; the first one where several have."""
    return next((form for form in PageFormParser(page).found if name in form.values or name in form.choices), None)
