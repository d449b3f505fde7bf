"""How Japanese tells plainly that somebody dies or goes away for good, and how it only seems to."""

import re

from .masks import NAME, OTHER, Masked

_SUBJECT = rf"{NAME}(?:(?:と|や|、){OTHER})*(?:は|が|も|、)"
# A past form counts where the clause ends with it: what follows may make it a condition, a seeming or an attribute.
_DOUBT = r"(?![^。]*(?:だろう|でしょう|かもしれ|どう(?:し|な)|本当|ほんとう|と(?:聞|思|言)|か(?:[。?？]|$)))"
# 死んだのは...のことだった, 死んだころ、... and the like say when it was.
_CLEFT = rf"(?:のは|(?:ころ|頃|とき|時|瞬間|日|朝|夜|晩)(?:に?は)?、){_DOUBT}"
_STOP = rf"(?:(?<=、)|(?=[。、!?…」]|$|の(?:だ|です|でした)|ん(?:だ|です)|が、|けれど|けど|から、|ので|あと|後|{_CLEFT}))"
_PAST = r"(?:だ|でしまった|でしまいました|でいた|でいました|でしまっていた|でしまっていました|でいる|でいます|で(?:い|行|ゆ)(?:った|きました))"
_TE_FORM = r"(?:で(?:、|しまい、|しまって、))"
_DEATH_FORMS = (
    rf"(?:死ん{_PAST}{_STOP}|死ん{_TE_FORM}|死にました{_STOP}|死んじゃった{_STOP}"
    rf"|(?:お亡|亡)くなり(?:に(?:なった|なりました)|ました|、){_STOP}|亡くなっ(?:た|ていた|ていました|てしまった|てしまいました|て、){_STOP}"
    rf"|(?:息|いき)を(?:引き取|引きと|ひきと|ひき取)(?:った|りました|っていた|っていました|り、|って、){_STOP}"
    rf"|この(?:世|よ)を(?:去|さ)(?:った|りました|っていた|り、|って、){_STOP}"
    rf"|(?:息絶え|いき絶え|事切れ|こときれ|命が尽き|命がつき|命を終え|一生を終え|一生をおえ|生涯を終え|生涯を閉じ|一生を閉じ)(?:た|ました|ていた|ていました|て、){_STOP}"
    rf"|(?:命|いのち)を(?:落と|おと)(?:した|しました|していた|し、|して、){_STOP}"
    rf"|(?:他界|永眠|絶命|死亡|死去|逝去|病死|溺死|急死)(?:した|しました|していた|していました|し、|して、){_STOP}"
    rf"|(?:天|神さま|神様)に(?:召|め)され(?:た|ました|ていった|ていきました|、|て、){_STOP}"
    rf"|逝(?:った|きました|ってしまった|ってしまいました){_STOP}|天寿を(?:全う|まっとう)(?:した|しました|し、){_STOP}"
    rf"|心臓が(?:止ま|とま)(?:った|りました|っていた){_STOP}"
    rf"|(?:(?:静か|しずか|安らか|やすらか|穏やか|おだやか|眠るよう|ねむるよう)に|病気で|年をとって|年老いて)、?"
    rf"なくな(?:った|りました|ってしまった|ってしまいました|っていた){_STOP})"
)
_DEATH = re.compile(rf"{_SUBJECT}(?P<between>[^。!?]{{0,60}}?){_DEATH_FORMS}")
_LIFE_ENDED = re.compile(
    rf"{NAME}の(?:命|いのち|一生|生涯|心臓|息)(?:は|が)[^。]{{0,20}}?(?:尽き|つき|終わ|おわ|止ま|とま|絶え|消え)(?:た|った|ました|りました|え|て、){_STOP}"
)
_KIN = r"(?:おじいさん|おばあさん|お父さん|お母さん|父|母|友だち|友達|[一-龠々]{1,4})"
_OTHER_TOPIC = re.compile(rf"{OTHER}(?:たち)?(?:は|も)|{_KIN}は")
_OTHER_SUBJECT = re.compile(
    rf"{OTHER}(?:たち)?が|[^、。]{{1,10}}(?<!で)(?<!に)(?<!の日)(?<!ころ)(?<!とき)が(?!ら)"
)
_DREAM = r"(?:夢|ゆめ)(?:の(?:中|なか)|で|だ|か[。、]|から|に(?:見|み|出)|を(?:見|み)(?!る(?:よう|みたい)|ながら))"
_STAGED = r"(?<!ラジオの)(?<!テレビの)劇(?!的|が(?:終わ|おわ)|の(?:あと|後))"
_UNREAL = re.compile(
    rf"{_DREAM}|芝居|しばい|{_STAGED}|"
    r"舞台|ぶたい|台本|幕|(?:の|ぬ|った|だ)役|役を|ごっこ|ゲーム|あそびで|遊びで|まるで(?![^。、]{0,20}(?:よう|みたい)に)|"
    r"もし(?!もの(?:時|とき|こと|場合))|たとえ|(?:と|って)(?:思|おも)(?:った|い|っ)|"
    r"(?:昔|むかし|お)話(?:の中|では|で)|物語(?:の中|では|で)|絵本|おとぎ話|伝説|言い伝え|うわさ|噂|うそ|嘘|冗談|じょうだん|そうだった|そうだ|(?<!し)そうな(?!顔)|ふりを|まねを|真似を|ところだった|"
    r"年(?:も)?前|去年|昔|むかし|かつて|あの(?:日|夜|冬|夏|春|秋)|人形劇|紙しばい|紙芝居|歌の中|映画"
)
_SAYING = r"(?:と|って)(?:言|い(?!う)|つぶや|ささや|ねが|願|祈|いの|笑|ほほえ|話し|伝え)[^。、]{0,8}[てで]、?"
_SAID = re.compile(
    rf"もし[^。{NAME}{OTHER}]{{0,60}}?{_SAYING}|[^、。{NAME}{OTHER}]{{0,40}}{_SAYING}(?=[^。]*(?:死|亡|息|世|召|命))"
)
"""What somebody says and then does something else: the words do not govern what he does."""
_DEATH_WORD = re.compile(
    r"死(?!角|火山|守)|亡くな|息を(?:引き|ひき)|この世を|命を落|いのちを落|おぼれ|溺れ|他界|永眠|天国"
)
_IDIOM = re.compile(
    r"死に(?:そう|たく|もの狂い|物狂い|かけ)|死ぬ(?:ほど|かと|ところ|かも|まで|な)|必死|死んだ(?:ふり|よう|みたい|ら)|死ん(?:でも|じゃう|でしまう)|死な(?:ない|なかった|ず|なく)|死ねば|死んで(?:は)?い(?:な|ま)"
)
_EUPHEMISM = re.compile(
    r"(?:お)?(?:星|ほし)(?:さま|様)?に(?:な|か)|(?:風|光|ひかり|雲|空|天使)に(?:な(?:っ|り)|かえ|帰)|(?:空|天|天国|月|星)(?:へ|に)(?:のぼ|昇|召|旅|行|帰|かえ)|"
    r"(?:遠い|とおい|遠く|とおく)(?:ところ|国|くに|場所|世界|へ)|帰らぬ人|(?:長い|永い|最後の|さいごの|永遠の|とわの|ふかい|深い)(?:旅|眠り|ねむり)|旅立|"
    r"目を(?:と|閉)じ|まぶたを(?:と|閉)じ|動かなくな|うごかなくな|冷たくな|つめたくな|目を(?:さまさ|覚まさ|あけな|開けな)|眠ったまま|ねむったまま|"
    r"もう(?:目|二度と)|最後の(?:ことば|言葉|息)|お別れ|天に|虹の橋|息が(?:止|と)ま|息を(?:し|止)"
)
_PLAY = re.compile(
    rf"芝居|しばい|人形劇|{_STAGED}|"
    r"舞台|ぶたい|(?:の|する|やる)役|役(?:は|を|に)|ごっこ|紙しばい|台本|幕が|まねっこ|役者|ナレーター"
)
_ABOUT_A_PLAY = re.compile(
    r"ポスター|チケット|切符|ちらし|の話を|を思い出|前に見た|去年|おととし"
)
_PLAY_OVER = re.compile(
    r"(?:劇|芝居|しばい|ごっこ|あそび|舞台)(?:が|は|も)[^。]{0,6}(?:終わ|おわ)|幕が(?:お|下|降)り|拍手|おじぎ|家に(?:帰|かえ)|"
    r"その(?:夜|晩)|夜中|真夜中|次の(?:朝|日)|翌(?:朝|日)|明け方|夜が(?:ふけ|明け)"
)
_WITH_OTHERS = re.compile(
    rf"(?:{OTHER}(?:と|や|、))+{NAME}|{NAME}(?:(?:と|や|、){OTHER})+(?=は|が|も)"
)
_UNDONE = re.compile(
    r"夢だった|ゆめだった|夢でした|夢か|ただの夢|うそだ|うそだった|嘘だった|冗談だ|冗談だった|生きてい|生きて(?:る|い)|息を吹き返|生き返|生きかえ|いきかえ|死んで(?:い|は)(?:な|ま|い)|"
    r"死んだふり|ふりをしてい(?:た)?だけ|(?:眠って|ねむって)い(?:た|る)だけ|無事|ぶじ|お芝居|幕がおり|幕が下り|お?しばいは|はっと目|目が(?:さ|覚)め|目を(?:さ|覚)まし"
)

