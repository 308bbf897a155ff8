"""The pages. A page is a function that builds itself; importing one registers nothing."""

from webapp.pages import cabals, host, lobby, match_files, packs, replay, rules, table, trouble


def register() -> None:
    """Puts every page at its address."""
    lobby.register()
    host.register()
    cabals.register()
    packs.register()
    rules.register()
    table.register()
    replay.register()
    match_files.register()
    trouble.register()
