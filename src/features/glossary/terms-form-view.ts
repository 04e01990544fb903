import type {
  ActionsBlock,
  FileInput,
  InputBlock,
  KnownBlock,
  ModalView,
  StaticSelect,
} from "@slack/types";
import { z } from "zod";

import { bookName } from "#domain/book/book.ts";
import { ownForbidden, typedForbidden } from "#domain/glossary/forbidden.ts";
import { glossaryFiles, glossaryFormats } from "#domain/glossary/glossary-file.ts";
import {
  type Layer,
  effectiveTerms,
  layerNames,
  sizeOf,
  termsInGlossary,
} from "#domain/glossary/glossary.ts";
import {
  type ListedTerm,
  type TermPage,
  type TypedTerms,
  forbiddenMark,
  markOf,
  termPage,
  typedTerms,
} from "#domain/glossary/term-review.ts";
import { bookChars } from "#domain/intake/request-details.ts";
import { actionIds, callbackIds, termsFileActionId, formMemory } from "#features/shared/ids.ts";
import {
  actions,
  button,
  contextBlock,
  entry,
  limits,
  modal,
  plainText,
  section,
  textField,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageShown } from "#slack/words.ts";

import type { TermsSeen } from "./edit-terms.ts";
import { doubtWords, layerWords, originWords, troubleWords } from "./terms-replies-view.ts";

type TermsForm = {
  readonly seen: Extract<TermsSeen, { status: "terms" }>;
  readonly memory: TermsMemory;
  readonly context: ViewContext;
  readonly above: readonly KnownBlock[];
  readonly filetypes: readonly string[];
};

export function termsForm(form: TermsForm): ModalView {
  const { seen, memory, context, above } = form;
  const { setup, locale } = context;
  const { t, counted } = locale;
  const [{ name: layer, base }] = seen.layers;
  const page = termPage(effectiveTerms(seen.layers, memory.target), memory);
  const now: TermsMemory = { ...memory, layer, page: page.page };
  // A run's further terms are dropped, and nothing else says so.
  const isFull = sizeOf(base) >= termsInGlossary;
  const whose = `*${glossaryWords(seen, t)}*`;
  const language = languageShown(memory.target, setup.languages, locale);
  return modal({
    callback_id: callbackIds.terms,
    private_metadata: writeTermsMemory(now),
    title: t`Review the terms`,
    close: t`Close`,
    // A person who may only read still has the search field to send, where there is one.
    submit: seen.mayEdit ? t`Save this page` : page.all === 0 ? undefined : t`Search`,
    blocks: [
      ...above,
      ...(isFull ? [section(`⚠ ${troubleWords("full", context)}`)] : []),
      section(
        page.unreviewed === 0
          ? t`${whose}, into ${language}: ${counted(page.all, "term")}.`
          : t`${whose}, into ${language}: ${counted(page.all, "term")}, ${page.unreviewed} not yet reviewed.`,
      ),
      layerChoice(seen, locale),
      ...(page.all === 0 ? [] : [searchInput(page, locale)]),
      ...rows(seen, page, locale),
      ...paging(page),
      ...(seen.mayEdit
        ? additions(form, page)
        : [contextBlock(troubleWords("may-not-edit", context))]),
      ...(page.all === 0 ? [] : [taking(locale)]),
    ],
  });
}

function glossaryWords({ quote, layers, series = "" }: TermsForm["seen"], t: Locale["t"]): string {
  const [{ name: layer }] = layers;
  if (layer === "workspace") return layerWords(layer, t);
  const name = layer === "series" ? series : bookName(quote);
  return t`“${outside(name, limits.nameShown)}”`;
}

function layerChoice({ series, layers: [own] }: TermsForm["seen"], { t }: Locale): ActionsBlock {
  const option = (value: Layer["name"]) => ({
    value,
    text: plainText(layerWords(value, t), limits.optionText),
  });
  const names = layerNames.filter((name) => name !== "series" || series !== undefined);
  const choice: StaticSelect = {
    type: "static_select",
    action_id: actionIds.termsLayer,
    options: names.map(option),
    initial_option: option(own.name),
  };
  return actions("terms.look", [choice]);
}

function searchInput({ search }: TermPage, { t }: Locale): InputBlock {
  const field = textField(limits.termShown, search, {
    action_id: actionIds.termsSearch,
    dispatch_action_config: { trigger_actions_on: ["on_enter_pressed"] },
  });
  // Slack keeps the typed value of a field across an update unless its block id changes.
  const blockId = `${termBlocks.search}.${markOf(search)}`;
  return { ...entry(blockId, t`Search`, field), dispatch_action: true };
}

