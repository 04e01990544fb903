import { type Message, limits, say } from "../slack/blocks.ts";
import type { Locale } from "../slack/i18n/locale.ts";
import { mentions, outside, plain } from "../slack/mrkdwn.ts";
import type { ViewContext } from "../slack/people.ts";
import { languageLabel } from "../slack/words.ts";

/** For a purchase that was clicked by a person who may not spend. */
export function notAllowedReply({ approvers, locale }: ViewContext): Message {
  const { t } = locale;
  return say(t`Only ${mentions(approvers, locale)} can do this. Nothing was changed.`);
}

/** For a click that is reserved for the requester and the approvers. */
export function notYoursReply(requester: string, { approvers, locale }: ViewContext): Message {
  const { t } = locale;
  const people = mentions([...new Set([requester, ...approvers])], locale);
  return say(t`Only ${people} can do this. Nothing was changed.`);
}

/** Says that a file lies in the person's direct messages. */
export function sentReply(name: string, { locale: { t } }: ViewContext): Message {
  return say(t`I have sent you “${outside(name, limits.nameShown)}” in our direct messages.`);
}

export function notAdminReply({ locale: { t } }: ViewContext): Message {
  return say(t`Only Galley’s admins can do this.`);
}

export function notAdminSettings({ locale: { t } }: ViewContext): string {
  return t`Only Galley’s admins can change its settings.`;
}

export function staleCardReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`The card has changed since you saw it, so nothing was charged. Please look at it again.`,
  );
}

export function unknownCardReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`I no longer know this card, so nothing happened. Please post the manuscript again for a new estimate.`,
  );
}

export function recalledCardReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`I rebuilt this card after a problem. Nothing was charged; please check the card in a minute and try again.`,
  );
}

export function notRecordedReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`I couldn’t record your click, so nothing was charged. Please click again in a minute.`,
  );
}

export function failureReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`Something went wrong on our side, so this may not have been done. Please check the cards and try again in a minute; tell an admin if it happens again.`,
  );
}

export function partnerSilentReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`The partner gives no readable answer just now. Tasks and files are safe; please try again in a minute.`,
  );
}

/** Slack opens a form only within three seconds of the click. */
export function tooLateReply({ locale: { t } }: ViewContext): Message {
  return say(t`The form took too long to open. Please click again.`);
}

/** Answers guests and people of other workspaces. */
export function strangerReply({ locale }: ViewContext): Message {
  return say(membersOnly(locale));
}

export function membersOnly({ t }: Locale): string {
  return t`Only full members of this workspace can use Galley; guests and people of other workspaces can’t.`;
}

/** For a form that lost its place. Shown beside a field, like the next one. */
export function lostPlaceError({ locale: { t } }: ViewContext): string {
  return t`This form has expired. Please close it and open it again.`;
}

/** For a person who is not in the conversation. */
export function notThereWords({ locale: { t } }: ViewContext): string {
  return t`Only members of a conversation can ask for its manuscripts. Please join it, then try again.`;
}

/** For a file that cannot be read (any more); also shown beside a field. */
export function fileGoneError({ locale: { t } }: Pick<ViewContext, "locale">): string {
  return t`Slack doesn’t let me read this file; it may have been deleted. Please post it again.`;
}

/** For a manuscript of a card; `it` is its quoted name, in mrkdwn. */
export function noManuscriptWords(it: string, { t }: Locale): string {
  return t`I can’t get ${it} from Slack. Please upload it again, in a conversation that I’m a member of.`;
}

/** For a file that is already in the language `target`. */
export function inLanguageError(name: string, target: string, context: ViewContext): string {
  const { t } = context.locale;
  const file = plain(name, limits.nameShown) || t`file without a name`;
  const language = languageLabel(target, context.rules.languages, context.locale);
  return t`“${file}” is already in ${language}. Please remove this language, or submit this manuscript by itself.`;
}

export function noFileReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`This message has no file to translate. Please use this on a message with a manuscript.`,
  );
}
