"""Short notes of players about things on the table, beside their pads."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pads", sa.Column("notes", sa.String(), nullable=False, server_default="{}"))
