"""The members of the standard library that the nursery depends on."""

import socket
from inspect import signature
from multiprocessing import forkserver


def test_the_private_members_of_the_forkserver_are_still_so() -> None:
    """``fork_forkserver`` stands in for ``ForkServer.ensure_running``."""
    assert vars(forkserver.ForkServer()).keys() >= {
        "_forkserver_address",
        "_forkserver_alive_fd",
        "_forkserver_pid",
    }
    assert list(signature(forkserver.main).parameters)[:3] == ["listener_fd", "alive_r", "preload"]
    assert hasattr(socket, "AF_UNIX")
