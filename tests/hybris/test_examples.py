"""The worked examples, as they stand."""

from __future__ import annotations

import pytest

from rules.hybris import Match
from rules.kernel import Json
from tests.hybris.table import examples, run

EXAMPLES = examples()
CLAUSES = {
    "H1": "EXP-1 EXP-2 EXP-3 EXP-5 TRK-4 TRK-5 TRK-6 TRK-8 CMP-1 CMP-2 WRK-5 RND-1 NRG-1",
    "H2": "EXP-4 EVT-1 EVT-2 MOM-1",
    "H3": "ADV-1 ADV-2 ADV-3 ADV-4 ADV-5 ADV-7 ACT-5 RES-8 PAY-5 FRM-3 HGR-2 WRK-1 ORA-1",
    "H4": "DEF-1 DEF-2 DEF-3 TRK-1 TRK-2 TRK-3 CCB-1 CCB-3 CCB-4 COM-3 COM-7 REP-1 REP-2 REP-3 HGR-4 ACT-7 FRM-4 CHR-4",
    "H5": "CCB-2 PAY-2 COM-1 COM-2 TRK-8",
    "H6": "ATR-1 ATR-2 ATR-3 RES-1 MOM-1 UND-1",
    "H7": "TIL-5 TSK-3 TSK-5 COM-6 ACT-7 FRM-2 RND-4 WRK-3 TIL-2",
    "H8": "PLN-1 PLN-2 PLN-3 PLN-4 PLN-5 PLN-6 RES-2",
    "H9": "MOM-2 PRO-1 PRO-2 PRO-3 CAT-1",
    "H10": "CAT-2 CAT-3 CAT-4 CAT-5 MOM-3 MOR-1",
    "H11": "INT-1 INT-2 INT-3 INT-4 INT-5 INT-6 INT-7",
    "H12": "RND-2 RND-3 RND-4 RND-5 FOR-2 FIN-1 FIN-2 FRM-1 PRM-4",
    "H13": "FIN-8 FIN-9 FIN-10",
    "H14": "TIL-4 TIL-7",
    "H15": "TRK-4 TRK-5 TRK-6 TRK-7 FRM-3 FRM-4",
    "H16": "CAT-6 END-2",
    "H17": "IMP-1 IMP-2 IMP-3 MOI-1 END-3 PAY-1",
    "H18": "GRA-2 GEN-4 PIL-2",
    "H19": "LOC-2 LOC-3 ACT-2 ACT-3 ACT-4 ACT-5",
    "H20": "ART-1 ART-2 ART-3 ART-4 ART-5 ART-6 COM-5",
    "H21": "FGT-1 COM-1 COM-4 COM-5 COM-6 RES-6",
    "H22": "GEN-9 PLN-1",
    "H23": "ATR-2 MOM-2",
    "H24": "GEN-10",
    "H25": "PRM-1 PRM-2 PRM-3 ACT-6",
    "H26": "PIL-1 MOM-2",
    "H27": "ADV-4 MOM-2",
    "H28": "FRM-3",
    "H29": "END-1",
    "H30": "TSK-1 TSK-2 TIL-3 HGR-4 NRG-3",
    "H31": "CHR-5 FIN-3 PLN-2",
    "H32": "LOC-5 FIN-9 CAT-3",
    "H33": "ACT-4 LOC-3",
}
"""What each of them is about."""


def test_all_33_examples_are_there() -> None:
    assert {it["example"].rstrip("bcd") for it in EXAMPLES} == set(CLAUSES)
    assert len(CLAUSES) == 33


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["example"])
def test_each_example_plays_as_written(example: Json) -> None:
    match = run(example)
    assert Match.replay({}, match.journal).position() == match.position()
    assert Match.from_position(match.position()).position() == match.position()
