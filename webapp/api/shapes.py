"""Request and response models of the API, for OpenAPI. Commands are validated by the engine, not here."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Json = dict[str, Any]


class RefusalShape(BaseModel):
    """A refusal: the clause of the rulebook (empty where the table itself says no), a stable code, parameters."""

    clause: str
    code: str
    params: Json


class OptionShape(BaseModel):
    """A command that answers a decision, complete but for what it ``needs``; or why it cannot be given."""

    model_config = ConfigDict(extra="allow")
    command: Json
    legal: bool
    needs: list[str] = []
    why: RefusalShape | None = None


class PromptShape(BaseModel):
    """A question: a code and parameters."""

    code: str
    params: Json


class DecisionShape(BaseModel):
    """A question to a seat. ``id`` goes along with the command that answers it, so that no stale answer counts."""

    model_config = ConfigDict(extra="allow")
    id: str
    seat: str
    kind: str
    prompt: PromptShape
    options: list[OptionShape]


class CommandShape(BaseModel):
    """A command of a seat; further keys depend on ``kind``. Lengths are micrometres, angles microradians."""

    model_config = ConfigDict(extra="allow")
    kind: str
    decision: str | None = Field(None, description="the id of the decision that this answers")


class SeatShape(BaseModel):
    """A place at a table; no name: it is free."""

    name: str | None
    ready: bool


class TableShape(BaseModel):
    """A table as the list shows it."""

    code: str
    name: str
    game: str
    state: Literal["open", "running", "finished"]
    adjourned: bool
    options: Json
    seats: dict[str, SeatShape]
    sequence: int = Field(description="the number of the last event that spectators see; -1: nobody has looked lately")
    outcome: Json | None
    spectators: bool
    passwords: dict[Literal["seat", "watch"], bool]


class NewTable(BaseModel):
    """The settings of a new table; everything has a default."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field("", max_length=200)
    game: str = Field("", max_length=40, description="by its key: see GET /choices; empty: Olomoc")
    options: dict[str, str] = Field(default_factory=dict, description="by choice: see GET /choices")
    spectators: bool = True
    takeback: bool = True
    seat_password: str = Field("", max_length=200)
    watch_password: str = Field("", max_length=200)


class Played(BaseModel):
    """The result of a command: the number of the last event in the seat's log, and what the seat saw happen since it
    was sent."""

    sequence: int
    events: list[Json]


class Choices(BaseModel):
    """A game and what may be chosen when a table is made: the values of each choice, the default first."""

    game: str
    choices: dict[str, list[str]]
