import type { ActionsBlock, InputBlock, KnownBlock, ModalView, StaticSelect } from "@slack/types";
import { z } from "zod";

import { titleOf } from "../../../core/files.ts";
import {
  actions,
  button,
  contextBlock,
  input,
  limits,
  modal,
  plainText,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside, plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { actionIds, callbackIds, termsFileActionId, formMemory } from "../../ids.ts";
import { bookChars } from "../../intake/rules/request-details.ts";
import type { TermsSeen, TypedIn } from "../actions/terms.ts";
import { glossaryFormatNames, glossaryFormats } from "../rules/glossary-file.ts";
import {
  type Layer,
  effectiveTerms,
  emptyTermBase,
  layerNames,
  sizeOf,
  termsInGlossary,
} from "../rules/glossary.ts";
import { markOf, type TypedRow, typedTerms, untypedLine } from "../rules/term-edits.ts";
import { type ListedTerm, type TermPage, termPage } from "../rules/term-page.ts";
import { fullWords, termsTrouble, doubtWords, originWords } from "./terms-replies.ts";

export type TermsForm = {
  readonly seen: Extract<TermsSeen, { status: "terms" }>;
  readonly memory: TermsMemory;
  readonly context: ViewContext;
  readonly notes: readonly string[];
  readonly offered?: readonly KnownBlock[] | undefined;
  readonly filetypes: readonly string[];
};

/** Draws a page of a glossary to review and correct; saving it leads to the next one. */
export function termsForm(form: TermsForm): ModalView {
  const { seen, memory, context, notes, offered = [] } = form;
  const { t } = context.locale;
  const terms = effectiveTerms(seen.layers, memory.target);
  const page = termPage(terms, memory.look);
  const now: TermsMemory = { ...memory, layer: seen.layer, look: page.look };
  return modal({
    callback_id: callbackIds.terms,
    private_metadata: writeTermsMemory(now),
    title: t`Review the terms`,
    close: t`Close`,
    // A person who may only read still has the search field to send.
    submit: seen.mayEdit ? t`Save this page` : t`Search`,
    blocks: [
      ...[...notes, ...fullNote(seen, context)].map((note) => section(note)),
      ...offered,
      section(heading(form, page)),
      layerChoice(seen, context.locale),
      searchInput(page, context.locale),
      ...rows(seen, page, context.locale),
      ...paging(page),
      ...(seen.mayEdit ? additions(form) : [contextBlock(termsTrouble("may-not-edit", context))]),
      ...taking(page, context.locale),
    ],
  });
}

/** Warns that the glossary is full: a run's further terms are dropped, and nothing else says so. */
function fullNote({ layers }: TermsForm["seen"], context: ViewContext): readonly string[] {
  const base = layers.at(-1)?.base ?? emptyTermBase;
  return sizeOf(base) < termsInGlossary ? [] : [`⚠ ${fullWords(context)}`];
}

function heading({ seen, memory, context }: TermsForm, { counts }: TermPage): string {
  const { rules, locale } = context;
  const { t, counted } = locale;
  const language = languageShown(memory.target, rules.languages, locale);
  const whose = `*${layerWords(seen, locale)}*`;
  return t`${whose}, into ${language}: ${counted(counts.all, "term")}, ${counts.unreviewed} not yet reviewed.`;
}

function layerWords({ quote, layer, series = "" }: TermsForm["seen"], { t }: Locale): string {
  if (layer === "workspace") return t`Whole workspace`;
  const name = layer === "series" ? series : (quote.book ?? titleOf(quote.file));
  return t`“${outside(name, limits.nameShown)}”`;
}

function layerChoice(seen: TermsForm["seen"], { t }: Locale): ActionsBlock {
  const offered: readonly Layer["name"][] =
    seen.series === undefined ? ["book", "workspace"] : ["book", "series", "workspace"];
  const names = { book: t`This book`, series: t`Its series`, workspace: t`Whole workspace` };
  const option = (value: Layer["name"]) => ({
    value,
    text: plainText(names[value], limits.optionText),
  });
  const choice: StaticSelect = {
    type: "static_select",
    action_id: actionIds.termsLayer,
    options: offered.map(option),
    initial_option: option(seen.layer),
  };
  return actions("terms.look", [choice]);
}

function searchInput({ look }: TermPage, { t }: Locale): InputBlock {
  return input({
    // Slack keeps the typed value of a field across an update unless its block id changes.
    block_id: `${termBlocks.search}.${markOf(look.search)}`,
    optional: true,
    dispatch_action: true,
    label: t`Search`,
    element: {
      type: "plain_text_input",
      action_id: actionIds.termsSearch,
      max_length: limits.termShown,
      dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] },
      ...(look.search !== "" && { initial_value: look.search }),
    },
  });
}

function rows({ mayEdit }: TermsForm["seen"], page: TermPage, locale: Locale): KnownBlock[] {
  if (page.rows.length === 0) {
    return [
      section(
        locale.t`There are no terms here: “Glossary…” on the card extracts them, or upload a table.`,
      ),
    ];
  }
  return page.rows.flatMap((term) =>
    mayEdit && term.target.length <= targetChars
      ? [termInput(term), contextBlock(termFacts(term, locale))]
      : [termLine(term, locale)],
  );
}

function termInput(term: ListedTerm): InputBlock {
  return input({
    block_id: `${termBlocks.row}.${markOf(term.source)}.${markOf(term.target)}`,
    optional: true,
    label: plain(term.source, limits.termShown) || "–",
    element: {
      type: "plain_text_input",
      action_id: "target",
      max_length: targetChars,
      initial_value: term.target,
    },
  });
}

