import { limits } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, outside } from "../../../slack/mrkdwn.ts";
import type { TermsSaved } from "../actions/terms.ts";
import type { Flag } from "../rules/glossary-flags.ts";
import type { Unsaved } from "../rules/term-edits.ts";
import type { ListedTerm } from "../rules/term-page.ts";

/** Returns the origin of a term; mrkdwn. */
export function originWords(
  term: Pick<ListedTerm, "origin" | "layer" | "instead">,
  tongue: Tongue,
): string {
  const { t } = tongue;
  const found =
    term.origin.by === "extraction"
      ? t`found automatically, not reviewed`
      : t`decided by ${mention(term.origin.person)}`;
  const outer = term.instead.at(-1);
  if (outer !== undefined) {
    return t`${found}, instead of “${outside(outer.target, limits.wordShown)}” above it`;
  }
  switch (term.layer) {
    case "workspace":
      return t`${found}, for the whole workspace`;
    case "series":
      return t`${found}, for the series`;
    case "book":
      return found;
  }
}

/** Returns the problems of a term; mrkdwn. */
export function flagWords(
  { source, flags }: Pick<ListedTerm, "source" | "flags">,
  tongue: Tongue,
): readonly string[] {
  return flags.slice(0, flagsShown).map((flag) => `⚠ ${wordsOf(flag, source, tongue)}`);
}

function wordsOf(flag: Flag, source: string, { t, enumerated }: Tongue): string {
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
      return flag.part === source
        ? t`it reads differently within “${shown(flag.whole)}”`
        : t`its part “${shown(flag.part)}” reads differently by itself`;
  }
}

/** Returns the outcome of a save, one sentence each; mrkdwn. */
export function savedTermsWords(
  { edits, confirmed, unsaved, joined }: Extract<TermsSaved, { status: "saved" }>,
  tongue: Tongue,
): readonly string[] {
  const { t, counted } = tongue;
  const out = edits.filter(({ target }) => target === "").length;
  const written = edits.length - out;
  return [
    ...(written > 0 ? [t`Saved: ${counted(written, "term")}.`] : []),
    ...(out > 0 ? [t`Deleted: ${counted(out, "term")}.`] : []),
    ...(confirmed > 0 ? [t`Reviewed: ${counted(confirmed, "term")}.`] : []),
    ...(joined === undefined ? [] : [seriesWords(joined, tongue)]),
    ...unsaved.map((one) => `⚠ ${unsavedWords(one, tongue)}`),
  ];
}

function seriesWords(joined: string, { t }: Tongue): string {
  return joined === ""
    ? t`The book is no longer in a series.`
    : t`The book is now in the series “${outside(joined, limits.nameShown)}”.`;
}

function unsavedWords({ source, typed, why }: Unsaved, { t }: Tongue): string {
  const [term, word] = [source, typed].map((text) => t`“${outside(text, limits.wordShown)}”`);
  switch (why.status) {
    case "changed": {
      const who = why.origin.by === "person" ? mention(why.origin.person) : t`A run`;
      const now = outside(why.target, limits.wordShown);
      return t`${who} changed ${term ?? ""} to “${now}” in the meantime, so your ${word ?? ""} was not saved.`;
    }
    case "taken-out":
      return t`A term that you changed to ${word ?? ""} was deleted in the meantime; it was not saved.`;
    case "inherited":
      return t`${term ?? ""} is inherited: you can change it here, but delete it only where it comes from.`;
  }
}

const flagsShown = 3;
