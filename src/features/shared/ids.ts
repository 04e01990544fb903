import { z } from "zod";

import { type MenuItem, menuItems } from "#domain/estimate/card-model.ts";
import type { GlossaryFormat } from "#domain/glossary/glossary-file.ts";
import { limits, whole } from "#slack/blocks.ts";

/** Ids that Slack returns with a click. Ids and values are never shortened. */
export const actionIds = {
  approve: "quote.approve",
  preview: "quote.preview",
  glossary: "quote.glossary",
  /** The translation of some chapters. */
  part: "quote.part",
  /** Opens the form to decline, with a reason. */
  decline: "quote.decline",
  /** Approves every open card of a batch; its value is the total that was shown. */
  approveAll: "batch.approve",
  remind: "quote.remind",
  /** Undoes an approval before anything is sent. */
  undo: "task.take_back",
  /** The ⋯ of a card: see `menuValue`. */
  more: "quote.more",
  targetLang: "quote.target_lang",
  strategy: "quote.strategy",
  /** Uses the existing translation of the same text, free. */
  existing: "quote.existing",
  /** Translates again, at its price, what exists or is running already. */
  again: "quote.again",
  /** Reopens an expired card. */
  askAgain: "quote.ask_again",
  /** On the Home tab. */
  openForm: "request.open",
  /** Shows the rest of the request form. */
  moreOptions: "request.more",
  nextWaiting: "home.next_waiting",
  firstWaiting: "home.first_waiting",
  openBook: "book.open",
  notifyOn: "notify.on",
  notifyOff: "notify.off",
  eraseBook: "book.erase",
  /** Opens the form of a manuscript's book. */
  editBook: "book.edit",
  /** Opens the form in which a book is merged into another one. */
  mergeBook: "book.merge",
  /** Says that the manuscript's characters are wrong. */
  doubtEncoding: "quote.doubt_encoding",
  newManuscript: "manuscript.new",
  freshLink: "task.fresh_link",
  lookFirst: "task.look",
  /** The ⋯ of a result: its receipt, and the forms to export it and to report a problem. */
  taskMore: "task.more",
  /** Posts the manuscript's document with everything that was translated so far. */
  postBook: "quote.post_book",
  postFile: "task.post_file",
  /** Opens an address in the browser; Slack still sends the click, which must be acknowledged. */
  openLink: "task.open_link",
  /** The admins' three choices for a run with an unknown outcome. */
  enterTaskId: "settle.task_id",
  closeTask: "settle.not_created",
  sendAgain: "settle.send_again",
  /** The admins' choices for an approved run that cannot be sent. */
  tryAgain: "settle.try_again",
  takeBack: "settle.take_back",
  /** Lets work go on after the store was emptied; for admins. */
  resumeSales: "records.go_on",
  /** Opens the glossary of a manuscript's book; all the others are in the form behind it. */
  openTerms: "terms.open",
  termsLayer: "terms.layer",
  termsSearch: "terms.search",
  termsBack: "terms.back",
  termsOn: "terms.on",
  termsTake: "terms.take",
  takeTermFile: "termfile.take",
} as const;

/** Gives a result. Slack wants different ids for the buttons of one block. */
export function resultActionId(position: number): string {
  return position === 0 ? actionIds.freshLink : `${actionIds.freshLink}.${position}`;
}

/** Reads a manuscript in the encoding of the button. Slack wants different ids for the buttons of one block. */
export function encodingActionId(encoding: string): string {
  return `quote.encoding.${encoding}`;
}

export function termsFileActionId(format: GlossaryFormat): string {
  return `terms.${format}`;
}

/** The pages of the settings: each is a form of its own. */
export const settingsPages = ["spending", "reminders", "defaults", "channel"] as const;
export type SettingsPage = (typeof settingsPages)[number];

export function settingsActionId(page: SettingsPage): string {
  return `settings.edit.${page}`;
}

export const callbackIds = {
  requestTranslation: "request_translation",
  translateManuscript: "translate_manuscript",
  enterTaskId: "settle_task_id",
  chapters: "quote.chapters",
  glossary: "quote.glossary",
  language: "quote.language",
  note: "quote.note",
  details: "quote.details",
  decline: "quote.decline",
  settings: "desk_settings",
  report: "report_trouble",
  exports: "export_result",
  terms: "review_terms",
  book: "edit_book",
  /** Chooses the book that stays; the form behind it says what changes. */
  chooseMerge: "choose_merge",
  merge: "merge_books",
} as const;

