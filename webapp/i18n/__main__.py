"""``python -m webapp.i18n``: lists missing and unused messages of the catalogues. Exit code 1 if there are any."""

import sys

from webapp.i18n import LANGUAGES
from webapp.i18n.scan import asked, catalogued, folders, mentioned


def main() -> int:
    """Prints one line per key."""
    lines = []
    for game in ("", *catalogued()):
        whose = f" of {game}" if game else ""
        wanted = asked(folders(game))
        missing = {language: sorted(wanted.missing(language, game)) for language in LANGUAGES}
        lines += [f"{language}: no text{whose} for {key}" for language in LANGUAGES for key in missing[language]]
        lines += [f"nothing asks for {key}{whose}" for key in sorted(mentioned().unused(game))]
    sys.stdout.writelines(line + "\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
