"""What the demo says, in both languages."""

TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "continue": "Continue the story.",
        "model": "Starting the small model that comes with the demo",
        "home": "Starting Home Assistant",
        "restart": "Starting Home Assistant again, to see that the story goes on",
        "onboard": "Onboarding",
        "flow": "Adding Mirae Story through its config flow",
        "speed": "The model writes {tokens_per_s} tokens a second; a night of {minutes} minutes takes it about {night}.",
        "evening": "── Evening {number} ──",
        "said": "You: {text}",
        "notes": "Waiting for the model's notes on the night",
        "notes_late": "The model gave no usable notes: recap and situation are the code's own.",
        "calm": "(The code closed this night in the model's place.)",
        "cast": "Cast after night {night}",
        "protagonist": "protagonist",
        "pending": "waits for a person",
        "situation": "Situation",
        "decisions": "Decisions on what the model noted",
        "none": "none",
        "again": "Press Enter for the next evening.",
        "english_only": (
            "The embedded model writes English only, so it is switched off once the integration is set up. "
            "What follows is what the code alone does when no model can tell: a calm episode for each evening. "
            "Name a server with --ollama or --openai for a real story."
        ),
        "written": "Written: {file}",
        "kept": "The configuration folder stays: {folder}",
        "stopping": "Ending what was started",
        "serve": "Home Assistant runs at {url}\n  user {user}, password {password}\nPress Ctrl-C to end it.",
        "failed": "The demo failed: {reason}",
        "stopped": "Stopped.",
    },
    "ja": {
        "continue": "続きを聞かせて",
        "model": "デモに付いている小さなモデルを起動しています",
        "home": "Home Assistantを起動しています",
        "restart": "お話が続くことを確かめるため、Home Assistantをもう一度起動しています",
        "onboard": "はじめの設定をしています",
        "flow": "設定フローでMirae Storyを追加しています",
        "speed": "モデルの速さは毎秒{tokens_per_s}トークンです。{minutes}分の一夜に約{night}かかります。",
        "evening": "── {number}日目の夜 ──",
        "said": "あなた: {text}",
        "notes": "モデルがその夜のメモを書くのを待っています",
        "notes_late": "使えるメモがありませんでした。あらすじと状況はコードが作ったものです。",
        "calm": "(この夜は、モデルの代わりにコードが締めくくりました。)",
        "cast": "第{night}夜のあとの登場人物",
        "protagonist": "主人公",
        "pending": "人の判断待ち",
        "situation": "状況",
        "decisions": "モデルのメモについての判断",
        "none": "なし",
        "again": "Enterキーで次の夜へ進みます。",
        "english_only": (
            "付属のモデルは英語しか書けないため、設定が終わったら止めます。"
            "ここからは、語れるモデルがないときにコードだけができること、つまりコードが作るおだやかな一夜をお聞かせします。"
            "--ollama か --openai でサーバーを指定すると、本来のお話が聞けます。"
        ),
        "written": "書き出しました: {file}",
        "kept": "設定フォルダーを残しました: {folder}",
        "stopping": "起動したものを終了しています",
        "serve": "Home Assistantが {url} で動いています\n  ユーザー {user}、パスワード {password}\nCtrl-Cで終了します。",
        "failed": "デモは失敗しました: {reason}",
        "stopped": "中止しました。",
    },
}
