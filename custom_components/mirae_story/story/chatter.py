"""Text about the text: assistant chatter, refusals, error messages. None of it may stand as story."""

import re

_EN = re.compile(
    r"""
    ^[\s*\#>-]*(?:sure(?:\ thing)?|certainly|of\ course|okay|ok|absolutely|understood|got\ it|no\ problem|alright)\b
        \s*(?:[!.:]|-|—|$|,\s*(?:here|i|let|below|this|the)\b)
    | ^\W*(?:error|exception|warning|traceback|fatal)\s*[:\[(]
    | ^\W*(?:summary|recap|situation|title|notes?|story|answer|output|json)\s*:
    | \bi(?:'ve|\ have)?\ (?:now\ )?(?:summari[sz]ed|rewritten|shortened|updated|written|kept)\ (?:the|this|your|it)\b
    | \bas\ you\ (?:asked|requested|instructed|wanted)\b | \bas\ (?:requested|instructed)\b
    | \bas\ an?\ (?:ai|language\ model|artificial\ intelligence|large\ language)\b
    | \blanguage\ model\b | \bai\ assistant\b
    | ^[\s*\#>-]*i(?:'m|\ am)\ (?:sorry|unable|afraid|not\ able|just\ an\ ai)\b.{0,60}
        \b(?:can(?:'t|not)|unable|unfortunately|assist|help|request|provide|generate|comply|summari[sz]e|content|policy)\b
    | ^[\s*\#>-]*i\ (?:can(?:'t|not)|won't|am\ unable\ to|could\ not|cannot)\b.{0,40}
        \b(?:assist|help|provide|generate|comply|summari[sz]e|fulfil|continue|write|create|discuss|process)\b
    | \bi\ hope\ (?:this|that|you|it)\b.{0,40}\b(?:helps?|enjoy(?:ed)?|meets?|useful|works?)\b
    | \blet\ me\ know\ (?:if|what|whether|how)\b.{0,80}\b(?:changes?|you(?:'d)?|missing|adjust|revis|edit|else|like|need|want)
    | \b(?:would|do)\ you\ (?:like|want)\ me\ to\b | \bfeel\ free\ to\b | \bplease\ (?:provide|note\ that|let\ me\ know)\b
    | \bhere(?:'s|\ is|\ are)\ (?:the|your|a|my|tonight's|today's|an?\ updated)\b.{0,60}
        \b(?:summary|recap|notes|json|story|episode|version|output|response|text|update|chapter|situation|title)\b
    | \b(?:context\ length|token\ limit|max(?:imum)?\ tokens|rate\ limit|timed?\ ?out|time\ limit)\b.{0,40}
        \b(?:exceeded|reached|error|while|generating)\b
    | \b(?:internal\ server\ error|connection\ (?:refused|error|reset)|out\ of\ memory|http\ (?:error|[45]\d\d)|stack\ trace)\b
    | \b(?:status|error)\ code\b | \bnull\ pointer\b | \bundefined\ is\ not\b
    | \b(?:json|schema|system\ message|instructions?\ above|the\ user|user's\ request|the\ assistant|word\ count)\b
        .{0,80}\b(?:format|output|valid|provided|given|requested|asked|request|object|field|key|limit|follow|instructions?)\b
    | \bno\ (?:summary|recap|situation|information|changes?|text|prose|content)\ (?:is\ |was\ )?
        (?:available|provided|given|needed|found|to\ (?:summari[sz]e|report))\b
    | \b(?:to\ be\ (?:filled|determined|written|continued\ by)|insert\ (?:text|summary|here)|placeholder|lorem\ ipsum)\b
    | ^\W*(?:n/?a|none|null|nil|tbd|todo|unknown|undefined|string|text|\.\.\.|…|same(?:\ as\ (?:before|above))?|
        no\ changes?|unchanged)\W*$
    | \bthe\ (?:summary|recap|passage|prose|text)\ (?:describes|should|must|of\ (?:the|this)\ (?:story|episode|prose))\b
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
_JA = re.compile(
    r"""
    ^\W*(?:はい|承知|了解|かしこまり|わかりました|もちろんです|分かりました)(?:しました|いたしました|ました)?[、。！!]
        .{0,30}(?:要約|まと|作成|お答え|書き|続き|出力|以下|です。?$|ます。?$)
    | ^\W*(?:承知|了解)(?:しました|いたしました) | ^\W*かしこまりました
    | 申し訳(?:ありません|ございません|ない)(?:が|けど|けれど).{0,60}
        (?:要約|お手伝い|対応|お答え|提供|生成|内容|できません|できかね|いたしかね|応じ)
    | (?:その|この|ご)(?:内容|要求|依頼|リクエスト|要望).{0,30}(?:できません|できかね|いたしかね|応じられ|お応え)
    | お(?:手伝い|答え|応え)(?:でき(?:ません|かね)|することはできません)
    | (?:AI|ＡＩ|人工知能|言語モデル|アシスタント)(?:として|なので|ですので|です|の私|である)
    | (?:以下|下記|次)(?:は|が|に|の(?:通り|とおり)).{0,30}(?:要約|あらすじ|メモ|続き|エピソード|JSON|出力|まとめ|お話です)
    | ^\W*(?:要約|あらすじ|状況|まとめ|タイトル|出力|回答|メモ|エラー|警告|例外|Error|Exception)\s*[:：]
    | (?:エラー|例外|タイムアウト)が(?:発生|起き)|コンテキスト(?:長|の長さ)|トークン(?:数|の上限|制限)|サーバー(?:エラー|に接続)
    | ご(?:参考|確認|不明な点|質問|要望|希望)(?:に|が|など|くださ|があり|まで).{0,30}(?:ください|ましたら|幸い|なれば|教えて)
    | (?:お役に立て|お知らせください|いかがでしょうか[。？?]?$|修正が必要|変更が必要)
    | (?:プロンプト|指示|スキーマ|JSON|文字数|字数|形式)(?:に|の|を|で|は).{0,20}
        (?:従|沿|指定|出力|制限|以内|記述|返|まとめ)
    | (?:この|上記の|本)(?:文章|テキスト|物語|エピソード|要約|お話)(?:は、|では、|の要約).{0,40}(?:要約|描|説明|内容|まとめ)
    | (?:要約|あらすじ|状況|情報)(?:は|が)(?:ありません|不明|できません|なし|未定)
    | ^\W*(?:なし|無し|特になし|該当なし|不明|未定|同上|変更なし|変化なし|前と同じ|省略|（?略）?)\W*$
    """,
    re.VERBOSE | re.DOTALL,
)
_CODE = re.compile(
    r"```|\{\{|\{%|</?[a-zA-Z][^<>]{0,200}>|[{\[]\s*\"[^\"]{0,40}\"\s*[:,\]]|https?://|^\s*[{\[]|\bTraceback \(",
    re.MULTILINE,
)
_LONGEST_READ = 4_000


def is_meta(text: str) -> bool:
    """Tell whether a text is chatter about the text, a refusal, an error message or a placeholder."""
    head = text[:_LONGEST_READ].replace("’", "'")
    return bool(_EN.search(head) or _JA.search(head))


def has_markup(text: str) -> bool:
    """Tell whether a text has code, JSON, HTML or templates in it."""
    return bool(_CODE.search(text[:_LONGEST_READ]))