_GONE = r"(?:た|ました|ていた|ていました|てしまった|てしまいました|て、|ていって|ていった|ていきました|ていき、|て行った|て行きました|て行き、|、)"
_PLACE = r"[^。]{0,40}?"
_FAREWELL_FORMS = (
    rf"(?:(?:引っ越|引っこ|ひっこ|ひっ越)し(?:て(?:しま|い|行|ゆ)(?:った|きました|いました|って、|き、|く(?:のだ|ことにな)|きて)|た|ました|、|ていって)(?!ら|と(?:思|言)|い|くな){_STOP}"
    rf"|移り(?:住|す)(?:んだ|みました|んで、|み、|んでいった){_STOP}|(?:永遠|えいえん|永久)(?:の|に)(?:別れ|お別れ|旅|さよなら|わかれ)[^。]{{0,16}}"
    rf"|(?:もう|二度と|もう二度と|それきり|それっきり|そのまま、?(?:もう|二度と))[^。、]{{0,20}}?(?:戻|もど|帰|かえ)(?:らない|らなかった|りません|りませんでした|って(?:は)?(?:こ|来|き)(?:ない|なかった|ません|ませんでした)|ることは?(?:な|あ)(?:い|かった|りません|りませんでした))(?=[。、!]|$|の(?:だ|です|でし))"
    rf"|(?:永遠|えいえん|永久)に[^。、]{{0,20}}?(?:去|離れ|はなれ|旅立|出て)(?:った|りました|た|ました|っていった|ていった|って|て)"
    rf"|[^。、]{{1,20}}で(?:ずっと|一生|これからずっと)(?:暮ら|くら)(?:す(?:ことにした|ことになった|ため|ことに)|した|しました))"
)
# Members named together go on together: nobody leaves the others.
_ALONE = rf"(?<!{OTHER}と)(?<!{OTHER}や)(?<!{OTHER}、){NAME}(?:は|が|も|、)"
_FAREWELL = re.compile(rf"{_ALONE}(?P<between>[^。!?]{{0,70}}?){_FAREWELL_FORMS}")
_PARTED = re.compile(
    rf"{NAME}(?:と|と、|との|とは|に)[^。]{{0,24}}?(?:永遠|えいえん|永久)(?:の|に)?(?:別れ|お別れ|わかれ|さよなら)"
)
_NEVER_MET = re.compile(
    rf"{NAME}(?:とは|には|に|と)(?:も)?、?(?![^。]*(?:今日|きょう|今夜|今は|まで))[^。]{{0,14}}(?:もう|二度と|永遠に|永久に)[^。、]{{0,8}}"
    r"(?:会|あ)(?:え(?:ない|ません|なかった|ませんでした)|うことは(?:な|あり)(?:い|かった|ません|ませんでした))(?=[。、!]|$|の(?:だ|です|でし))"
)
_AT_ONCE = r"(?:そのまま|それきり|それっきり)"
_BACK = r"(?:戻|もど|帰|かえ)(?:らなかった|りませんでした|って(?:は)?(?:こ|来|き)(?:なかった|ませんでした))(?=[。!]|$|の(?:だ|です|でし))"
_NEVER_BACK = re.compile(
    rf"{_ALONE}(?P<between>[^。]{{0,60}}?){_AT_ONCE}、?[^。、]{{0,14}}?{_BACK}"
)
_AND_NEVER_BACK = re.compile(
    rf"{_AT_ONCE}、?{_ALONE}(?P<between>[^。]{{0,20}}?){_BACK}"
)
_FOR_A_WHILE = re.compile(r"まで|あいだ|その間|その日|その夜|一晩|しばらく")
_SAYS_FOR_GOOD = re.compile(
    r"もう(?:二度と)?[^。、]{0,16}?(?:戻|もど|帰|かえ)(?:らない|りません|れない|れません|って(?:は)?(?:こ|き|来)(?:ない|ません|られない))(?!と|か)|"
    r"(?:永遠|えいえん|永久)(?:の|に)(?:お?別れ|さよなら|さようなら|わかれ)|二度と(?:会え|あえ)(?:ない|ません)"
)
_OBJECT = re.compile(rf"{NAME}(?=を|に|と|の|へ|から|より|なら)")
_COMES_BACK = re.compile(
    rf"{NAME}(?:は|が|も)[^。]{{0,30}}(?:(?:帰|かえ|もど|戻)って|やって)(?:き(?:た|まし)|来(?:た|まし))|{NAME}(?:は|が|も)[^。]{{0,20}}(?:あらわれ|現れ|現われ)"
)
_GOING = re.compile(
    rf"{NAME}(?:は|が|も|、)[^。]*(?:手をふ|手を振|ふりかえ|ふり返|振り返|振りかえ|見えなくな|小さくな|消え|遠ざか|去|歩いて(?:い|行)|おりて(?:い|行)|出て(?:い|行)|旅立|荷物|笑)"
)
_GOES = re.compile(
    rf"{NAME}(?:は|が|も|、)[^。]{{0,80}}?(?:いった|いきました|行った|行きました|去った|去りました|旅立|出て|おりて|のぼって|歩い|船を(?:お|降)|見えなくな)"
)
_PARTING = re.compile(
    r"さよ|さような|お?別れ|わかれ|去[っりるら]|立ち去|旅立|旅に出|引っ越|引っこ|ひっこ|いなくな|消え|帰って|帰り|出てい|行ってしま|もう戻|もどらな"
)


