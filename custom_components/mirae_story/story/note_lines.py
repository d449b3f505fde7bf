"""Notes in plain lines, for models that cannot keep to JSON: `joined: Pip - ship's boy`, 「加わった: ピップ - 見習い」.

They are read into the same shape as JSON notes. A name given in several lines, or with bullets below a line, counts
each time; what stands before the first line that is known, is chatter.
"""

import re

_KEYS = {
    "joined": ("joined", "join", "returned", "加わった", "仲間", "joined / returned"),
    "left": ("left", "去った", "旅立った"),
    "died": ("died", "dead", "死んだ", "亡くなった"),
    "title": ("title", "題名", "タイトル"),
    "recap": ("recap", "できごと", "出来事"),
    "summary": ("summary", "あらすじ"),
    "situation": ("situation", "場面"),
}
_DETAILS = {"joined": "role", "left": "reason", "died": "how"}
_KEY_OF = {word: key for key, words in _KEYS.items() for word in words}
_ORNAMENT = r"[\s*_#>・•-]*"
_LINE = re.compile(
    rf"{_ORNAMENT}({'|'.join(map(re.escape, sorted(_KEY_OF, key=len, reverse=True)))}){_ORNAMENT}[:：]{_ORNAMENT}(.*)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*[-*・•]\s*(?:name\s*[:：]\s*)?(.+)", re.IGNORECASE)
_SPLIT = re.compile(r" [-–—:：]+ ?| ?[–—:：－] ?|(?<=[^\x00-\x7f])- ?")
"""What stands between name and detail, in a text with single blanks."""
_NOT_WORD = re.compile(r"\W+")
_NOBODY = {
    "",
    "none",
    "nobody",
    "no one",
    "nothing",
    "n a",
    "na",
    "なし",
    "無し",
    "ナシ",
}
_NOBODY |= {"いない", "いません", "特になし", "だれも", "だれもいない"}
_MOST_LINES = 1_000
"""Lines that are looked at ..."""
_LONGEST_LINE = 2_000
"""... and characters of each: longer than any text that may be stored."""
_FEWEST = 2
"""Different lines that make a reply notes, and not a text in which one such word stands."""

type Entry = list[tuple[str, str]]
"""Name and detail, as the pairs of a JSON object."""


def read_lines(text: str) -> list[tuple[str, str | list[Entry]]]:
    """Return notes in lines as the pairs of a JSON object; nothing if these are none."""
    lists: dict[str, list[Entry]] = {}
    texts: dict[str, str] = {}
    current = ""
    for whole in text.splitlines()[:_MOST_LINES]:
        line = whole[:_LONGEST_LINE]
        if found := _LINE.fullmatch(line):
            current, value = _KEY_OF[found[1].casefold()], found[2].strip(" \t*_")
            if current in _DETAILS:
                _add(lists.setdefault(current, []), current, value)
            elif value:
                texts[current] = value
        elif current in _DETAILS and (bullet := _BULLET.fullmatch(line)):
            _add(lists[current], current, bullet[1])
    if len({*lists, *texts}) < _FEWEST or not texts:
        return []
    return [*lists.items(), *texts.items()]


def _add(entries: list[Entry], key: str, value: str) -> None:
    """Add the entry of one line, unless it says that there is nobody."""
    if _NOT_WORD.sub(" ", value).strip().casefold() in _NOBODY:
        return
    name, *rest = _SPLIT.split(" ".join(value.split()), maxsplit=1)
    detail = rest[0].strip() if rest else ""
    entries.append([("name", name.strip(" \t*_")), (_DETAILS[key], detail)])
