import type { ModalView, KnownBlock, Button, RawTextElement, TableBlock } from "@slack/types";

import type { Term } from "../../../core/partner.ts";
import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import {
  type Message,
  actions,
  button,
  limits,
  modal,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside, mention, plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, languageShown } from "../../../slack/words.ts";
import { actionIds, callbackIds } from "../../ids.ts";
import { unknownCardReply, fileGoneReply } from "../../short-replies.ts";
import type { ReplyOutcome, TermsSaved, TermsSeen, Brought } from "../actions/terms.ts";
import { effectiveTerms, termsInGlossary } from "../rules/glossary.ts";
import type { Made } from "../rules/term-edits.ts";
import { doubtsIn, type ListedTerm } from "../rules/term-page.ts";

export function termsNote(words: string, { t }: Locale): ModalView {
  return modal({
    callback_id: callbackIds.terms,
    title: t`Review the terms`,
    close: t`Close`,
    blocks: [section(words)],
  });
}

type Unsaved = Exclude<TermsSaved | TermsSeen, { status: "saved" | "terms" }>["status"];

export function termsTrouble(trouble: Unsaved, context: ViewContext): string {
  const { t } = context.locale;
  switch (trouble) {
    case "unknown-card":
      return unknownCardReply(context).text;
    case "not-allowed":
      return t`Only full members in the conversation where the book was first posted, and approvers, can use its terms. Nothing was changed.`;
    case "may-not-edit":
      return t`Only approvers and admins can change these terms, and the requester those of the book.`;
    case "full":
      return `${t`Nothing was changed.`} ${fullWords(context)}`;
  }
}

export function fullWords({ locale: { t, counted } }: ViewContext): string {
  return t`A glossary has at most ${counted(termsInGlossary, "term")}, all languages together. Please delete some first.`;
}

/** `line` is already escaped for where it is shown. */
export function typedWrongly(line: string, { t }: Locale): string {
  return t`“${line}” is not a term and its translation. Please write one per line, like Salt Clock = Horloge de sel. Nothing was saved.`;
}

type Taken = Extract<ReplyOutcome, { status: "taken" }>;

/** Draws the outcome of terms written in a thread; only their author sees it. */
export function termsWrittenReply({ quote, saved }: Taken, context: ViewContext): Message {
  const { locale } = context;
  if (saved.status !== "saved") return say(termsTrouble(saved.status, context));
  const terms = effectiveTerms(saved.seen.layers, quote.target);
  const standing = new Map(terms.map((term) => [term.source, term.target]));
  const doubts = doubtsIn(terms);
  const lines = saved.edits
    .slice(0, editsShown)
    .flatMap((edit) => [
      `• ${editWords(edit, standing.get(edit.source), locale)}`,
      ...doubtWords(doubts.get(edit.source) ?? [], locale).map((words) => `   ${words}`),
    ]);
  const more = saved.edits.length > editsShown ? ["…"] : [];
  const text = [...savedTermsWords(saved, locale), ...lines, ...more].join("\n");
  const review = actions("terms.review", [reviewButton(quote, quote, locale)]);
  return { text, blocks: [section(text), review] };
}

/**
 * Returns the term, its translation before, if it changed, and the new one. `now` is the translation
 * that applies after the edit: below a deleted one may be one that the book inherits.
 */
function editWords({ source, target, was }: Made, now: string | undefined, { t }: Locale): string {
  if (target === "" && now !== undefined && now === was) return inheritedWords(source, t);
  const shown = (text: string) => t`“${outside(text, limits.wordShown)}”`;
  const after = target || now;
  const before = was === undefined || was === after ? [] : [shown(was)];
  return t`${shown(source)}: ${[...before, after === undefined ? "–" : shown(after)].join(" → ")}`;
}

/** Asks which glossary is meant if a thread has cards of several books or languages. */
export function whichTermsReply(quotes: readonly Quote[], { locale, rules }: ViewContext): Message {
  const text = locale.t`This thread has more than one glossary, so nothing was changed. Which one do you mean? Its form takes your lines as well.`;
  const choices = quotes.slice(0, quotesShown).map(({ id, target, file }) => ({
    label: `${languageLabel(target, rules.languages, locale)} · ${file.name}`,
    value: `${id}/${target}`,
  }));
  const buttons = choices.map((choice, n) =>
    actions(`terms.which.${n}`, [button({ ...choice, actionId: actionIds.openTerms })]),
  );
  const names = choices.map(({ label }) => outside(label, limits.nameShown));
  return {
    text: `${text} ${locale.enumerated(names)}`,
    blocks: [section(text), ...buttons],
  };
}

const editsShown = 10;
const quotesShown = 10;

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

type Shown = {
  readonly brought: Brought;
  readonly target: Quote["target"];
  readonly file: { readonly name: string };
};

