"""The running server as the host's pages need it: its settings, its store, the result of the last restore."""

from __future__ import annotations

from webapp.base.addresses import preference
from webapp.base.settings import Settings
from webapp.host.restore import RestoreResult, forget, last_restore
from webapp.security.host_key import keys
from webapp.store import Store
from webapp.store.salvage import Salvaged


class RunningServer:
    """The settings, store and last restore; set at start. Its properties raise RuntimeError before."""

    def __init__(self) -> None:
        self._opened: tuple[Settings, Store] | None = None
        self.restored: RestoreResult | None = None
        self.saved: Salvaged | None = None
        """The part of a database found damaged at start that was saved."""

    def open(self, settings: Settings, store: Store) -> None:
        """Stores the host's key and address. Raises a :class:`webapp.store.StoreProblem` where there is no key."""
        keys.open(settings.data / "host-key")
        preference.open(settings.data / "address")
        self.restored = last_restore(settings.data)
        forget(settings.data)
        self._opened = (settings, store)

    @property
    def settings(self) -> Settings:
        """The settings of the running server."""
        return self._running()[0]

    @property
    def store(self) -> Store:
        """The store of the running server."""
        return self._running()[1]

    def _running(self) -> tuple[Settings, Store]:
        if self._opened is None:
            raise RuntimeError("the server has not started")
        return self._opened


server = RunningServer()
"""The server of this process."""
