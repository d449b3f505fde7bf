"""Words that say nothing about what a sentence is about, in English and Japanese.

Small talk is among them: a greeting has no words to search for, so it brings up nothing.
"""

import re
from typing import Final

_ENGLISH: Final = """
a d i m s t about above after again against all almost alone along already also although
always am among an and another any anybody anyone anything anyway are aren around
as at away back be because been before behind being below besides between both but
by can cannot could couldn did didn do does doesn doing don done down during each
either else enough even ever every everybody everyone everything few for from
further had hadn has hasn have haven having he her here hers herself him himself
his how however i if in indeed instead into is isn it its itself just kind lately
least less let like lot lots many may maybe me might mine more most much must
mustn my myself near need neither never no nobody nor not nothing now of off often
oh ok okay on once one only onto or other others otherwise ought our ours
ourselves out over own per perhaps please quite rather really same seem shall
shan she should shouldn since so some somebody someone something sometimes
somewhere soon sort still such than that the their theirs them themselves then
there therefore these they thing things this those though through thus till to
together too toward towards under unless until up upon us use used usually very
via want was wasn we well were weren what whatever when whenever where whether
which while who whole whom whose why will with within without won would wouldn
yeah yep yes yet you your yours yourself yourselves ain ve ll re gonna wanna gotta
hello hi hey howdy greetings bye goodbye thank thanks thx welcome sorry cheers
good goodnight wow hmm uh um ah huh haha lol blah yada
    """
ENGLISH: Final = frozenset(_ENGLISH.split())
_ENGLISH_ASKING: Final = """
remember remind recall tell told say said saying says mention mentioned know knew
known ask asked talk talked talking discuss discussed think thought guess explain
describe happened happen
"""
ENGLISH_ASKING: Final = frozenset(_ENGLISH_ASKING.split())
"""Words of asking: nothing to search for in a question, but kept of what is stored."""
GREETINGS: Final = re.compile(
    r"\b(?:good (?:morning|evening|afternoon|night|day)|how are you|what'?s up"
    r"|how'?s it going|nice to (?:meet|see) you|see you (?:later|tomorrow|soon)"
    r"|sleep (?:well|tight)|sweet dreams"
    r"|(?:^|(?<=[.,!?] ))(?:i'm|i am) (?:home|back|off|leaving)(?: now)?(?=[.,!]|$)"
    r"|(?:la|na|da|doo|ba)(?:[ -](?:la|na|da|doo|ba))+"
    r"|that (?:helped|helps|was helpful|is all)|you(?:'re| are) welcome)\b"
    r"|お(?:は|早)よう(?:ございます)?|こんにち[はわ]|こん(?:ばん|晩)[はわ]|今日は[!！。]"
    r"|お(?:やす|休)み(?:なさい)?$|(?:どうも)?ありがとう(?:ござい(?:ます|ました))?"
    r"|ただいま|おかえり(?:なさい)?|いただきます|ごちそうさま(?:でした)?"
    r"|いってきます|いってらっしゃい|行ってきます|行ってらっしゃい|さようなら|バイバイ"
    r"|またね|また(?:あした|明日)(?:ね)?|(?:ご)?元気(?:です)?か|元気\?|ごめん(?:なさい|ね)?"
    r"|すみません|助かっ(?:た|りました)[よねわ]*|わかった[よねわ]*|了解(?:です)?|よろしく(?:お願いします)?|お疲れ(?:様|さま)(?:です|でした)?|もしもし"
)
"""What people say without asking anything, taken out of a question as a whole."""
JAPANESE_ASKING: Final = re.compile(
    r"(?:覚え|憶え|思い出|教え|言っ|言い|話し|話した|伝え|知っ|知り)"
    r"(?:て|た|た?ら|して|せ|ま|し)*[ぁ-ゖ]*"
    r"|何[処故]?|誰"
    r"|(.)\1{2,}|[えう]ー*っ?と+ー*|[あうえんおー][ー〜]+ん?"
)
_HIRAGANA: Final = """
です ます ました ません でした でしょう ですか ますか だった だっけ たっけ かな
かしら という といった について に関して として する した して している している
してる します しました される された さん ちゃん いる いた いて いました います
ある あった あって ありました あります ない なかった なくて なる なった なって
なりました れる られる られた れた られ せる させ たい たく こと もの とき ころ
ところ ため よう そう これ それ あれ どれ ここ そこ あそこ どこ この その あの
どの こんな そんな あんな どんな いつ だれ なに なん なぜ どう どうして どうやって
いくつ いくら わたし ぼく おれ あなた きみ みんな もう まだ また とても すごく
ちょっと もっと すこし たくさん から まで より だけ しか など ので のに けど けれど
って とは には では にも でも とも への との からの までの のは のが のを って くれ
くれる くれた ください もらう もらった ほしい やっぱり やはり はい いいえ うん
ううん えっと あのね ねえ そして それで だから しかし でも じゃあ では でしたか
なんだ んだ のだ おいて おける による により によって によれば ばかり ほど くらい
ぐらい ながら たり だり たら なら れば ても でも ている ていた てる てた であり
である であった であって なのか なの のか ました したか するか したの るの たの
を ちゃった ちゃって ちゃう じゃった れて られて れば だよ だね よね かも しれ らしい みたい はず わけ まま うち ほう
"""
JAPANESE_GRAMMAR: Final = re.compile(
    "|".join(sorted(set(_HIRAGANA.split()), key=lambda word: (-len(word), word)))
)
"""Words in hiragana that a question is cut at."""
