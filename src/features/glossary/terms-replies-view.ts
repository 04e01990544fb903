import type { ModalView, Button, TableBlock } from "@slack/types";

import {
  type Layer,
  effectiveTerms,
  surestFirst,
  termsInGlossary,
} from "#domain/glossary/glossary.ts";
import { type ListedTerm, type Made, doubtsIn } from "#domain/glossary/term-review.ts";
import type { Term } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import { actionIds, callbackIds } from "#features/shared/ids.ts";
import { unknownCardReply, fileGoneReply } from "#features/shared/short-replies-view.ts";
import { type Message, actions, button, limits, modal, say, section } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside, mention, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageShown, namedInto } from "#slack/words.ts";

import type { TermsSaved, Brought } from "./edit-terms.ts";

/** What a table of terms may be, by the names that programs give it. */
const tableFormats = ["CSV (UTF-8)", "JSON", "TBX"];

export function termsNote(words: string, { t }: Locale): ModalView {
  return modal({
    callback_id: callbackIds.terms,
    title: t`Review the terms`,
    close: t`Close`,
    blocks: [section(words)],
  });
}

type Trouble = Exclude<Brought["status"], "preview" | "faulty">;

export function troubleWords(trouble: Trouble, context: ViewContext): string {
  const { t, counted, anyOf } = context.locale;
  switch (trouble) {
    case "unknown-card":
      return unknownCardReply(context).text;
    case "not-allowed":
      return t`Only full members in the conversation where the book was first posted, and approvers, can use its terms.`;
    case "may-not-edit":
      return t`Only approvers and admins can change these terms, and the requester those of the book.`;
    case "not-your-series":
      return t`Only full members in the conversation where the series was first named, and approvers, can put a book into it. Nothing was saved.`;
    case "full":
      return t`A glossary has at most ${counted(termsInGlossary, "term")}, all languages together. Please delete some first.`;
    case "no-table":
      return t`I need a table with the columns “source” and “target”, as ${anyOf(tableFormats)}.`;
    case "unavailable":
      return fileGoneReply(context).text;
  }
}

/** `line` is already escaped for where it is shown. */
export function typedWrongly(line: string, { t }: Locale): string {
  return t`“${line}” is not a term and its translation. Please write one per line, like Salt Clock = Horloge de sel. Nothing was saved.`;
}

export function termsWrittenReply(saved: TermsSaved, quote: Quote, context: ViewContext): Message {
  const { locale } = context;
  const words = savedWords(saved, context);
  if (saved.status !== "saved") return say(words.join(" "));
  const doubts = doubtsIn(effectiveTerms(saved.layers, quote.target));
  const lines = saved.edits
    .slice(0, mostShown)
    .flatMap((edit) => [
      `• ${editWords(edit, locale)}`,
      ...doubtWords(doubts.get(edit.source) ?? [], locale).map((doubt) => `   ${doubt}`),
    ]);
  const more = saved.edits.length > mostShown ? ["…"] : [];
  let room: number = limits.passage;
  const fitting = [...words, ...lines, ...more].filter((line) => (room -= line.length + 1) >= 0);
  const text = fitting.join("\n");
  const review = actions("terms.review", [reviewButton(quote, quote.target, locale)]);
  return { text, blocks: [section(text), review] };
}

function editWords({ source, was, now }: Made, { t }: Locale): string {
  const wordShown = (text: string) => t`“${outside(text, limits.wordShown)}”`;
  const before = was === undefined || was === now ? [] : [wordShown(was)];
  return t`${wordShown(source)}: ${[...before, now === undefined ? "–" : wordShown(now)].join(" → ")}`;
}

/** Asks which glossary is meant if a thread has cards of several books or languages. */
export function whichTermsReply(quotes: readonly Quote[], context: ViewContext): Message {
  const { locale } = context;
  const text = locale.t`This thread has more than one glossary, so nothing was changed. Which one do you mean? Its form takes your lines as well.`;
  const choices = quotes.slice(0, mostShown).map((quote) => ({
    name: namedInto(quote, context),
    accessory: reviewButton(quote, quote.target, locale),
  }));
  return {
    text: `${text} ${locale.enumerated(choices.map(({ name }) => name))}`,
    blocks: [
      section(text),
      ...choices.map(({ name, accessory }) => ({ ...section(name), accessory })),
    ],
  };
}

const mostShown = 10;

/** Returns who decided on a term, and where it differs from the book's own; mrkdwn. */
export function originWords({ by, layer, instead }: ListedTerm, { t }: Locale): readonly string[] {
  return [
    by === undefined ? t`found automatically, not reviewed` : t`decided by ${mention(by)}`,
    ...(layer === "book" ? [] : [layerWords(layer, t)]),
    ...(instead === undefined ? [] : [t`instead of “${outside(instead, limits.wordShown)}”`]),
  ];
}

