import { type Locale, inEnglish } from "#slack/i18n/locale.ts";

/** Outside text (names, terms, the partner's words) as Slack mrkdwn: one line, at most `limit` long. */
export function outside(text: string, limit: number): string {
  return escapeMrkdwn(plain(text, limit));
}

/** Outside text for `plain_text` and table cells, where Slack reads no syntax. */
export function plain(text: string, limit: number): string {
  return shortened(oneLine(text), limit);
}

/** Takes text that is already shortened: an entity is never cut in half. */
export function escapeMrkdwn(text: string): string {
  return (
    withEntities(text)
      .replaceAll(/@(?=here|channel|everyone)/giu, `@${wordJoiner}`)
      // A mark at the edge of a word would be bold, italic, struck through or code.
      .replaceAll(/(?<![\p{L}\p{N}])(?=[*_~`])|(?<=[*_~`])(?![\p{L}\p{N}])/gu, wordJoiner)
  );
}

function withEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cuts between code points; `limit` counts UTF-16 units, which is never less than Slack's count. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let result = "";
  for (const character of text) {
    if (result.length + character.length > limit - 1) break;
    result += character;
  }
  return `${result.trimEnd()}…`;
}

/** A person or a user group, by Slack id. */
export function mention(id: string): string {
  if (/^S[A-Z0-9]+$/u.test(id)) return `<!subteam^${id}>`;
  return /^[UW][A-Z0-9]+$/u.test(id) ? `<@${id}>` : outside(id, 40);
}

/** As many people as fit a card; the rest are counted. */
export function mentions(ids: readonly string[], { t, enumerated }: Locale): string {
  const names = enumerated(ids.slice(0, mentionLimit).map(mention));
  const more = ids.length - mentionLimit;
  return more > 0 ? t`${names} and ${more} more` : names;
}

/** Mentions people of whom one is enough: “Ada or Ana”. */
export function mentionsAnyOf(ids: readonly string[], locale: Locale): string {
  return ids.length > mentionLimit ? mentions(ids, locale) : locale.anyOf(ids.map(mention));
}

/** Mentions people after a sentence: a notification has room for its beginning. */
export function mentioning(ids: readonly string[], sentence: string, locale: Locale): string {
  return ids.length === 0 ? sentence : `${sentence} ${mentions(ids, locale)}`;
}

/** Returns a link with words of ours; for an address that is not https, the words alone. */
export function linkTo(address: string, words: string): string {
  const url = URL.parse(address);
  if (url?.protocol !== "https:") return words;
  return `<${withEntities(url.href).replaceAll("|", "%7C")}|${words}>`;
}

export function channelMention(id: string): string | undefined {
  return /^[CG][A-Z0-9]+$/u.test(id) ? `<#${id}>` : undefined;
}

export function isDirectMessage(channel: string): boolean {
  return channel.startsWith("D");
}

/** A time (ms since 1970) that Slack shows in the reader's own zone, or else in English. */
export function when(ms: number): string {
  return `<!date^${Math.floor(ms / 1000)}^{date_short_pretty} {time}|${inEnglish.utc(ms)}>`;
}

const mentionLimit = 8;
const wordJoiner = "\u2060";

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
}
