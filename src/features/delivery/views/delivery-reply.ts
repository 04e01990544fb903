import type { KnownBlock } from "@slack/types";

import type { Download } from "../../../core/partner.ts";
import { type Message, actions, limits, plainText, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { actionIds } from "../../ids.ts";
import type { DeliveryOutcome } from "../actions/open-delivery.ts";
import type { PostFileOutcome } from "../actions/result-file.ts";

/** Answers a request for a fresh link. */
export function deliveryReply(
  outcome: Exclude<DeliveryOutcome, { status: "unknown-card" | "not-allowed" }>,
  { tongue }: ViewContext,
): Message {
  switch (outcome.status) {
    case "open":
      return linkReply(outcome.download, outcome.fileName, tongue);
    case "not-finished":
      return linkNotReadyReply(tongue);
    case "partner-trouble":
      return linkFailedReply(tongue);
    case "host-not-allowed":
      return hostNotAllowedReply(outcome.host, tongue);
    case "too-many":
      return tooManyLinksReply(outcome.until, tongue);
  }
}

/** Answers *Post in thread*. */
export function fileReply(
  { status }: Exclude<PostFileOutcome, { status: "unknown-card" | "not-allowed" }>,
  { tongue }: ViewContext,
): Message {
  const { t } = tongue;
  switch (status) {
    case "posting":
      return say(t`I’m fetching the file and will post it in the thread. Files are free.`);
    case "there":
      return say(t`The file is already in this thread.`);
    case "not-finished":
      return linkNotReadyReply(tongue);
  }
}

/**
 * Draws the fresh link, for the person who clicked alone. `download.url` was checked before; `fileName`
 * comes from the manuscript's name, which the partner is not told.
 */
export function linkReply(download: Download, fileName: string, tongue: Tongue): Message {
  const { t, sizeOf } = tongue;
  const name = outside(fileName, limits.nameShown);
  const size = download.fileSize === undefined ? "" : t` (${sizeOf(download.fileSize)})`;
  const link = t`Here is your link to “${name}”${size}; it expires soon.`;
  const { fileName: theirs = fileName } = download;
  const saved =
    theirs === fileName
      ? ""
      : t`Your browser saves it as “${outside(theirs, limits.nameShown)}”: the partner isn’t told your file’s name.`;
  const text = `${link} ${saved}`.trim();
  return { text, blocks: [section(text), opener(download.url, t`Open the file`)] };
}

export function linkNotReadyReply({ t }: Tongue): Message {
  return say(t`There is no file yet. The card in this thread shows the progress.`);
}

export function linkFailedReply({ t }: Tongue): Message {
  return say(
    t`The partner gave no link just now, but your file is safe. Please click again in a minute; links are free.`,
  );
}

function hostNotAllowedReply(host: string, { t }: Tongue): Message {
  return say(
    t`The link to your file leads to ${outside(host, limits.nameShown)}, where I may not send anybody. Your file is not lost: ask an admin to add that host to \`RESULT_HOSTS\`, then click again.`,
  );
}

function tooManyLinksReply(until: number, { t }: Tongue): Message {
  return say(
    t`Too many links were asked for just now. Your file is not lost: the button works again from ${when(until)}.`,
  );
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