export function layerWords(layer: Layer["name"], t: Locale["t"]): string {
  return { book: t`This book`, series: t`Its series`, workspace: t`Whole workspace` }[layer];
}

export function doubtWords(others: Iterable<string>, { t, enumerated }: Locale): readonly string[] {
  const names = [...others]
    .slice(0, namesShown)
    .map((name) => t`“${outside(name, limits.wordShown)}”`);
  return names.length === 0 ? [] : [`⚠ ${t`compare with ${enumerated(names)}`}`];
}

/** Returns the outcome of a save, one sentence each; the form or the reply shows the terms. */
export function savedWords(
  saved: TermsSaved | { readonly status: "unavailable" },
  context: ViewContext,
): readonly string[] {
  const { t, counted } = context.locale;
  if (saved.status !== "saved") {
    return [`⚠ ${t`Nothing was changed.`} ${troubleWords(saved.status, context)}`];
  }
  const count = saved.edits.length + saved.confirmed;
  return [
    ...(count > 0 ? [t`Saved: ${counted(count, "term")}.`] : []),
    ...(saved.forbidden === "saved" ? [t`The forbidden terms are saved.`] : []),
    ...(saved.forbidden === "changed"
      ? [`⚠ ${t`The forbidden terms were not saved: somebody changed them in the meantime.`}`]
      : []),
    ...saved.unsaved.slice(0, unsavedShown).map(({ source, typed, why }) => {
      const word = outside(typed || source, limits.wordShown);
      return why === "inherited"
        ? `⚠ ${t`${t`“${word}”`} is inherited: you can change it here, but delete it only where it comes from.`}`
        : `⚠ ${t`“${word}” was not saved: the term was changed or deleted in the meantime.`}`;
    }),
  ];
}

const namesShown = 3;
/** As many as a page has rows; a form takes 100 blocks. */
const unsavedShown = 20;

type Shown = {
  readonly brought: Brought;
  readonly target: string;
  readonly file: { readonly name: string };
};

/** Draws the changes that a file of terms would make, with the button that saves them. */
export function termFileReply(reply: Shown, actionId: string, context: ViewContext): Message {
  const { locale, setup } = context;
  const { t, amount, enumerated } = locale;
  const { brought, target, file } = reply;
  const name = t`“${outside(file.name, limits.nameShown)}”`;
  if (brought.status === "preview") {
    const whose = `${name} → ${languageShown(target, setup.languages, locale)}`;
    const { fresh, changed, same } = brought.changes;
    if (fresh + changed === 0) return say(t`${whose}: ${t`Nothing was changed.`}`);
    const text = t`${whose}: ${fresh} new, ${changed} changed, ${same} the same. Nothing is saved until you confirm.`;
    const { value } = brought;
    const take = button({ label: t`Import`, actionId, value, style: "primary" });
    return { text, blocks: [section(text), actions(`${actionId}.buttons`, [take])] };
  }
  const not = (why: string) =>
    say(`${t`I couldn’t import ${name}, and nothing was changed:`} ${why}`);
  if (brought.status !== "faulty") return not(troubleWords(brought.status, context));
  const more = brought.lines.length > mostShown ? ["…"] : [];
  const lines = [...brought.lines.slice(0, mostShown).map(amount), ...more];
  return not(
    t`each line needs a term and one translation of it, both short. Lines to check: ${enumerated(lines)}.`,
  );
}

/** Draws the surest terms first, as many as one table of a message holds; none without terms. */
export function glossaryTable(
  terms: readonly Term[],
  { t, amount, percentOf }: Locale,
): TableBlock | undefined {
  if (terms.length === 0) return undefined;
  const columns = terms.some(({ frequency }) => frequency !== undefined) ? 4 : 3;
  const heads = [t`Term`, t`Translation`, t`Confidence`, t`In the text`];
  const rows = surestFirst(terms)
    .slice(0, rowLimit)
    .map(({ source, target, confidence, frequency }) => [
      plain(source, cellChars) || "–",
      plain(target, cellChars) || "–",
      confidence === undefined ? "–" : percentOf(confidence),
      frequency === undefined ? "–" : amount(frequency),
    ]);
  const words = { is_wrapped: true } as const;
  const figures = { align: "right" } as const;
  return {
    type: "table",
    rows: [heads, ...rows].map((row) =>
      row.slice(0, columns).map((text) => ({ type: "raw_text", text })),
    ),
    column_settings: [words, words, figures, figures],
  };
}

export function reviewButton({ id }: Quote, target: string, { t }: Locale): Button {
  const label = t`Review the terms`;
  return button({ label, actionId: actionIds.openTerms, value: `${id}/${target}` });
}

/** Slack takes 10,000 characters in all cells of a table together. */
const rowLimit = 50;
const cellChars = 85;
