import { outlined } from "#domain/delivery/lines.ts";
import { type Bilingual, type Pair, pairTexts } from "#domain/exports/bilingual.ts";

import { hour, noon } from "../../builders.ts";

/** Returns the pairs as Galley sets them; undefined when it cannot pair the texts. */
export async function paired(source: string, target: string): Promise<readonly Pair[] | undefined> {
  const work = pairTexts(await outlined(Buffer.from(source)), await outlined(Buffer.from(target)));
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

/** Pairs with everything that markup could stumble over. */
export const awkward = [
  { at: 0, source: "Chapter <One> & “more”", target: 'الفصل "الأول" ]]>' },
  { at: 30, source: "Two\nlines & a bell\u0007", target: "Deux\nlignes" },
  { at: 60, source: "Chapter Two", target: "" },
  { at: 75, source: "The end.", target: "La fin." },
] as const satisfies Bilingual["pairs"];

export function aBook(changes: Partial<Bilingual> = {}): Bilingual {
  return {
    name: 'The <Salt> "Clock" & more',
    id: "0b9f3c52-4d7e-5a61-8f20-9c1d2e3f4a5b",
    at: noon + hour,
    source: "en",
    target: "ar",
    pairs: awkward,
    isMarked: false,
    chapters: [
      { title: "Chapter <One> & “more”", at: 0 },
      { title: "", at: 60 },
    ],
    heads: ["No.", "English", "Arabic", "Comment"],
    glossary: {},
    forbidden: [],
    remarks: {
      doubtful: "Doubtful",
      title: "Look here first",
      missing: "No translation",
      untranslated: "Looks untranslated",
      repeated: "The same translation as another paragraph",
      length: "Much shorter or longer than usual",
      numbers: "Missing numbers: {0}",
      terms: "Glossary terms not used: {0}",
      forbidden: "Forbidden terms: {0}",
    },
    ...changes,
  };
}
