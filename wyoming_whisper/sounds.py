"""How alike two words sound: kana by their consonants and vowels, else by letters."""

from collections.abc import Callable

SLIP = 0.3
HALF = 0.5

_VOWELS = "あいうえお"
_ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "g": "がぎぐげご",
    "s": "さしすせそ",
    "z": "ざじずぜぞ",
    "t": "たちつてと",
    "d": "だぢづでど",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "m": "まみむめも",
    "y": "や ゆ よ",
    "r": "らりるれろ",
    "w": "わ   を",
}
_SOUNDS = {
    kana: (row, _VOWELS[column])
    for row, all_kana in _ROWS.items()
    for column, kana in enumerate(all_kana)
    if kana != " "
}
_KIN = tuple(map(frozenset, ("kpt", "gbd", "kg", "pb", "td", "sz", "nm", "hs", "rd")))


def letters_apart(one: str, other: str) -> float:
    """Return how many letters differ."""
    return _distance(one, other, lambda a, b: float(a != b), 1.0)


def apart(one: str, other: str) -> float:
    """Return how many sounds differ in two texts of kana; some differ by less than one."""
    return _distance(one, other, _unlike, None)


def drawn(text: str) -> str:
    """Return the text with a drawn-out sound written as the vowel that it draws out."""
    written = ""
    for character in text:
        before = _SOUNDS.get(written[-1:])
        written += before[1] if character == "ー" and before else character
    return written


def _unlike(one: str, other: str) -> float:
    """Return how unlike two kana sound, from 0 to 1."""
    if one == other:
        return 0.0
    first, second = _SOUNDS.get(one), _SOUNDS.get(other)
    if first is None or second is None:
        return 1.0
    if first[1] != second[1]:
        return HALF if first[0] == second[0] else 1.0
    if any({first[0], second[0]} <= kin for kin in _KIN):
        return SLIP
    return HALF


def _distance(
    one: str,
    other: str,
    unlike: Callable[[str, str], float],
    extra: float | None,
) -> float:
    """Return the least cost of changing one text into the other.

    `extra` is what a letter more or less costs; None: half if it only draws a vowel.
    """

    def more(text: str, place: int) -> float:
        if extra is not None:
            return extra
        before = _SOUNDS.get(text[place - 1]) if place else None
        return HALF if before and text[place] == before[1] else 1.0

    row = [0.0]
    for place in range(len(other)):
        row.append(row[-1] + more(other, place))
    for at, mine in enumerate(one):
        last, row[0] = row[0], row[0] + more(one, at)
        for place, theirs in enumerate(other):
            cost = min(
                row[place + 1] + more(one, at),
                row[place] + more(other, place),
                last + unlike(mine, theirs),
            )
            last, row[place + 1] = row[place + 1], cost
    return row[-1]
