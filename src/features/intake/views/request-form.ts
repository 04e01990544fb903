import type { ActionsBlock, InputBlock, ModalView, PlainTextOption } from "@slack/types";
import { z } from "zod";

import { previewCharsAllowed } from "../../../core/rules.ts";
import { actions, limits, plainText, section, whole } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languagesSelect } from "../../../slack/words.ts";
import { actionIds, callbackIds, parseMetadata } from "../../ids.ts";
import { bookChars, firstProducts, noteChars } from "../rules/request-details.ts";
import { firstWords } from "./request-words.ts";

/** A manuscript that is in the conversation already; `postedAt` in ms since 1970. */
type RecentFile = {
  readonly id: string;
  readonly name: string;
  readonly postedAt: number;
};

/** The conversation in which the form was opened: a modal has none by itself. */
export type FormPlace = { readonly channel: string };

type Form = FormPlace & {
  readonly files: readonly RecentFile[];
  /** Ids of the files that are chosen already. */
  readonly chosen: readonly string[];
  /** Endings that can be uploaded. */
  readonly filetypes: readonly string[];
  readonly context: ViewContext;
  /** The defaults of the conversation. */
  readonly targets: readonly string[];
  readonly previewChars: number;
  readonly book: string | undefined;
  /** True once *More options* was clicked. */
  readonly hasMore?: boolean;
};

/** The form behind `/translate`: manuscripts of the conversation or new ones, and how to translate them. */
export function requestForm(form: Form): ModalView {
  const { locale } = form.context;
  const recent = form.files.toSorted((one, other) => other.postedAt - one.postedAt);
  return {
    ...frame(locale),
    submit: plainText(locale.t`Estimate`, limits.viewTitle),
    private_metadata: whole(JSON.stringify({ channel: form.channel }), limits.privateMetadata),
    blocks: [
      ...(recent.length === 0 ? [] : [recentInput(recent, form.chosen, locale)]),
      uploadInput(recent, form.filetypes, locale),
      languagesInput(form),
      bookInput(form),
      ...(form.hasMore === true
        ? [firstInput(locale), previewInput(form), noteInput(locale), dueInput(locale)]
        : [moreButton(locale)]),
    ],
  };
}

/** Slack keeps the entries of the inputs whose block and action ids are in the updated form as well. */
function moreButton({ t }: Locale): ActionsBlock {
  const text = plainText(t`More options`, limits.buttonText);
  return actions("request.options", [{ type: "button", action_id: actionIds.moreOptions, text }]);
}

/** Opened at once, since Slack gives three seconds; replaced when the manuscripts are known. */
export function loadingModal(context: ViewContext): ModalView {
  return requestNote(context.locale.t`One moment…`, context);
}

/** The conversation cannot be read, so there is nothing to choose from and nowhere to answer. */
export function requestNothingToDo(context: ViewContext): ModalView {
  const { t } = context.locale;
  return requestNote(
    t`I’m not a member of this conversation, so I can’t read manuscripts here or answer. Please invite me with \`/invite\`, or send me the manuscript directly.`,
    context,
  );
}

/** Draws the form with a sentence in place of its fields. */
export function requestNote(words: string, { locale }: ViewContext): ModalView {
  return { ...frame(locale), blocks: [section(words)] };
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
} as const;

export function parseFormPlace(metadata: string): FormPlace | undefined {
  return parseMetadata(place, metadata);
}

const place = z.object({ channel: z.string() });

function frame({ t }: Locale) {
  return {
    type: "modal",
    callback_id: callbackIds.requestTranslation,
    title: plainText(t`Translate a manuscript`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
  } as const;
}

function recentInput(
  recent: readonly RecentFile[],
  chosen: readonly string[],
  locale: Locale,
): InputBlock {
  const { t } = locale;
  // Chosen files come first, so that the limit of options never drops them.
  const files = recent.toSorted(
    (one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)),
  );
  const options = files.slice(0, limits.options).map((file) => fileOption(file, locale));
  const initial = options.filter(({ value }) => chosen.includes(value ?? ""));
  return {
    type: "input",
    block_id: formBlocks.recent,
    optional: true,
    label: plainText(t`Manuscripts from this conversation`, limits.label),
    element: {
      type: "multi_static_select",
      action_id: "choice",
      ...(initial.length > 0 && { initial_options: initial }),
      options,
    },
  };
}

function fileOption({ id, name, postedAt }: RecentFile, { t, utc }: Locale): PlainTextOption {
  return {
    text: plainText(plain(name, limits.optionText) || t`file without a name`, limits.optionText),
    description: plainText(utc(postedAt), limits.optionText),
    value: whole(id, limits.optionValue),
  };
}

function uploadInput(
  recent: readonly RecentFile[],
  filetypes: readonly string[],
  { t }: Locale,
): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.upload,
    optional: recent.length > 0,
    label: plainText(t`Upload files`, limits.label),
    hint: plainText(
      t`Up to 10 MB each. Post a bigger one in the channel, and I’ll answer there.`,
      limits.hint,
    ),
    element: {
      type: "file_input",
      action_id: "choice",
      filetypes: [...filetypes],
      max_files: limits.uploads,
    },
  };
}

function languagesInput({ context, targets }: Form): InputBlock {
  const { rules, locale } = context;
  const { t } = locale;
  return {
    type: "input",
    block_id: formBlocks.language,
    label: plainText(t`Languages to translate into`, limits.label),
    element: languagesSelect({
      actionId: "choice",
      languages: rules.languages,
      chosen: targets,
      locale,
    }),
  };
}

function firstInput(locale: Locale): InputBlock {
  const { t } = locale;
  return {
    type: "input",
    block_id: formBlocks.first,
    optional: true,
    label: plainText(t`Start with`, limits.label),
    element: {
      type: "static_select",
      action_id: "choice",
      placeholder: plainText(t`Let the approver decide`, limits.optionText),
      options: firstProducts.map((first) => ({
        text: plainText(capital(firstWords(first, locale)), limits.optionText),
        value: first,
      })),
    },
  };
}

function previewInput({ previewChars, context }: Form): InputBlock {
  const { t } = context.locale;
  const { least, most } = previewCharsAllowed;
  const usual = Math.min(most, Math.max(least, Math.round(previewChars)));
  return {
    type: "input",
    block_id: formBlocks.preview,
    optional: true,
    label: plainText(t`Preview length (characters)`, limits.label),
    element: {
      type: "number_input",
      action_id: "choice",
      is_decimal_allowed: false,
      initial_value: String(usual),
      min_value: String(least),
      max_value: String(most),
    },
  };
}

function bookInput({ book, context }: Form): InputBlock {
  const { t } = context.locale;
  return {
    type: "input",
    block_id: formBlocks.book,
    optional: true,
    label: plainText(t`Book or series`, limits.label),
    element: {
      type: "plain_text_input",
      action_id: "choice",
      max_length: bookChars,
      ...(book !== undefined && { initial_value: book.slice(0, bookChars) }),
    },
  };
}

function noteInput(locale: Locale): InputBlock {
  const { t } = locale;
  return {
    type: "input",
    block_id: formBlocks.note,
    optional: true,
    label: plainText(t`Note for approvers`, limits.label),
    element: {
      type: "plain_text_input",
      action_id: "choice",
      multiline: true,
      max_length: noteChars,
    },
  };
}

function dueInput(locale: Locale): InputBlock {
  const { t } = locale;
  return {
    type: "input",
    block_id: formBlocks.due,
    optional: true,
    label: plainText(t`Needed by`, limits.label),
    element: { type: "datepicker", action_id: "choice" },
  };
}
