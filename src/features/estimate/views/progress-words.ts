import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { shownMinutesLeft, shownProgress } from "../rules/card-face.ts";

/** Returns `45% · about 12 minutes left`, without the time when the partner reports none. */
export function progressLine(progress: number, msLeft: number | undefined, tongue: Tongue): string {
  const { t, percentOf } = tongue;
  const far = percentOf(shownProgress(progress));
  if (msLeft === undefined) return far;
  return `${far} · ${t`about ${duration(shownMinutesLeft(msLeft), tongue)} left`}`;
}

function duration(minutes: number, tongue: Tongue): string {
  if (minutes < 60) return tongue.counted(minutes, "minute");
  const rest = minutes % 60;
  const hours = tongue.counted(Math.floor(minutes / 60), "hour");
  return rest === 0 ? hours : `${hours} ${tongue.counted(rest, "minute")}`;
}
