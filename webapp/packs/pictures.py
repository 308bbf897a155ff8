"""Pictures on cards: decoded within limits, scaled down and re-encoded, so that no uploaded byte is sent on."""

import warnings
from io import BytesIO

FORMATS = {"png": "PNG", "webp": "WEBP"}
WIDTH, HEIGHT = 630, 880
"""The largest size of a stored picture, in pixels; a card is 63 by 88."""
MOST_PIXELS = 16_000_000
"""The most pixels that are decoded."""


class BadPicture(ValueError):
    """Not a picture that can be shown. `code`: ``no-picture`` or ``too-large``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def kind_of(name: str) -> str:
    """A file name's extension."""
    return name.rpartition(".")[2].lower()


def redrawn(name: str, data: bytes) -> bytes:
    """The picture in a PNG or WebP file, no larger than a card and without any other data of the file. Raises
    :class:`BadPicture` for data that is no picture or would decode to too many pixels."""
    # Imported on first use, as few upload pictures.
    from PIL import Image, ImageOps, UnidentifiedImageError

    kind = kind_of(name)
    if kind not in FORMATS:
        raise BadPicture("no-picture")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=list(FORMATS.values())) as opened:
                if opened.width * opened.height > MOST_PIXELS:
                    raise BadPicture("too-large")
                picture = ImageOps.exif_transpose(opened).convert("RGBA")
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as problem:
        raise BadPicture("too-large") from problem
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, OverflowError) as problem:
        if isinstance(problem, BadPicture):
            raise
        raise BadPicture("no-picture") from problem
    picture.thumbnail((WIDTH, HEIGHT))
    if picture.getchannel("A").getextrema() == (255, 255):
        picture = picture.convert("RGB")
    # A fresh image: no profile, no text, no other frames come along.
    bare = Image.frombytes(picture.mode, picture.size, picture.tobytes())
    out = BytesIO()
    if kind == "png":
        bare.save(out, "PNG", optimize=True)
    else:
        bare.save(out, "WEBP", quality=84, method=4)
    return out.getvalue()
