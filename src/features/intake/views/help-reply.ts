import { type Message, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mentions } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";

/** `/translate help`. */
export function helpReply(context: ViewContext): Message {
  const { t } = context.tongue;
  const intro = introWords(context);
  return {
    text: `${intro} ${t`Type /translate to hand in a manuscript, or /translate status to see yours.`}`,
    blocks: [section(intro), section(commandList(context.tongue).join("\n"))],
  };
}

/**
 * Says what Galley does and who approves, for replies that only one person sees: in a channel it would
 * notify all approvers.
 */
export function introWords({ approvers, tongue }: ViewContext): string {
  const { t } = tongue;
  return [
    howToBegin(tongue),
    t`I answer in its thread with an estimate. Nothing is translated until someone approves it (small jobs may be approved automatically), and the result comes back in the same thread.`,
    ...(approvers.length === 0 ? [] : [t`${mentions(approvers, tongue)} can approve.`]),
  ].join(" ");
}

export function howToBegin({ t }: Tongue): string {
  return t`Post a manuscript (a Word, EPUB, OpenDocument, HTML, .txt or .md file) in a channel that I’m a member of, or send it to me directly.`;
}

function commandList({ t }: Tongue): readonly string[] {
  return [
    t`\`/translate\` opens a form to hand in a manuscript`,
    t`\`/translate fr\` (or \`/translate fr de\`, or \`/translate brazilian portuguese\`) estimates the newest manuscript here`,
    t`\`/translate status\` lists your manuscripts; \`/translate status lighthouse\` finds older ones by part of the name`,
    t`\`/translate glossary\` opens the newest glossary of this conversation`,
    t`\`/translate settings\` shows the spending rules and defaults; admins change them there`,
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s runs as a file`,
  ];
}

/** Answers a mention or a direct message without a file. */
export function mentionReply(context: ViewContext): Message {
  return say(`${introWords(context)} ${context.tongue.t`\`/translate help\` says more.`}`);
}
