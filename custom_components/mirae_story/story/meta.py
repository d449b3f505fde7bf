"""What is no story in a streamed sentence: markup, and the model talking about its answer.

Sentences in quotation marks are somebody's words and no chatter. Decoration is gone before (see `clean`); what is
found here cannot simply be stripped.
"""

import re

from .sentences import narration
from .sieve import Sieve

_MARKUP = re.compile(
    r"```|</?[a-zA-Z!][^<>]{0,300}>|<\||\|>|</|\{\{|\}\}|\{%|[{\[]\s*[\"'][^\"'{}\[\]]{0,60}[\"']\s*[:,\]]|\"\s*:\s*[\[{\"]"
    r"|[\[{]\s*[\]}]|\|\s*-{2,}|^\s*\|.*\|\s*$|\[[^\[\]]*[^\W\d][^\[\]]*\]|\b\w+\([\"'][^()]*[\"']\)|;\s*\}"
    r"|\\[a-z]+\{|<(?:script|style|div|img|span|think)\b|&(?:nbsp|amp|lt|gt|quot|#\d+);"
    r"|^\W*(?:narrator|sfx|sound effects?|stage directions?|voice[- ]?over|music|ナレーター|ナレーション|効果音|ト書き|音楽|場面|シーン)\s*[:：]"
    r"|[（(](?:SE|BGM|SFX|効果音|sound of|pause|間)[^()（）]{0,20}[)）]|[(*](?:laugh|sigh|smile|giggle|chuckle|whisper|yawn|gasp|pause)s?[)*]|〔[^〔〕]{1,40}〕|【[^【】]{1,40}】",
    re.IGNORECASE | re.MULTILINE,
)

