import type { ManuscriptFaultReason } from "../../domain/faults.ts";
import type { Quote } from "../../domain/quote.ts";
import type { DeskRules } from "../../domain/rules.ts";
import { mention, mentions } from "../mrkdwn.ts";
import { type Message, say } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { noteWords } from "./note-words.ts";
import { named } from "./words.ts";

/** Tells the requester, in the thread, who declined and why. */
export function declinedReply(quote: Quote, { tongue: { t } }: Pick<Desk, "tongue">): Message {
  const { decision, requester } = quote;
  if (decision.status !== "declined") throw new Error(`quote ${quote.id} is not declined`);
  const { by, note } = decision;
  const what = t`${mention(requester)} The estimate for ${named(quote)} was declined by ${mention(by)}. Nothing more is bought for it.`;
  return say(note === undefined ? what : `${what} ${mention(by)}: ${noteWords(note)}`);
}

/** Tells both sides, in the thread, that time was up: the one who asked, and those who could have decided. */
export function expiredReply(quote: Quote, { approvers, tongue: { t } }: Desk): Message {
  const people = mentions([quote.requester, ...approvers.filter((id) => id !== quote.requester)]);
  return say(
    t`${people} The estimate for ${named(quote)} has expired, because nobody decided in time. That is no refusal. No translation was bought; “Ask again” on its card makes a new estimate.`,
  );
}

/** Why a manuscript was not taken. */
export function refusedReply(quote: Quote, { rules }: Pick<Desk, "rules">): Message {
  const reason = quote.reading.status === "refused" ? quote.reading.reason : "unsupported-type";
  return say(`${mention(quote.requester)} ${refusals[reason](named(quote), rules)}`);
}

const accepted = "a Word (.docx), EPUB, OpenDocument (.odt), HTML, .txt or .md file";
const acceptedText = "a .txt or .md file in UTF-8 or UTF-16";

/** One polite sentence a reason, each with what would be accepted; `it` is the quoted name, in mrkdwn. */
const refusals: Readonly<Record<ManuscriptFaultReason, (it: string, rules: DeskRules) => string>> =
  {
    empty: (it) => `${it} has no text in it. Please post the manuscript as ${accepted}.`,
    binary: (it) =>
      `${it} does not contain plain text. Please save the manuscript as ${acceptedText} and post it again.`,
    undecodable: (it) =>
      `I cannot read the characters of ${it}. Please save it as ${acceptedText} and post it again.`,
    "unsupported-type": (it) =>
      `I cannot read files like ${it} yet. Please post the manuscript as ${accepted}.`,
    "old-word": (it) =>
      `${it} is in Word’s old format, which I cannot read. Please open it in Word or LibreOffice, save it as .docx, and post that.`,
    "rich-text": (it) =>
      `${it} is in the rich text format, which I cannot read. Please open it in Word or LibreOffice, save it as .docx, and post that.`,
    pages: (it) =>
      `${it} is made with Pages, whose files I cannot read. Please export it from there to Word or EPUB, and post that.`,
    pdf: (it) =>
      `${it} is a PDF, which holds printed pages and not their text. Please post the manuscript that it was made from, as ${accepted}.`,
    picture: (it) =>
      `${it} is a picture, and I cannot read text in pictures. Please post the manuscript itself as ${accepted}.`,
    kindle: (it) =>
      `${it} is a book for one reader’s devices, which I cannot open. Please post its .epub or the manuscript that it was made from.`,
    packed: (it) =>
      `${it} is a packed folder, which I do not open. Please unpack it and post each manuscript in it, as ${accepted}.`,
    "broken-document": (it) =>
      `${it} is damaged or not what its name says, so I cannot open it. Please open it in the program that made it, save it anew, and post that.`,
    "protected-document": (it) =>
      `${it} is locked by a password or by copy protection, so I cannot read it. Please save it without protection, or post the manuscript as ${accepted}.`,
    "unsafe-document": (it) =>
      `${it} is packed in a way in which no manuscript is, so I stopped opening it. Please open it in the program that made it, save it anew, and post that, or post the text as a .txt file.`,
    "too-large": (it, rules) =>
      `${it} is larger than the ${megabytes(rules.maxManuscriptBytes)} that I take. Please post it in parts, each as ${accepted}.`,
    "not-at-slack": (it) =>
      `${it} is kept outside Slack, where I cannot fetch it. Please upload it here as ${accepted}.`,
    gone: (it) => `${it} is no longer at Slack. Please post it again as ${accepted}.`,
    "no-access": (it) =>
      `Slack does not let me read ${it}. Please post it in a conversation that I am a member of, as ${accepted}.`,
    "not-allowed": () =>
      "Only full members of this workspace can have manuscripts translated here; guests and people of other workspaces cannot.",
    interrupted: (it) =>
      `Slack did not give me the whole of ${it}. Please post it again as ${accepted}.`,
  };

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toLocaleString("en")} MB`;
}
