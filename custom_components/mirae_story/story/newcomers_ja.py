"""Names for newcomers in Japanese: friendly, easy to say, and not those that every model writes.

Names that are also a common word for a plant or an animal are left out: prose would seem to name the newcomer.
"""

from .wordlist import word_list

NAMES_JA = word_list("""
アキト イサム イッサ ウタロウ エイキチ エイタ オウスケ カンタ カンペイ キイチ キスケ キッペイ キョウタ ギンジ クニオ ケイゴ
ケンゾウ ゲンタ コウスケ コテツ ゴロウ ゴンタ サスケ サブロウ サンタロウ シゲル ジロウ ジンタ セイジ ソウスケ タイチ タクミ
タケゾウ タスク ダイゴ チュウタ ツトム テツジ テッペイ テンマ トウゴ トモヤ トラキチ ナオキ ノブオ ハヤテ ヒデオ ヒロム フクタ
ヘイタ ホクト マサキチ マモル ミチオ ムサシ モンタ ヤスケ ユウゴ ヨウスケ ヨヘイ リキマル リョウマ レンタロウ ロクスケ ワタル
アカネ アズサ イズミ イトハ ウララ オトハ オリエ カノン キクノ キヌカ ケイコ コズエ コハル コマチ サギリ サヨコ シオリ シズク
スズカ セツコ ソノカ タエコ タマキ チグサ チヅル チトセ ツムギ テルコ トキエ トモエ ナギサ ナナエ ネネカ ノドカ ハツネ ハナエ
ヒナノ フウカ フミノ ホノカ マドカ ミサオ ミスズ ムツミ メグミ モモカ ヤヨイ ユカリ ユズキ ヨシノ リツコ ルミコ レイコ ワカナ
イチタ カズマ キンタ コウメ シンペイ スミヨ タミオ チヨコ ナミエ ハルオ フミオ マリエ
""")