_EN = r"""
    \bhere(?:'s|\ is|\ are|\ comes)\ (?:the|your|a|an|my|tonight's|today's|part|chapter|another)\b[^.!?]{0,60}
        \b(?:story|stories|episode|chapter|version|continuation|tale\ for|bedtime|response|summary|rewrite|draft|retelling)\b
    | \bas\ an?\ (?:ai|a\.i\.|language\ model|artificial|large\ language|(?:ai|virtual)\ assistant)\b
    | \b(?:language\ model|ai\ assistant|chatbot|openai|chatgpt)\b
    | \bi(?:'m|\ am)\ (?:sorry|afraid|unable|not\ able)\b[^.!?]{0,40}\b(?:can(?:'t|not)|unable|assist|comply|generate|request|continue\ (?:this|the\ story))\b
    | ^\W*i\ (?:can(?:'t|not)|won't|am\ unable\ to|cannot)\s(?:\w+\s){0,3}?(?:assist|comply|generate|write|provide|fulfil+|create|continue\ (?:this|the\ story))\b
    | \bi\ hope\ (?:this|that|you|it)\b[^.!?]{0,40}\b(?:story|helps?|enjoy(?:ed)?|meets?\ your|episode)\b
    | \blet\ me\ know\ (?:if|what|whether|how)\ (?:you(?:'d|\ (?:like|liked|want|would|need|have|enjoy(?:ed)?|prefer|think))|this|that|it|there|i\ should)\b
    | \b(?:would|do)\ you\ (?:like|want)\ me\ to\b | \bfeel\ free\ to\b | \bplease\ (?:provide|let\ me\ know|note\ that)\b
    | \b(?:in|of)\ (?:this|the\ next|tonight's|our\ next)\ (?:episode|chapter|instal+ment|bedtime\ story)(?:,|\ (?:we|you|the\ children|our|i)\b) | \bstay\ tuned\b
    | \b(?:word\ count|the\ prompt|system\ prompt|the\ user\b(?!\ of)|the\ instructions\b(?!\ (?:on|in|inside|from|for|printed|written|of\ the)\b)|token\ limit|six-year-old\ audience)\b
    | \b(?:this|the)\ (?:story|episode|chapter)\ (?:is|was|has\ been)\ (?:written|designed|meant|intended|suitable|told\ in|crafted|about)\b
    | \b(?:i(?:'ll|\ will|'ve|\ have|\ need\ to|\ should|'d|\ would|\ must))\ (?:now\ )?(?:write|written|continue|keep|kept|craft|avoid|make\ sure|rewrite|retell|tell\ you)\b
        (?=[^.!?]{0,80}\b(?:story|episode|chapter|tone|prose|audience|words|version|gentle|scary|characters?|plot|bedtime)\b)
    | ^\W*(?:note|notes|summary|recap|situation|cast|reference|characters?|setting|genre|premise|title|story|output|response|assistant|user|system|
        moral(?:\ of\ the\ story)?|author's\ note|disclaimer|rules?|tonight's\ wish|instructions?)\s*:
    | \b(?:generated|written|created|made)\ by\ (?:an?\ )?(?:ai|a\.i\.|artificial|language\ model|machine)\b
    | ^\W*as\ (?:you\ (?:asked|requested|wished|instructed)|requested|instructed|per\ your)\b | \bas\ your\ (?:assistant|storyteller|writer|ai)\b
    | \b(?:in|with)\ (?:the|my)\ next\ (?:response|reply|message|answer|output)\b
    | ^\W*\((?:word\ count|note|continued|to\ be\ continued|end\ of)\b
    | ^\W*(?:the\ )?end\ of\ (?:the\ |this\ |tonight's\ )?(?:episode|chapter|story|part)\b[^,]{0,10}$
    | ^\W*(?:sure|certainly|of\ course|absolutely|understood|okay|ok|got\ it|great)\b[!.,:]?\s*(?:-|—)?\s*
        (?:here|i(?:'ll|\ will|'d)|let\ me|let's\ (?:continue|begin)|this\ is|below|the\ following)\b
    | \bstray(?:ed|ing)?\ from\ the\ (?:topic|story|subject|prompt|plot)\b | \bi(?:'ll|\ will)\ do\ my\ best\ to\ (?:help|write|continue|keep|tell|follow)\b
    | ^\W*now,?\ (?:write|tell|continue|rewrite|add|create|finish)\s(?!\w+ed\b)
    | \b(?:rewritten|revised|edited)\ (?:text|version|part|story|passage)\b | \bnew\ version\ of\ the\ (?:last|first|next)\ (?:part|night|sentence)\b
    | \bthe\ (?:first|last|next)\ part\ (?:was|is|will\ be|has\ been|should\ be)\ (?:about\ to\ be\ )?(?:re)?written\b | \btomorrow's\ part\b
    | \b(?:story|night|part|chapter)\ (?:ends?|begins?|starts?|ended|began)\ with\ (?:a|the|this|that)\ (?:first\ |last\ )?sentence\b
    | \bthe\ (?:first|last|next)\ sentences?\ (?:is|are|was|were|of\ (?:the|this)\ (?:story|part|night))\b | \bnight\ of\ the\ first\ sentence\b
    | \bi(?:'ll|\ will|'m|\ am)\ (?:be\ )?playing\ the\ (?:role|part)\ of\b | \bchoose\ (?:one|any)\ of\ (?:the|these)\ names\b
    | \bi\ can\ (?:also\ )?(?:help\ you|write|continue|tell\ you)\b[^.!?]{0,40}\b(?:write|story|part|chapter|more)\b
    | \b(?:start|begin|continue|end|finish|share|rest)\ (?:of\ )?your\ story\b | \b(?:my|our|your)\ readers\b
    | ^\W*p\.?\ ?s\.?\s*(?:[:.]|$) | ^\W*(?:q|a|question|answer)\s*:
    | ^\W*(?:the\ )?(?:last|first|next)\ (?:nights?|parts?|sentences?)\b[^.!?]{0,25}:
    | ^\W*(?:the|your|my)\ last\ part\ ended\b | \bwhere\ the\ last\ part\ ended\b | \bnot\ enough\ information\ to\b
    | \b(?:no\ more|not\ more|fewer|less|at\ least)\ than\ \d+\ words?\b | \b\d+\ words?\ to\ (?:finish|complete|end)\b
    | ^\W*(?:who\ may\ (?:not\ )?appear|where\ the\ last\ part\ ended|(?:if|when)\ some(?:body|one)\ new\ comes)\b
    | \b(?:tune\ in|next\ time\ on|previously\ on|last\ time\ on)\b | \bto\ be\ continued\b(?=[^.!?]{0,12}\b(?:in|tomorrow|next|on)\b)
    | ^\W*would\ you\ like\ (?:a|an|another|more|to|the)\b[^.!?]{0,40}\b(?:sequel|story|version|continue\w*|chapter|episode|hear\ more|ending)\b
    | \bif\ you(?:'d|\ would)?\ (?:want|like|prefer|wish|need)[^.!?,]{0,20},?\ i(?:\ can|\ could|\ will|'ll|'d|\ would)\b
    | \bthis\ (?:story|tale|episode|chapter|instal+ment)\ (?:teaches|shows|reminds|follows|contains|explores|highlights|emphasi[sz]es|features|continues|ends\ here)\b
    | \b(?:the|this)\ (?:above|following|preceding)\ (?:story|text|passage|tale|scene|chapter|version)\b
    | ^\W*(?:in|on)\ (?:the|our|my)\ next\ (?:chapter|episode|instal+ment|part|story)\b(?!\ of)
    | ^\W*(?:please\ )?(?:write|continue|rewrite|generate|create|describe|provide|summari[sz]e|retell)\ (?:the|a|an|this|your|my|me)\ (?:\w+\ )?(?:story|part|scene|chapter|version|text|tale|paragraphs?|episode|prose|passage|ending)\b
    | \bi(?:'m|\ am)\ (?:just\ |only\ |merely\ )?an?\ (?:ai|a\.i\.|artificial|(?:large\ )?language\ model|chatbot|bot|computer\ program|virtual)\b
    | \bmy\ (?:training(?:\ data)?|guidelines|programming|creators\ at)\b | \btraining\ data\b | \bcontent\ polic(?:y|ies)\b | \bviolat\w+\ (?:my|the|our)\ (?:guidelines|polic\w+|rules)\b
    | \bthank\ you\ for\ (?:reading|listening|your\ (?:request|question|prompt|patience))\b | \b(?:rate|share)\ this\ (?:story|episode|tale)\b
    | \b(?:that|this)(?:'s|\ is|\ concludes|\ was|\ ends)\ (?:the\ end\ of\ )?(?:tonight's|today's|our)\ (?:story|episode|chapter|tale)\b | \bconcludes\ (?:this|the|our|tonight's)\ (?:story|tale|episode|chapter|night)\b
    | ^\W*(?:the|our)\ (?:main\ character|protagonist)\b(?=,|\ (?:is|was|has\ been)\b|'s) | \bthe\ (?:narrative|storyline|plotline)\b
    | \bas\ (?:the|your|a|an)\ (?:narrator|author|writer|storyteller)\b | ^\W*(?:please\ )?(?:ignore|disregard|forget)\ (?:all|any|the|your|everything|previous)\b[^.!?]{0,30}\b(?:instructions?|rules|prompts?|above)\b
    | ^\W*(?:shall\ i\ )?continue\s?\? | ^\W*(?:i\ )?hope\ (?:you|this|that)\b[^.!?]{0,20}\b(?:liked|enjoy\w*|helps?|works?)\b
    | ^\W*let(?:'s|\ me|\ us)\ (?:continue|pick\ up|go\ on)\ (?:from|with\ the|the\ story|where)\b | \bwhere\ we\ left\ off\b
    | ^\W*(?:target\ audience|audience|age\ (?:group|range)|length|tone|style|format|language|word\ limit|task|prompt|context|theme|keywords?|scene\ \w+|genre|pov)\s*:
    | ^\W*the\ (?:screen|camera|scene|image|curtain\ of\ the\ screen)\ (?:fades|cuts|pans|zooms|dissolves|opens\ on)\b
    | \b\d+\ words\b(?=\W*$) | \bunder\ (?:\w+\ ){1,3}words\b(?=\W*$)
    """
