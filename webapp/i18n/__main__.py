"""``python -m webapp.i18n``: what the catalogues lack, what they hold in vain. Ends with 1 where there is anything."""

import sys

from webapp.i18n import LANGUAGES
from webapp.i18n.scan import asked, mentioned


def main() -> int:
    """Prints one line per key."""
    missing = {language: sorted(asked().missing(language)) for language in LANGUAGES}
    lines = [f"{language}: no text for {key}" for language in LANGUAGES for key in missing[language]]
    lines += [f"nothing asks for {key}" for key in sorted(mentioned().unused())]
    sys.stdout.writelines(line + "\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
