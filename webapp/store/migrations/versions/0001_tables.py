"""Tables, their seats, their steps, and the settings of visitors."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("options", sa.String(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
    )
    op.create_index("ix_tables_code", "tables", ["code"], unique=True)
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("taken_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "steps",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("sequence", sa.Integer(), primary_key=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("events", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
    )
    op.create_table(
        "visitors",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("language", sa.String(), nullable=True),
    )