def may_part(sentence: Masked) -> bool:
    """Tell whether the sentence names the member and has any word of parting at all."""
    return NAME in sentence.narrated and bool(_PARTING.search(sentence.narrated))


def tells_death(sentence: Masked) -> bool:
    """Tell whether the narration plainly says that the member dies or is dead."""
    text = sentence.narrated
    if _LIFE_ENDED.search(text) and not _is_unreal(text):
        return True
    return _any_real(text, _DEATH)


def tells_farewell(sentence: Masked) -> bool:
    """Tell whether the sentence plainly says that the member goes away for good."""
    text = sentence.narrated
    if _any_real(text, _FAREWELL):
        return True
    if _is_unreal(text):
        return False
    if _PARTED.search(text) or _NEVER_MET.search(text):
        return True
    if not _FOR_A_WHILE.search(text) and _any_real(text, _NEVER_BACK, _AND_NEVER_BACK):
        return True
    says = any(_SAYS_FOR_GOOD.search(quote) for quote in sentence.quoted)
    return says and _GOES.search(text) is not None


def _any_real(text: str, *signs: re.Pattern[str]) -> bool:
    return any(_is_real(text, found) for sign in signs for found in sign.finditer(text))


def _is_real(text: str, found: re.Match[str]) -> bool:
    between = found["between"]
    # Under a topic (は) a clause of its own may stand before the last: すずは熱が下がらず、...
    is_topic = found[0].startswith(f"{NAME}は")
    clause = between.rpartition("、")[2] if is_topic else between
    is_other = _OTHER_TOPIC.search(between) or _OTHER_SUBJECT.search(clause)
    return not (is_other or _is_unreal(text))


