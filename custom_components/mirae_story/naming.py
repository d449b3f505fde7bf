"""Readable object ids for stories and companions, Japanese titles included.

Home Assistant transliterates kanji by their Chinese readings, which nobody at a Japanese home could read.
"""

import re

from homeassistant.util import slugify

_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々〆ヶ]")


def story_slug(title: str, protagonist: str, genre: str) -> str:
    """Return an object id made of the title, or of protagonist and genre where the title has kanji."""
    if readable := _readable(title):
        return readable
    words = (_readable(protagonist), _readable(genre.replace("_", " ")))
    return "_".join(word for word in words if word) or "story"


def companion_slug(name: str) -> str:
    """Return an object id made of the name, or a plain one where the name has kanji."""
    return _readable(name) or "companion"


def _readable(text: str) -> str:
    """Return the slug of a text without kanji; nothing for one with kanji, or without letters."""
    if _HAN.search(text):
        return ""
    # The long mark would become a hyphen in the middle of a name.
    slug = slugify(text.replace("ー", ""))
    return "" if slug == "unknown" else slug