export const commandNames = { translate: "/translate", usage: "/translate-usage" } as const;

/** The place where a card's form was opened. It returns with the form and is checked like a click. */
export type CardPlace = z.infer<typeof cardPlace>;

const cardPlace = z.object({
  quoteId: z.string().min(1),
  channel: z.string(),
  thread: z.string().optional(),
});

/** A run's result, and the conversation where a form about it was opened. */
export type ResultPlace = z.infer<typeof resultPlace>;

const resultPlace = cardPlace.extend({ key: z.string().min(1) });

/** The `private_metadata` of a form; `read` returns undefined when it is not ours. */
export function formMemory<T>(schema: z.ZodType<T>) {
  return {
    write: (memory: T) => whole(JSON.stringify(schema.parse(memory)), limits.privateMetadata),
    read: (metadata: string): T | undefined => {
      try {
        return schema.safeParse(JSON.parse(metadata)).data;
      } catch {
        return undefined;
      }
    },
  };
}

export const { write: cardMemory, read: parseCardPlace } = formMemory(cardPlace);
export const { write: resultMemory, read: parseResultPlace } = formMemory(resultPlace);

/** `part` keeps the blocks of one card apart: Slack requires unique block ids in a message. */
type OfferBlock = {
  readonly tag: string;
  readonly part: "buttons" | "language" | "glossary";
  readonly quoteId: string;
};

/** The prefix of the block ids of a preview's text; a number follows. */
export const excerptBlock = "excerpt.";

/** The select's option values are language codes, so the quote's id travels in the block_id as well. */
export function offerBlockId({ tag, part, quoteId }: OfferBlock): string {
  return `offer.${tag}.${part}.${quoteId}`;
}

/** The quote of a clicked card, and the offer that it showed; undefined for any other block. */
export function parseOffer(blockId: string) {
  const { tag, quoteId } = offerBlock.exec(blockId)?.groups ?? {};
  return tag === undefined || quoteId === undefined ? undefined : { tag, quoteId };
}

const offerBlock = /^offer\.(?<tag>[^.]+)\.(?:buttons|language|glossary)\.(?<quoteId>[^.]+)$/u;

/** `details:<quote>` or `receipt:<quote>/<key>`: an option of the ⋯ of a card or a result. */
export function menuValue(item: MenuItem | TaskMenuItem, ref: string): string {
  return `${item}:${ref}`;
}

export function parseMenuValue(value: string) {
  const { item, ref } = menuOption(value, menuItems) ?? {};
  return item === undefined || !ref || ref.includes(":") ? undefined : { item, quoteId: ref };
}

export function parseTaskMenuValue(value: string) {
  const { item, ref = "" } = menuOption(value, taskMenuItems) ?? {};
  const task = parseTaskValue(ref);
  return task === undefined || item === undefined ? undefined : { ...task, item };
}

function menuOption<Item extends string>(value: string, items: readonly Item[]) {
  const item = items.find((one) => value.startsWith(`${one}:`));
  return item && { item, ref: value.slice(item.length + 1) };
}

const taskMenuItems = ["receipt", "report", "file", "export", "look", "csv", "json"] as const;
export type TaskMenuItem = (typeof taskMenuItems)[number];

type PostedUnder = {
  readonly thread: string;
  readonly ts: string;
  readonly fileIds: readonly string[];
};

/** Which files of which message a button is about. */
export function postedValue({ thread, ts, fileIds }: PostedUnder): string {
  return whole([thread, ts, ...fileIds].join("/"), limits.buttonValue);
}

export function parsePostedValue(value: string): PostedUnder | undefined {
  const [thread, ts, ...fileIds] = value.split("/");
  return thread && ts && fileIds.length > 0 ? { thread, ts, fileIds } : undefined;
}

export type TaskRef = { readonly quoteId: string; readonly key: string };

export function taskValue({ quoteId, key }: TaskRef): string {
  return `${quoteId}/${key}`;
}

export function parseTaskValue(value: string): TaskRef | undefined {
  const [quoteId, key, ...rest] = value.split("/");
  return quoteId && key && rest.length === 0 ? { quoteId, key } : undefined;
}
