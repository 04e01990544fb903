import type { InputBlock, ModalView, PlainTextOption } from "@slack/types";
import { z } from "zod";

import type { Language } from "../../domain/languages.ts";
import { callbackIds } from "../ids.ts";
import { plain, utc } from "../mrkdwn.ts";
import { limits, plainText, section, whole } from "./blocks.ts";
import { languageSelect } from "./language-select.ts";

/** A manuscript that is in the conversation already; `postedAt` in ms since 1970. */
type RecentFile = {
  readonly id: string;
  readonly name: string;
  readonly postedAt: number;
};

/** Where the form was opened: a modal knows no conversation by itself. */
export type FormPlace = { readonly channel: string; readonly thread?: string | undefined };

type Form = FormPlace & {
  readonly files: readonly RecentFile[];
  readonly languages: readonly Language[];
  readonly defaultTarget: string;
};

/** The form behind `/translate`: a manuscript of the conversation or a new one, and the language. */
export function requestForm(form: Form): ModalView {
  const recent = form.files.toSorted((one, other) => other.postedAt - one.postedAt);
  return {
    ...frame,
    submit: plainText("Estimate", limits.viewTitle),
    private_metadata: placeWords(form),
    blocks: [
      ...(recent.length === 0 ? [] : [recentInput(recent)]),
      uploadInput(recent),
      languageInput(form),
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
} as const;

export type FormResult =
  | { readonly status: "filled"; readonly fileId: string; readonly target: string }
  | { readonly status: "faulty"; readonly errors: Readonly<Record<string, string>> };

/** `values` is the `view.state.values` of the submission; errors are named by block_id, as Slack wants them. */
export function parseRequestForm(values: unknown): FormResult {
  const form = submission.safeParse(values).data ?? {};
  const recent = form[formBlocks.recent]?.choice.selected_option?.value;
  const upload = form[formBlocks.upload]?.choice.files?.[0]?.id;
  const target = form[formBlocks.language]?.choice.selected_option?.value;
  if (recent !== undefined && upload !== undefined) {
    return faulty(
      formBlocks.upload,
      "Please choose one of the two: a posted manuscript or a new file.",
    );
  }
  const fileId = recent ?? upload;
  if (fileId === undefined) return faulty(formBlocks.upload, "Please choose a manuscript.");
  if (target === undefined) return faulty(formBlocks.language, "Please choose a language.");
  return { status: "filled", fileId, target };
}

function faulty(blockId: string, sentence: string): FormResult {
  return { status: "faulty", errors: { [blockId]: sentence } };
}

/** Reads the `private_metadata` of the form; undefined when it is not ours. */
export function parseFormPlace(metadata: string): FormPlace | undefined {
  try {
    return place.parse(JSON.parse(metadata));
  } catch {
    return undefined;
  }
}

const place = z.object({ channel: z.string(), thread: z.string().optional() });

const chosen = z
  .object({
    choice: z.object({
      selected_option: z.object({ value: z.string() }).nullish(),
      files: z.array(z.object({ id: z.string() })).nullish(),
    }),
  })
  .optional();

const submission = z.object({
  [formBlocks.recent]: chosen,
  [formBlocks.upload]: chosen,
  [formBlocks.language]: chosen,
});

const frame = {
  type: "modal",
  callback_id: callbackIds.requestTranslation,
  title: plainText("Translate a manuscript", limits.viewTitle),
  close: plainText("Close", limits.viewTitle),
} as const;

function placeWords({ channel, thread }: FormPlace): string {
  const words = JSON.stringify({ channel, ...(thread !== undefined && { thread }) });
  return whole(words, limits.privateMetadata);
}

function recentInput(recent: readonly RecentFile[]): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.recent,
    optional: true,
    label: plainText("Manuscript from this conversation", limits.optionText),
    element: {
      type: "static_select",
      action_id: "choice",
      placeholder: plainText("Choose a manuscript", limits.optionText),
      options: recent.slice(0, limits.options).map(fileOption),
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

function uploadInput(recent: readonly RecentFile[]): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.upload,
    optional: recent.length > 0,
    label: plainText(recent.length > 0 ? "Or a new one" : "Manuscript", limits.optionText),
    hint: plainText(
      "A .txt or .md file of up to 10 MB. Post a bigger one in the channel: I answer there as well.",
      limits.header,
    ),
    element: { type: "file_input", action_id: "choice", filetypes: ["txt", "md"], max_files: 1 },
  };
}

function languageInput({ languages, defaultTarget }: Form): InputBlock {
  return {
    type: "input",
    block_id: formBlocks.language,
    label: plainText("Language to translate into", limits.optionText),
    element: languageSelect({ actionId: "choice", languages, chosen: defaultTarget }),
  };
}
