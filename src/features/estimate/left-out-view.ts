import { type LeftOut, wordsLeftOut } from "#domain/manuscript.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import type { Locale, Unit } from "#slack/i18n/locale.ts";
import { plain } from "#slack/mrkdwn.ts";

/** Names parts of a document that are not translated, with the characters of their words. */
export function leftOutLine(parts: readonly LeftOut[], locale: Locale): string {
  return locale.t`Left out: ${names(parts, locale)}`;
}

/** Asks about what a person should look at before they spend anything. */
export function leftOutQuestion(quote: Quote, locale: Locale): string | undefined {
  const manuscript = manuscriptOf(quote);
  const words = manuscript && wordsLeftOut(manuscript);
  if (words?.isDoubtful !== true) return undefined;
  const begins = plain(words.begins, longestBeginning);
  return locale.t`Left out: ${names(words.parts, locale)}. Is that right? It begins: “${begins}”`;
}

function names(parts: readonly LeftOut[], { counted, enumerated }: Locale): string {
  return enumerated(
    parts.map(({ what, count, characters }) => {
      const unit = counted(count, units[what]);
      return characters === undefined ? unit : `${unit} (${counted(characters, "character")})`;
    }),
  );
}

const longestBeginning = 60;

const units = {
  contents: "list of contents",
  deletions: "tracked deletion",
  drawings: "drawing with words",
  hidden: "hidden passage",
  pictures: "description of a picture",
  readings: "reading beside a word",
} as const satisfies Readonly<Record<LeftOut["what"], Unit>>;
