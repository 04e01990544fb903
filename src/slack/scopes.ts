/** What the bot token must be granted, and what for; manifest.yml asks for the same. */
export const neededScopes: Readonly<Record<string, string>> = {
  "app_mentions:read": "mentions that bring a manuscript",
  "channels:history": "manuscripts posted in public channels, and the bot’s own replies there",
  "channels:read": "whether the person who wants a link is in the channel",
  "chat:write": "cards and replies",
  commands: "/translate, /translate-usage and the message shortcut",
  "files:read": "the manuscripts",
  "files:write": "glossaries as CSV and JSON",
  "groups:history": "manuscripts posted in private channels",
  "groups:read": "whether the person who wants a link is in the private channel",
  "im:history": "manuscripts sent as direct messages",
  "im:read": "whether the person who wants a link is in the direct message",
  "im:write": "telling admins and requesters directly",
  "usergroups:read": "user groups in ADMINS and APPROVERS",
  "users:read": "keeping guests and people of other workspaces out",
};

/** Slack adds it by itself to some tokens; it grants nothing that matters here. */
const harmless = new Set(["identify"]);

export function compareScopes(granted: readonly string[]) {
  const missing = Object.keys(neededScopes).filter((scope) => !granted.includes(scope));
  const extra = granted.filter((scope) => !Object.hasOwn(neededScopes, scope));
  return { missing, extra: extra.filter((scope) => scope !== "" && !harmless.has(scope)) };
}
