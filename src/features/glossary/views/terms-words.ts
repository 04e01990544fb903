import { limits } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { mention, outside } from "../../../slack/mrkdwn.ts";
import type { TermsSaved } from "../actions/terms.ts";
import type { ListedTerm } from "../rules/term-page.ts";

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

/** Names the terms that a doubtful one should be compared with; mrkdwn. */
export function doubtWords(others: Iterable<string>, { t, enumerated }: Locale): readonly string[] {
  const names = [...others]
    .slice(0, namesShown)
    .map((name) => t`“${outside(name, limits.wordShown)}”`);
  return names.length === 0 ? [] : [`⚠ ${t`compare with ${enumerated(names)}`}`];
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

const namesShown = 3;
