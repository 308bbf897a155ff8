"""Errors of the store, each with a code for the catalogue (``store.<code>``) and its parameters."""


class StoreProblem(Exception):
    """The store cannot do what was asked; nothing was changed."""

    code = "failed"

    def __init__(self, where: object, detail: object = "") -> None:
        super().__init__(f"{self.code}: {where} {detail}".rstrip())
        self.params = {"where": str(where), "detail": str(detail)}


class Damaged(StoreProblem):
    """The database file is not what was written. It is left unchanged."""

    code = "damaged"


class DatabaseMissing(Damaged):
    """A write-ahead log without its database."""

    code = "parted"


class DatabaseGone(StoreProblem):
    """There is no database in a folder where a server has run; `detail`: what there is. None is begun in its place."""

    code = "gone"


class DatabaseMoved(StoreProblem):
    """The database or its log was moved, deleted or replaced while the server has it open."""

    code = "moved"


class FromTheFuture(StoreProblem):
    """The database was written by a newer version than this one."""

    code = "from-the-future"


class Unwritable(StoreProblem):
    """The data folder or the file in it cannot be written."""

    code = "unwritable"


class Full(Unwritable):
    """The disk is full."""

    code = "full"


class Locked(StoreProblem):
    """Another program holds the file's lock for too long."""

    code = "locked"


class InUse(StoreProblem):
    """Another server uses this data folder."""

    code = "in-use"


class Conflict(StoreProblem):
    """The stored journal has that step already: the match in memory is not what was stored."""

    code = "conflict"
