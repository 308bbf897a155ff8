"""An index by holder: at which tables a browser has sat is asked for each page, and not kept in memory."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_seats_holder", "seats", ["holder"])
