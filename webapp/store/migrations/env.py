"""Runs the migrations on the engine that webapp.store.database passes in, in one transaction."""

from alembic import context
from sqlmodel import SQLModel

import webapp.store.models  # noqa: F401  (its classes fill SQLModel.metadata)

with context.config.attributes["engine"].begin() as connection:
    context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()
