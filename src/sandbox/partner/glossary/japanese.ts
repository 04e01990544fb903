import { confidenceOf } from "./candidate.ts";
import type { Candidate } from "./candidate.ts";

const honorifics = "(?:さん|くん|君|ちゃん|様|さま|殿|先生|先輩|氏|博士|船長|隊長|王子|姫)";
const placeEnd = /(?:[町村城駅島山川岬橋港湖塔森寺]|神社|学園|王国|帝国|灯台|商店街)$/;
/** Loan words and nouns of everyday life, which every novel repeats. */
const everyday = new Set(
  "ドア テーブル コーヒー ベッド ガラス カップ ランプ ポケット コート シャツ ズボン スカート カーテン ソファ パン ビール ワイン ナイフ テレビ ラジオ ノート ペン ページ メモ バス タクシー トラック ビル ホテル アパート マンション エレベーター トイレ キッチン シャワー タオル ボタン スーツ ネクタイ メール スマホ カメラ ニュース クラス グループ チーム タイプ イメージ メートル キロ センチ ドル ボール ゲーム パーティー プレゼント ケーキ スープ ミルク チョコレート サンドイッチ グラス コップ バッグ ベンチ ベル ロープ スイッチ エンジン マッチ スピード タイミング ショック パソコン"
    .split(" ")
    .concat(
      "時間 自分 今日 昨日 明日 人間 言葉 場所 世界 部屋 気持 名前 仕事 学校 電話 問題 相手 最初 最後 一人 二人 三人 何度 今度 本当 全部 一度 瞬間 先生 友達 子供 大人 男性 女性 彼女 彼等 私達 我々 時代 意味 感覚 記憶 理由 必要 一緒 途中 以上 以下 今年 去年 毎日 毎朝 毎晩 今朝 今夜 昼間 夕方 午前 午後 普通 様子 表情 笑顔 視線 両手 右手 左手 足元 背中 足音 椅子 写真 手紙 玄関 廊下 階段 電車 車内 空気 光景 景色 沈黙 返事 質問 説明 自然 静寂 一瞬 無言 全員 家族 父親 母親 両親 兄弟 姉妹 老人 少年 少女 男女 青年 日本 東京 頭上 目前 目標 結局 次第 大丈夫 不思議 一日 一年 十年 三年 何年 何人 何故 何処 大切 大事 簡単 綺麗 元気 勉強 約束 準備 心配 安心 連絡 想像".split(
        " ",
      ),
    ),
);

/** Names and recurring terms of a Japanese text. */
export function japaneseTerms(text: string): Candidate[] {
  const opening = text.slice(0, 400_000);
  const runs = [
    ...opening.matchAll(/[\u30A1-\u30FA\u30FC]{2,}(?:[・＝][\u30A1-\u30FA\u30FC]{2,})*/gu),
    ...opening.matchAll(/[\p{Script=Han}々]{1,5}/gu),
  ];
  const found = new Map<string, Sighting>();
  for (const run of runs)
    note(found, { run: run[0], after: opening.slice(run.index + run[0].length) });
  return [...found].flatMap(([source, sighting]): Candidate[] => {
    const evidence = evidenceFor(source, sighting);
    if (evidence === undefined) return [];
    return [{ source, count: sighting.count, confidence: confidenceOf(evidence, sighting.count) }];
  });
}

type Sighting = { count: number; addressed: number; acting: number };
type Run = { readonly run: string; readonly after: string };

const address = new RegExp(`^${honorifics}`, "u");
const addressWithin = new RegExp(`^(.{1,3}?)(${honorifics})$`, "u");

function note(found: Map<string, Sighting>, { run, after }: Run): void {
  // 船長 and the like are written in the same script as the name before them.
  const within = addressWithin.exec(run);
  const source = within?.[1] ?? run;
  const sighting = found.get(source) ?? { count: 0, addressed: 0, acting: 0 };
  sighting.count += 1;
  if (within !== null || address.test(after.slice(0, 4))) sighting.addressed += 1;
  if (/^[はがもと「、]/u.test(after.slice(0, 1))) sighting.acting += 1;
  found.set(source, sighting);
}

function evidenceFor(source: string, { count, addressed, acting }: Sighting): number | undefined {
  if (everyday.has(source)) return undefined;
  if (addressed >= 2 && count >= 2) return 0.8;
  if (/^[\u30A1-\u30FC]/u.test(source)) return count >= 2 ? 0.65 : undefined;
  if (source.length < 2 || count < 3) return undefined;
  if (placeEnd.test(source) && source.length >= 3) return 0.6;
  if (addressed > 0) return 0.65;
  if (acting / count >= 0.5) return 0.5;
  return source.length >= 3 ? 0.45 : undefined;
}
