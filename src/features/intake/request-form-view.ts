import type { ActionsBlock, FileInput, InputBlock, ModalView } from "@slack/types";
import { z } from "zod";

import {
  bookChars,
  firstProducts,
  noteChars,
  isPastDay,
  referenceChars,
  requestDetailsOf,
} from "#domain/intake/request-details.ts";
import { cardsAtOnce, longestOpeningChars } from "#domain/settings/setup.ts";
import { actionIds, callbackIds, formMemory } from "#features/shared/ids.ts";
import { chosenIn, entriesOf, typedIn } from "#features/shared/payloads.ts";
import { firstWords } from "#features/shared/request-words-view.ts";
import {
  actions,
  entry,
  entryId,
  limits,
  modal,
  plainText,
  section,
  textField,
  whole,
} from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { capital, languagesSelect, plainName } from "#slack/words.ts";

/** A manuscript that is in the conversation already; `ts` is the time of its message. */
export type RecentFile = { readonly id: string; readonly name: string; readonly ts: string };

type RequestFormState = {
  readonly channel: string;
  readonly files: readonly RecentFile[];
  readonly chosen: readonly string[];
  /** Endings that can be uploaded. */
  readonly filetypes: readonly string[];
  readonly context: ViewContext;
  /** The defaults of the conversation. */
  readonly targets: readonly string[];
  readonly previewChars: number;
  readonly book: string | undefined;
  /** The one of the book. */
  readonly reference?: string | undefined;
  readonly hasMore?: boolean;
};

/** The form behind `/translate`: manuscripts of the conversation or new ones, and how to translate them. */
export function requestForm(form: RequestFormState): ModalView {
  const { files, targets: chosen, filetypes } = form;
  const { locale, setup } = form.context;
  const { t } = locale;
  const { languages } = setup;
  const upload: FileInput = {
    type: "file_input",
    filetypes: [...filetypes],
    max_files: limits.uploads,
  };
  const hint = t`Up to 10 MB each. Post a bigger one in the channel, and I’ll answer there.`;
  const select = languagesSelect({ actionId: entryId, languages, chosen, locale });
  return modal({
    ...frame(locale),
    submit: t`Estimate`,
    private_metadata: writeFormPlace(form),
    blocks: [
      ...(files.length === 0 ? [] : [recentInput(form)]),
      entry(formBlocks.upload, t`Upload files`, upload, { optional: files.length > 0, hint }),
      entry(formBlocks.language, t`Languages to translate into`, select, { optional: false }),
      entry(
        formBlocks.book,
        t`Book or series`,
        textField(bookChars, form.book?.slice(0, bookChars)),
      ),
      ...(form.hasMore === true ? otherInputs(form) : [moreButton(locale)]),
    ],
  });
}

export function requestNote(words: string, { locale }: ViewContext): ModalView {
  return modal({ ...frame(locale), blocks: [section(words)] });
}

function frame({ t }: Locale) {
  const callback_id = callbackIds.requestTranslation;
  return { callback_id, title: t`Translate a manuscript`, close: t`Close` };
}

export const formBlocks = {
  recent: "request.recent",
  upload: "request.upload",
  language: "request.language",
  first: "request.first",
  preview: "request.preview",
  book: "request.book",
  note: "request.note",
  due: "request.due",
  reference: "request.reference",
} as const;

/** The conversation in which the form was opened: a modal has none by itself. */
export const { write: writeFormPlace, read: parseFormPlace } = formMemory(
  z.object({ channel: z.string() }),
);

function recentInput({ files, chosen, context: { locale } }: RequestFormState): InputBlock {
  const { t, utc } = locale;
  // Chosen files come first, so that the limit of options never drops them.
  const first = ({ id }: RecentFile) => Number(chosen.includes(id));
  const newest = files.toSorted(
    (one, other) => first(other) - first(one) || Number(other.ts) - Number(one.ts),
  );
  const options = newest.slice(0, limits.options).map(({ id, name, ts }) => ({
    text: plainText(plainName(name, limits.optionText, locale), limits.optionText),
    description: plainText(utc(Number(ts) * 1000), limits.optionText),
    value: whole(id, limits.optionValue),
  }));
  const initial = options.filter(({ value }) => chosen.includes(value));
  return entry(formBlocks.recent, t`Manuscripts from this conversation`, {
    type: "multi_static_select",
    ...(initial.length > 0 && { initial_options: initial }),
    options,
  });
}

