"""`python -m rules.olomoc.packs docs [--language fr] | schema | check PATH`."""

import argparse
import json
import sys

from rules.kernel.packs.problems import PackError

from .docs import guide, json_schema
from .reader import load


def main(arguments: list[str] | None = None) -> int:
    """Prints the authors' guide, the JSON Schema, or what is wrong with a pack; 1 when something is."""
    parser = argparse.ArgumentParser(prog="python -m rules.olomoc.packs", description="Card packs.")
    commands = parser.add_subparsers(dest="command", required=True)
    docs = commands.add_parser("docs", help="print the authors' guide")
    docs.add_argument("--language", choices=("en", "fr"), default="en")
    commands.add_parser("schema", help="print the JSON Schema")
    commands.add_parser("check", help="check a pack").add_argument("path", help="a folder, a zip or a TOML file")
    chosen = parser.parse_args(arguments)
    if chosen.command == "docs":
        sys.stdout.write(guide(chosen.language))
    elif chosen.command == "schema":
        sys.stdout.write(json.dumps(json_schema(), indent=1) + "\n")
    else:
        try:
            pack = load(chosen.path)
        except PackError as error:
            sys.stderr.write(f"{error}\n")
            return 1
        sys.stdout.write(f"{pack.id} {pack.version}: {len(pack.rouages)} rouages, {len(pack.equipment)} equipment\n")
        sys.stdout.writelines(f"settled by hand: {line}\n" for line in pack.by_hand())
    return 0


if __name__ == "__main__":
    sys.exit(main())
