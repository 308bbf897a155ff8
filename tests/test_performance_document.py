"""docs/performance.md has the table of the measurement that is kept."""

from tests.bench.kept import BEGIN, DOCUMENT, END, with_table


def test_the_table_is_the_one_of_the_kept_rows() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert document.count(BEGIN) == document.count(END) == 1
    assert with_table(document) == document
