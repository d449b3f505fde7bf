"""Which words are foreign to a genre: a sea story does not turn into science fiction overnight.

Each line of a family is one word with all its forms, in English and in Japanese. A listed genre has its foreign
families. A night in the family's own genre is free; only a wish for horror is bent there, unless the genre's own
words speak of it.
"""

import re

_MAGIC = r"""
wizard(?:s|ry)? = 魔法使い|魔導士|魔術師
witch(?:es|craft)? = 魔女
warlocks?|sorcer(?:er|ers|ess|esses|y) = 魔術
mages?\b = 魔道士
wands? = 杖
spells?(?!\s+(?:of|it|the|my|your|his|her)\b) = 呪文|じゅもん
fair(?:y|ies) = 妖精|ようせい
pixies? = ピクシー
elf|elves|elven = エルフ
goblins? = ゴブリン
trolls? = トロール
unicorns? = ユニコーン
enchant(?:ed|ment|ments|ress|er|ing)? = 魔力
potions? = 秘薬|魔法の薬
magic(?:al|ally|ian|ians)? = 魔法|まほう
curses?|cursed = 呪い|のろい
dragons? = ドラゴン|竜|りゅう
genies? = 魔神|魔人|ランプの精
cauldrons? =
broomsticks? = 空飛ぶほうき
crystal balls? = 水晶玉
mermaids? = 人魚
gnomes? = ノーム
phoenix(?:es)? = 不死鳥|フェニックス
spirits? of the (?:lake|forest|wood|lamp) = 精霊
levitat\w+ =
magic carpets? = 空飛ぶじゅうたん|空飛ぶ絨毯
"""
_SPACE = r"""
space ?ships?|star ?ships?|spacecrafts? = 宇宙船
rockets? = ロケット
lasers? = レーザー
robots?|robotic = ロボット
androids? = アンドロイド
cyborgs? = サイボーグ
aliens?|extraterrestrials? = 宇宙人|エイリアン
martians? = 火星人
planets? = 惑星
galax(?:y|ies) = 銀河(?!鉄道)
holograms? = ホログラム
asteroids? = 小惑星
astronauts? = 宇宙飛行士
spacesuits? = 宇宙服
ufos?|flying saucers? = 空飛ぶ円盤|ユーフォー
teleport\w* = テレポート
hyperspace|warp (?:speed|drive) = ワープ
space stations? = 宇宙ステーション
satellites? = 人工衛星
ray ?guns? = 光線銃
force fields? = バリアー?
orbit(?:s|ed|ing)? = 周回軌道
time machines? = タイムマシン
wormholes?|black holes? = ブラックホール
drones? = ドローン
cyber\w+ = サイバー\w*
artificial intelligence = 人工知能
outer space = 宇宙(?![船人飛服ス])
jetpacks? = ジェットパック
"""
_HORROR = r"""
zombies? = ゾンビ
vampires? = 吸血鬼|ヴァンパイア|バンパイア|ドラキュラ
blood(?:y|ied|stained|thirsty)? = 血(?=[がをのだまに])
corpses? = 死体|屍
haunted|haunting = 幽霊屋敷|お化け屋敷|おばけ屋敷
ghouls? = 悪鬼
werewol(?:f|ves) = 狼男|オオカミ男|おおかみ男
demons?|devils? = 悪魔
skeletons? = 骸骨|ガイコツ|がいこつ
undead = 生ける屍
coffins? = 棺桶?|ひつぎ
ghosts?|ghostly = 幽霊(?!屋敷|船)|亡霊
phantoms?|spect(?:re|er)s? = 怨霊|悪霊
poltergeists? = ポルターガイスト
graveyards? = 墓場
fangs = 牙
severed = 生首
nightmar(?:e|es|ish) = 悪夢
dismember\w* = バラバラ死体
rotting flesh = 腐った肉
banshees? =
evil spirits? = たたり|祟り
mummified = ミイラ
gore|gory = 血まみれ|血だらけ
"""

FOREIGN = 3
"""Different words of one family that make a drift."""


def _read(family: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(_word, family.strip().splitlines()))


def _word(line: str) -> re.Pattern[str]:
    english, _, japanese = line.partition(" = ")
    forms = [rf"\b(?:{english})\b"] if english else []
    return re.compile("|".join([*forms, *filter(None, [japanese])]), re.IGNORECASE)


_FAMILIES = {
    name: _read(words)
    for name, words in (("magic", _MAGIC), ("space", _SPACE), ("horror", _HORROR))
}
_FOREIGN_TO = {
    "adventure_at_sea": ("space", "horror"),
    "forest_animals": ("space", "horror"),
    "fairy_tale": ("space", "horror"),
    "science_fiction": ("magic", "horror"),
    "mystery": ("magic", "space", "horror"),
    "everyday_life": ("magic", "space", "horror"),
    "school": ("magic", "space", "horror"),
    "history": ("magic", "space", "horror"),
}


def foreign_words(genre: str, text: str, material: str) -> tuple[str, ...]:
    """Return the words of a text that are foreign to a genre, as they stand there; those in `material` are not."""
    found = [
        hit[0]
        for family in _bent_in(genre)
        for word in _FAMILIES[family]
        if (hit := word.search(text)) and not word.search(material)
    ]
    return tuple(dict.fromkeys(found))


def _bent_in(genre: str) -> tuple[str, ...]:
    """Return what a wish cannot bring into a genre as it is."""
    if genre in _FOREIGN_TO:
        return _FOREIGN_TO[genre]
    scary = genre and any(word.search(genre) for word in _FAMILIES["horror"])
    return () if scary or not genre else ("horror",)


class GenreSigns:
    """Counts the words in a night that do not belong into one story."""

    def __init__(self, genre: str, material: str) -> None:
        """Leave out the words that the story's own material has: premise, cast, summary, situation, wish."""
        self._foreign = tuple(
            tuple(word for word in _FAMILIES[family] if not word.search(material))
            for family in _FOREIGN_TO.get(genre, ())
        )
        words = [word.pattern for family in self._foreign for word in family]
        self._any = re.compile("|".join(words), re.IGNORECASE) if words else None

    def is_touched(self, text: str) -> bool:
        """Tell whether a sentence (`names.visible`) has any foreign word: only then can it turn the night away."""
        return self._any is not None and self._any.search(text) is not None

    def drifts(self, text: str) -> bool:
        """Tell whether a text (`names.visible`) has left the genre."""
        return any(
            sum(word.search(text) is not None for word in family) >= FOREIGN
            for family in self._foreign
        )
