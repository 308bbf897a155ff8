"""The game of each pack: until now there were packs of Olomoc alone."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("packs", sa.Column("title", sa.String(), nullable=False, server_default="olomoc"))
