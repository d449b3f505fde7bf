"""Signs in Japanese that somebody is there now, or is only spoken of."""

import re

from .masks import NAME, OTHER, QUOTE, Masked

_LIST = rf"(?:(?:と|や|、|も|,)+\s?{OTHER})*"
_GROUP = r"(?:たち|達|ら)?"
_SUBJECT = re.compile(
    rf"{NAME}{_LIST}{_GROUP}(?:の(?:[二三四五六]人|ふたり|みんな))?(?:と|だけ)?(が|は|も|って(?!い)|まで(?=、?[^。、]{{0,12}}(?:た|る|す|い)[。、!]|が|も)|さえも?|すら|だって)"
)
_SPEAKER = re.compile(
    rf"{NAME}[:：]?\s?{QUOTE}(?!と(?:いう|書|彫|名))|{QUOTE}(?:と|って)?、?{NAME}(?:[。!]|$)"
    rf"|(?:のは|それは|あれは)、?[^。]{{0,24}}{NAME}(?:だ|です|だった|でした)"
    rf"|{NAME}いわく(?!つき)、?"
)
_LONG_AGO = r"(?![^。]{0,12}(?:昔|むかし|前に|生前|かつて|いつか))"
_MET = re.compile(
    rf"{NAME}から(?!の){_LONG_AGO}(?=[^。は]{{0,20}}(?:受け(?:と|取)|うけと|もら[いっう]|わたされ|渡され|あずか|預か|借り))"
    rf"|{NAME}に(?:出?会[っい]|でくわ|ばったり)(?!た[いかくが]|に)"
    rf"|{NAME}に(?:手を(?:引か|ひか|とら)れ|抱かれ|だかれ|おんぶ|ほめられ|呼ばれ|よばれ|さそわれ|誘われ|しかられ|起こされ|助けられ|つれられ|連れられ|見送られ|なでられ|はげまされ)"
    rf"|{NAME}と(?!い)[^。、は]{{0,10}}(?<=[いきぎしちにびみりえけげせてねべめれ])(?:あ|合)(?:った|って|いま|いなが|う[。])"
    rf"|{NAME}の(?:姿|すがた)(?:が(?:あ[っり]|見え(?!な|ま)|うつ)|を(?:見つけ|見た|見て))"
    rf"|{NAME}に、?[^。、は]{{1,20}}を(?:話し(?!たい)|聞い|聞き|たずね|尋ね|相談|ねだ|よそ|注い|そそい|ついで|くば|配|手わた|手渡|わたし|渡し|見せ|さしだ|差し出|あげ(?:ま|た)|投げ|ほうり|おしえ|教え)"
    rf"|{NAME}に(?:話しかけ|声をかけ|手をふ|手を振|近づ|近よ|かけよ|駆け寄|だきつ|抱きつ|わたし|渡し|手渡|見せ|"
    rf"うなず|ほほえみ|微笑|笑いかけ|たずね|尋ね|聞い|聞き|言っ|言い|あいさつ|とびつ|飛びつ)"
    rf"|{NAME}を(?:抱|だき|だっこ|おぶ|背負|せおっ|かつい|ゆすっ|揺すっ|なで|ささえ|支え|起こ|呼ん|呼び|見つけ|見つめ|見あげ|見上げ|手伝|追いかけ|おんぶ|連れ|つれ|むかえ|迎え|さそ|誘|ゆり起)"
    rf"|{NAME}と(?!い|の|は|も|呼|名|約束|やくそく|別れ|わかれ)[^。、はがもと]{{1,8}}を(?!し)[^。、]{{1,10}}(?:た|ている|でいる|ます|ました)[。、]"
    rf"|{NAME}と(?:いっしょ|一緒|ならん|並ん|手をつな|話し|話を|笑い|笑っ|あそ|遊|おど|踊|歩|目を(?:合|あわ)|両手|握手|抱き合|だきあ|顔を見)"
)
_BODY = re.compile(
    rf"{NAME}の(?:やさしい|小さな|大きな|しわしわの|あたたかい)?(?:声|手|ひざ|膝|ほっぺ|ほほ|ほお|頬|口|鼻|はな先|耳|しっぽ|おなか|目|顔|肩|腕|うで|背中|せなか|となり|隣|"
    rf"横|笑顔|笑い声|指|足もと|足音|幽霊|ゆうれい|おばけ)(?:の(?:上|中|下|そば))?(?:が|を|に|は|で|へ|も|から)"
)
_QUOTED = re.compile(
    rf"{NAME}(?:が|は|も)(?![^。]*(?:見守|みまも|星|天国|空から|心|夢))[^。!?]{{0,15}}"
    rf"(?:来た|きた|いるよ|いるぞ|いるわ|呼んでい?る|笑ってい?る|起きた)"
)

