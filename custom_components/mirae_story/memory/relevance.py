"""Decides what has to do with a question at all, however few remain.

What is best for a query is not yet good: a greeting has a best match too. Cosines of one
model mean nothing in another, so a cosine counts by how far it stands above those of
sentences that have nothing to do with each other, measured once for a model.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

LIKE_ALONE: Final = 2.0
"""Deviations above the background at which a turn is relevant without a common word."""
COVERED_ALONE: Final = 0.4
"""Share of the question's weight at which a turn is relevant without a vector."""
ONE_WORD: Final = 2.0
"""How many times more is asked for where a question is one word: it may be babble."""
NOT_ASKED: Final = 2.0
"""The same where no turn has any of the words, and nothing is asked: so is what a baby says."""
BESIDE: Final = 0.3
"""What is asked of the other turns where one has enough."""
TIMELY: Final = 0.6
"""What counts for a turn that was said on a day that the question names."""
PROBE_QUESTIONS: Final = (
    "What time does the train to the airport leave?",
    "Which medicine does grandmother take in the morning?",
    "Where did we put the key of the bicycle?",
    "Who won the football match yesterday?",
    "How long does the cake have to stay in the oven?",
    "What did the doctor say about my knee?",
    "子どもの誕生日はいつですか。",
    "冷蔵庫に牛乳は残っていますか。",
    "隣の家の犬は何という名前ですか。",
    "来週の旅行で泊まるホテルはどこですか。",
    "車の保険の更新は何月ですか。",
    "私が好きな音楽は何ですか。",
)
PROBE_TURNS: Final = (
    "The neighbours painted their fence green.\nIt looks fresh.",
    "I am learning to knit a scarf.\nThat takes patience.",
    "Our flight to Lisbon was cancelled.\nI am sorry to hear that.",
    "The printer is out of paper again.\nThere is a pack in the cupboard.",
    "Max lost a tooth at school today.\nThe tooth fairy will come.",
    "I'd rather have tea than coffee.\nI will keep that in mind.",
    "昨日は会議が長引いて疲れたよ。\nゆっくり休んでくださいね。",
    "庭のトマトが赤くなってきた。\nもうすぐ食べられますね。",
    "図書館の本を金曜日までに返さないと。\nわかりました。",
    "弟がギターを習い始めたんだ。\n楽しみですね。",
    "洗濯機の調子が悪い。\n修理を頼みましょうか。",
    "冬は雪で電車がよく止まる。\n早めに出ると安心です。",
)
"""Questions and turns of which none has to do with any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Background:
    """How alike a model finds texts that have nothing to do with each other."""

    mean: float
    deviation: float


def calibrate(questions: NDArray[np.float32], turns: NDArray[np.float32]) -> Background:
    """Return a model's background from its vectors of the probes (any unrelated texts)."""
    cosines = questions @ turns.T
    return Background(mean=float(np.mean(cosines)), deviation=float(np.std(cosines)))


def evidence(
    *,
    cosine: float | None,
    covered: float,
    background: Background | None,
    timely: float,
) -> float:
    """Return what speaks for a turn: likeness in meaning, common words, a named time (0..1)."""
    found = covered / COVERED_ALONE + timely * TIMELY
    if cosine is not None and background is not None:
        above = (cosine - background.mean) / max(background.deviation, 1e-6)
        found += max(above, 0.0) / LIKE_ALONE
    return found


def relevant(
    evidence_of: Mapping[int, float], terms: int, *, babbled: bool = False
) -> set[int]:
    """Return the turns that have enough evidence; beside a turn with enough, a part of it will do.

    `terms`: how many the question has; one without any has nothing that is relevant.
    `babbled`: it asks nothing, and no turn has any of its words.
    """
    enough = ONE_WORD if terms == 1 else 1.0
    if babbled:
        enough *= NOT_ASKED
    if not terms or max(evidence_of.values(), default=0.0) < enough:
        return set()
    return {
        turn_id for turn_id, found in evidence_of.items() if found >= BESIDE * enough
    }
