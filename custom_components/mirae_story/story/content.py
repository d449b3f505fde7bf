"""The words of a question that its answer must have: what is left without question words and little words."""

import re

from .names import visible

_EN_LITTLE = """
about again all also and any anybody anyone anything are been before but can could did does done down else
ever for from get gets give had has have her here him his how into its just know let like many may more most
much name named not now off once one only other our out over please said say says see she should show some
somebody someone something story still such tell than that the their them then there these they thing things
this those time told too very want was were what whats when where wheres which while who whom whos whose why
will with would you your colour color kind sort really made make called call happen happened happens tonight
night tale yesterday
"""
_JA_LITTLE = """
何 誰 話 物語 今 時 人 夜 事 方 名 前 中 今夜 今日 昨日 前回 名前 色 種類 一番 教 言 聞
知 出 来 行 見 思 感 本当 お話 おはなし ものがたり なに なん だれ どこ いつ どう どれ どの
どんな どうして なぜ いくつ いくら どっち です ます ました でした した して する いる いた ある
あった ない なかった だった こと もの とき ひと さん ちゃん くん これ それ あれ ここ そこ あそこ
この その あの から まで より だけ ほど など ので のに けど でも では には とは って いう
という くれる ください おしえて きかせて かな かしら まだ もう また いま なまえ いろ なった なる
いって いった いっていた ってい どうなった
"""
_LITTLE = frozenset((_EN_LITTLE + _JA_LITTLE).split())
_EN_WORD = re.compile(r"[a-zà-ɏ]{3,}")
_EN_ENDING = re.compile(
    r"(?<=[a-z]{4})(?:ing|ed)$|(?<=[a-z]{3})(?:ies|(?<=[sxzh])es|(?<!s)s)$"
)
_JA_RUN = re.compile(r"[ァ-ヶー]{2,}|[一-鿿々]+|[ぁ-ゖー]+")
_JA_BETWEEN = re.compile(
    r"を|なぜ|どうして|なんで|だれ|なに|どこ|いつ|どんな|から|まで|(?<=[ぁ-ゖー]{2})[はがにの]"
)
"""What separates words written in hiragana; a lone は or の may be the inside of a word (きのこ)."""
_JA_ENDING = re.compile(
    r"(?<=[ぁ-ゖー]{2})(?:っ?て(?:いる|いた|る|た)?|った|した|する|です|ます|でした|ました|だ?っけ|かな|[だよねなかともやへでの])+$"
)


def content_words(text: str) -> list[str]:
    """Return the words that a told passage about this must have, folded, each once, in their order.

    English words lose their endings, so that other forms are found as parts of the told text.
    """
    plain = visible(text).casefold().replace("'s", " ").replace("'", "")
    found = [
        _EN_ENDING.sub("", word)
        for word in _EN_WORD.findall(plain)
        if word not in _LITTLE
    ]
    for run in _JA_RUN.findall(plain):
        is_kana = "ぁ" <= run[0] <= "ゖ"
        pieces = _JA_BETWEEN.split(run) if is_kana else [run]
        bare = [_JA_ENDING.sub("", piece) for piece in pieces]
        found += [piece for piece in bare if _is_content(piece)]
    return list(dict.fromkeys(found))


def is_little(word: str) -> bool:
    """Tell whether a word, folded, says nothing of what a text is about."""
    return word in _LITTLE


def _is_content(piece: str) -> bool:
    if not piece or piece in _LITTLE:
        return False
    return not (len(piece) == 1 and "ぁ" <= piece <= "ゖ")