_FRAME_BEFORE = re.compile(
    r"(?:昔|むかし)(?!(?:の|と同じ)(?:よう|とおり|まま)|ながら|と変|(?:話|ばなし|語り|がたり)を)|かつて|ずっと前|年(?:も)?前|去年|おととし|ころ|頃|生きてい|生前|あの(?:日|夜|とき|時|朝)|いつか|夢(?!中)|ゆめ(?!中)|手紙(?!を|が|と)|日記(?!を|が)|"
    r"墓|写真|(?<!お)絵(?!の具)|肖像|彫像|思い出|おもいで|記憶|心の中|心のなか|胸の中|胸のなか|もし|まるで(?![^。、]{0,14}(?:よう|みたい)に)|伝説|言い伝え|遠く(?:の|は)|星になった|天国の|亡くなった(?!はず)"
)
_FRAME_AFTER = re.compile(
    r"(?:昔|むかし)(?!(?:の|と同じ)(?:よう|とおり|まま)|ながら|と変|(?:話|ばなし|語り|がたり)を)|かつて|生前|(?:いつも(?!の)|よく)[^。]*(?:てい|でい|たもの|だもの)|思い出(?!し笑)|(?:おもいだ|思いだ)(?!し笑)|おぼえ|覚え|(?:なつかし|懐かし)(?!そう|む|ん)|"
    r"忘れ(?:ら|な|ません|がた)|夢(?!中)|ゆめ(?!中)|気がし|気がする|よう(?:だ|です|でし)|[いて][るた](?:かの)?(?:よう|みたい)(?:に|な|で)|みたい(?:だ|です|でし)|(?:さびし|寂し)(?!そう|が)|会いた|恋し(?!そう)|(?:空|天|星|雲)[^。]{0,6}から|という(?:話|お話|物語|。)|(?:(?<=[たる])そう(?:だ|です)|らしい|とのこと(?:だ|です))[。!]?$|言い伝え|伝説|"
    r"だろう|でしょう|かもしれ|はず(?=だ|で|な|が|の|も|は|[。、])|亡くな|なくなっ|死ん|死に|天国|星にな|この世|もう、?(?:い|居)(?:な|ま)|いない|いなく|いません|いなかった|眠ってい|"
    r"生きてい|いたころ|いた頃|心の中|心のなか|胸の中|のこし|残し|遺し|書いた|書かれ|描かれ|写って|たものだ|たものです|だったころ|だった頃|なら、|たら、"
)
_OTHER_SUBJECT = re.compile(rf"{OTHER}{_GROUP}(?:は|が|も)")
_NOUN = (
    rf"(?:(?!時(?!計)|後|途端|瞬間|所|間)[一-龯々ァ-ヶ{OTHER}{QUOTE}]|お[一-龯ぁ-ん]|の(?:は|が|も|と|に|を(?!見|聞|なが|感))"
    r"|(?!から|ので|けれ|けど|のに|とき|ところ|あと|まま|ため|あいだ|とたん|んだ|のだ|よ|ね|ら|り|そう|の)[ぁ-ん]{2,6}?(?=[はがをにのもで、]))"
)
_ENDED = r"(?:(?<=[っいしけせてめれねべげぜでえへきちにみりじぎび見着出寝])た|(?<=[んい])だ|てい?る|でい?る)"
_ATTRIBUTIVE = re.compile(rf"^[^、。]*?{_ENDED}{_NOUN}")
_PAST_DEED = re.compile(
    rf"^が[^、。て]{{1,16}}(?:(?<=[っいしけせてめれねべげぜでえへきちにみりじぎび見着出寝])た|(?<=[んい])だ){_NOUN}"
)
_NOMINAL = re.compile(
    r"^[^、。て]{0,25}(?<![んい])(?:だった|でした|です|だ|である)(?:よ|ね|わ|ぞ)*[。!]?$"
)
_RESTING = re.compile(
    r"墓|写真|肖像|(?<!お)絵(?!の具)|彫像|石碑|星|空|天国|思い出|手紙|日記|夢|ろうそく|心"
)

