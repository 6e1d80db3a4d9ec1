"""Uploaded pictures: a small square of our own comes out, or a sentence."""

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, PngImagePlugin

from players.photographs import pictures
from players.photographs.pictures import NO_PICTURE, TOO_LARGE_FILE, TOO_MANY_PIXELS, TOO_SMALL, make_picture

SECRET = b"Taken at 12 Harbour Street"
SIZE = (120, 80)


def save(image, format="PNG", **options):
    file = BytesIO()
    image.save(file, format, **options)
    return file.getvalue()


def plain(mode="RGB", size=SIZE, colour=0):
    return Image.new(mode, size, colour)


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png_of(width, height, *, bits=8, colour=2, content=b"", before=b""):
    """A PNG file whose head says this size, whatever its content is."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + before + chunk(b"IDAT", zlib.compress(content)) + chunk(b"IEND", b"")


def with_exif(**options):
    exif = Image.Exif()
    exif[0x010E] = SECRET.decode()
    exif[0x0112] = 6  # turned by a quarter
    exif.get_ifd(0x8825)[2] = (52.0, 30.0, 0.0)  # where it was taken
    return save(plain(), exif=exif, **options)


def with_text():
    told = PngImagePlugin.PngInfo()
    told.add_text("Comment", SECRET.decode())
    told.add_itxt("XML:com.adobe.xmp", SECRET.decode())
    return save(plain(), pnginfo=told)


def animated(format):
    frames = [plain("RGB", SIZE, colour) for colour in ("red", "green", "blue")]
    return save(frames[0], format, save_all=True, append_images=frames[1:], duration=50)


def palette_with_holes():
    image = plain("P")
    image.putpalette([255, 0, 0] * 256)
    return save(image, transparency=0)


def sixteen_bits():
    return png_of(80, 80, bits=16, colour=0, content=(b"\x00" + b"\x80\x00" * 80) * 80)


PHOTO, GIF = save(plain("RGB", SIZE, "teal"), "JPEG"), save(plain(), "GIF")
TAKEN = {
    "JPEG": PHOTO,
    "progressive": save(plain(), "JPEG", progressive=True),
    "CMYK": save(plain("CMYK"), "JPEG"),
    "grey JPEG": save(plain("L"), "JPEG"),
    "EXIF with a place": with_exif(format="JPEG"),
    "EXIF in PNG": with_exif(),
    "EXIF in WebP": with_exif(format="WEBP"),
    "text in PNG": with_text(),
    "a comment": save(plain(), "JPEG", comment=SECRET),
    "a colour profile": save(plain(), "JPEG", icc_profile=SECRET * 20),
    "black and white": save(plain("1")),
    "grey with alpha": save(plain("LA")),
    "transparent": save(plain("RGBA", SIZE, (255, 0, 0, 0))),
    "palette with transparency": palette_with_holes(),
    "16 bits": sixteen_bits(),
    "GIF": GIF,
    "moving GIF": animated("GIF"),
    "moving WebP": animated("WEBP"),
    "moving PNG": animated("PNG"),
    "a ZIP behind it": PHOTO + b"PK\x03\x04" + SECRET,
    "a script behind it": PHOTO + b"<script>alert(1)</script>" + SECRET,
    "very wide": save(plain("L", (20_000, 64))),
}
REFUSED = {
    "0 bytes": (b"", NO_PICTURE),
    "text": (b"Hello", NO_PICTURE),
    "SVG": (b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', NO_PICTURE),
    "HTML": (b"<!doctype html><img src=x onerror=alert(1)>", NO_PICTURE),
    "PDF": (b"%PDF-1.7\n%%EOF", NO_PICTURE),
    "TIFF": (save(plain(), "TIFF"), NO_PICTURE),
    "BMP": (save(plain(), "BMP"), NO_PICTURE),
    "ICO": (save(plain(), "ICO"), NO_PICTURE),
    "PostScript": (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n", NO_PICTURE),
    "half a JPEG": (PHOTO[: len(PHOTO) // 2], NO_PICTURE),
    "the head of a JPEG": (PHOTO[:4], NO_PICTURE),
    "half a WebP": (animated("WEBP")[:60], NO_PICTURE),
    "a PNG without content": (png_of(100, 100), NO_PICTURE),
    "a PNG of no size": (png_of(0, 0), NO_PICTURE),
    "one pixel": (save(plain("RGB", (1, 1))), TOO_SMALL),
    "a line": (save(plain("L", (5_000, 1))), TOO_SMALL),
    "20,000 pixels": (png_of(20_000, 20_000), TOO_MANY_PIXELS),
    "a decompression bomb": (png_of(60_000, 60_000, bits=1, colour=0, content=bytes(1_000_000)), TOO_MANY_PIXELS),
    "a GIF of 65,535 pixels": (GIF[:6] + struct.pack("<HH", 65_535, 65_535) + GIF[10:], TOO_MANY_PIXELS),
    "a profile that is a bomb": (
        png_of(100, 100, before=chunk(b"iCCP", b"x\0\0" + zlib.compress(bytes(3_000_000)))),
        NO_PICTURE,
    ),
}


def make(content):
    return make_picture(BytesIO(content), len(content))


@pytest.mark.parametrize("kind", TAKEN)
def test_nothing_of_the_file_is_kept_but_a_small_square(kind):
    made = make(TAKEN[kind])

    image = Image.open(BytesIO(made))
    assert (image.format, image.size, image.mode, getattr(image, "n_frames", 1)) == ("WEBP", (256, 256), "RGB", 1)
    assert not image.getexif()
    assert not {"exif", "xmp", "icc_profile", "comment"} & set(image.info)
    assert SECRET not in made
    assert b"<script" not in made
    pictures.check_picture(made)


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_picture_or_too_large_is_refused_in_a_sentence(kind):
    content, sentence = REFUSED[kind]
    with pytest.raises(ValueError, match=sentence.partition(".")[0]):
        make(content)


def test_a_large_file_is_not_even_opened():
    with pytest.raises(ValueError, match=TOO_LARGE_FILE.partition(".")[0]):
        make_picture(None, 8 * 1024 * 1024 + 1)


def test_no_byte_that_is_changed_makes_another_error():
    for place in range(0, len(PHOTO), 7):
        try:
            make(PHOTO[:place] + bytes([PHOTO[place] ^ 0xFF]) + PHOTO[place + 1 :])
        except ValueError as error:
            assert str(error) in {NO_PICTURE, TOO_MANY_PIXELS, TOO_SMALL}  # noqa: PT017 - most of them are taken


def test_a_turned_photograph_is_put_upright_and_what_is_transparent_is_white():
    turned = Image.new("RGB", (200, 100), "red")
    turned.paste("blue", (100, 0, 200, 100))  # red on the left; upright it is on top
    exif = Image.Exif()
    exif[0x0112] = 6
    upright = Image.open(BytesIO(make(save(turned, exif=exif)))).convert("RGB")
    assert (upright.getpixel((128, 20))[0] > 200, upright.getpixel((128, 236))[2] > 200) == (True, True)
    assert min(Image.open(BytesIO(make(TAKEN["transparent"]))).getpixel((128, 128))) > 250
    grey = Image.open(BytesIO(make(TAKEN["16 bits"]))).getpixel((128, 128))
    assert all(abs(part - 128) < 4 for part in grey)
