import { confidenceOf } from "./candidate.ts";
import type { Candidate } from "./candidate.ts";

const particles =
  /(?:에게서|으로부터|에서는|에게는|이라고|이라는|에서|에게|한테|께서|으로|부터|까지|처럼|보다|마다|조차|마저|이나|라고|라는|이여|은|는|이|가|을|를|의|에|와|과|도|만|로|야|아)$/u;
const honorifics =
  /^(.{2,4}?)(?:씨|님|군|양|선생님?|선생|공주|왕자|아저씨|아주머니|할머니|할아버지|선장|대장|박사)$/u;
const surnames =
  "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용";
/** Nouns, pronouns and adverbs of everyday life. */
const everyday = new Set(
  "그녀 그들 우리 저희 자신 사람 사람들 여자 남자 아이 아이들 어머니 아버지 엄마 아빠 할머니 할아버지 아저씨 아주머니 친구 선생 선생님 시간 오늘 어제 내일 지금 이제 다시 아침 저녁 하루 밤새 때문 모습 생각 마음 얼굴 눈물 손가락 목소리 소리 이야기 바람 하늘 바다 나무 사이 뒤쪽 앞쪽 옆에 여기 거기 저기 무엇 누구 언제 어디 이름 세상 세계 사실 문제 처음 마지막 순간 정도 이번 다음 조금 아무 모두 모든 서로 혼자 하나 정말 그것 이것 저것 그곳 이곳 방안 집안 창문 거리 도시 마을 편지 의자 책상 머리 어깨 가슴 고개 입술 기억 대답 질문 침묵 사랑 시작 동안 이후 이상 갑자기 천천히 그리고 그러나 하지만 그런데 그래서 아직 벌써 자기 당신 너희 여러분 무슨 어떤 이런 그런 저런 한번 가끔 항상 계속 가장 너무 매우 아주 함께 오래 위해 대해 통해 물건 불빛 그림자 달빛 햇빛 길이 문이 말이 눈이 손이 일이 것이".split(
    " ",
  ),
);

/** Names of a Korean text: stems that take several particles, or a form of address. */
export function koreanTerms(text: string): Candidate[] {
  const found = new Map<string, Sighting>();
  const words = text.slice(0, 400_000).match(/\p{Script=Hangul}+/gu) ?? [];
  for (const [index, word] of words.entries()) note(found, { word, next: words[index + 1] ?? "" });
  return [...found].flatMap(([source, sighting]): Candidate[] => {
    const evidence = evidenceFor(source, sighting);
    if (evidence === undefined) return [];
    return [{ source, count: sighting.count, confidence: confidenceOf(evidence, sighting.count) }];
  });
}

type Sighting = { count: number; addressed: number; readonly endings: Set<string> };
type Pair = { readonly word: string; readonly next: string };

const spacedAddress = /^(?:씨|님|군|양|선생|선생님|선장|대장|박사)(?:\p{Script=Hangul}{0,3})$/u;

function note(found: Map<string, Sighting>, { word, next }: Pair): void {
  const { stem, ending } = strip(word);
  const named = honorifics.exec(stem)?.[1];
  const source = named ?? stem;
  if (source.length < 2) return;
  const sighting = found.get(source) ?? { count: 0, addressed: 0, endings: new Set() };
  sighting.count += 1;
  if (named !== undefined || (ending === "" && spacedAddress.test(next))) sighting.addressed += 1;
  if (ending !== "") sighting.endings.add(ending);
  found.set(source, sighting);
}

function strip(word: string): { stem: string; ending: string } {
  const ending = particles.exec(word)?.[0] ?? "";
  const stem = word.slice(0, word.length - ending.length);
  return stem.length < 2 ? { stem: word, ending: "" } : { stem, ending };
}

function evidenceFor(source: string, { count, addressed, endings }: Sighting): number | undefined {
  if (everyday.has(source) || isVerb(source)) return undefined;
  if (addressed >= 2) return 0.8;
  if (count < 3 || endings.size < 2) return undefined;
  if (surnames.includes(source.charAt(0)) && source.length === 3) return 0.65;
  if (endings.size >= 3) return source.length <= 4 ? 0.5 : 0.4;
  return count >= 5 || source.length >= 4 ? 0.35 : undefined;
}

function isVerb(stem: string): boolean {
  return (
    /(?:[다고며던한할될된운린진인런는게서면지]|었|았|했|하|있|없|않|되)$/u.test(stem) &&
    stem.length > 3
  );
}
