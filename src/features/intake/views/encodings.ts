import type { KnownBlock, SectionBlock } from "@slack/types";

import type {
  DocumentFormat,
  Encoding,
  LeftOut,
  Manuscript,
  SampleLines,
} from "../../../core/manuscript.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { DoubtOutcome, EncodingOutcome } from "../../../core/reading.ts";
import {
  type Message,
  button,
  contextBlock,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { Unit } from "../../../slack/i18n/units.ts";
import { mention, mentions, plain } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { encodingActionId, taskValue } from "../../ids.ts";
import { staleCardReply } from "../../short-replies.ts";
import type { TextLook } from "../actions/read-manuscript.ts";

/** Returns the name of an encoding with its script, which tells people more than the name. */
export function encodingLabel(encoding: Encoding, tongue: Tongue): string {
  const { name, script } = encodings[encoding];
  return script === undefined ? name : `${name} (${script(tongue)})`;
}

type Known = { readonly name: string; readonly script?: (tongue: Tongue) => string };

const encodings: Readonly<Record<Encoding, Known>> = {
  "utf-8": { name: "UTF-8" },
  "utf-16le": { name: "UTF-16" },
  "utf-16be": { name: "UTF-16" },
  shift_jis: { name: "Shift_JIS", script: ({ t }) => t`Japanese` },
  "euc-jp": { name: "EUC-JP", script: ({ t }) => t`Japanese` },
  "iso-2022-jp": { name: "ISO-2022-JP", script: ({ t }) => t`Japanese` },
  gb18030: { name: "GB18030", script: ({ t }) => t`Chinese` },
  big5: { name: "Big5", script: ({ t }) => t`Chinese` },
  "euc-kr": { name: "EUC-KR", script: ({ t }) => t`Korean` },
  "windows-1250": { name: "Windows-1250", script: ({ t }) => t`Central European` },
  "windows-1251": { name: "Windows-1251", script: ({ t }) => t`Cyrillic` },
  "windows-1252": { name: "Windows-1252", script: ({ t }) => t`Western European` },
  "windows-1253": { name: "Windows-1253", script: ({ t }) => t`Greek` },
  "windows-1254": { name: "Windows-1254", script: ({ t }) => t`Turkish` },
  "windows-1255": { name: "Windows-1255", script: ({ t }) => t`Hebrew` },
  "windows-1256": { name: "Windows-1256", script: ({ t }) => t`Arabic` },
  "windows-1257": { name: "Windows-1257", script: ({ t }) => t`Baltic` },
  "windows-1258": { name: "Windows-1258", script: ({ t }) => t`Vietnamese` },
  "windows-874": { name: "Windows-874", script: ({ t }) => t`Thai` },
  "koi8-r": { name: "KOI8-R", script: ({ t }) => t`Russian` },
  "koi8-u": { name: "KOI8-U", script: ({ t }) => t`Ukrainian` },
  "iso-8859-2": { name: "ISO 8859-2", script: ({ t }) => t`Central European` },
  "iso-8859-3": { name: "ISO 8859-3", script: ({ t }) => t`Esperanto, Maltese` },
  "iso-8859-4": { name: "ISO 8859-4", script: ({ t }) => t`Baltic` },
  "iso-8859-5": { name: "ISO 8859-5", script: ({ t }) => t`Cyrillic` },
  "iso-8859-6": { name: "ISO 8859-6", script: ({ t }) => t`Arabic` },
  "iso-8859-7": { name: "ISO 8859-7", script: ({ t }) => t`Greek` },
  "iso-8859-8": { name: "ISO 8859-8", script: ({ t }) => t`Hebrew` },
  "iso-8859-10": { name: "ISO 8859-10", script: ({ t }) => t`Nordic` },
  "iso-8859-13": { name: "ISO 8859-13", script: ({ t }) => t`Baltic` },
  "iso-8859-14": { name: "ISO 8859-14", script: ({ t }) => t`Celtic` },
  "iso-8859-15": { name: "ISO 8859-15", script: ({ t }) => t`Western European` },
  "iso-8859-16": { name: "ISO 8859-16", script: ({ t }) => t`Romanian` },
};

/** Draws some lines in each encoding, with a button that chooses it. */
export function readingChoices(
  quote: Quote,
  samples: readonly SampleLines[],
  tongue: Tongue,
): KnownBlock[] {
  const candidates = quote.reading.status === "doubtful" ? quote.reading.candidates : [];
  return candidates.map((encoding) => {
    const lines = samples.find((sample) => sample.encoding === encoding)?.lines ?? [];
    const shown = lines.map((line) => plain(line, limits.lineShown)).join("\n");
    return {
      type: "section",
      text: plainText(shown || tongue.t`(The lines can’t be shown just now.)`, limits.sectionText),
      accessory: button({
        label: encodingLabel(encoding, tongue),
        actionId: encodingActionId(encoding),
        value: taskValue({ quoteId: quote.id, key: encoding }),
      }),
    };
  });
}

export function encodingReply(outcome: EncodingOutcome, context: ViewContext): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "chosen":
      return say(
        t`I’m reading the manuscript as ${encodingLabel(outcome.encoding, context.tongue)}. The card follows in a moment.`,
      );
    case "already-chosen": {
      const { encoding } = outcome;
      return say(
        encoding === undefined
          ? t`The manuscript is already being read again. Nothing was changed.`
          : t`The manuscript is already read as ${encodingLabel(encoding, context.tongue)}. Nothing was changed.`,
      );
    }
    case "not-offered":
      return staleCardReply(context);
    case "closed":
      return say(t`This estimate is closed. Please post the manuscript again.`);
  }
}

