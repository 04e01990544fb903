import type { KnownBlock } from "@slack/types";

import type { AboutOf, NoticeKind } from "#domain/notice-table.ts";
import type { Notice, NoticeAbout } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import type { Message } from "#slack/blocks.ts";
import type { Where } from "#slack/messages.ts";
import type { ViewContext } from "#slack/people.ts";

import { placeOf } from "./conversation.ts";

/** Everything but the quote that a notice is drawn from. */
export type NoticeDrawing = {
  readonly context: ViewContext;
  /** The text of a preview; empty if it could not be read. */
  readonly excerpt: readonly KnownBlock[];
  readonly find: (quoteId: string) => Promise<Quote | undefined>;
  readonly linkTo: (quote: Quote) => Promise<string | undefined>;
};

/** Draws a notice, and names its place if that is not its quote's. */
type NoticeRow<K extends NoticeKind> = {
  readonly draw: (
    quote: Quote,
    about: AboutOf<K>,
    drawing: NoticeDrawing,
  ) => Message | Promise<Message>;
  readonly where?: (quote: Quote, about: AboutOf<K>) => Where | undefined;
};

/** All notices; each is posted once. `domain/notice-table.ts` says when they are due. */
export type NoticeRows = { readonly [K in NoticeKind]: NoticeRow<K> };

function rowOf(rows: NoticeRows, { kind }: NoticeAbout): NoticeRow<NoticeKind> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row is asked about its own kind alone
  return rows[kind] as NoticeRow<NoticeKind>;
}

export async function drawNotice(
  rows: NoticeRows,
  quote: Quote,
  { about }: Notice,
  drawing: NoticeDrawing,
): Promise<Message> {
  return await rowOf(rows, about).draw(quote, about, drawing);
}

export function placeOfNotice(rows: NoticeRows, quote: Quote, { about }: Notice): Where {
  return rowOf(rows, about).where?.(quote, about) ?? placeOf(quote);
}