function moreButton({ t }: Locale): ActionsBlock {
  const text = plainText(t`More options`, limits.buttonText);
  return actions("request.options", [{ type: "button", action_id: actionIds.moreOptions, text }]);
}

function otherInputs({
  previewChars,
  reference,
  context: { locale },
}: RequestFormState): readonly InputBlock[] {
  const { t } = locale;
  return [
    entry(formBlocks.first, t`Start with`, {
      type: "static_select",
      placeholder: plainText(t`Let the approver decide`, limits.optionText),
      options: firstProducts.map((first) => ({
        text: plainText(capital(firstWords(first, locale)), limits.optionText),
        value: first,
      })),
    }),
    entry(formBlocks.preview, t`Preview length (characters)`, {
      type: "number_input",
      is_decimal_allowed: false,
      initial_value: String(previewLength(previewChars)),
      min_value: String(shortestPreview),
      max_value: String(longestOpeningChars),
    }),
    entry(
      formBlocks.note,
      t`Note for approvers`,
      textField(noteChars, undefined, { multiline: true }),
    ),
    entry(formBlocks.due, t`Needed by`, { type: "datepicker" }),
    entry(
      formBlocks.reference,
      t`Reference`,
      textField(referenceChars, reference && plain(reference, referenceChars)),
      { hint: t`A cost centre or an order number, for receipts and the CSV file of charges.` },
    ),
  ];
}

/** Parses the `view.state.values` of a submission, and reports all errors at once. `now` in ms. */
export function parseRequestForm(
  values: unknown,
  { now, locale }: { readonly now: number; readonly locale: Locale },
) {
  const entered = entriesOf(values);
  const typed = (block: Block, limit?: number) => typedIn(values, block, limit);
  const uploads = entered(formBlocks.upload).files?.map(({ id }) => id) ?? [];
  const fileIds = [...new Set([...chosenIn(values, formBlocks.recent), ...uploads])];
  const targets = chosenIn(values, formBlocks.language);
  const preview = typed(formBlocks.preview, digitsRead);
  const dueOn = entered(formBlocks.due).selected_date ?? undefined;
  const language = languageFault(fileIds.length, targets.length, locale);
  const isPast = dueOn !== undefined && isPastDay(dueOn, now);
  // Sentences by block_id, as Slack wants them.
  const errors: Readonly<Record<string, string>> = {
    ...(fileIds.length === 0 && { [formBlocks.upload]: locale.t`Please choose a manuscript.` }),
    ...(language !== undefined && { [formBlocks.language]: language }),
    ...(isPast && { [formBlocks.due]: locale.t`This day has passed. Please choose another.` }),
  };
  if (Object.keys(errors).length > 0) return { status: "faulty", errors } as const;
  const value = typed(formBlocks.first);
  const first = firstProducts.find((one) => one === value);
  return {
    status: "filled",
    fileIds,
    targets,
    details: requestDetailsOf({
      first,
      note: typed(formBlocks.note),
      dueOn,
      reference: typed(formBlocks.reference, referenceChars),
    }),
    previewChars: preview === undefined ? undefined : previewLength(Number(preview)),
    book: typed(formBlocks.book, bookChars),
  } as const;
}

type Block = (typeof formBlocks)[keyof typeof formBlocks];

const digitsRead = 12;

function languageFault(files: number, languages: number, { t }: Locale): string | undefined {
  const cards = files * languages;
  if (languages === 0) return t`Choose a language`;
  return cards <= cardsAtOnce
    ? undefined
    : t`That would be ${cards} estimates, and I take at most ${cardsAtOnce} at once. Please choose fewer languages or manuscripts.`;
}

/** Slack refuses a number outside of the limits by itself. */
function previewLength(characters: number): number {
  const whole = Math.round(characters) || shortestPreview;
  return Math.min(longestOpeningChars, Math.max(shortestPreview, whole));
}

/** Code points. */
const shortestPreview = 1;
