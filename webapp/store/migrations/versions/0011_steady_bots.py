"""The bot that tables name steady was the greedy one."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("UPDATE seats SET bot = 'steady' WHERE bot = 'greedy'")