_DREAM = re.compile(r"夢(?:を見|をみ|の中|のなか|だ|で)|ゆめ(?:を見|をみ|の中|のなか)")
_WAKES = re.compile(
    r"目(?:が|を)(?:さ|覚)|起き|はっと|気がつくと|夢だった|夢からさめ|夢から覚め"
)
_LOOKS_BACK = re.compile(
    r"思い出し|思いだし|昔の?(?:話|こと)|むかしの?(?:話|こと)|^\W*(?:昔|むかし|かつて)|(?:お話|話|物語)を(?:した|しました|はじめ|始め|してくれ|語)|"
    r"言い伝え|伝説|手紙には|日記には"
)
_TALE = re.compile(r"(?:お話|話|物語)を|言い伝え|伝説")
_NOW = re.compile(
    r"[てで]い?(?:ます|る)[。！!]?\s*$|"
    r"^\W*(?:そのとき|その時|今、|いま、|すると|とつぜん|突然|ふと|やがて|夜にな|朝にな|さて|それから|次の|その晩|その夜)|とつぜん|突然"
)

_LEFT = re.compile(
    rf"{NAME}(?:が|は|も)[^。]{{0,30}}(?:帰っていっ|帰って行っ|去っ|旅立|引っ越し|引っこし|別れ|出ていっ|行ってしまっ|離れ|はなれ|"
    rf"遠く|村で|町で|(?:南|北|東|西|遠い|となり|べつ|別|よそ)の[^。]{{0,3}}(?:国|島|山|都|海)で|ふるさと|故郷|暮らし|くらし)|{NAME}(?:が|は|も)?[^。]{{0,12}}見送"
)
_RETURN = re.compile(
    r"(?:帰っ|かえっ|もどっ|戻っ|やっ|たずね|訪ね)て(?:き|来)|遊びに(?:き|来)|帰り(?:まし|つ)|もどり(?:まし|つ)|戻り(?:まし|つ)|もどった|戻った|再会|"
    r"帰還"
)
_WELCOME = re.compile(
    r"おかえり|お帰り(?!にな)|ただいま|(?:ひさし|久し)ぶり(?!に)|また会え|会いたかった"
)
_FROM_AFAR = re.compile(
    r"電話(?:の(?:むこう|向こう|中)|ごし|越し|口|で|に出)|でんわ(?:のむこう|ごし|で)|受話器|無線|画面の(?:中|むこう|向こう)"
)
_CLAUSES = re.compile(r"[、。!?]")
_ANOTHER = re.compile(
    rf"[^、。{NAME}]+(?<!人)(?<!だれか)(?<!影)(?<!声)(?<!彼)(?<!姿)(?<!男)(?<!女)(?<!子)(?:は|が|も)(?!ら)"
)
"""Somebody or something else that comes back in a clause."""
_SOMETHING_BACK = re.compile(
    rf"{OTHER}{_GROUP}(?:は|が|も)[^。はがも{OTHER}]{{0,40}}(?:{_RETURN.pattern})|(?:{OTHER}{_GROUP}|[^、。]{{0,8}}(?<!人)(?<!男)(?<!女)(?<!子)(?<!だち)(?<!仲間)(?<!れか)(?<!誰か)(?<!声)(?<!影)(?<!彼)"
    rf"(?<!姿)(?<!者)(?<!なつかしい顔))(?:は|が|も)[^、。]{{0,20}}(?:{_RETURN.pattern})"
)


