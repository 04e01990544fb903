import type { Config } from "./config.ts";

/** What must never be written anywhere; a password in the store's address is one of them. */
export function secretsOf({ slack, partner, store }: Config): readonly string[] {
  const { botToken, signingSecret = "", appToken = "" } = slack;
  const password = store.kind === "redis" ? (URL.parse(store.url)?.password ?? "") : "";
  const spellings = [password, decodeURIComponent(password)];
  return [botToken, signingSecret, appToken, partner.apiKey, ...spellings];
}
