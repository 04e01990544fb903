/**
 * The first moment from `at` on (ms since 1970) at which somebody is at work: Monday to Friday, from 9 to 18 by
 * their own clock.
 */
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

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const beginsMs = 9 * hourMs;
const endsMs = 18 * hourMs;
