"""The talk at a table, the players' own notes, the tables' clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lines",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("channel", "speaker", "name")),
        sa.Column("at", sa.Float(), nullable=False),
        *(sa.Column(name, sa.String(), nullable=False) for name in ("body", "key", "params")),
    )
    op.create_index("ix_lines_table_id", "lines", ["table_id"])
    op.create_table(
        "pads",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("holder", sa.String(), primary_key=True),
        sa.Column("body", sa.String(), nullable=False),
    )
    op.create_table(
        "standings",
        sa.Column("table_id", sa.Integer(), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("state", sa.String(), nullable=False),
    )
