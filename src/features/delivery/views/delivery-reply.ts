import type { Button, KnownBlock } from "@slack/types";

import { fileNotice, isWholeTranslation } from "../../../core/delivery.ts";
import type { Download } from "../../../core/partner.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import {
  type Message,
  actions,
  button,
  limits,
  plainText,
  say,
  section,
} from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { actionIds, taskValue } from "../../ids.ts";
import { formatNames } from "../../intake/views/encodings.ts";
import { partnerSilentReply, staleCardReply } from "../../short-replies.ts";
import type { DeliveryOutcome, ExistingOutcome } from "../actions/open-delivery.ts";
import type { PostFileOutcome } from "../actions/result-file.ts";
import { type PutBack, canBePutBack } from "../rules/put-back.ts";

/** Answers a request for a fresh link. */
export function deliveryReply(
  outcome: Exclude<DeliveryOutcome, { status: "unknown-card" | "not-allowed" }>,
  context: ViewContext,
): Message {
  const { locale } = context;
  const { t } = locale;
  switch (outcome.status) {
    case "open":
      return linkReply(outcome.download, outcome.fileName, locale);
    case "not-finished":
      return say(t`There is no file yet. The card in this thread shows the progress.`);
    case "partner-trouble":
      return partnerSilentReply(context);
    case "host-not-allowed":
      return say(
        t`The link to your file leads to ${outside(outcome.host, limits.nameShown)}, where I may not send anybody. Please ask an admin to add that host to \`RESULT_HOSTS\`, then click again.`,
      );
    case "too-many":
      return say(
        t`Too many links were asked for just now. The button works again from ${when(outcome.until)}.`,
      );
  }
}

/** Answers a click on *Use existing translation*. */
export function existingReply(
  outcome: Exclude<ExistingOutcome, { status: "unknown-card" | "not-allowed" }>,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  switch (outcome.status) {
    case "none":
      return staleCardReply(context);
    case "not-theirs":
      return say(t`It is in another conversation; please ask an admin.`);
    case "gone":
      return say(
        t`The partner no longer has that translation. Nothing was charged; the card offers a new one.`,
      );
    case "open":
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
      return deliveryReply(outcome, context);
  }
}

/** Answers *Post in thread*; undefined for a file that the result's message announces. */
export function fileReply(
  { status }: Exclude<PostFileOutcome, { status: "unknown-card" | "not-allowed" }>,
  context: ViewContext,
): Message | undefined {
  if (status === "posting") return undefined;
  return status === "not-finished"
    ? deliveryReply({ status }, context)
    : say(context.locale.t`The file is in the thread.`);
}

/** Draws the fresh link, for the person who clicked alone. `download.url` was checked before. */
export function linkReply({ url }: Download, fileName: string, { t }: Locale): Message {
  const text = t`Here is your link to “${outside(fileName, limits.nameShown)}”; it expires soon.`;
  return { text, blocks: [section(text), opener(url, t`Download`)] };
}

/** A button takes addresses up to a limit; a longer one is still a link. */
function opener(url: string, label: string): KnownBlock {
  if (url.length > limits.buttonUrl) {
    const link = { type: "link", url, text: label } as const;
    return { type: "rich_text", elements: [{ type: "rich_text_section", elements: [link] }] };
  }
  const text = plainText(label, limits.buttonText);
  return actions("link", [{ type: "button", text, url, action_id: actionIds.openLink }]);
}

/** Says where people get the result of a run. */
export function deliveryWords(quote: Quote, task: Task, { t }: Locale): string {
  const state = fileNotice(quote, task.key)?.state;
  switch (state?.status) {
    case undefined:
      return "";
    case "parked":
      return t`I couldn’t post the file here. “Download” gives you a link to it.`;
    case "due":
    case "saying":
      return t`The file follows in this thread.`;
    case "said": {
      const manuscript = manuscriptOf(quote);
      const isPart =
        manuscript !== undefined && canBePutBack(manuscript) && !isWholeTranslation(task);
      const form = isPart ? plainWords(t) : formWords(state.putBack, t);
      return `${t`The file is in the thread.`} ${form}`.trim();
    }
  }
}

/** Says how well the document was put back; empty for other formats. */
export function formWords(putBack: PutBack | undefined, t: Locale["t"]): string {
  if (putBack === undefined) return "";
  if (putBack.status !== "document") return plainWords(t);
  const { kept = 0, of = 0 } = putBack.emphasis ?? {};
  return of === 0 ? "" : t`${kept} of ${of} italics, bold words, and links were kept.`;
}

function plainWords(t: Locale["t"]): string {
  return t`It is plain text, because the layout couldn’t be restored.`;
}

/**
 * Draws the buttons that get the result; a file in the thread, or on its way there, is not offered again. The
 * link leads to the partner’s text: of a document, the translated document itself comes first.
 */
export function deliveryButtons(quote: Quote, task: Task, { t }: Locale): readonly Button[] {
  const manuscript = manuscriptOf(quote);
  const state = fileNotice(quote, task.key)?.state.status ?? "parked";
  const value = taskValue({ quoteId: quote.id, key: task.key });
  const link = (label: string) =>
    offersLink(quote, task) ? [button({ label, actionId: actionIds.freshLink, value })] : [];
  const file = (label: string) =>
    state === "parked" ? [button({ label, actionId: actionIds.postFile, value })] : [];
  return manuscript !== undefined && canBePutBack(manuscript) && isWholeTranslation(task)
    ? [...file(t`Post ${formatNames[manuscript.format]} file in thread`), ...link(t`Download text`)]
    : [...link(t`Download`), ...file(t`Post in thread`)];
}

/** Returns false when only the file is wanted, unless it could not be posted. */
function offersLink(quote: Quote, { key, delivery }: Task): boolean {
  return delivery?.way !== "file" || fileNotice(quote, key)?.state.status === "parked";
}
