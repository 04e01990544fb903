import { shownFileName } from "#domain/book/manuscript-name.ts";
import type { ResultFile } from "#domain/context.ts";
import { chaptersOf, deliveryFileName, documentFileName } from "#domain/delivery/delivery.ts";
import type { PutBack } from "#domain/manuscript.ts";
import type { Notice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";

export function fileOf(quote: Quote, notice: Notice, { content, putBack }: ResultFile) {
  return { name: fileName(quote, notice, putBack), content };
}

/** The file that was already uploaded for this notice. */
export function sharedName(quote: Quote, notice: Notice): string {
  const state = quote.notices.find(({ id }) => id === notice.id)?.state;
  return fileName(quote, notice, state?.status === "saying" ? state.putBack : undefined);
}

function fileName(quote: Quote, { about }: Notice, putBack: PutBack | undefined): string {
  const { target, tasks } = quote;
  const name = shownFileName(quote);
  const task = "key" in about ? tasks.find(({ key }) => key === about.key) : undefined;
  const language = task?.target ?? target;
  if (putBack?.status === "document") return documentFileName(name, language);
  return deliveryFileName(name, language, chaptersOf(quote, task));
}
