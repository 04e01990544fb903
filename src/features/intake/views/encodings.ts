import type { KnownBlock, SectionBlock } from "@slack/types";

import type { DocumentFormat, Encoding, LeftOut, SampleLines } from "../../../core/manuscript.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import {
  type Message,
  button,
  contextBlock,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale, Unit } from "../../../slack/i18n/locale.ts";
import { plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { encodingActionId, taskValue } from "../../ids.ts";
import { fileGoneReply, notAllowedReply } from "../../short-replies.ts";
import type { TextLook } from "../actions/read-manuscript.ts";
import type { DoubtOutcome } from "../rules/reading.ts";

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

export function doubtReply({ status }: DoubtOutcome, { locale: { t } }: ViewContext): Message {
  return status === "asked"
    ? say(t`The card now shows some lines in each encoding. Please choose there.`)
    : say(t`The text was approved or is with the partner, so it can’t be read differently now.`);
}

/** Draws the text that would be translated, for the person who clicked alone. */
export function textBlocks(look: TextLook, context: ViewContext): readonly KnownBlock[] {
  switch (look.status) {
    case "unread":
      return [];
    case "not-allowed":
      return notAllowedReply(context, look.quote.request.by).blocks;
    case "unreadable":
      return fileGoneReply(context).blocks;
    case "seen":
      return seen(look, context.locale);
  }
}

function seen(
  { quote, beginning, ending }: Extract<TextLook, { status: "seen" }>,
  locale: Locale,
): readonly KnownBlock[] {
  const leftOut = leftOutWords(quote, locale);
  return [
    section(`*${locale.t`The text as it was read`}*`),
    ...(leftOut === undefined ? [] : [contextBlock(leftOut)]),
    ...passages(beginning),
    ...(ending === "" ? [] : [section("…"), ...passages(ending)]),
  ];
}

/** Cuts a text into blocks as large as Slack takes, between words where there are any. */
function passages(text: string): readonly SectionBlock[] {
  const shown = text.trim().match(passage) ?? [];
  return shown.map((one) => ({
    type: "section",
    text: plainText(one.toWellFormed(), limits.passage),
  }));
}

/** At most `limits.passage` UTF-16 units. */
const passage = /[^]{1,2900}(?!\S)|[^]{1,2900}/g;

function leftOutWords(quote: Quote, { t, counted, enumerated }: Locale): string | undefined {
  const { leftOut = [] } = manuscriptOf(quote) ?? {};
  if (leftOut.length === 0) return undefined;
  return t`Left out: ${enumerated(leftOut.map(({ what, count }) => counted(count, leftOutUnits[what])))}`;
}

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
