"""A book as an EPUB 3 file: one chapter a night, readable on any e-reader.

Our own writer of the few files that this takes: the well-kept library for it has a licence that does not fit.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from .book import Book, BookNight

MEDIA_TYPE = "application/epub+zip"

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP archive can tell; a fixed one makes the same book the same file."""

_CONTAINER = """\
<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles>
    <rootfile full-path="book/content.opf" media-type="application/oebps-package+xml"/>
  </rootfiles>
</container>
"""
_PACKAGE = """\
<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="{language}">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:mirae-story:{identifier}</dc:identifier>
    <dc:title>{title}</dc:title>
    <dc:language>{language}</dc:language>
    <dc:description>{premise}</dc:description>
    <meta property="dcterms:modified">{modified}</meta>
  </metadata>
  <manifest>
    <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="style" href="style.css" media-type="text/css"/>
    <item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
{items}  </manifest>
  <spine>
    <itemref idref="title"/>
    <itemref idref="nav"/>
{refs}  </spine>
</package>
"""
_PAGE = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="{language}" xml:lang="{language}">
<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
{body}
</body>
</html>
"""
_STYLE = """\
body { line-height: 1.6; margin: 1em; }
h1, h2 { line-height: 1.3; text-align: center; margin: 2em 0; }
p { margin: 0 0 1em; }
"""


def to_epub(book: Book, modified: datetime) -> bytes:
    """Return the book as an EPUB file; `modified` is written into it."""
    archive = BytesIO()
    with ZipFile(archive, "w") as files:
        # Readers know an EPUB by its first file, which must be stored as it is.
        _add(files, "mimetype", MEDIA_TYPE, ZIP_STORED)
        _add(files, "META-INF/container.xml", _CONTAINER)
        for name, text in _files(book, modified):
            _add(files, f"book/{name}", text)
    return archive.getvalue()


def _add(files: ZipFile, name: str, text: str, method: int = ZIP_DEFLATED) -> None:
    info = ZipInfo(name, _EARLIEST)
    info.compress_type = method
    info.external_attr = 0o644 << 16
    files.writestr(info, text.encode())


def _files(book: Book, modified: datetime) -> Iterator[tuple[str, str]]:
    yield "content.opf", _package(book, modified)
    yield "nav.xhtml", _page(book, book.contents, _contents(book))
    yield "style.css", _STYLE
    yield "title.xhtml", _page(book, book.title, _title(book))
    for night in book.nights:
        yield f"{_name(night)}.xhtml", _page(book, night.heading, _chapter(night))


def _package(book: Book, modified: datetime) -> str:
    names = [_name(night) for night in book.nights]
    return _PACKAGE.format(
        identifier=_text(book.identifier),
        title=_text(book.title),
        language=book.language.value,
        premise=_text(book.premise),
        modified=modified.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        items="".join(
            f'    <item id="{name}" href="{name}.xhtml"'
            ' media-type="application/xhtml+xml"/>\n'
            for name in names
        ),
        refs="".join(f'    <itemref idref="{name}"/>\n' for name in names),
    )


def _page(book: Book, title: str, body: str) -> str:
    return _PAGE.format(language=book.language.value, title=_text(title), body=body)


def _contents(book: Book) -> str:
    entries = [("title", book.title)]
    entries += [(_name(night), night.heading) for night in book.nights]
    listed = "".join(
        f'<li><a href="{name}.xhtml">{_text(heading)}</a></li>\n'
        for name, heading in entries
    )
    heading = _text(book.contents)
    return f'<nav epub:type="toc">\n<h2>{heading}</h2>\n<ol>\n{listed}</ol>\n</nav>'


def _title(book: Book) -> str:
    lines = (book.premise, book.protagonist)
    return f"<h1>{_text(book.title)}</h1>\n" + _paragraphs(lines)


def _chapter(night: BookNight) -> str:
    return f"<h2>{_text(night.heading)}</h2>\n" + _paragraphs(night.paragraphs)


def _paragraphs(texts: tuple[str, ...]) -> str:
    return "\n".join(f"<p>{_text(text)}</p>" for text in texts)


def _name(night: BookNight) -> str:
    return f"night-{night.number:04}"


def _text(text: str) -> str:
    """Return text as XML can hold it: nothing is markup, and no character is one that XML forbids."""
    return escape("".join(char for char in text if char.isprintable()))
