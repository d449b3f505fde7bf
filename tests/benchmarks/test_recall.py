"""What the recall bench reads, reports and complains about, with few turns and no embedder."""

import json

import pytest

from benchmarks import recall
from benchmarks.remembering.corpora import read

HOME = {
    "lang": "en",
    "turns": [
        {
            "id": f"t{day}",
            "time": f"2026-06-0{day}T08:00:00+09:00",
            "speaker": "Ana",
            "question": said,
            "answer": "I see.",
        }
        for day, said in enumerate(
            (
                "The zebra is called Momo",
                "Bread is in the oven",
                "The zebra is called Kiwi now",
            ),
            1,
        )
    ],
    "questions": [
        {
            "id": "q1",
            "time": "2026-06-02T09:00:00+09:00",
            "question": "What is the zebra called?",
            "evidence": ["t1"],
            "kind": "plain",
        },
        {
            "id": "q2",
            "time": "2026-06-04T09:00:00+09:00",
            "question": "What is the zebra called?",
            "evidence": ["t3"],
            "kind": "correction",
            "superseded": ["t1"],
        },
        {
            "id": "q3",
            "time": "2026-06-04T09:00:00+09:00",
            "question": "Hello",
            "evidence": [],
            "kind": "greeting",
        },
    ],
    "pinned": [],
}
LOCOMO = [
    {
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "A", "text": "I adopted a zebra", "dia_id": "D1:1"},
                {
                    "speaker": "B",
                    "text": "Look",
                    "dia_id": "D1:2",
                    "blip_caption": "a striped horse",
                },
                {"speaker": "A", "text": "Bread is baking", "dia_id": "D1:3"},
            ],
        },
        "qa": [
            {"question": "Who has a zebra?", "evidence": ["D1:1"], "category": 4},
            {"question": "Who has a boat?", "evidence": ["D1:3"], "category": 5},
        ],
    }
]


def written(folder, name, data):
    path = folder / f"{name}.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_a_home_and_conversations_are_measured(tmp_path, capsys):
    home, talk = written(tmp_path, "tiny", HOME), written(tmp_path, "talk", LOCOMO)
    path = tmp_path / "report.json"
    options = [str(home), str(talk), "--embedder", "none", "--json", str(path)]
    assert recall.main(options) == 0
    report = json.loads(path.read_text())
    ours = report["tiny"]["ours"]
    assert (ours["hit5"], ours["superseded_ahead"]) == (1, 0)
    assert ours["false_injection"] == ours["small_talk_injection"] == 0
    assert report["talk"]["ours"]["by_kind"] == {"4": 1}
    assert (
        "recall: hit@5 tiny 1.0, talk 1.0; 0 limits missed" in capsys.readouterr().out
    )


def test_what_is_read_of_a_conversation(tmp_path):
    (talk,) = read(written(tmp_path, "talk", LOCOMO))
    first, second = talk.turns
    assert first.question == "A: I adopted a zebra"
    assert first.answer == "B: Look a striped horse"
    assert (second.question, second.answer) == ("A: Bread is baking", "")
    assert [one.answerable for one in talk.questions] == [True, False]
    with pytest.raises(ValueError, match="neither"):
        read(written(tmp_path, "other", {}))