_SIGN_OFF = re.compile(
    r"(?:^|[。.!?」』]\s*)[「『<〈(\[]?(?:第[0-9〇一二三四五六七八九十百]+(?:話|夜|章|回|部)、?(?:おわり|終わり|完|つづく|続く)|次回(?:に|へ)(?:つづく|続く))[」』>〉)\]]?(?![とっ])"
    r"|(?:^|[。.!?」』]\s*)[<〈【(\[](?:つづく|続く|おわり|完)[>〉】)\]]"
    r"|^\W*(?:to be continued in the next \w+|end of (?:part|episode|chapter) \w+)\W*$",
    re.IGNORECASE,
)
"""What closes an episode, in quotation marks too."""
_EN_OPENER = re.compile(
    r"^\W*(?:sure(?:\ thing)?|certainly|absolutely|understood|of course|okay|ok|alright|got it|no problem|happy to help|great (?:idea|question|choice))\W*$",
    re.IGNORECASE,
)
_JA = r"""
    ^\W*(?:承知|了解)(?:いた)?(?:しました|です) | ^\W*かしこまりました | ^\W*(?:はい|もちろん(?:です)?|わかりました|分かりました)[、。!！]\s*(?:それでは|では|以下|今夜|続き|こちら|物語|お話)
    | ^\W*(?:以下|下記|こちら)(?:は|が|に|の)[^。]{0,40}(?:お話|物語|エピソード|続き|本文|話です|ストーリー)
    | (?:今夜|今回|今日|第\d+話)の(?:お話|エピソード|物語|ストーリー)(?:です|は以下|を(?:お届け|お送り|書|作成|始めます|はじめます)|はここまで|は、?これで)
    | (?:続き|お話|物語|エピソード|文章|ストーリー)を(?:書き|作成|生成|執筆|お届け|お送り|用意)(?:します|しました|いたし|ました|ます|させて)
    | いかがでした(?:でしょう)?か | いかがでしょうか | お気に召し | (?:楽しんで|お楽しみ)いただけ
    | (?:AI|ＡＩ|人工知能|言語モデル|チャットボット)(?:として|なので|ですので|です|の私|アシスタント|である)
    | 申し訳(?:ありません|ございません)が[^。]{0,40}(?:でき|かね|応じ|対応)
    | (?:ご(?:希望|要望|質問|不明な点|意見|指示|リクエスト))(?:が|に|など|の|を|通り|どおり)
    | (?:お知らせ|お申しつけ|お申し付け)ください | (?:続き|別の結末|次の章)[をも]?(?:書き|作り|作成し|出力し)ましょうか
    | (?:AI|ＡＩ|人工知能|言語モデル)(?:に|が)[^。]{0,8}(?:生成|作成|作られ|書かれ|書い) | アシスタントとして
    | (?:もっと|もう少し)(?:短く|長く|やさしく|詳しく|簡単に)(?:した(?:ほう|方)が|する)[^。]{0,20}(?:教え|言って|ください|知らせ)
    | (?:次|次回|今後|この次)の(?:エピソード|回|話|章|回答|返信|返答)(?:では|で|には)[^。]{0,30}(?:書き|描き|出力|続け|お届け|お話しし)
    | (?:回答|返信|返答|メッセージ)(?:で|に)(?:出力|続け)
    | (?:プロンプト|文字数|字数|文字程度|スキーマ|JSON|出力形式|読者(?:の|に|は)|主人公は死|設定に従|ユーザー)
    | この(?:物語|お話|エピソード)は[^。]{0,30}(?:フィクション|向け|ために(?:書|作)|創作)
    | ^\W*(?:注|注意|注記|補足|要約|あらすじ|状況|登場人物|設定|ジャンル|前提|出力|回答|タイトル|備考|教訓|メモ|ルール)\s*[:：]
    | (?:続きが|次回の?(?:お話|エピソード)?[もを])(?:必要|お楽しみに|ご期待)
    | 話題から(?:そ|外|逸)れ | (?:書き直|リライト)した(?:文|お話|物語|もの)(?:です|は|を) | (?:私|わたし|僕)が[^。]{0,15}役を(?:演じ|務め|つとめ)ます
    | ^\W*(?:質問|答え|Q|A|Ｑ|Ａ)\s*[:：] | ^\W*(?:前|次|最後|最初)の(?:夜|部分|文)[^。]{0,12}[:：]
    | 次回(?:に|へ)(?:つづ|続) | 次回(?:を|も)?お楽しみ | (?:つづき|続き)は、?(?:また)?(?:明日|あした|次回|次|今度)の(?:お話|夜|回|エピソード)
    | 第[0-9〇一二三四五六七八九十百]+(?:話|夜|章|回|部)(?:は|の)?、?(?:おわり|終わり|完$|これで|ここまで|につづく|へつづく|に続く|へ続く)
    | [(（]?約?[0-9〇一二三四五六七八九十百千]+(?:文字|字)(?:以内|程度|前後|[)）])
    | (?:この|本)(?:物語|お話|おはなし|エピソード|ストーリー)は、?[^。]{0,40}(?:伝え|教えて(?:い|く)|テーマ|描い|表現し|大切さ|学べ|メッセージ)
    | (?:指示|要望|リクエスト|プロンプト)(?:どおり|通り|に(?:従|沿|したが|もとづ|基づ))[^。]{0,14}(?:書|作り|作成|物語|お話|出力)
    | (?:これまで|以前|上記|今まで|前|ここまで)の(?:すべての|全ての)?(?:指示|命令|ルール|設定)を(?:無視|忘れ)
    | 次(?:回)?の(?:お話|物語|エピソード|章)(?:では|で|は)、?[^。]{0,30}(?:でしょうか|待ってい|お楽しみ|登場し)
    | (?:希望|よろし|よけれ|必要で)[^。]{0,14}(?:書く|書き|作る|作り|続け|長く|短く)[^。]{0,12}(?:でき|ます|可能)
    | ^\W*(?:前回|これまで)のあらすじ | ^\W*前回(?:の(?:お話|物語|エピソード)|まで)(?:では|は|、)
    | 主人公(?:の[^。、]{1,10})?(?:は|が)、?[^。]{0,40}(?:として|描かれ|設定|という性格)
    | (?:続き|物語|お話|文章|小説|シーン|場面)を[^。]{0,6}(?:書いて|生成|作って|作成|出力)(?:ください|して|中|しろ|し、)|(?:続き|物語|お話|文章)の続きを(?:生成|書いて)
    | (?:その|この|ご)?(?:内容|リクエスト|お話|物語|続き|文章)(?:は|には|を)、?[^。]{0,10}(?:書け(?:ません|ない)|お答えでき|応じられ|作れません|作成できません|生成できません)
    | ^\W*(?:最後まで)?(?:お?読み|読んで|お?聞き|聞いて)(?:いただき|いただいて|くれて|くださって|くださり)、?[^。]{0,4}ありがとう
    | (?:今夜|今日|今回|本日)の(?:お話|物語|おはなし)は、?(?:これで|ここで|ここまで)[^。]{0,4}(?:おしまい|おわり|終わり|以上)
    | (?:ナレーター|語り手|作者|筆者|作家)として(?:、|の|は|物語|お話|説明|書) | 対象年齢|想定読者|対象読者
    | (?:AI|人工知能|言語モデル)(?:である|の私|です|には|ですから) | ^\W*[<〈\[【(](?:つづく|続く|完|終)[>〉\]】)]\W*$
    | (?:生成|出力|作成)中(?:です|$|。) | 以下に、?(?:続き|物語|お話|本文|文章) | 登場人物(?:の|は|を)[^。]{0,20}(?:書き|描き|描い|注意|設定|性格)
    """
CHATTER = Sieve(((_EN, 0), (_JA, 0)), verbose=True)


def has_markup(text: str) -> bool:
    """Tell whether a sentence holds JSON, HTML, code, a link or a stage direction."""
    return _MARKUP.search(text) is not None


def is_chatter(text: str, *, first: bool) -> bool:
    """Tell whether the model talks about the text; bare words of assent are chatter only as the `first` words."""
    plain = text.replace("’", "'")
    narrated = narration(plain)
    if _SIGN_OFF.search(plain):
        return True
    if next(CHATTER.owners(narrated), None) is not None:
        return True
    return first and _EN_OPENER.match(narrated) is not None
