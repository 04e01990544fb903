import { type Message, limits, say } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { mentions, outside } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { readableFormats } from "#slack/words.ts";

/** For a click that is reserved for the approvers, and for the requester if one is named. */
export function notAllowedReply({ approvers, locale }: ViewContext, requester?: string): Message {
  const { t } = locale;
  const people = requester === undefined ? approvers : new Set([requester, ...approvers]);
  return say(t`Only ${mentions([...people], locale)} can do this. Nothing was changed.`);
}

/** Says that a file lies in the person's direct messages. */
export function sentReply(name: string, { locale: { t } }: ViewContext): Message {
  return say(t`I have sent you “${outside(name, limits.nameShown)}” in our direct messages.`);
}

export const notAdminReply = reply(({ t }) => t`Only Galley’s admins can do this.`);

export const notAdminSettings = reply(({ t }) => t`Only Galley’s admins can change its settings.`);

export const staleCardReply = reply(
  ({ t }) =>
    t`The card has changed since you saw it, so nothing was charged. Please look at it again.`,
);

export const unknownCardReply = reply(
  ({ t }) =>
    t`I no longer know this card, so nothing happened. Please post the manuscript again for a new estimate.`,
);

export const partnerSilentReply = reply(
  ({ t }) =>
    t`The partner gives no readable answer just now. Tasks and files are safe; please try again in a minute.`,
);

/** Answers guests and people of other workspaces. */
export const strangerReply = reply(membersOnly);

export function membersOnly({ t }: Locale): string {
  return t`Only full members of this workspace can use Galley; guests and people of other workspaces can’t.`;
}

/** For a form that lost its place. Its text is shown beside a field, like those of the next two. */
export const lostPlaceReply = reply(
  ({ t }) => t`This form has expired. Please close it and open it again.`,
);

/** For a conversation that cannot be read: there is nothing to choose from and nowhere to answer. */
export const notMemberReply = reply(
  ({ t }) =>
    t`I’m not a member of this conversation, so I can’t read manuscripts here or answer. Please invite me with \`/invite\`, or send me the manuscript directly.`,
);

/** For a person who is not in the conversation. */
export const notThereReply = reply(
  ({ t }) =>
    t`Only members of a conversation can ask for its manuscripts. Please join it, then try again.`,
);

/** For a result that somebody may not have, or not yet. */
export const noResultReplies = {
  "unknown-card": unknownCardReply,
  "not-allowed": strangerReply,
  "not-finished": staleCardReply,
} as const;

/** For a file that cannot be read (any more). */
export const fileGoneReply = reply(
  ({ t }) =>
    t`Slack doesn’t let me read this file; it may have been deleted. Please post it again.`,
);

/** For files that a person chose and that Slack does not hand over. */
export const chosenFileReplies = {
  gone: fileGoneReply,
  late: reply(
    ({ t }) => t`Slack hasn’t finished processing this file. Please try again in a minute.`,
  ),
} as const;

/** For a manuscript of a card; `it` is its quoted name, in mrkdwn. */
export function noManuscriptWords(it: string, { t }: Locale): string {
  return t`I can’t get ${it} from Slack. Please upload it again, in a conversation that I’m a member of.`;
}

function reply(words: (locale: Locale) => string) {
  return ({ locale }: ViewContext): Message => say(words(locale));
}

/** Answers somebody who asks for manuscripts where there are none. */
export function nothingFoundReply({ locale }: ViewContext): Message {
  return say(`${locale.t`I found no manuscripts.`} ${howToBegin(locale)}`);
}

export function howToBegin({ t, anyOf }: Locale): string {
  return t`Post a manuscript (${anyOf(readableFormats)}) in a channel that I’m a member of, or send it to me directly.`;
}
