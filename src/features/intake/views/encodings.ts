import type { KnownBlock, SectionBlock } from "@slack/types";

import type { DocumentFormat, Encoding, LeftOut, SampleLines } from "../../../core/manuscript.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { button, contextBlock, limits, plainText, section } from "../../../slack/blocks.ts";
import type { Unit } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { encodingActionId, taskValue } from "../../ids.ts";
import { fileGoneReply } from "../../short-replies.ts";
import type { TextSeen } from "../actions/read-manuscript.ts";

/** The name that standards and editors use. */
export function encodingLabel(encoding: Encoding): string {
  return encoding.toUpperCase();
}

/** Draws some lines in each encoding, with a button that chooses it. */
export function readingChoices(quote: Quote, samples: readonly SampleLines[]): KnownBlock[] {
  const candidates = quote.reading.status === "doubtful" ? quote.reading.candidates : [];
  return candidates.map((encoding) => {
    const lines = samples.find((sample) => sample.encoding === encoding)?.lines ?? [];
    const shown = lines.map((line) => plain(line, limits.lineShown)).join("\n");
    return {
      type: "section",
      text: plainText(shown || "…", limits.sectionText),
      accessory: button({
        label: encodingLabel(encoding),
        actionId: encodingActionId(encoding),
        value: taskValue({ quoteId: quote.id, key: encoding }),
      }),
    };
  });
}

/** Draws the text that would be translated, for the person who clicked alone. */
export function textBlocks(
  quote: Quote,
  seen: TextSeen | undefined,
  context: ViewContext,
): readonly KnownBlock[] {
  if (seen === undefined) return fileGoneReply(context).blocks;
  const { t, counted, enumerated } = context.locale;
  const { leftOut = [] } = manuscriptOf(quote) ?? {};
  const parts = leftOut.map(({ what, count }) => counted(count, leftOutUnits[what]));
  return [
    section(`*${t`The text as it was read`}*`),
    ...(parts.length === 0 ? [] : [contextBlock(t`Left out: ${enumerated(parts)}`)]),
    ...passages(seen.beginning),
    ...(seen.ending === "" ? [] : [section("…"), ...passages(seen.ending)]),
  ];
}

/** Cuts a text into blocks as large as Slack takes, between words where there are any. */
function passages(text: string): readonly SectionBlock[] {
  const all = text.match(passage) ?? [];
  // Slack takes no block of blanks alone.
  const shown = all.map((one) => one.trim().toWellFormed()).filter((one) => one !== "");
  return shown.map((one) => ({ type: "section", text: plainText(one, limits.passage) }));
}

/** At most `limits.passage` UTF-16 units. */
const passage = /[^]{1,2900}(?!\S)|[^]{1,2900}/g;

const leftOutUnits = {
  contents: "list of contents",
  deletions: "tracked deletion",
  pictures: "description of a picture",
  readings: "reading beside a word",
} as const satisfies Readonly<Record<LeftOut["what"], Unit>>;

export const formatNames: Readonly<Record<DocumentFormat, string>> = {
  docx: "Word",
  epub: "EPUB",
  html: "HTML",
  odt: "OpenDocument",
};