function termLine(term: ListedTerm, locale: Locale): KnownBlock {
  const [source, target] = [term.source, term.target].map((text) =>
    outside(text, limits.termShown),
  );
  return section(`*${source}* → ${target}\n${termFacts(term, locale)}`);
}

function termFacts(term: ListedTerm, locale: Locale): string {
  const { t, percentOf } = locale;
  const { confidence, frequency } = term;
  return [
    ...(confidence === undefined ? [] : [t`${percentOf(confidence)} confidence`]),
    ...(frequency === undefined ? [] : [t`${frequency} × in the text`]),
    ...originWords(term, locale),
    ...doubtWords(term.doubted, locale),
  ].join(" · ");
}

function paging({ look, pages }: TermPage): KnownBlock[] {
  if (pages === 1) return [];
  const turn = (label: string, actionId: string, to: number) =>
    button({ label, actionId, value: String(to) });
  const back = turn(`← ${look.page}`, actionIds.termsBack, look.page - 1);
  const on = turn(`${look.page + 2} / ${pages} →`, actionIds.termsOn, look.page + 1);
  return [
    actions("terms.pages", [
      ...(look.page === 0 ? [] : [back]),
      ...(look.page === pages - 1 ? [] : [on]),
    ]),
  ];
}

function additions({ seen, memory, filetypes, context }: TermsForm): KnownBlock[] {
  const { t } = context.locale;
  const { series = "" } = seen;
  const add = input({
    block_id: `${termBlocks.add}.${memory.saves}`,
    optional: true,
    label: t`More terms`,
    hint: t`One per line: Salt Clock = Horloge de sel. Clear a field to delete the term for good.`,
    element: { type: "plain_text_input", action_id: "lines", multiline: true, max_length: 3000 },
  });
  const file = input({
    block_id: `${termBlocks.file}.${memory.fileId ?? "none"}`,
    optional: true,
    label: t`A file of terms`,
    element: { type: "file_input", action_id: "file", filetypes: [...filetypes], max_files: 1 },
  });
  const join = input({
    block_id: `${termBlocks.series}.${markOf(series)}`,
    optional: true,
    label: t`Series that this book belongs to`,
    element: {
      type: "plain_text_input",
      action_id: "series",
      max_length: bookChars,
      ...(series !== "" && { initial_value: series }),
    },
  });
  return [{ type: "divider" }, add, file, ...(seen.layer === "book" ? [join] : [])];
}

function taking({ counts }: TermPage, { t }: Locale): KnownBlock[] {
  if (counts.all === 0) return [];
  return [
    actions(
      "terms.files",
      glossaryFormatNames.map((format) =>
        button({
          label: t`Send me all as ${glossaryFormats[format].name}`,
          actionId: termsFileActionId(format),
          value: format,
        }),
      ),
    ),
  ];
}

/** Slack's limit for one field. */
const targetChars = 3000;

export const termBlocks = {
  search: "terms.search",
  row: "terms.row",
  add: "terms.add",
  series: "terms.series",
  file: "terms.file",
} as const;

/** The form's private metadata: the glossary, and the current view of it. */
export type TermsMemory = z.infer<typeof memory>;

export type TypedForm =
  | {
      readonly status: "read";
      readonly typed: Omit<TypedIn, "untouched">;
      readonly search: string;
      readonly file: { readonly id: string; readonly name: string } | undefined;
    }
  /** The block id of the faulty field, and its first faulty line. */
  | { readonly status: "faulty"; readonly blockId: string; readonly line: string };

export function parseTermsForm(values: unknown): TypedForm {
  const blocks = Object.entries(fields.safeParse(values).data ?? {});
  const rows: TypedRow[] = [];
  let search = "";
  let file: Extract<TypedForm, { status: "read" }>["file"];
  let [added, series]: [TypedIn["added"], TypedIn["series"]] = [[], undefined];
  for (const [blockId, block] of blocks) {
    const [room, name, first = "", second = ""] = blockId.split(".");
    const kind = `${room}.${name}`;
    const [field] = Object.values(block);
    const value = (field?.value ?? "").trim();
    const [chosen] = field?.files ?? [];
    if (kind === termBlocks.file && chosen !== undefined) {
      file = { id: chosen.id, name: chosen.name ?? "file" };
    }
    if (kind === termBlocks.row) rows.push({ term: first, shown: second, target: value });
    if (kind === termBlocks.search) search = value;
    if (kind === termBlocks.series) series = { shown: first, name: value };
    if (kind !== termBlocks.add || value === "") continue;
    const lines = typedTerms(value);
    if (lines === undefined) return { status: "faulty", blockId, line: untypedLine(value) };
    added = lines;
  }
  return { status: "read", typed: { rows, added, series }, search, file };
}

const memory = z.object({
  quoteId: z.string().min(1),
  /** The file previewed last. */
  fileId: z.string().optional(),
  /** Rises with each save: with another block id the field for new terms is empty again. */
  saves: z.number(),
  target: z.string().min(1),
  layer: z.enum(layerNames),
  look: z.object({ search: z.string(), page: z.number().int() }),
});

export const { write: writeTermsMemory, read: parseTermsMemory } = formMemory(memory);

const file = z.object({ id: z.string().min(1), name: z.string().nullish() });

const field = z.looseObject({ value: z.string().nullish(), files: z.array(file).nullish() });

const fields = z.record(z.string(), z.record(z.string(), field));
