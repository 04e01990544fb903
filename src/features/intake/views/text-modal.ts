import type { ModalView, SectionBlock } from "@slack/types";

import type { DocumentFormat, LeftOut, Manuscript } from "../../../core/manuscript.ts";
import { manuscriptOf } from "../../../core/quote.ts";
import { context, limits, plainText, section } from "../../../slack/blocks.ts";
import type { Unit } from "../../../slack/i18n/catalogue.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mention, mentions } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { named } from "../../../slack/words.ts";
import type { TextLook } from "../actions/look-at-text.ts";

/** It opens at once, since a trigger lives three seconds, and is filled when the document is read. */
export function textLoadingModal(desk: Desk): ModalView {
  return modal([section(desk.tongue.t`I am reading the document…`)], desk);
}

/** What of a document would be translated, for the one who clicked alone. */
export function textModal(look: TextLook, desk: Desk): ModalView {
  const { approvers, tongue } = desk;
  const { t } = tongue;
  switch (look.status) {
    case "unknown-card":
      return modal(
        [section(t`I no longer know this card. Please post the manuscript again.`)],
        desk,
      );
    case "not-allowed":
      return modal(
        [
          section(
            t`Only the person who asked (${mention(look.quote.requester)}) or an approver (${mentions(approvers, tongue)}) may look at the text.`,
          ),
        ],
        desk,
      );
    case "unreadable":
      return modal(
        [
          section(
            t`I cannot read the file at Slack just now. Please try again in a minute; if it was deleted there, post it again.`,
          ),
        ],
        desk,
      );
    case "seen":
      return modal(seen(look, tongue), desk);
  }
}

function modal(blocks: ModalView["blocks"], { tongue: { t } }: Desk): ModalView {
  return {
    type: "modal",
    title: plainText(t`The text`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
    blocks,
  };
}

function seen(look: Extract<TextLook, { status: "seen" }>, tongue: Tongue): ModalView["blocks"] {
  const { t, counted } = tongue;
  const { quote, beginning, ending } = look;
  const manuscript = manuscriptOf(quote);
  const whole = ending === "";
  return [
    section(
      manuscript === undefined
        ? t`This is what is translated of ${named(quote, tongue)}.`
        : t`This is what is translated of ${named(quote, tongue)}, ${counted(manuscript.characters, "character")}.`,
    ),
    ...(manuscript === undefined ? [] : [context(leftOutWords(manuscript, tongue))]),
    ...(whole ? [] : [section(`*${t`It begins`}*`)]),
    ...passages(beginning),
    ...(whole ? [] : [section(`*${t`It ends`}*`), ...passages(ending)]),
  ];
}

/** As much in one block as Slack takes, cut between paragraphs where there are any. */
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

/** What the document has besides, which is not counted and not translated. */
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

/** What people call a format. */
export const formatNames: Readonly<Record<DocumentFormat, string>> = {
  docx: "Word",
  epub: "EPUB",
  html: "HTML",
  odt: "OpenDocument",
};
