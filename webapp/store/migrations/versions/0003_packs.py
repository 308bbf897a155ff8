"""Packs of cards, the earlier versions of each, and the pictures on their cards."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("files", sa.String(), nullable=False),
        sa.Column("pictures", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("added_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.Column("deleted_at", sa.Float(), nullable=True),
    )
    op.create_table(
        "pack_versions",
        sa.Column("pack_id", sa.String(), sa.ForeignKey("packs.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("files", sa.String(), nullable=False),
        sa.Column("pictures", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
    op.create_table(
        "pictures",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