/** Draws the changes that a term file in a thread would make, with the button that saves them. */
export function termFileReply(shown: Shown, context: ViewContext): Message {
  const text = fileWords(shown, context);
  const offered = importButton(shown.brought, actionIds.takeTermFile, context.locale);
  return { text, blocks: [section(text), ...offered] };
}

export function fileWords({ brought, target, file }: Shown, context: ViewContext): string {
  const { locale, rules } = context;
  const { t, amount, enumerated } = locale;
  const name = t`“${outside(file.name, limits.nameShown)}”`;
  const not = (why: string) => `${t`I couldn’t import ${name}, and nothing was changed:`} ${why}`;
  switch (brought.status) {
    case "refused":
      return not(
        {
          "no-table": t`I need a table with the columns “source” and “target”, as CSV (UTF-8), JSON or TBX.`,
          "too-large": fullWords(context),
          unavailable: fileGoneReply(context).text,
        }[brought.why],
      );
    case "faulty": {
      const more = brought.lines.length > linesShown ? ["…"] : [];
      const lines = [...brought.lines.slice(0, linesShown).map(amount), ...more];
      return not(
        t`each line needs a term and one translation of it, both short. Lines to check: ${enumerated(lines)}.`,
      );
    }
    case "preview": {
      const whose = `${name} → ${languageShown(target, rules.languages, locale)}`;
      const { fresh, changed, same } = brought.changes;
      if (fresh + changed === 0) return t`${whose}: ${t`Nothing was changed.`}`;
      return t`${whose}: ${fresh} new, ${changed} changed, ${same} the same. Nothing is saved until you confirm.`;
    }
    case "full":
    case "may-not-edit":
    case "not-allowed":
    case "unknown-card":
      return termsTrouble(brought.status, context);
  }
}

const linesShown = 10;

export function importButton(brought: Brought, actionId: string, { t }: Locale): KnownBlock[] {
  if (brought.status !== "preview" || brought.changes.fresh + brought.changes.changed === 0) {
    return [];
  }
  const { value } = brought;
  return [
    actions(`${actionId}.buttons`, [
      button({ label: t`Import`, actionId, value, style: "primary" }),
    ]),
  ];
}

export function termsBroughtWords(
  taken: TermsSaved | { readonly status: "gone" },
  context: ViewContext,
): readonly string[] {
  switch (taken.status) {
    case "saved":
      return savedTermsWords(taken, context.locale);
    case "gone":
      return [fileGoneReply(context).text];
    case "full":
    case "may-not-edit":
    case "not-allowed":
    case "unknown-card":
      return [termsTrouble(taken.status, context)];
  }
}

/** Draws the surest terms first, as many as one table of a message holds; none without terms. */
export function glossaryTable(
  terms: readonly Term[],
  { t, amount, percentOf }: Locale,
): TableBlock | undefined {
  const isCounted = terms.some(({ frequency }) => frequency !== undefined);
  const counted = isCounted ? [t`In the text`] : [];
  const heading = [t`Term`, t`Translation`, t`Confidence`, ...counted];
  const surest = terms.toSorted(
    (one, other) => (other.confidence ?? -1) - (one.confidence ?? -1) || often(other) - often(one),
  );
  const rows = fitting(heading, surest, (term) => [
    plain(term.source, limits.termShown) || "–",
    plain(term.target, limits.termShown) || "–",
    term.confidence === undefined ? "–" : percentOf(term.confidence),
    ...(isCounted ? [term.frequency === undefined ? "–" : amount(term.frequency)] : []),
  ]);
  if (rows.length === 0) return undefined;
  const words = { is_wrapped: true } as const;
  const figures = { align: "right" } as const;
  return {
    type: "table",
    rows: [heading.map(cell), ...rows.map((row) => row.map(cell))],
    column_settings: [words, words, figures, ...counted.map(() => figures)],
  };
}

export function reviewButton(
  { id }: Pick<Quote, "id">,
  { target }: Pick<Task, "target">,
  { t }: Locale,
): Button {
  const label = t`Review the terms`;
  return button({ label, actionId: actionIds.openTerms, value: `${id}/${target}` });
}

const rowLimit = 50;

function often({ frequency }: Term): number {
  return frequency ?? -1;
}

/** Returns the rows that fit: Slack counts the characters of all cells together. */
function fitting(
  heading: readonly string[],
  terms: readonly Term[],
  rowOf: (term: Term) => readonly string[],
): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let used = heading.join("").length;
  for (const term of terms.slice(0, rowLimit)) {
    const row = rowOf(term);
    used += row.join("").length;
    if (used > limits.tableCharacters) break;
    rows.push(row);
  }
  return rows;
}

function cell(text: string): RawTextElement {
  return { type: "raw_text", text };
}
