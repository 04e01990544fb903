import type { Button } from "@slack/types";

import type { Quote } from "../../../domain/quote/quote.ts";
import { fileNotice, largestFileBytes, tooLarge } from "../../../domain/task/delivery.ts";
import type { Task } from "../../../domain/task/task.ts";
import { actionIds, taskValue } from "../../ids.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { button } from "../blocks.ts";

/** Where the text that a run has brought is to be had. */
export function deliveryWords(quote: Quote, task: Task, { t }: Tongue): string {
  const link = t`The button shows you a link that works for a short time, as often as you need one.`;
  const state = fileNotice(quote, task.key)?.state;
  if (state?.status === "parked") return `${parkedWords(state.why, t)} ${link}`;
  const file =
    state?.status === "said" ? t`The file is in this thread.` : t`The file follows in this thread.`;
  if (state === undefined) return link;
  return offersLink(quote, task) ? `${file} ${link}` : file;
}

/** The ways to get it. */
export function deliveryButtons(quote: Quote, task: Task, { t }: Tongue): readonly Button[] {
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const link = button({ label: t`Get a fresh link`, actionId: actionIds.freshLink, value });
  const file = button({ label: t`Post the file here`, actionId: actionIds.postFile, value });
  return offersLink(quote, task) ? [link, file] : [file];
}

/** Where only the file was wanted there is no link, unless the file could not be posted. */
function offersLink(quote: Quote, { key, delivery }: Task): boolean {
  return delivery !== "file" || fileNotice(quote, key)?.state.status === "parked";
}

function parkedWords(why: string, t: Tongue["t"]): string {
  return why === tooLarge
    ? t`The file is too large to be posted here: I post files of up to ${largestFileBytes / megabyte} MB.`
    : t`The file could not be posted here: Slack or the partner did not let me.`;
}

const megabyte = 1024 * 1024;
