"""The conversations of a home keep to their form: a wrong label would mislead every figure measured on them."""

import json
import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest

DATA = Path(__file__).parents[2] / "benchmarks" / "data"
LANGUAGES = ("ja", "en")
SILENT = {"unanswerable", "greeting", "nonsense"}
KINDS = {
    "plain",
    "paraphrase",
    "short",
    "single",
    "correction",
    "cross_lingual",
    "time",
    "speaker",
} | SILENT
LEAST = {
    "home": (
        {"turns": 150, "questions": 80},
        {
            "correction": 10,
            "short": 8,
            "single": 6,
            "cross_lingual": 8,
            "unanswerable": 10,
        },
    ),
    "home2": (
        {"turns": 80, "questions": 40},
        {
            "correction": 10,
            "short": 5,
            "single": 5,
            "cross_lingual": 5,
            "unanswerable": 8,
        },
    ),
    "home3": (
        {"turns": 70, "questions": 60},
        {
            "correction": 15,
            "short": 6,
            "single": 5,
            "cross_lingual": 6,
            "unanswerable": 8,
        },
    ),
}
SETS = [(name, language) for name in LEAST for language in LANGUAGES]

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
CONTENT = {
    # Characters of Chinese origin and whole words in katakana carry the content.
    "ja": re.compile(r"[\u3400-\u9fff]|[\u30a1-\u30fa\u30fc]{2,}"),
    "en": re.compile(r"[a-z]{3,}"),
}
FUNCTION_WORDS = re.compile(
    r"about|all|and|are|but|can|did|does|for|from|her|him|his|how|into|its|not|our|she"
    r"|should|that|the|them|there|they|this|was|what|when|where|which|who|will|with"
    r"|you|your"
)


def load(name, language):
    path = DATA / f"{name}_{language}.json"
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(params=SETS, ids="_".join)
def part(request):
    """Return the name and language of a set, and the set."""
    name, language = request.param
    return name, language, load(name, language)


def content(text, language):
    words = CONTENT[language].findall(text.lower())
    return {word for word in words if not FUNCTION_WORDS.fullmatch(word)}


def says(turn, word, language):
    text = f"{turn['question']} {turn['answer']}".lower()
    return word in (text if language == "ja" else re.findall(r"[a-z]+", text))


def moment(entry):
    at = datetime.fromisoformat(entry["time"])
    assert at.utcoffset() is not None
    return at


def by_id(entries):
    found = {entry["id"]: entry for entry in entries}
    assert len(found) == len(entries)
    return found


def test_every_entry_has_its_fields(part):
    _, language, data = part
    assert set(data) == {"lang", "turns", "questions", "pinned"}
    assert data["lang"] == language
    for turn in data["turns"]:
        assert set(turn) == {"id", "time", "speaker", "question", "answer"}
        assert turn["question"].strip()
        assert turn["answer"].strip()
        assert turn["speaker"] is None or turn["speaker"].strip()
    for question in data["questions"]:
        wanted = {"id", "time", "question", "evidence", "kind"}
        assert set(question) - {"superseded"} == wanted
        assert question["question"].strip()
        assert question["kind"] in KINDS
    assert set(data["pinned"]) <= set(by_id(data["turns"]))


def test_there_is_enough_of_everything(part):
    name, _, data = part
    sizes, kinds = LEAST[name]
    for key, least in sizes.items():
        assert len(data[key]) >= least
    counts = Counter(question["kind"] for question in data["questions"])
    assert set(counts) == KINDS
    for kind, least in kinds.items():
        assert counts[kind] >= least
    assert counts["greeting"] + counts["nonsense"] >= 6
    span = moment(data["turns"][-1]) - moment(data["turns"][0])
    assert span >= timedelta(days=60)


def test_times_are_in_order_and_ids_unique(part):
    _, _, data = part
    for key in ("turns", "questions"):
        times = [moment(entry) for entry in data[key]]
        assert times == sorted(times)
        assert by_id(data[key])
    texts = [(turn["question"], turn["time"]) for turn in data["turns"]]
    assert len(set(texts)) == len(texts)


def test_evidence_was_said_before_the_question(part):
    _, _, data = part
    turns = by_id(data["turns"])
    for question in data["questions"]:
        assert len(set(question["evidence"])) == len(question["evidence"])
        assert bool(question["evidence"]) is (question["kind"] not in SILENT)
        for name in question["evidence"]:
            assert moment(turns[name]) < moment(question)


def test_what_is_superseded_is_older_than_its_correction(part):
    _, _, data = part
    turns = by_id(data["turns"])
    for question in data["questions"]:
        superseded = question.get("superseded", [])
        if question["kind"] == "correction":
            assert superseded
        for old in superseded:
            for new in question["evidence"]:
                assert moment(turns[old]) < moment(turns[new])


def test_a_word_alone_is_one_word_of_its_turn(part):
    _, language, data = part
    turns = by_id(data["turns"])
    lengths = {"short": 2, "single": 1}
    for question in data["questions"]:
        if question["kind"] not in lengths:
            continue
        word = question["question"]
        if language == "ja":
            assert len(word) == lengths[question["kind"]]
        else:
            assert re.fullmatch(r"[a-z]{2,9}", word)
        said = [
            name
            for name, turn in turns.items()
            if moment(turn) < moment(question) and says(turn, word, language)
        ]
        assert said
        assert set(said) <= set(question["evidence"]), word


def test_a_paraphrase_shares_no_content_word(part):
    _, language, data = part
    turns = by_id(data["turns"])
    for question in data["questions"]:
        if question["kind"] == "paraphrase":
            asked = content(question["question"], language)
            for name in question["evidence"]:
                turn = turns[name]
                said = content(f"{turn['question']} {turn['answer']}", language)
                assert not asked & said, question["id"]


def test_who_said_it_is_known_from_the_speaker_alone(part):
    _, _, data = part
    turns = by_id(data["turns"])
    for question in data["questions"]:
        if question["kind"] == "speaker":
            for name in question["evidence"]:
                turn = turns[name]
                assert turn["speaker"]
                said = f"{turn['question']} {turn['answer']}"
                assert turn["speaker"] not in said


def test_questions_are_in_their_language(part):
    _, language, data = part
    for question in data["questions"]:
        japanese = JAPANESE.search(question["question"]) is not None
        if question["kind"] == "nonsense":
            continue
        other = question["kind"] == "cross_lingual"
        assert japanese is ((language == "ja") is not other), question["id"]
    for turn in data["turns"]:
        japanese = JAPANESE.search(turn["question"]) is not None
        assert japanese is (language == "ja"), turn["id"]


@pytest.mark.parametrize("name", LEAST)
def test_twins_have_the_same_shape(name):
    japanese, english = (load(name, language) for language in LANGUAGES)
    assert japanese["pinned"] == english["pinned"]
    for key in ("turns", "questions"):
        for one, other in zip(japanese[key], english[key], strict=True):
            for field in ("id", "time", "evidence", "kind", "superseded"):
                assert one.get(field) == other.get(field), one["id"]


def test_one_entry_a_line(part):
    name, language, data = part
    path = DATA / f"{name}_{language}.json"
    lines = path.read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line.startswith('{"id"')]
    assert len(entries) == len(data["turns"]) + len(data["questions"])


def test_every_kind_is_explained():
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    for kind in KINDS:
        assert f"| `{kind}` |" in readme
    for name, language in SETS:
        assert f"`{name}_{language}.json`" in readme
