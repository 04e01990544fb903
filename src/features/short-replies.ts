import { type Message, limits, say } from "../slack/blocks.ts";
import { mentions, plain } from "../slack/mrkdwn.ts";
import type { ViewContext } from "../slack/people.ts";
import { languageLabel } from "../slack/words.ts";

/** Approve, Preview and Extract glossary were clicked by somebody who may not spend. */
export function notAllowedReply({ approvers, tongue }: ViewContext): Message {
  const { t } = tongue;
  return say(
    t`Spending credits here is up to ${mentions(approvers, tongue)}. Your click bought nothing.`,
  );
}

/** Decline or the language was used by somebody who neither asked nor approves. */
export function notYoursReply(requester: string, { approvers, tongue }: ViewContext): Message {
  const { t } = tongue;
  return say(
    t`Only the person who asked (${mentions([requester], tongue)}) or an approver (${mentions(approvers, tongue)}) may do this. Nothing was changed.`,
  );
}

export function notAdminReply({ tongue: { t } }: ViewContext): Message {
  return say(t`Only the admins of this desk may see its credits.`);
}

export function notAdminSettings({ tongue: { t } }: ViewContext): string {
  return t`Only the admins of this desk can change its settings. Nothing was changed.`;
}

export function staleCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`The card has changed since you saw it, so your click did nothing. Please look at it again and decide anew.`,
  );
}

/** Before a failed run is made again it is looked at once more. */
export function notLookedReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I could not ask the partner just now how the earlier run stands, so nothing was approved. Please click again in a minute.`,
  );
}

export function unknownCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I no longer know this card, so your click did nothing. Please post the manuscript again for a new estimate.`,
  );
}

export function recalledCardReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`My notes on this card were lost. I have taken them up again from the manuscript and from the card itself; nothing was bought by your click. Please look at the card again in a minute.`,
  );
}

export function notRecordedReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I could not record your click, so nothing happened and nothing was bought. Please click again in a minute.`,
  );
}

export function failureReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`Something broke on our side, so this may not have been done. The cards show what stands; please try again in a minute, and tell an admin if it stays like this.`,
  );
}

export function strangerReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`Only full members of this workspace can use this desk; guests and people of other workspaces cannot. Nothing was changed.`,
  );
}

/** The form no longer says where it was opened. Shown beside a field, as the next one is. */
export function lostPlaceError({ tongue: { t } }: ViewContext): string {
  return t`I lost track of the conversation. Please close this and type /translate again.`;
}

/** Somebody asks about a conversation that they are not in. */
export function notThereWords({ tongue: { t } }: ViewContext): string {
  return t`Only members of a conversation can ask for its manuscripts. Please join it, then try again.`;
}

export function fileGoneError({ tongue: { t } }: ViewContext): string {
  return t`Slack does not let me read one of these manuscripts; it may have been deleted. Please close this, post it again and ask anew.`;
}

/** `name` of a file that is in the language `target` already. */
export function inLanguageError(name: string, target: string, context: ViewContext): string {
  const { t } = context.tongue;
  const file = plain(name, limits.nameShown) || t`file without a name`;
  const language = languageLabel(target, context.rules.languages, context.tongue);
  return t`“${file}” is in ${language} already. Please take out this language, or hand this manuscript in by itself.`;
}

export function noFileReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`This message has no file, so there is nothing to translate. Please use it on a message with a manuscript.`,
  );
}
