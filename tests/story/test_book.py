"""A story as a book: Markdown that reads as itself, and an EPUB that any reader opens."""

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest

from custom_components.mirae_story.story.book import book_of, to_markdown
from custom_components.mirae_story.story.epub import MEDIA_TYPE, to_epub
from custom_components.mirae_story.story.model import Language
from tests.store.nights import long_story

from .tales import sea_story

AT = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
XHTML = "{http://www.w3.org/1999/xhtml}"
OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"


def book(language=Language.EN, **changes):
    nights = [night.noted for night in long_story(3)]
    nights[1] = replace(nights[1], **changes)
    return book_of(sea_story(3, language), nights)


def test_the_book_in_markdown():
    text = to_markdown(book(title="", prose="One.\n\nTwo."))
    assert text == (
        "# The Star Ship\n\n"
        "A small ship sails from island to island.\n\n"
        "Mina is the captain.\n\n"
        "## Night 1: Chapter 1\n\n"
        "The ship sailed on under the stars. ミナは眠った。 It was night 1.\n\n"
        "## Night 2\n\nOne.\n\nTwo.\n\n"
        "## Night 3: Chapter 3\n\n"
        "The ship sailed on under the stars. ミナは眠った。 It was night 3.\n"
    )


def test_the_japanese_book():
    text = to_markdown(book(Language.JA, title=""))
    assert "## 第1夜　Chapter 1\n" in text
    assert "## 第2夜\n" in text
    assert "ミナは、船長です。" in text


@pytest.mark.parametrize(
    ("prose", "shown"),
    [
        ("# no *markup* <b>", "\\# no \\*markup\\* \\<b\\>"),
        ("- no list", "\\- no list"),
        ("12. no list", "12\\. no list"),
        ("It was -5 degrees.", "It was -5 degrees."),
    ],
)
def test_nothing_in_it_is_markup(prose, shown):
    assert f"\n\n{shown}\n\n" in to_markdown(book(prose=prose))


def opened(data):
    files = ZipFile(BytesIO(data))
    assert files.testzip() is None
    return files


def test_an_epub_begins_with_its_type():
    data = to_epub(book(), AT)
    files = opened(data)
    first = files.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert first.extra == b""
    assert files.read("mimetype").decode() == MEDIA_TYPE
    assert data[30:58] == b"mimetypeapplication/epub+zip"
    assert to_epub(book(), AT) == data


@pytest.mark.parametrize("language", list(Language))
def test_an_epub_is_whole(language):
    files = opened(to_epub(book(language), AT))
    container = ET.fromstring(files.read("META-INF/container.xml"))
    (root,) = container.iter(
        "{urn:oasis:names:tc:opendocument:xmlns:container}rootfile"
    )
    package = ET.fromstring(files.read(root.get("full-path")))
    assert package.get("version") == "3.0"
    assert package.find(f".//{DC}language").text == language
    title = "星の船" if language is Language.JA else "The Star Ship"
    assert package.find(f".//{DC}title").text == title
    identifier = package.find(f".//{DC}identifier")
    assert identifier.get("id") == package.get("unique-identifier")
    assert package.find(f".//{OPF}meta").text == "2026-12-01T09:30:00Z"
    items = {item.get("id"): item for item in package.iter(f"{OPF}item")}
    listed = {f"book/{item.get('href')}" for item in items.values()}
    others = {"mimetype", "META-INF/container.xml", root.get("full-path")}
    assert listed == set(files.namelist()) - others
    order = [ref.get("idref") for ref in package.iter(f"{OPF}itemref")]
    assert order == ["title", "nav", "night-0001", "night-0002", "night-0003"]
    assert items.keys() >= set(order)
    assert items["nav"].get("properties") == "nav"
    for name in files.namelist():
        if name.endswith(".xhtml"):
            page = ET.fromstring(files.read(name))
            assert page.get("lang") == language
            assert page.find(f".//{XHTML}title").text
    links = [
        link.get("href")
        for link in ET.fromstring(files.read("book/nav.xhtml")).iter(f"{XHTML}a")
    ]
    assert links == ["title.xhtml", *(f"night-000{night}.xhtml" for night in (1, 2, 3))]


def test_an_epub_holds_any_text():
    odd = "A & B <script> \x00\x0b\ufffe “quoted” 😀"
    files = opened(to_epub(book(title=odd, prose=odd), AT))
    page = ET.fromstring(files.read("book/night-0002.xhtml"))
    assert page.find(f".//{XHTML}p").text == "A & B <script> “quoted” 😀"


def test_a_book_without_nights_is_a_book():
    empty = book_of(sea_story(0), [])
    assert to_markdown(empty).startswith("# The Star Ship\n")
    assert "book/nav.xhtml" in opened(to_epub(empty, AT)).namelist()