export function doubtReply(outcome: DoubtOutcome, { tongue: { t } }: ViewContext): Message {
  switch (outcome.status) {
    case "asked":
      return say(
        t`The card shows some lines in each encoding. Please choose the one that reads correctly.`,
      );
    case "too-late":
      return say(
        t`The text can’t be read differently now: it was approved, or the partner is looking at it. Please try again in a minute, or post the manuscript again.`,
      );
  }
}

/** Draws the text that would be translated, for the person who clicked alone. */
export function textBlocks(look: TextLook, context: ViewContext): readonly KnownBlock[] {
  const { approvers, tongue } = context;
  const { t } = tongue;
  switch (look.status) {
    case "unknown-card":
      return [];
    case "not-allowed":
      return [
        section(
          t`Only ${mention(look.quote.request.by)} and approvers (${mentions(approvers, tongue)}) can see the text.`,
        ),
      ];
    case "unreadable":
      return [
        section(
          t`I can’t read the file at Slack just now. Please try again in a minute; if it was deleted, post it again.`,
        ),
      ];
    case "seen":
      return seen(look, tongue);
  }
}

function seen(look: Extract<TextLook, { status: "seen" }>, tongue: Tongue): readonly KnownBlock[] {
  const { t } = tongue;
  const { quote, beginning, ending } = look;
  const manuscript = manuscriptOf(quote);
  const isWhole = ending === "";
  const isDocument = manuscript?.format !== undefined;
  return [
    section(`*${isWhole ? t`The text as it was read` : t`How the text begins`}*`),
    ...(isDocument ? [contextBlock(leftOutWords(manuscript, tongue))] : []),
    ...passages(beginning),
    ...(isWhole ? [] : [section(`*${t`How it ends`}*`), ...passages(ending)]),
  ];
}

/** Cuts a text into blocks as large as Slack takes, between paragraphs where possible. */
function passages(text: string): readonly SectionBlock[] {
  const shown: string[] = [];
  for (const piece of text.toWellFormed().split(/(?<=\n\n)/u)) {
    const last = shown.at(-1);
    if (last !== undefined && last.length + piece.length <= limits.passage) {
      shown.splice(-1, 1, last + piece);
    } else {
      shown.push(...slices(piece));
    }
  }
  return shown
    .filter((passage) => passage.trim() !== "")
    .map((passage) => ({ type: "section", text: plainText(passage, limits.passage) }));
}

function slices(piece: string): readonly string[] {
  const count = Math.ceil(piece.length / limits.passage);
  return Array.from({ length: count }, (_, n) =>
    piece.slice(n * limits.passage, (n + 1) * limits.passage).toWellFormed(),
  );
}

/** Lists the parts of a document that are neither counted nor translated. */
export function leftOutWords(
  { leftOut = [] }: Pick<Manuscript, "leftOut">,
  { t, counted, enumerated }: Tongue,
): string {
  const counts = enumerated(leftOut.map(({ what, count }) => counted(count, leftOutUnits[what])));
  return counts === ""
    ? t`Nothing was left out. Running heads, page numbers, comments and text in pictures are never read.`
    : t`Left out: ${counts}. Running heads, page numbers, comments and text in pictures are never read.`;
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