def is_present(sentence: Masked, *, framed: bool) -> bool:
    """Tell whether the member acts, speaks or is met in this sentence."""
    if any(_QUOTED.search(quote) for quote in sentence.quoted):
        return True
    text = sentence.narrated
    if framed or NAME not in text:
        return False
    if any(_acts(text, found) for found in _SUBJECT.finditer(text)):
        return True
    if any(not _is_framed(text, f.start(), f.end()) for f in _SPEAKER.finditer(text)):
        return True
    if _RESTING.search(text):
        return False
    touched = [*_MET.finditer(text), *_BODY.finditer(text)]
    return any(
        not _is_framed(text, found.start(), found.end())
        and not _ATTRIBUTIVE.match(text[found.end() :])
        for found in touched
    )


def _acts(text: str, subject: re.Match[str]) -> bool:
    """Tell whether a name with a subject's particle does something now."""
    tail = text[subject.end() :]
    if subject[1] == "が" and _ATTRIBUTIVE.match(tail):
        return False
    if _NOMINAL.match(tail):
        return False
    return not _is_framed(text, subject.start(), subject.end())


def _is_framed(text: str, start: int, end: int) -> bool:
    """Tell whether what stands here is only remembered, dreamed, told of."""
    if _FRAME_BEFORE.search(text, 0, start):
        return True
    other = _OTHER_SUBJECT.search(text, end)
    own = text[end : other.start()] if other else text[end:]
    return _FRAME_AFTER.search(own) is not None


def is_past_deed(after_name: str) -> bool:
    """Tell whether what follows a name only says whose finished work a thing is (`…がうめた箱`)."""
    return _PAST_DEED.match(after_name) is not None


def opens_dream(narrated: str) -> bool:
    """Tell whether the next sentences may be a dream."""
    return _DREAM.search(narrated) is not None and not wakes(narrated)


def wakes(narrated: str) -> bool:
    """Tell whether a dream ends here."""
    return _WAKES.search(narrated) is not None


def looks_back(narrated: str) -> bool:
    """Tell whether the next sentences may be memory or a tale."""
    return _LOOKS_BACK.search(narrated) is not None


def tells_tale(narrated: str) -> bool:
    """Tell whether what a look back opens is a tale, which may be of anybody."""
    return _TALE.search(narrated) is not None


def is_now(narrated: str) -> bool:
    """Tell whether the telling comes back to the present."""
    return _NOW.search(narrated) is not None


def leaves(sentence: Masked) -> bool:
    """Tell whether the sentence only says that the member has left, or is elsewhere."""
    return _LEFT.search(sentence.narrated) is not None


def returns(sentence: Masked) -> bool:
    """Tell whether the sentence says that the member comes back."""
    parts = (sentence.narrated, *sentence.quoted)
    if any(_WELCOME.search(part) and not _is_anothers(part) for part in parts):
        return True
    if NAME in "".join(parts):
        return any(_comes_back(part) for part in parts)
    if not any(map(_RETURN.search, parts)):
        return False
    return not _SOMETHING_BACK.search(sentence.narrated)


def _is_anothers(part: str) -> bool:
    """Tell whether words of welcome are said to another member."""
    return OTHER in part and NAME not in part


def _comes_back(text: str) -> bool:
    """Tell whether a text has the member, or nobody else, come back."""
    for found in _RETURN.finditer(text):
        clause = _CLAUSES.split(text[: found.start()])[-1]
        if NAME in clause or not _ANOTHER.search(clause):
            return True
    return False


def calls_from_afar(narrated: str) -> bool:
    """Tell whether somebody is only heard or seen from another place."""
    return _FROM_AFAR.search(narrated) is not None
