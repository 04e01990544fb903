import type { ModalView } from "@slack/types";
import { z } from "zod";

import { type Message, limits, plainText, say, whole } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel } from "../../../slack/words.ts";
import { deliveryReply } from "../../delivery/views/delivery-reply.ts";
import { callbackIds } from "../../ids.ts";
import { strangerReply, unknownCardReply } from "../../short-replies.ts";
import type { ExportOutcome, PairedBook } from "../actions/export-result.ts";
import type { Bilingual } from "../rules/bilingual.ts";
import { type FormatId, formatIds } from "../rules/formats.ts";

/** The result to export, and the place where it was requested. */
export type ExportPlace = z.infer<typeof place>;

const formatBlock = "export.format";

/** Draws the form that exports source and translation in one file, for the team's own tools. */
export function exportForm(memory: ExportPlace, { tongue }: ViewContext): ModalView {
  const { t } = tongue;
  const options = formatIds.map((value) => {
    const [name, use] = formatWords(value, tongue);
    return {
      value,
      text: plainText(name, limits.optionText),
      description: plainText(use, limits.optionText),
    };
  });
  const [first] = options;
  return {
    type: "modal",
    callback_id: callbackIds.exports,
    private_metadata: whole(JSON.stringify(memory), limits.privateMetadata),
    title: plainText(t`Export`, limits.viewTitle),
    submit: plainText(t`Export`, limits.viewTitle),
    close: plainText(t`Not now`, limits.viewTitle),
    blocks: [
      {
        type: "input",
        block_id: formatBlock,
        label: plainText(t`Original and translation as`, limits.label),
        hint: plainText(t`You’ll get the file in a direct message. Files are free.`, limits.hint),
        element: {
          type: "radio_buttons",
          action_id: "choice",
          options,
          ...(first !== undefined && { initial_option: first }),
        },
      },
    ],
  };
}

function formatWords(format: FormatId, { t }: Tongue): readonly [name: string, use: string] {
  switch (format) {
    case "word":
      return [t`Word table`, t`Paragraphs side by side, with a column for comments`];
    case "epub":
      return [t`Bilingual EPUB`, t`Each paragraph followed by its translation`];
    case "tmx":
      return ["TMX 1.4b", t`Translation memory`];
    case "xliff12":
      return ["XLIFF 1.2", t`For most CAT tools`];
    case "xliff21":
      return ["XLIFF 2.1", t`For newer CAT tools`];
  }
}

/** Returns undefined for metadata that is not ours. */
export function parseExportPlace(metadata: string): ExportPlace | undefined {
  try {
    return place.safeParse(JSON.parse(metadata)).data;
  } catch {
    return undefined;
  }
}

export function parseFormat(values: unknown): FormatId | undefined {
  return submission.safeParse(values).data?.[formatBlock].choice.selected_option.value;
}

const place = z.object({
  quoteId: z.string().min(1),
  key: z.string().min(1),
  channel: z.string().min(1),
  thread: z.string().optional(),
});

const submission = z.object({
  [formatBlock]: z.object({
    choice: z.object({ selected_option: z.object({ value: z.enum(formatIds) }) }),
  }),
});

/** Returns the column headings of the table. */
export function headsOf(
  { source, target }: PairedBook,
  { rules, tongue }: ViewContext,
): Bilingual["heads"] {
  const { t } = tongue;
  const original = source === "und" ? t`Original` : languageLabel(source, rules.languages, tongue);
  return [t`No.`, original, languageLabel(target, rules.languages, tongue), t`Comment`];
}

/** Returns the remarks that a reviewer sees on suspect paragraphs. */
export function remarksIn({ tongue: { t } }: ViewContext): Bilingual["remarks"] {
  return {
    title: t`Look here first`,
    missing: t`No translation`,
    untranslated: t`Looks untranslated`,
    repeated: t`The same translation as another paragraph`,
    short: t`Much shorter than usual`,
    long: t`Much longer than usual`,
    numbers: t`Missing numbers: ${"{0}"}`,
    terms: t`Glossary terms not used: ${"{0}"}`,
  };
}

export function exportReply(
  outcome: Exclude<ExportOutcome, { status: "paired" }>,
  context: ViewContext,
): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "unknown-card":
      return unknownCardReply(context);
    case "not-allowed":
      return strangerReply(context);
    case "unreadable":
      return say(t`I couldn’t read the manuscript again, so there is no file with both languages.`);
    case "unmatched":
      return say(
        t`The paragraphs of the original and the translation don’t match, so there is no file with both languages.`,
      );
    case "too-large":
      return say(t`The text is too long to be put into one file here. “Download” still works.`);
    case "not-finished":
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
      return deliveryReply(outcome, context);
  }
}

export function exportSentReply(name: string, { tongue: { t } }: ViewContext): Message {
  return say(t`I have sent you “${outside(name, limits.nameShown)}” in our direct messages.`);
}
