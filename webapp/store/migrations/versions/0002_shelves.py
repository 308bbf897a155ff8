"""Shelves of lists: their owners, the lists, and the earlier versions of each."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shelf_keys",
        sa.Column("holder", sa.String(), primary_key=True),
        sa.Column("shelf", sa.String(), nullable=False),
    )
    op.create_index("ix_shelf_keys_shelf", "shelf_keys", ["shelf"])
    op.create_table(
        "shelf_offers",
        sa.Column("code", sa.String(), primary_key=True),
        sa.Column("shelf", sa.String(), nullable=False),
        sa.Column("expires_at", sa.Float(), nullable=False),
    )
    op.create_table(
        "lists",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("shelf", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("tags", sa.String(), nullable=False),
        sa.Column("favourite", sa.Boolean(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("changed_at", sa.Float(), nullable=False),
        sa.Column("archived_at", sa.Float(), nullable=True),
        sa.Column("deleted_at", sa.Float(), nullable=True),
    )
    op.create_index("ix_lists_shelf", "lists", ["shelf"])
    op.create_table(
        "list_versions",
        sa.Column("list_id", sa.String(), sa.ForeignKey("lists.id"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("content", sa.String(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
    )
