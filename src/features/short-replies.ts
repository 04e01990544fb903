import { type Message, limits, say } from "../slack/blocks.ts";
import { mentions, plain } from "../slack/mrkdwn.ts";
import type { ViewContext } from "../slack/people.ts";
import { languageLabel } from "../slack/words.ts";

/** For a purchase that was clicked by a person who may not spend. */
export function notAllowedReply({ approvers, tongue }: ViewContext): Message {
  const { t } = tongue;
  return say(t`Only ${mentions(approvers, tongue)} can spend credits here. Nothing was charged.`);
}

/** For a click that is reserved for the requester and the approvers. */
export function notYoursReply(requester: string, { approvers, tongue }: ViewContext): Message {
  const { t } = tongue;
  return say(
    t`Only the requester (${mentions([requester], tongue)}) or an approver (${mentions(approvers, tongue)}) can do this. Nothing was changed.`,
  );
}

export function notAdminReply({ tongue: { t } }: ViewContext): Message {
  return say(t`Only Galley’s admins can see its credits.`);
}

export function notAdminSettings({ tongue: { t } }: ViewContext): string {
  return t`Only Galley’s admins can change its settings. Nothing was changed.`;
}

export function staleCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`The card has changed since you saw it. Nothing was charged; please look at it and click again.`,
  );
}

/** For a new approval after a failed run, whose state could not be read once more. */
export function notLookedReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I couldn’t ask the partner about the earlier run just now, so nothing was approved. Please click again in a minute.`,
  );
}

export function unknownCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I no longer know this card, so nothing happened. Please post the manuscript again for a new estimate.`,
  );
}

export function erasedCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`The records of this card were erased, so your click did nothing. Please post the manuscript again for a new estimate.`,
  );
}

export function recalledCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I rebuilt this card after a problem. Nothing was charged; please check the card in a minute and try again.`,
  );
}

export function notRecordedReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I couldn’t record your click, so nothing was charged. Please click again in a minute.`,
  );
}

export function failureReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`Something went wrong on our side, so this may not have been done. Please check the cards and try again in a minute; tell an admin if it happens again.`,
  );
}

/** Slack opens a form only within three seconds of the click. */
export function tooLateReply({ tongue: { t } }: ViewContext): Message {
  return say(t`The form took too long to open. Please click again.`);
}

export function strangerReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`Only full members of this workspace can use Galley; guests and people of other workspaces can’t. Nothing was changed.`,
  );
}

/** For a form that lost its place. Shown beside a field, like the next one. */
export function lostPlaceError({ tongue: { t } }: ViewContext): string {
  return t`This form has expired. Please close it and type /translate again.`;
}

/** For a person who is not in the conversation. */
export function notThereWords({ tongue: { t } }: ViewContext): string {
  return t`Only members of a conversation can ask for its manuscripts. Please join it, then try again.`;
}

export function fileGoneError({ tongue: { t } }: ViewContext): string {
  return t`Slack doesn’t let me read one of these manuscripts; it may have been deleted. Please close this and post it again.`;
}

/** For a file that is already in the language `target`. */
export function inLanguageError(name: string, target: string, context: ViewContext): string {
  const { t } = context.tongue;
  const file = plain(name, limits.nameShown) || t`file without a name`;
  const language = languageLabel(target, context.rules.languages, context.tongue);
  return t`“${file}” is already in ${language}. Please remove this language, or submit this manuscript by itself.`;
}

export function noFileReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`This message has no file to translate. Please use this on a message with a manuscript.`,
  );
}