def _is_unreal(text: str) -> bool:
    return _UNREAL.search(_SAID.sub("", text)) is not None


def hints_death(sentence: Masked) -> bool:
    """Tell whether the sentence speaks of a death together with the member, in whatever way."""
    if NAME in sentence.narrated and _DEATH_WORD.search(sentence.narrated):
        return True
    about = (NAME in sentence.narrated, *(NAME in quote for quote in sentence.quoted))
    return any(about) and any(_DEATH_WORD.search(quote) for quote in sentence.quoted)


def is_unreal_death(sentence: Masked) -> bool:
    """Tell whether a death that the sentence speaks of is only feared, wished, played, or a way of speaking."""
    parts = (sentence.narrated, *sentence.quoted)
    return any(
        _DEATH_WORD.search(part) and (_UNREAL.search(part) or _IDIOM.search(part))
        for part in parts
    )


def is_euphemism(sentence: Masked) -> bool:
    """Tell whether the sentence may speak of the member's death without saying so."""
    return NAME in sentence.narrated and bool(_EUPHEMISM.search(sentence.narrated))


def opens_play(narrated: str) -> bool:
    """Tell whether a play or a game of make-believe may begin here; to talk about one begins none."""
    return bool(_PLAY.search(narrated)) and not _ABOUT_A_PLAY.search(narrated)


def ends_play(narrated: str) -> bool:
    """Tell whether a play or game is over with, or before, this sentence."""
    return _PLAY_OVER.search(narrated) is not None


def in_company(narrated: str) -> str:
    """Return the narration with the member alone where others are named along with him."""
    return _WITH_OTHERS.sub(NAME, narrated)


def undoes(narrated: str) -> bool:
    """Tell whether the sentence says that what went before was not so, or that somebody lives after all."""
    return _UNDONE.search(narrated) is not None


def subject_only(narrated: str) -> str:
    """Return the narration with the member's sign only where something is said of what he does."""
    return _OBJECT.sub(OTHER, narrated)


def comes_back(narrated: str) -> bool:
    """Tell whether the narration says that the member comes back."""
    return _COMES_BACK.search(narrated) is not None


def is_going(narrated: str) -> bool:
    """Tell whether what the member does is only part of going away."""
    return _GOING.search(narrated) is not None
