"""``python -m webapp``: starts the server, or says in a sentence why not."""

import gc
import os
import sys

from webapp.base.settings import BadSetting, any_console, settings
from webapp.i18n import host_language, translator


def main() -> None:
    """Starts the server; ends the process with 1 and a sentence where it cannot."""
    any_console()
    tr = translator(host_language(os.environ))
    try:
        chosen = settings()
    except BadSetting as problem:
        sys.exit(tr(f"start.{problem.code}", variable=problem.variable, value=problem.value))
    # The files of the data folder are the host's account's alone; it is closed to others, too (store/lock.py).
    os.umask(0o077)
    # Imports make hundreds of thousands of objects that stay, and almost no garbage; webapp.app.gc takes over.
    gc.disable()
    # NiceGUI reads this while it is imported, which is why the import waits.
    os.environ["NICEGUI_STORAGE_PATH"] = str(chosen.data / "nicegui")
    # socket.io brings its client along, which can do without aiohttp, a tenth of a second: nothing here is a client.
    sys.modules["aiohttp"] = None  # type: ignore[assignment]  # it cannot be imported now
    from webapp.app.main import BadHost, PortTaken, explain, serve

    del sys.modules["aiohttp"]
    from webapp.host.restore import restarting
    from webapp.store import StoreProblem

    try:
        serve(chosen, tr)
        restarting.carry_out(chosen)
    except (StoreProblem, BadHost, PortTaken) as problem:
        sys.exit(explain(problem, tr))
    except KeyboardInterrupt:
        sys.exit(0)
    finally:
        gc.enable()


if __name__ == "__main__":
    main()
