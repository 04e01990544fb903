import type { Reader } from "../../drawing/words.ts";
import type { Screen } from "../wire.ts";

/** Names of ids, and the person who reads. */
export type Reading = Reader & {
  readonly me: string;
  readonly nameOf: (id: string) => string | undefined;
  readonly people: Screen["people"];
};

export function readingOf(screen: Screen | undefined): Reading {
  const { people = [], channels = [], groups = [], me = "" } = screen ?? {};
  const names = new Map([
    ...people.map(({ id, realName }) => [id, realName] as const),
    ...[...channels, ...groups].map(({ id, name }) => [id, name] as const),
  ]);
  return {
    me,
    people,
    nameOf: (id) => names.get(id),
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: people.find(({ id }) => id === me)?.locale ?? "en-US",
  };
}

type How = Intl.DateTimeFormatOptions;
const clock: How = { hour: "numeric", minute: "2-digit" };
const day: How = { weekday: "long", month: "long", day: "numeric" };

/** The time and the day of a message. */
export const timeOf = (ts: string, reading: Reading) => shown(ts, reading, clock);
export const dayOf = (ts: string, reading: Reading) => shown(ts, reading, day);

const shown = (ts: string, { timeZone, locale }: Reading, how: How) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...how }).format(Number(ts) * 1000);
