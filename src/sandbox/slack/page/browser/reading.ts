import type { Reader } from "../../drawing/dates.ts";
import type { Screen } from "../wire.ts";

/** What ids are called, and whose eyes are reading. */
export type Reading = Reader & {
  readonly me: string;
  readonly nameOf: (id: string) => string | undefined;
  readonly people: Screen["people"];
  readonly channels: Screen["channels"];
};

export function readingOf(screen: Screen): Reading {
  const { people, channels, groups, me } = screen;
  const names = new Map<string, string>([
    ...people.map(({ id, realName }) => [id, realName] as const),
    ...channels.map(({ id, name }) => [id, name] as const),
    ...groups.map(({ id, name }) => [id, name] as const),
  ]);
  return {
    me,
    people,
    channels,
    nameOf: (id) => names.get(id),
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: people.find(({ id }) => id === me)?.locale ?? "en-US",
  };
}

/** When a message was said, as a clock shows it. */
export function timeOf(ts: string, { timeZone, locale }: Reading): string {
  const at = Number(ts) * 1000;
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    hour: "numeric",
    minute: "2-digit",
  }).format(at);
}

export function dayOf(ts: string, { timeZone, locale }: Reading): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: "long",
    month: "long",
    day: "numeric",
  }).format(Number(ts) * 1000);
}

export function sizeWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
