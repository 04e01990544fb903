import { z } from "zod";

import { cardsAtOnce, previewCharsAllowed } from "../../../core/rules.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import {
  type RequestDetails,
  bookChars,
  firstProducts,
  isPastDay,
  noteChars,
  requestDetailsOf,
} from "../rules/request-details.ts";
import { formBlocks } from "./request-form.ts";

export type FormResult =
  | {
      readonly status: "filled";
      readonly fileIds: readonly string[];
      readonly targets: readonly string[];
      readonly details: RequestDetails | undefined;
      readonly previewChars: number | undefined;
      readonly book: string | undefined;
    }
  | { readonly status: "faulty"; readonly errors: FormErrors };

/** Sentences by block_id, as Slack wants them. */
export type FormErrors = Readonly<Record<string, string>>;

/** Parses the `view.state.values` of a submission, and reports all errors at once. `now` in ms. */
export function parseRequestForm(
  values: unknown,
  { now, locale }: { readonly now: number; readonly locale: Locale },
): FormResult {
  const { t } = locale;
  const form = submission.safeParse(values).data ?? {};
  const choice = (block: Block) => form[block]?.choice;
  const options = (block: Block) =>
    choice(block)?.selected_options?.map(({ value }) => value) ?? [];
  const uploads = choice(formBlocks.upload)?.files?.map(({ id }) => id) ?? [];
  const fileIds = [...new Set([...options(formBlocks.recent), ...uploads])];
  const targets = [...new Set(options(formBlocks.language))];
  const first = firstProducts.find(
    (one) => one === choice(formBlocks.first)?.selected_option?.value,
  );
  const typed = (block: Block, limit: number) =>
    choice(block)?.value?.trim().slice(0, limit) || undefined;
  const preview = typed(formBlocks.preview, digitsRead);
  const dueOn = choice(formBlocks.due)?.selected_date ?? undefined;
  const errors = {
    ...(fileIds.length === 0 && { [formBlocks.upload]: t`Please choose a manuscript.` }),
    ...languageFaults(fileIds.length, targets.length, locale),
    ...previewFaults(preview, locale),
    ...(dueOn !== undefined &&
      isPastDay(dueOn, now) && {
        [formBlocks.due]: t`This day has passed. Please choose another.`,
      }),
  };
  if (Object.keys(errors).length > 0) return { status: "faulty", errors };
  return {
    status: "filled",
    fileIds,
    targets,
    details: requestDetailsOf({ first, note: typed(formBlocks.note, noteChars), dueOn }),
    previewChars: preview === undefined ? undefined : Number(preview),
    book: typed(formBlocks.book, bookChars),
  };
}

/** Returns the ids of the manuscripts that are chosen in the form's `view.state.values`. */
export function chosenIn(values: unknown): readonly string[] {
  const { [formBlocks.recent]: recent } = submission.safeParse(values).data ?? {};
  return recent?.choice.selected_options?.map(({ value }) => value) ?? [];
}

type Block = (typeof formBlocks)[keyof typeof formBlocks];

const digitsRead = 12;

function languageFaults(files: number, languages: number, { t }: Locale): FormErrors {
  if (languages === 0) return { [formBlocks.language]: t`Choose a language` };
  const cards = files * languages;
  if (cards <= cardsAtOnce) return {};
  return {
    [formBlocks.language]: t`That would be ${cards} estimates, and I take at most ${cardsAtOnce} at once. Please choose fewer languages or manuscripts.`,
  };
}

function previewFaults(typed: string | undefined, { t }: Locale): FormErrors {
  if (typed === undefined) return {};
  const { least, most } = previewCharsAllowed;
  const length = Number(typed);
  const isFit = Number.isInteger(length) && length >= least && length <= most;
  return isFit
    ? {}
    : { [formBlocks.preview]: t`Please choose from ${least} to ${most} characters.` };
}

const chosen = z
  .object({
    choice: z.object({
      selected_option: z.object({ value: z.string() }).nullish(),
      selected_options: z.array(z.object({ value: z.string() })).nullish(),
      selected_date: z.iso.date().nullish(),
      value: z.string().nullish(),
      files: z.array(z.object({ id: z.string() })).nullish(),
    }),
  })
  .optional();

const submission = z.object({
  [formBlocks.recent]: chosen,
  [formBlocks.upload]: chosen,
  [formBlocks.language]: chosen,
  [formBlocks.first]: chosen,
  [formBlocks.preview]: chosen,
  [formBlocks.book]: chosen,
  [formBlocks.note]: chosen,
  [formBlocks.due]: chosen,
});
