"""A sheet to draw on with Pillow. All measures are pixels; a text is placed by the left end of its baseline."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from ladder.pages.faces import NO_INITIALS, find_face_tone, find_initials
from ladder.pictures.colours import read_colours
from ladder.pictures.lettering import letter_text
from players.photographs.pictures import PICTURE_FORMATS

SMOOTHING_FACTOR = 4  # shapes are drawn so many times as large, then made smaller, for smooth edges
MOST_COLOURS = 256
CAPITAL_HEIGHT = 0.71  # of the size of a letter

type Point = tuple[float, float]
type Box = tuple[int, int, int, int]  # left, top, right, bottom
type Strokes = Sequence[Sequence[Point]]


class Sheet:
    """An image, and how things are put on it; colours are named as in `read_colours`."""

    def __init__(self, width: int, height: int, colour: str) -> None:
        self.colours = read_colours()
        self.image = Image.new("RGB", (width, height), self.colours[colour])
        self.pen = ImageDraw.Draw(self.image)

    def write(
        self,
        text: str,
        size: float,
        at: Point,
        width: float,
        colour: str,
        anchor: str = "ls",
        *,
        is_bold: bool = True,
    ) -> float:
        """Write a text no wider than this, and return how wide it is; `anchor` is Pillow's."""
        found = letter_text(text, int(size), width, is_bold=is_bold)
        self.pen.text(at, found.text, self.colours[colour], found.font, anchor)
        return found.width

    def fill(self, box: Box, colour: str) -> None:
        """Fill a rectangle."""
        left, top, right, bottom = box
        self.image.paste(self.colours[colour], (left, top, right, bottom))

    def draw_panel(self, box: Box, radius: int) -> None:
        """Draw a surface with round corners and a thin edge."""
        left, top, right, bottom = box
        for inset, colour in ((0, "line"), (2, "surface")):
            shape = make_round_shape(right - left - 2 * inset, bottom - top - 2 * inset, radius - inset)
            self.image.paste(self.colours[colour], (left + inset, top + inset), shape)

    def draw_strokes(
        self, strokes: Strokes, width: float, at: tuple[int, int], size: tuple[int, int], colour: str
    ) -> None:
        """Draw lines with round ends; their points are inside a field of this size."""
        self.image.paste(self.colours[colour], at, make_stroke_shape(strokes, width, size))

    def draw_dot(self, centre: tuple[int, int], diameter: int, colour: str) -> None:
        """Draw a filled circle."""
        corner = (centre[0] - diameter // 2, centre[1] - diameter // 2)
        self.image.paste(self.colours[colour], corner, make_round_shape(diameter, diameter, diameter // 2))

    def draw_face(self, name: str, centre: tuple[int, int], diameter: int) -> None:
        """Draw the monogram of a name in a circle, with an edge that keeps it apart from another below it."""
        self.draw_dot(centre, diameter + 8, "surface")
        self.draw_dot(centre, diameter, f"tone-{find_face_tone(name)}")
        self.write_initials(name, centre, 0.42 * diameter, "face")

    def write_initials(self, name: str, centre: tuple[int, int], size: float, colour: str) -> None:
        """Write the initials of a name around a point; a bullet where no face has their letters."""
        initials = find_initials(name)
        if initials == NO_INITIALS or not letter_text(initials, int(size), 3 * size).text:
            initials, size = NO_INITIALS, 2 * size
        self.write(initials, size, (centre[0], centre[1] + CAPITAL_HEIGHT * size / 2), 3 * size, colour, "ms")

    def draw_picture(self, content: bytes, at: tuple[int, int], size: int, radius: int) -> bool:
        """Draw a picture as a square with round corners; return False for a file that is none."""
        try:
            picture = Image.open(BytesIO(content), formats=PICTURE_FORMATS).convert("RGB")
        except (OSError, ValueError):
            return False
        self.image.paste(picture.resize((size, size)), at, make_round_shape(size, size, radius))
        return True

    def save(self) -> bytes:
        """Return the image as PNG, with so few colours that it is a third as large and comes in half the time."""
        file = BytesIO()
        few = self.image.quantize(MOST_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG")
        return file.getvalue()


@lru_cache(32)
def make_round_shape(width: int, height: int, radius: int) -> Image.Image:
    """Return a rectangle with round corners, to paint a colour through."""
    shape = Image.new("L", (width, height), 255)
    if not radius:
        return shape
    corner = Image.new("L", (2 * radius * SMOOTHING_FACTOR,) * 2)
    ImageDraw.Draw(corner).ellipse((0, 0, corner.width - 1, corner.height - 1), 255)
    corner = corner.resize((2 * radius, 2 * radius), Image.Resampling.BOX)
    for left, x in ((0, 0), (radius, width - radius)):
        for top, y in ((0, 0), (radius, height - radius)):
            shape.paste(corner.crop((left, top, left + radius, top + radius)), (x, y))
    return shape


def make_stroke_shape(strokes: Strokes, width: float, size: tuple[int, int]) -> Image.Image:
    """Return lines with round ends, to paint a colour through."""
    shape = Image.new("L", (size[0] * SMOOTHING_FACTOR, size[1] * SMOOTHING_FACTOR))
    pen, radius = ImageDraw.Draw(shape), width * SMOOTHING_FACTOR / 2
    for stroke in strokes:
        points = [(x * SMOOTHING_FACTOR, y * SMOOTHING_FACTOR) for x, y in stroke]
        pen.line(points, 255, round(2 * radius), "curve")
        for x, y in points[:1] + points[-1:]:
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return shape.resize(size, Image.Resampling.BOX)
