"""Draws cards and the icon of the club: where everything stands."""

from collections.abc import Sequence
from itertools import batched
from math import ceil

from ladder.pictures.cards import Card, CardFigure, CardLine
from ladder.pictures.sheet import Point, Sheet, Strokes

CARD_WIDTH, CARD_HEIGHT = 1200, 630
MARGIN, GAP = 56, 28
LEFT, RIGHT = MARGIN, CARD_WIDTH - MARGIN
EMBLEM_SIZE, EMBLEM_RADIUS = 72, 8
HEAD_HEIGHT, STRIP_HEIGHT = 104, 6
TITLE_HEIGHT, FOOT_HEIGHT, FIGURE_HEIGHT = 68, 46, 104
HIGHEST_LINE, ONLY_LINE = 176, 208
CURVE_LEFT, CURVE_EDGE = 400, 16
ROOM_FOR_TWO = 120  # lines of names
MOST_FACES, FACE_STEP = 3, 0.88  # of a side; each covers some of the one before
UNDRAWN_NAME = "A player"  # where no face has a letter of the name
MARK_SIZE, MARK_STROKE, MARK_SCALE = (24, 28), 2.6, 2  # the mark of `_icons.html`
MARK_RAILS: Strokes = (((7, 2), (4, 26)), ((17, 2), (20, 26)), ((6.3, 8), (17.7, 8)), ((5, 20), (19, 20)))
MARK_RUNG: Strokes = (((5.6, 14), (18.4, 14)),)


def draw_card(card: Card, emblem: bytes = b"") -> bytes:
    """Return the picture of a card as PNG, with the emblem of the club if that can be read."""
    sheet = Sheet(CARD_WIDTH, CARD_HEIGHT, "sunken")  # darker than the panel by enough to stay so with few colours
    draw_head(sheet, card.club, card.place, emblem)
    top, bottom = HEAD_HEIGHT + STRIP_HEIGHT + GAP, CARD_HEIGHT - GAP
    if card.title:
        sheet.write(card.title, 50, (LEFT, top + 40), RIGHT - LEFT, "ink")
        top += TITLE_HEIGHT
    if card.foot:
        sheet.write(card.foot, 30, (LEFT, bottom - 2), RIGHT - LEFT, "ink-2", is_bold=False)
        bottom -= FOOT_HEIGHT
    if card.curve:
        below = top + ONLY_LINE + GAP
        draw_figures(sheet, card.figures, below)
        draw_course(sheet, card.curve, (CURVE_LEFT, below, RIGHT, bottom))
        bottom = below - GAP
    elif card.figures:
        draw_figure_row(sheet, card.figures, top)
        top += FIGURE_HEIGHT
    if card.lines:
        draw_card_lines(sheet, card.lines, top, bottom)
    return sheet.save()


def draw_head(sheet: Sheet, club: str, place: str, emblem: bytes) -> None:
    """Draw the band with the club's emblem, or else our mark, and its name, and what the card is of at its end."""
    sheet.fill((0, 0, CARD_WIDTH, HEAD_HEIGHT), "court")
    sheet.fill((0, HEAD_HEIGHT, CARD_WIDTH, HEAD_HEIGHT + STRIP_HEIGHT), "go")
    name, top = LEFT + EMBLEM_SIZE + GAP, (HEAD_HEIGHT - EMBLEM_SIZE) // 2
    if not (emblem and sheet.draw_picture(emblem, (LEFT, top), EMBLEM_SIZE, EMBLEM_RADIUS)):
        draw_mark(sheet, (LEFT, 24))
        name = LEFT + 68
    used = sheet.write(place, 34, (RIGHT, 66), 500, "on-court", anchor="rs", is_bold=False)
    sheet.write(club, 46, (name, 68), RIGHT - name - GAP - used, "on-court")


def draw_mark(sheet: Sheet, at: tuple[int, int]) -> None:
    """Draw the ladder of the site."""
    size = (MARK_SIZE[0] * MARK_SCALE, MARK_SIZE[1] * MARK_SCALE)
    for strokes, colour in ((MARK_RAILS, "on-court"), (MARK_RUNG, "go")):
        scaled = [[(x * MARK_SCALE, y * MARK_SCALE) for x, y in stroke] for stroke in strokes]
        sheet.draw_strokes(scaled, MARK_STROKE * MARK_SCALE, at, size, colour)


