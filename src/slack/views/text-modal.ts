import type { ModalView, SectionBlock } from "@slack/types";

import type { DocumentFormat, LeftOut, Manuscript } from "../../domain/manuscript.ts";
import { manuscriptOf } from "../../domain/quote.ts";
import type { TextLook } from "../../usecases/look-at-text.ts";
import { mentions } from "../mrkdwn.ts";
import { context, limits, plainText, section } from "./blocks.ts";
import { characters, counted, named } from "./words.ts";

/** It opens at once, since a trigger lives three seconds, and is filled when the document is read. */
export function textLoadingModal(): ModalView {
  return modal([section("I am reading the document…")]);
}

/** What of a document would be translated, for the one who clicked alone. */
export function textModal(look: TextLook, approvers: readonly string[]): ModalView {
  switch (look.status) {
    case "unknown-card":
      return modal([section("I no longer know this card. Please post the manuscript again.")]);
    case "not-allowed":
      return modal([
        section(
          `Only the person who asked (${mentions([look.quote.requester])}) or an approver (${mentions(approvers)}) may look at the text.`,
        ),
      ]);
    case "unreadable":
      return modal([
        section(
          "I cannot read the file at Slack just now. Please try again in a minute; if it was deleted there, post it again.",
        ),
      ]);
    case "seen":
      return modal(seen(look));
  }
}

function modal(blocks: ModalView["blocks"]): ModalView {
  return {
    type: "modal",
    title: plainText("The text", limits.viewTitle),
    close: plainText("Close", limits.viewTitle),
    blocks,
  };
}

function seen(look: Extract<TextLook, { status: "seen" }>): ModalView["blocks"] {
  const { quote, beginning, ending } = look;
  const manuscript = manuscriptOf(quote);
  const count = manuscript === undefined ? "" : `, ${characters(manuscript.characters)}`;
  const whole = ending === "";
  return [
    section(`This is what is translated of ${named(quote)}${count}.`),
    ...(manuscript === undefined ? [] : [context(leftOutWords(manuscript))]),
    ...(whole ? [] : [section("*It begins*")]),
    ...passages(beginning),
    ...(whole ? [] : [section("*It ends*"), ...passages(ending)]),
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
export function leftOutWords({ leftOut = [] }: Pick<Manuscript, "leftOut">): string {
  const counts = leftOut.map(({ what, count }) => leftOutCount[what](count));
  const besides = "Running heads, page numbers, comments and text in pictures are never read.";
  return counts.length === 0
    ? `Nothing was left out. ${besides}`
    : `Left out: ${counts.join(", ")}. ${besides}`;
}

const leftOutCount: Readonly<Record<LeftOut["what"], (count: number) => string>> = {
  contents: (count) => counted(count, "list of contents", "lists of contents"),
  deletions: (count) => counted(count, "tracked deletion"),
  pictures: (count) => counted(count, "description of a picture", "descriptions of pictures"),
  readings: (count) => counted(count, "reading beside a word", "readings beside words"),
};

/** What people call a format. */
export const formatNames: Readonly<Record<DocumentFormat, string>> = {
  docx: "Word",
  epub: "EPUB",
  html: "HTML",
  odt: "OpenDocument",
};
