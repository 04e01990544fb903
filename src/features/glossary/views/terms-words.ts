import { limits } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { mention, outside } from "../../../slack/mrkdwn.ts";
import type { TermsSaved } from "../actions/terms.ts";
import type { Flag, ListedTerm } from "../rules/term-page.ts";

/** Returns who decided on a term, and where it differs from the book's own; mrkdwn. */
export function originWords(
  term: Pick<ListedTerm, "origin" | "layer" | "instead">,
  { t }: Locale,
): readonly string[] {
  const { origin, layer, instead } = term;
  const outer = instead.at(-1);
  return [
    origin.by === "extraction"
      ? t`found automatically, not reviewed`
      : t`decided by ${mention(origin.person)}`,
    ...(layer === "workspace" ? [t`Whole workspace`] : []),
    ...(layer === "series" ? [t`Its series`] : []),
    ...(outer === undefined ? [] : [t`instead of “${outside(outer.target, limits.wordShown)}”`]),
  ];
}

/** Returns the problems of a term; mrkdwn. */
export function flagWords(
  { source, flags }: Pick<ListedTerm, "source" | "flags">,
  locale: Locale,
): readonly string[] {
  return flags.slice(0, flagsShown).map((flag) => `⚠ ${wordsOf(flag, source, locale)}`);
}

function wordsOf(flag: Flag, source: string, { t, enumerated }: Locale): string {
  const shown = (text: string) => outside(text, limits.wordShown);
  const others = (sources: readonly string[]) =>
    enumerated(
      sources
        .filter((other) => other !== source)
        .slice(0, flagsShown)
        .map((other) => t`“${shown(other)}”`),
    );
  switch (flag.kind) {
    case "duplicate":
      return t`the same name is written ${others(flag.sources)} as well`;
    case "clash":
      return t`${others(flag.sources)} would read the same in the translation`;
    case "split":
      return t`does not match “${shown(flag.part === source ? flag.whole : flag.part)}”`;
  }
}

/** Returns the outcome of a save, one sentence each; the form or the reply shows the terms. */
export function savedTermsWords(
  { edits, confirmed, unsaved }: Extract<TermsSaved, { status: "saved" }>,
  { t, counted }: Locale,
): readonly string[] {
  const saved = edits.length + confirmed;
  return [
    ...(saved > 0 ? [t`Saved: ${counted(saved, "term")}.`] : []),
    ...unsaved.map(({ source, typed, why }) => {
      const word = outside(typed || source, limits.wordShown);
      return why === "inherited"
        ? `⚠ ${inheritedWords(source, t)}`
        : `⚠ ${t`“${word}” was not saved: the term was changed or deleted in the meantime.`}`;
    }),
  ];
}

/** For a term that cannot be deleted in the book, because it stands above it. */
export function inheritedWords(source: string, t: Locale["t"]): string {
  const term = t`“${outside(source, limits.wordShown)}”`;
  return t`${term} is inherited: you can change it here, but delete it only where it comes from.`;
}

const flagsShown = 3;
