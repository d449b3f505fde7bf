"""What each family of embedding models wants to be put before a question, and before a text to be found.

Servers add none of it: a model that was trained with prefixes and gets none finds worse, and nothing says so.
The wording is each family's own, as its model card gives it.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """How a family of models is to be asked."""

    query: str = ""
    """Goes before a question."""
    document: str = ""
    """Goes before a text to be found."""


NO_PREFIX = Family()

_TASK = "Given a question, retrieve the earlier conversation that answers it"
_TASK_JA = "質問を与えるので、その質問に答えるのに役立つ過去の会話を検索してください。"
_REPRESENT = Family(query="Represent this sentence for searching relevant passages: ")
_INSTRUCT = Family(query=f"Instruct: {_TASK}\nQuery: ")
_QUERY_PASSAGE = Family(query="query: ", document="passage: ")

_FAMILIES: tuple[tuple[str, Family], ...] = (
    # Japanese models.
    (r"\bruri\b.*\bv3\b", Family(query="検索クエリ: ", document="検索文書: ")),
    (r"\bruri\b", Family(query="クエリ: ", document="文章: ")),
    (
        r"\bsarashina embedding v2\b",
        Family(query=f"task: {_TASK_JA}\nquery: ", document="text: "),
    ),
    # Models that follow an instruction, in the question alone.
    (r"\bqwen ?3\b.*\bembed", Family(query=f"Instruct: {_TASK}\nQuery:")),
    (r"e5\b.*\binstruct\b|\bgte qwen2\b", _INSTRUCT),
    # Fixed words on both sides, or before the question.
    (r"e5\b", _QUERY_PASSAGE),
    (r"\bmxbai embed de\b", _QUERY_PASSAGE),
    (r"\bmxbai embed\b", _REPRESENT),
    (r"\bnomic embed\b", Family(query="search_query: ", document="search_document: ")),
    (
        r"\bembedding ?gemma\b",
        Family(query="task: search result | query: ", document="title: none | text: "),
    ),
    (r"\barctic embed2\b|\barctic embed\b.*\bv2\b", Family(query="query: ")),
    (r"\barctic embed\b", _REPRESENT),
    (
        r"\bbge\b.*\bzh\b",
        Family(query="为这个句子生成表示以用于检索相关文章："),
    ),
    (r"\bbge (?:small|base|large)\b", _REPRESENT),
)
"""Patterns of names made of words, the first that fits counts. Others (bge-m3, MiniLM, Granite …) want no prefix."""


def family_of(model: str) -> Family:
    """Return the family of a model by its name, whoever packed it and whatever its tag: `kun432/cl-nagoya-ruri-large:v3`."""
    words = re.sub(r"[^a-z0-9]+", " ", model.lower())
    return next(
        (family for pattern, family in _FAMILIES if re.search(pattern, words)),
        NO_PREFIX,
    )


def canonical(model: str) -> str:
    """Return the name under which a model's vectors are stored: a server may tell its default tag or leave it out."""
    return model.strip().removesuffix(":latest")