function rows({ mayEdit }: TermsForm["seen"], page: TermPage, locale: Locale): KnownBlock[] {
  if (page.rows.length === 0) {
    return [
      section(
        locale.t`There are no terms here: “Book and glossary…” on the card extracts them, or upload a table.`,
      ),
    ];
  }
  return page.rows.flatMap((term) => [
    mayEdit && term.target.length <= fieldChars
      ? entry(
          `${termBlocks.row}.${markOf(term.source)}.${markOf(term.target)}`,
          plain(term.source, limits.termShown) || "–",
          textField(fieldChars, term.target, { action_id: "target" }),
        )
      : section(
          `*${outside(term.source, limits.termShown)}* → ${outside(term.target, limits.termShown)}`,
        ),
    contextBlock(termFacts(term, locale)),
  ]);
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

function paging({ page, pages }: TermPage): KnownBlock[] {
  const turn = (label: string, actionId: string, to: number) =>
    button({ label, actionId, value: String(to) });
  const buttons = [
    ...(page === 0 ? [] : [turn(`← ${page}`, actionIds.termsBack, page - 1)]),
    ...(page === pages - 1 ? [] : [turn(`${page + 2} / ${pages} →`, actionIds.termsOn, page + 1)]),
  ];
  return buttons.length === 0 ? [] : [actions("terms.pages", buttons)];
}

function additions(
  { seen, memory, filetypes, context }: TermsForm,
  { rows: shown }: TermPage,
): KnownBlock[] {
  const { t } = context.locale;
  const { layers, series = "" } = seen;
  const hint = [
    t`One per line: Salt Clock = Horloge de sel.`,
    ...(shown.length === 0 ? [] : [t`Clear a field to delete the term for good.`]),
  ].join(" ");
  const lines = textField(fieldChars, undefined, { action_id: "lines", multiline: true });
  const file: FileInput = {
    type: "file_input",
    action_id: "file",
    filetypes: [...filetypes],
    max_files: 1,
  };
  const forbidden = ownForbidden(layers[0].base, memory.target);
  const never = textField(fieldChars, forbidden.join("\n"), {
    action_id: "forbidden",
    multiline: true,
  });
  const join = textField(bookChars, series, { action_id: "series" });
  return [
    { type: "divider" },
    entry(`${termBlocks.add}.${memory.saves}`, t`More terms`, lines, { hint }),
    entry(`${termBlocks.forbidden}.${forbiddenMark(forbidden)}`, t`Forbidden terms`, never, {
      hint: t`One per line. Each translation is checked for them.`,
    }),
    entry(`${termBlocks.file}.${memory.saves}`, t`A file of terms`, file),
    ...(layers[0].name === "book"
      ? [entry(`${termBlocks.series}.${markOf(series)}`, t`Series that this book belongs to`, join)]
      : []),
  ];
}

function taking({ t }: Locale): ActionsBlock {
  const buttons = glossaryFormats.map((format) =>
    button({
      label: t`Send me all as ${glossaryFiles[format].name}`,
      actionId: termsFileActionId(format),
      value: format,
    }),
  );
  return actions("terms.files", buttons);
}

const fieldChars = 3000;

/** The first parts of the block ids; marks of what was shown follow. */
const termBlocks = {
  search: "terms.search",
  row: "terms.row",
  add: "terms.add",
  series: "terms.series",
  file: "terms.file",
  forbidden: "terms.forbidden",
} as const;

/** The form's private metadata: the glossary, and the current view of it. */
export type TermsMemory = z.infer<typeof memory>;

export type TypedForm =
  | {
      readonly status: "read";
      readonly typed: Omit<TypedTerms, "untouched">;
      readonly search: string;
      readonly file: { readonly id: string; readonly name: string } | undefined;
    }
  /** The block id of the faulty field, and its first faulty line. */
  | { readonly status: "faulty"; readonly blockId: string; readonly line: string };

export function parseTermsForm(values: unknown): TypedForm {
  const inputs = Object.entries(fields.safeParse(values).data ?? {}).map(([blockId, block]) => {
    const [room, name, shown = "", second = ""] = blockId.split(".");
    const { value, files } = Object.values(block)[0] ?? {};
    return { blockId, of: `${room}.${name}`, shown, second, value: value?.trim() ?? "", files };
  });
  const [add, series, search, file, never] = (
    ["add", "series", "search", "file", "forbidden"] as const
  ).map((name) => inputs.find(({ of }) => of === termBlocks[name]));
  const { edits: added, prose } = typedTerms(add?.value ?? "");
  if (add && prose !== undefined) return { status: "faulty", blockId: add.blockId, line: prose };
  const rows = inputs
    .filter(({ of }) => of === termBlocks.row)
    .map(({ shown: term, second: shown, value: target }) => ({ term, shown, target }));
  const terms = {
    rows,
    added,
    series: series && { shown: series.shown, name: series.value },
    forbidden: never && { shown: never.shown, terms: typedForbidden(never.value) },
  };
  const [chosen] = file?.files ?? [];
  return {
    status: "read",
    typed: terms,
    search: search?.value ?? "",
    file: chosen && { id: chosen.id, name: chosen.name ?? "file" },
  };
}

const memory = z.object({
  quoteId: z.string().min(1),
  target: z.string().min(1),
  layer: z.enum(layerNames),
  search: z.string(),
  page: z.number().int(),
  /** With another number in its block id, the field for new terms or for a file is empty again. */
  saves: z.number(),
});

export const { write: writeTermsMemory, read: parseTermsMemory } = formMemory(memory);

const chosenFile = z.object({ id: z.string().min(1), name: z.string().nullish() });

const field = z.looseObject({ value: z.string().nullish(), files: z.array(chosenFile).nullish() });

const fields = z.record(z.string(), z.record(z.string(), field));