def draw_card_lines(sheet: Sheet, lines: Sequence[CardLine], top: int, bottom: int) -> None:
    """Draw the lines on a panel, as high as there is room for, in the middle of it."""
    height = min((bottom - top) // len(lines), HIGHEST_LINE if len(lines) > 1 else ONLY_LINE)
    top += (bottom - top - height * len(lines)) // 2
    sheet.draw_panel((LEFT, top, RIGHT, top + height * len(lines)), 14)
    for number, line in enumerate(lines):
        if number:
            sheet.fill((LEFT + GAP, top - 1, RIGHT - GAP, top + 1), "line")
        draw_card_line(sheet, line, top, height)
        top += height


def draw_card_line(sheet: Sheet, line: CardLine, top: int, height: int) -> None:
    """Draw a line from the left: mark, rank, faces, names with the note below them; the figure stands at its end."""
    middle, x = top + height // 2, LEFT + GAP
    if line.is_marked:
        sheet.fill((LEFT, top + 14, LEFT + 10, top + height - 14), "go")
    if line.rank:
        sheet.write(line.rank, 0.44 * height, (x, middle + 0.16 * height), 64, "ink-2")
        x += int(36 + 0.4 * height)
    x = draw_faces(sheet, line.people, x, middle, int(0.7 * height)) + GAP
    size, colour = min(0.5 * height, 84), line.direction if line.direction in ("up", "down") else "ink"
    used = sheet.write(line.figure, size, (RIGHT - GAP, middle + 0.36 * size), 300, colour, anchor="rs")
    draw_names(sheet, line, (x, middle), RIGHT - GAP - used - GAP - x, height)


def draw_faces(sheet: Sheet, people: Sequence[str], left: int, middle: int, size: int) -> int:
    """Draw the monograms of a side, the first one on top, and return where they end."""
    step, shown = int(FACE_STEP * size), people[:MOST_FACES]
    for number in reversed(range(len(shown))):
        sheet.draw_face(shown[number], (left + number * step + size // 2, middle), size)
    return left + (len(shown) - 1) * step + size


def draw_names(sheet: Sheet, line: CardLine, at: Point, width: float, height: int) -> None:
    """Draw the names in two lines where there is room, else in one, and the note under them."""
    in_a_line = ceil(len(line.people) / 2) if height > ROOM_FOR_TWO else len(line.people)
    names = [line.headline] if line.headline else [", ".join(people) for people in batched(line.people, in_a_line)]
    note = min(max((0.28 if line.headline else 0.2) * height, 22), 38) if line.note else 0
    room = (height - 1.5 * note) / len(names)
    size = min(0.54 * height / len(names) ** 0.7, 0.68 * room, 84)
    x, y = at[0], at[1] - (len(names) * 1.1 * size + 1.5 * note) / 2
    for name in names:
        y += 1.1 * size
        if not sheet.write(name, size, (x, y - 0.2 * size), width, "ink"):
            sheet.write(UNDRAWN_NAME, size, (x, y - 0.2 * size), width, "ink-2")
    if line.note:
        sheet.write(line.note, note, (x, y + 1.1 * note), width, "ink-2", is_bold=False)


def draw_figures(sheet: Sheet, figures: Sequence[CardFigure], top: int) -> None:
    """Draw figures below one another, each with its label above it."""
    for figure in figures:
        sheet.write(figure.label, 28, (LEFT, top + 26), CURVE_LEFT - LEFT, "ink-2", is_bold=False)
        sheet.write(figure.text, 56, (LEFT, top + 82), CURVE_LEFT - LEFT, "ink")
        top += FIGURE_HEIGHT


def draw_figure_row(sheet: Sheet, figures: Sequence[CardFigure], top: int) -> None:
    """Draw figures beside one another, each with its label above it."""
    width = (RIGHT - LEFT) // len(figures)
    for number, figure in enumerate(figures):
        sheet.write(figure.label, 26, (LEFT + number * width, top + 24), width - GAP, "ink-2", is_bold=False)
        sheet.write(figure.text, 50, (LEFT + number * width, top + 76), width - GAP, "ink")


def draw_course(sheet: Sheet, heights: Sequence[float], box: tuple[int, int, int, int]) -> None:
    """Draw a line through heights, as high as there is room for, with a dot at its end."""
    left, top, right, bottom = box
    lowest, span = min(heights), (max(heights) - min(heights)) or 1.0
    step, rise = (right - left - 2 * CURVE_EDGE) / (len(heights) - 1), (bottom - top - 2 * CURVE_EDGE) / span
    points = [
        (CURVE_EDGE + step * place, bottom - top - CURVE_EDGE - rise * (height - lowest))
        for place, height in enumerate(heights)
    ]
    sheet.draw_strokes([points], 6, (left, top), (right - left, bottom - top), "link")
    end_x, end_y = points[-1]
    sheet.draw_dot((left + int(end_x), top + int(end_y)), 28, "go")


def draw_icon(club: str, emblem: bytes, size: int) -> bytes:
    """Return the emblem of the club as a square PNG; without one that can be read its monogram, with room around it for
    a system that cuts it round."""
    sheet = Sheet(size, size, "court")
    if emblem and sheet.draw_picture(emblem, (0, 0), size, 0):
        return sheet.save()
    sheet.write_initials(club, (size // 2, int(0.46 * size)), 0.44 * size, "on-court")
    sheet.fill((int(0.3 * size), int(0.7 * size), int(0.7 * size), int(0.75 * size)), "go")
    return sheet.save()
