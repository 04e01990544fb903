import type { InputBlock, ModalView, PlainTextOption } from "@slack/types";
import { z } from "zod";

import type { Language } from "../../domain/languages.ts";
import { cardsAtOnce, previewCharsAllowed } from "../../domain/rules.ts";
import { bookChars, firstWishes, noteChars } from "../../domain/wish.ts";
import { callbackIds } from "../ids.ts";
import { plain, utc } from "../mrkdwn.ts";
import { limits, plainText, section, whole } from "./blocks.ts";
import { languagesSelect } from "./language-select.ts";
import { firstLabel } from "./wish-words.ts";

/** A manuscript that is in the conversation already; `postedAt` in ms since 1970. */
type RecentFile = {
  readonly id: string;
  readonly name: string;
  readonly postedAt: number;
};

/** Where the form was opened: a modal knows no conversation by itself. */
export type FormPlace = { readonly channel: string };

type Form = FormPlace & {
  readonly files: readonly RecentFile[];
  /** Ids of the files that are chosen already. */
  readonly chosen: readonly string[];
  /** Endings that can be uploaded. */
  readonly filetypes: readonly string[];
  readonly languages: readonly Language[];
  /** What the conversation has by default. */
  readonly targets: readonly string[];
  readonly previewChars: number;
  readonly book: string | undefined;
};

/** The form behind `/translate`: manuscripts of the conversation or new ones, and what is wished for. */
export function requestForm(form: Form): ModalView {
  const recent = form.files.toSorted((one, other) => other.postedAt - one.postedAt);
  return {
    ...frame,
    submit: plainText("Estimate", limits.viewTitle),
    private_metadata: whole(JSON.stringify({ channel: form.channel }), limits.privateMetadata),
    blocks: [
      ...(recent.length === 0 ? [] : [recentInput(recent, form.chosen)]),
      uploadInput(recent, form.filetypes),
      languagesInput(form),
      firstInput,
      previewInput(form),
      bookInput(form),
      noteInput,
      dueInput,
    ],
  };
}

/** Opened at once, since Slack gives three seconds; replaced when the manuscripts are known. */
export function loadingModal(): ModalView {
  return { ...frame, blocks: [section("I am looking for the manuscripts of this conversation…")] };
}

/** The conversation cannot be read, so there is nothing to choose from and nowhere to answer. */
export function requestNothingToDo(): ModalView {
  return {
    ...frame,
    blocks: [
      section(
        "I am not a member of this conversation, so I can neither read manuscripts here nor answer. Please invite me with `/invite`, or send me the manuscript directly.",
      ),
    ],
  };
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

/** Reads the `private_metadata` of the form; undefined when it is not ours. */
export function parseFormPlace(metadata: string): FormPlace | undefined {
  try {
    return place.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

const place = z.object({ channel: z.string() });

const frame = {
  type: "modal",
  callback_id: callbackIds.requestTranslation,
  title: plainText("Translate a manuscript", limits.viewTitle),
  close: plainText("Close", limits.viewTitle),
} as const;

function recentInput(recent: readonly RecentFile[], chosen: readonly string[]): InputBlock {
  // What was chosen already is never among those that a long conversation pushes out.
  const files = recent.toSorted(
    (one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)),
  );
  const options = files.slice(0, limits.options).map(fileOption);
  const initial = options.filter(({ value }) => chosen.includes(value ?? ""));
  return {
    type: "input",
    block_id: formBlocks.recent,
    optional: true,
    label: plainText("Manuscripts from this conversation", limits.optionText),
    element: {
      type: "multi_static_select",
      action_id: "choice",
      placeholder: plainText("Choose manuscripts", limits.optionText),
      ...(initial.length > 0 && { initial_options: initial }),
      options,
    },
  };
}

function fileOption({ id, name, postedAt }: RecentFile): PlainTextOption {
  return {
    text: plainText(plain(name, limits.optionText) || "file without a name", limits.optionText),
    description: plainText(`posted ${utc(postedAt)}`, limits.optionText),
    value: whole(id, limits.optionValue),
  };
}

function uploadInput(recent: readonly RecentFile[], filetypes: readonly string[]): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.upload,
    optional: recent.length > 0,
    label: plainText(recent.length > 0 ? "Or new ones" : "Manuscripts", limits.optionText),
    hint: plainText(
      "Up to 10 MB each. Post a bigger one in the channel: I answer there as well.",
      limits.header,
    ),
    element: {
      type: "file_input",
      action_id: "choice",
      filetypes: [...filetypes],
      max_files: limits.uploads,
    },
  };
}

function languagesInput({ languages, targets }: Form): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.language,
    label: plainText("Languages to translate into", limits.optionText),
    hint: plainText(
      `Each manuscript gets an estimate for each language, at most ${cardsAtOnce} in all.`,
      limits.header,
    ),
    element: languagesSelect({ actionId: "choice", languages, chosen: targets }),
  };
}

const firstInput: InputBlock = {
  type: "input",
  block_id: formBlocks.first,
  optional: true,
  label: plainText("What should be bought first?", limits.optionText),
  hint: plainText(
    "Those who approve see it on the estimate. Nothing is bought before they agree.",
    limits.header,
  ),
  element: {
    type: "static_select",
    action_id: "choice",
    placeholder: plainText("Whatever the approvers decide", limits.optionText),
    options: firstWishes.map((first) => ({
      text: plainText(firstLabel(first), limits.optionText),
      value: first,
    })),
  },
};

function previewInput({ previewChars }: Form): InputBlock {
  const { least, most } = previewCharsAllowed;
  const usual = Math.min(most, Math.max(least, Math.round(previewChars)));
  return {
    type: "input",
    block_id: formBlocks.preview,
    optional: true,
    label: plainText("Length of a preview, in characters", limits.optionText),
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

function bookInput({ book }: Form): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.book,
    optional: true,
    label: plainText("Book or series", limits.optionText),
    element: {
      type: "plain_text_input",
      action_id: "choice",
      max_length: bookChars,
      ...(book !== undefined && { initial_value: book.slice(0, bookChars) }),
    },
  };
}

const noteInput: InputBlock = {
  type: "input",
  block_id: formBlocks.note,
  optional: true,
  label: plainText("Note to those who approve", limits.optionText),
  element: {
    type: "plain_text_input",
    action_id: "choice",
    multiline: true,
    max_length: noteChars,
  },
};

const dueInput: InputBlock = {
  type: "input",
  block_id: formBlocks.due,
  optional: true,
  label: plainText("Needed by", limits.optionText),
  element: { type: "datepicker", action_id: "choice" },
};
