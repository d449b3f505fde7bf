"""What is no story in a streamed sentence: markup, and the model talking about its answer.

Sentences in quotation marks are somebody's words and no chatter. Decoration is gone before (see `clean`); what is
found here cannot simply be stripped.
"""

import re

from .sentences import narration

_MARKUP = re.compile(
    r"```|</?[a-zA-Z!][^<>]{0,300}>|<\||\|>|</|\{\{|\}\}|\{%|[{\[]\s*[\"'][^\"'{}\[\]]{0,60}[\"']\s*[:,\]]|\"\s*:\s*[\[{\"]"
    r"|[\[{]\s*[\]}]|https?://|www\.|\|\s*-{2,}|^\s*\|.*\|\s*$|\[[^\[\]]*[^\W\d][^\[\]]*\]|\b\w+\([\"'][^()]*[\"']\)|;\s*\}"
    r"|\\[a-z]+\{|<(?:script|style|div|img|span|think)\b|&(?:nbsp|amp|lt|gt|quot|#\d+);"
    r"|^\W*(?:narrator|sfx|sound effects?|stage directions?|voice[- ]?over|music|ナレーター|ナレーション|効果音|ト書き|音楽|場面|シーン)\s*[:：]"
    r"|[（(](?:SE|BGM|SFX|効果音|sound of|pause|間)[^()（）]{0,20}[)）]|〔[^〔〕]{1,40}〕|【[^【】]{1,40}】",
    re.IGNORECASE | re.MULTILINE,
)

_EN = re.compile(
    r"""
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
    | \b(?:word\ count|the\ prompt|system\ prompt|the\ user\b(?!\ of)|the\ instructions|token\ limit|six-year-old\ audience)\b
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
    | ^\W*(?:who\ may\ (?:not\ )?appear|where\ the\ last\ part\ ended|(?:if|when)\ some(?:body|one)\ new\ comes)\b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_EN_OPENER = re.compile(
    r"^\W*(?:sure(?:\ thing)?|certainly|absolutely|understood|of course|okay|ok|alright|got it|no problem|happy to help|great (?:idea|question|choice))\W*$",
    re.IGNORECASE,
)
_JA = re.compile(
    r"""
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
    """,
    re.VERBOSE,
)


def has_markup(text: str) -> bool:
    """Tell whether a sentence holds JSON, HTML, code, a link or a stage direction."""
    return _MARKUP.search(text) is not None


def is_chatter(text: str, *, first: bool) -> bool:
    """Tell whether the model talks about the text; bare words of assent are chatter only as the `first` words."""
    narrated = narration(text.replace("’", "'"))
    if _EN.search(narrated) or _JA.search(narrated):
        return True
    return first and _EN_OPENER.match(narrated) is not None
