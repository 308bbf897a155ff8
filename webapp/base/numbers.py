"""Numbers that somebody wrote: in an address, a header, a setting, a list."""


def number(text: str | None, most: int) -> int | None:
    """A whole number from 0 to `most` in plain digits; None for anything else, however long.

    >>> number("007", 9), number("10", 9), number("٧", 9), number("9" * 5_000, 9)
    (7, None, None, None)
    """
    if not text or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)) + 8:
        return None
    value = int(text)
    return value if value <= most else None
