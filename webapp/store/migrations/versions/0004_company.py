"""The agreements of a table, readiness, recovery codes, guests and tokens for programs."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("settings", sa.String(), nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("ready", sa.Boolean(), nullable=False, server_default="1"))
    op.add_column("seats", sa.Column("recovery", sa.String(), nullable=False, server_default=""))
    op.create_table(
        "guests",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("holder", sa.String(), primary_key=True),
        sa.Column("barred", sa.Boolean(), nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("issued_at", sa.Float(), nullable=False),
    )
