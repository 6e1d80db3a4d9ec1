"""Make a small square picture from an uploaded file: nothing of the file itself is kept."""

from hashlib import sha256
from io import BytesIO
from typing import IO, Any

from django.core.exceptions import ValidationError
from PIL import Image, ImageOps

LARGEST_UPLOAD = 8 * 1024 * 1024  # bytes
MOST_PIXELS = 25_000_000  # of what was uploaded: a quarter of a gigabyte while it is read
LEAST_SIDE, PICTURE_SIDE = 64, 256  # pixels of what was uploaded, and of what is kept
PICTURE_FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
PICTURE_TYPE = "image/webp"
PICTURE_QUALITY = 80
LARGEST_PICTURE = 200_000  # bytes that no picture of this size exceeds

TOO_LARGE_FILE = "A picture can be at most 8 MB."
NO_PICTURE = "This file can’t be read as a picture. Choose a JPEG, PNG, WebP or GIF file."
TOO_MANY_PIXELS = "This picture is too large: at most 25 million pixels, such as 5,000 by 5,000. Make it smaller first."
TOO_SMALL = "This picture is too small: it needs 64 pixels on each side."


def make_picture(file: IO[bytes], size: int) -> bytes:
    """Return the middle of an uploaded picture of so many bytes as a square WebP file without metadata.

    Of moving pictures the first one counts, what is transparent becomes white, and a turned photograph is put upright.
    Raises: ValueError with the sentence why not.
    """
    if size > LARGEST_UPLOAD:
        raise ValueError(TOO_LARGE_FILE)
    image = open_picture(file)
    if image.width * image.height > MOST_PIXELS:
        raise ValueError(TOO_MANY_PIXELS)
    if min(image.size) < LEAST_SIDE:
        raise ValueError(TOO_SMALL)
    try:
        return encode_picture(cut_square(image))
    except Exception as error:
        raise ValueError(NO_PICTURE) from error


def open_picture(file: IO[bytes]) -> Image.Image:
    """Return a picture of which only the head was read. Raises: ValueError, "This is no picture that can be read."."""
    try:
        return Image.open(file, formats=PICTURE_FORMATS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ValueError(TOO_MANY_PIXELS) from error
    except Exception as error:
        raise ValueError(NO_PICTURE) from error


def cut_square(image: Image.Image) -> Image.Image:
    """Return the middle of a picture as a new one, upright and without its metadata."""
    image.draft("RGB", (2 * PICTURE_SIDE, 2 * PICTURE_SIDE))  # a large JPEG is decoded at a fraction of its size
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):  # 16 bits a pixel
        upright = upright.convert("I").point(lambda value: value / 256).convert("L")
    coloured = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
    fitted = ImageOps.fit(coloured, (PICTURE_SIDE, PICTURE_SIDE))
    square = Image.new("RGB", fitted.size, "white")
    square.paste(fitted, mask=fitted if fitted.mode == "RGBA" else None)
    return square


def encode_picture(square: Image.Image) -> bytes:
    """Return a picture as a WebP file."""
    content = BytesIO()
    square.save(content, "WEBP", quality=PICTURE_QUALITY)
    return content.getvalue()


def digest_picture(content: bytes) -> str:
    """Return the key of a picture: 16 letters that another picture has not."""
    return sha256(content).hexdigest()[:16]


def check_picture(content: Any) -> None:
    """Refuse what is no picture as it is kept, as in a backup that somebody changed. Raises: ValidationError."""
    head = bytes(content[:12])
    if len(content) > LARGEST_PICTURE or head[:4] != b"RIFF" or head[8:] != b"WEBP":
        raise ValidationError("This is no picture as the site keeps it.")
