import type { QuietHours } from "../../settings/rules/settings.ts";

/**
 * Returns the first moment from `at` on (ms since 1970) outside the quiet hours. It steps from one
 * full hour of local time to the next, so days of 23 or 25 hours need no rule of their own.
 */
export function afterQuiet(at: number, quiet: QuietHours | undefined): number {
  if (quiet === undefined) return at;
  const clock = wallClock(quiet.zone);
  let moment = at;
  while (isQuiet(clock.hour(moment), quiet)) moment = nextHour(moment, clock);
  return moment;
}

/** 22 to 7 crosses midnight; 7 to 7 is never quiet. */
function isQuiet(hour: number, { from, to }: QuietHours): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

type WallClock = ReturnType<typeof wallClock>;

function nextHour(at: number, { minute }: WallClock): number {
  const wholeMinute = at - (at % minuteMs);
  return wholeMinute + (60 - minute(at)) * minuteMs;
}

function wallClock(zone: string) {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    hour: "2-digit",
    minute: "2-digit",
  });
  const part = (at: number, type: "hour" | "minute") =>
    Number(format.formatToParts(at).find((one) => one.type === type)?.value);
  return {
    hour: (at: number) => part(at, "hour"),
    minute: (at: number) => part(at, "minute"),
  };
}

/** Returns the first moment from `at` on that is Monday to Friday, 9 to 18 by their clock. */
export function atWorkFrom(at: number, utcOffsetMs: number): number {
  const here = at + utcOffsetMs;
  const today = Math.floor(here / dayMs);
  const isOver = !isWorkday(today) || here >= today * dayMs + endsMs;
  const day = isOver ? nextWorkday(today) : today;
  return Math.max(here, day * dayMs + beginsMs) - utcOffsetMs;
}

function nextWorkday(day: number): number {
  return isWorkday(day + 1) ? day + 1 : nextWorkday(day + 1);
}

/** `day` counts from 1 January 1970, a Thursday. */
function isWorkday(day: number): boolean {
  const fromMonday = (day + 3) % 7;
  return fromMonday < 5;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const beginsMs = 9 * hourMs;
const endsMs = 18 * hourMs;
