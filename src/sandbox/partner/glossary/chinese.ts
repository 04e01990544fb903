import { confidenceOf, countInto } from "./candidate.ts";
import type { Candidate } from "./candidate.ts";

const surnames =
  "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳鲍史唐费廉岑薛雷贺倪汤殷罗毕郝安常乐于傅齐康伍余元顾孟平黄和穆萧尹姚邵汪祁毛狄米贝明臧计成戴宋庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万柯管卢莫房裘丁邓洪包左石崔吉龚程邢陆荣翁荀羊惠甄曲封储靳段侯宓蓬全班仰秋仲伊宫宁仇栾甘厉戎祖武符刘景詹束龙叶幸司韶黎薄印白怀蒲从索赖卓池乔胥苍闻党翟谭贡姬申冉桑桂牛边燕尚农温庄晏柴瞿阎慕连习容向古易廖聂冷简空曾沙关楚红游盖白";
const doubleSurnames =
  /^(?:欧阳|司马|上官|诸葛|东方|慕容|皇甫|公孙|令狐|独孤|南宫|西门|夏侯|尉迟|百里|端木)/;
const titleEnd =
  /(?:先生|小姐|姑娘|大人|师父|师兄|师姐|师弟|师妹|公子|老爷|夫人|将军|掌门|长老|道长|大师|王爷|殿下)$/;
/** Endings of places and of the things that novels name: swords, seals, manuals, arrays. */
const namedEnd =
  /(?:[山城门宗派国镇村阁宫谷岛峰府寺殿楼湖剑刀枪印珠镜鼎诀功经丹符阵]|帝国|王朝|学院|大陆)$/;
/** Characters that carry grammar, number, place or everyday action: no term begins, ends or runs over them. */
const grammar = new Set(
  "的了是在我你他她它们不也就都和与着过这那有没个一二三四五六七八九十百千几两么什怎哪谁很太更最又再还却但而且或因为所以如果若虽只才把被让给对从向到往跟比将要会能可想该得地之其此每各某上下里外前后中间内起来去出进回开见看听说道问答笑哭喊叫站坐走跑拿放推拉打吃喝知觉像是吗呢吧啊呀哦嗯了些多少大小好坏新旧时候便已经正曾刚忽然竟于自己点头声手眼脸身心话事人",
);
const speaks = /^(?:说|道|问|笑|答|喊|叫|想|看|点头|摇头|站|走|转|低声|冷|轻)/;

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** Names and places of a Chinese text: recurring groups of characters that the dictionary does not know. */
export function chineseTerms(text: string): Candidate[] {
  const { counts, speakers, left, right } = countGroups(text.slice(0, 200_000));
  const found = [...counts].flatMap(([source, count]): Candidate[] => {
    const evidence = evidenceFor(source, { count, speaking: speakers.get(source) ?? 0 });
    // Part of a longer word: its neighbours hardly change.
    if (evidence === undefined || !isFree(left.get(source)) || !isFree(right.get(source)))
      return [];
    return [{ source, count, confidence: confidenceOf(evidence, count) }];
  });
  return withoutFragments(found);
}

/** A border that other words share: several neighbours, or one that no word consists of. */
function isFree(neighbours: ReadonlySet<string> = new Set()): boolean {
  const isBorder = (character: string) =>
    grammar.has(character) || !/\p{Script=Han}/u.test(character);
  return neighbours.size >= 2 || [...neighbours].some(isBorder);
}

function evidenceFor(
  source: string,
  { count, speaking }: { readonly count: number; readonly speaking: number },
): number | undefined {
  const isWord = [...segmenter.segment(source)].length === 1;
  if (doubleSurnames.test(source) && source.length >= 3) return 0.8;
  if (titleEnd.test(source) && source.length >= 3) return 0.7;
  if (isWord && source.length < 4) return undefined;
  const named = surnames.includes(source.charAt(0)) && source.length <= 3;
  if (named) return speaking > 0 ? 0.75 : 0.55;
  if (namedEnd.test(source) && source.length >= 3) return 0.6;
  return speaking >= 2 || count >= 4 ? 0.35 : undefined;
}

function countGroups(text: string) {
  const counts = new Map<string, number>();
  const speakers = new Map<string, number>();
  const left = new Map<string, Set<string>>();
  const right = new Map<string, Set<string>>();
  for (const { 0: run, index } of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (let from = 0; from < run.length; from += 1) {
      for (let length = 2; length <= 4 && from + length <= run.length; length += 1) {
        const group = run.slice(from, from + length);
        if (grammar.has(group.charAt(length - 1))) break;
        if (grammar.has(group.charAt(0))) break;
        countInto(counts, group);
        neighbour(left, { group, character: text.charAt(index + from - 1) });
        neighbour(right, { group, character: text.charAt(index + from + length) });
        if (speaks.test(run.slice(from + length, from + length + 2))) countInto(speakers, group);
      }
    }
  }
  for (const [group, count] of counts) if (count < 3) counts.delete(group);
  return { counts, speakers, left, right };
}

type Neighbour = { readonly group: string; readonly character: string };

function neighbour(sides: Map<string, Set<string>>, { group, character }: Neighbour): void {
  const side = sides.get(group) ?? new Set();
  side.add(character);
  sides.set(group, side);
}

/** Drops a group that is mostly met inside a longer one, and a name with a stray character behind it. */
function withoutFragments(found: readonly Candidate[]): Candidate[] {
  return found.filter((one) => {
    return !found.some((other) => {
      if (other.source === one.source) return false;
      if (other.source.includes(one.source)) return one.count < other.count * 1.3;
      return one.source.includes(other.source) && other.count >= one.count * 1.3 && one.count < 4;
    });
  });
}
