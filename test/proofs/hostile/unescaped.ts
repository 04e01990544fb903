/**
 * The bot's own markup between angle brackets: people, groups, channels, times and its own cards.
 */
const ours =
  /<(?:@[UW][A-Z0-9]+|!subteam\^S[A-Z0-9]+|#[CG][A-Z0-9]+|!date\^\d+\^[^<>|]*\|[^<>]*|https:\/\/acme\.slack\.com\/\w+\|[^<>]*)>/gu;

/**
 * Returns the sent texts that Slack would read as a mention or a link of somebody else's making.
 * Slack shows plain text and table cells as they are and ignores their syntax.
 */
export function unescaped(sent: unknown): readonly string[] {
  return mrkdwnOf(sent).filter((text) => /[<>]/u.test(text.replaceAll(ours, "")));
}

function mrkdwnOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(mrkdwnOf);
  if (typeof node !== "object" || node === null) return [];
  const fields = Object.entries(node);
  const own = fields.find(([name]) => name === "type")?.[1] as unknown;
  return fields.flatMap(([name, value]) => {
    const isRead = name === "text" && (own === undefined || own === "mrkdwn");
    return typeof value === "string" ? (isRead ? [value] : []) : mrkdwnOf(value);
  });
}
