"""Codes to type, tokens to paste, and passwords. Only their digests are stored."""

import hashlib
import secrets

LETTERS = "BCDFGHJKMNPQRTVWXYZ346789"
"""Letters of codes: none that looks like another letter or a digit, and no vowel, so that no code is a word."""

RECOVERY_LENGTH = 12
"""25 letters to the twelfth: beyond guessing, whatever the limits."""

GROUP = 4

LONGEST_PASSWORD = 200

# 16 MiB and some 30 ms for one guess.
SCRYPT = {"n": 2**14, "r": 8, "p": 1}


def code(length: int) -> str:
    """A new code of that many letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def grouped(plain: str) -> str:
    """A long code as people read it.

    >>> grouped("BCDFGHJKMNPQ")
    'BCDF-GHJK-MNPQ'
    """
    return "-".join(plain[at : at + GROUP] for at in range(0, len(plain), GROUP))


def typed(code: str) -> str:
    """A code as it was meant, whatever hyphens, blanks and small letters it was typed with.

    >>> typed(" bcdf-ghjk mnpq")
    'BCDFGHJKMNPQ'
    """
    return "".join(letter for letter in code.upper() if letter in LETTERS)


def token() -> str:
    """A new token for a program."""
    return "olo_" + secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """The stored form of a code or token, which are too long to be guessed from it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed(password: str) -> str:
    """The stored form of a password: salted and slow. Blocks for some 30 ms."""
    salt = secrets.token_hex(16)
    return f"{salt}:{_scrypt(password, salt)}"


def matches(password: str, kept: str) -> bool:
    """Whether this is the password. Blocks for some 30 ms."""
    salt, _, wanted = kept.partition(":")
    return secrets.compare_digest(_scrypt(password, salt), wanted)


def _scrypt(password: str, salt: str) -> str:
    plain = password[:LONGEST_PASSWORD].encode(errors="replace")
    return hashlib.scrypt(plain, salt=bytes.fromhex(salt), dklen=32, **SCRYPT).hex()
