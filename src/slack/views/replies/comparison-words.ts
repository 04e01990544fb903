import type { TermsUsed } from "../../../domain/glossary/terms-used.ts";
import type { Place, Size } from "../../../domain/manuscript/compare.ts";
import { type Quote, manuscriptOf } from "../../../domain/quote/quote.ts";
import type { Task } from "../../../domain/task/task.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { outside } from "../../mrkdwn.ts";
import { partShown } from "../card/part-words.ts";
import { capital } from "../words.ts";

/** Asks people to look where a result seems to lack something; empty where it does not. */
export function missingWords(quote: Quote, { comparison }: Task, tongue: Tongue): string {
  if (typeof comparison !== "object" || comparison.missing === 0) return "";
  const { t } = tongue;
  const { source, result, place } = comparison;
  const button = `“${t`Something is wrong`}”`;
  return [
    t`*Is something missing?* The original has ${sizeWords(source, source, tongue)}, the translation ${sizeWords(result, source, tongue)}.`,
    place === undefined ? "" : placeWords(quote, place, tongue),
    t`Please look there before you use it. If it is so, the button ${button} tells the admins, with all ids.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** What else was found when a result was held against its source; a paragraph each. */
export function comparisonWords({ comparison }: Task, tongue: Tongue): readonly string[] {
  if (comparison === undefined || comparison === "due" || comparison === "again") return [];
  const { t, counted } = tongue;
  if (comparison === "none") {
    return [
      t`I could not read the translation beside the original, so I cannot say whether all of it is there.`,
    ];
  }
  const { source, result, missing, same, terms } = comparison;
  const isEqual = source.paragraphs === result.paragraphs;
  return [
    ...(missing > 0 || source.paragraphs < 2
      ? []
      : [
          isEqual
            ? t`All ${sizeWords(source, source, tongue)} are there.`
            : t`${counted(source.paragraphs, "paragraph")} have become ${counted(result.paragraphs, "paragraph")}: going by their lengths, some were joined or divided, and none was left out.`,
        ]),
    ...(same === 0
      ? []
      : [t`The same in both, so perhaps not translated: ${counted(same, "paragraph")}.`]),
    ...(terms === undefined || terms.looked === 0 ? [] : [termWords(terms, tongue)]),
  ];
}

function termWords({ looked, unused, missing }: TermsUsed, tongue: Tongue): string {
  const { t, counted } = tongue;
  if (unused === 0) {
    return t`Of the glossary, ${counted(looked, "term")} are in the original, and all of them in the translation.`;
  }
  const names = missing.slice(0, mostNamed).map((name) => `“${outside(name, nameShown)}”`);
  const more = unused - names.length;
  const list = names.join(", ");
  const shown = more > 0 ? t`${list} and ${more} more` : list;
  return t`${looked - unused} of ${looked} terms of the glossary were used; not found in exactly that wording: ${shown}. They may stand there in another form.`;
}

/** An original that is one piece has no chapters to speak of. */
function sizeWords({ chapters, paragraphs }: Size, original: Size, tongue: Tongue): string {
  const { t, counted } = tongue;
  return original.chapters < 2
    ? counted(paragraphs, "paragraph")
    : t`${counted(chapters, "chapter")} and ${counted(paragraphs, "paragraph")}`;
}

function placeWords(quote: Quote, { after, chapter }: Place, tongue: Tongue): string {
  const { t, counted } = tongue;
  if (chapter === undefined) {
    return after === 0 ? "" : t`It seems to begin after ${counted(after, "paragraph")}.`;
  }
  const { number, source, result } = chapter;
  const { start = 0, characters = 0 } = manuscriptOf(quote)?.chapters[number - 1] ?? {};
  const it = partShown(quote, { from: start, to: start + characters }, tongue);
  return result === 0
    ? t`${capital(it)} seems to be missing altogether.`
    : t`It seems to begin in ${it}, which has ${counted(source, "paragraph")} in the original and ${counted(result, "paragraph")} in the translation.`;
}

const mostNamed = 5;
const nameShown = 40;
