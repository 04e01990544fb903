import { usualMs } from "#domain/translation/polling.ts";

import { shownMinutesLeft } from "./card-digest.ts";

/**
 * Returns the minutes that a translation will take, as they are shown; undefined until earlier ones have
 * shown it. Nothing is known to the minute before a run: from an hour on they are whole hours.
 */
export function expectedMinutes(pace: number | undefined, characters: number): number | undefined {
  if (pace === undefined) return undefined;
  const ms = usualMs(characters, pace);
  const minutes = shownMinutesLeft(ms);
  return minutes < 60 ? minutes : Math.round(ms / 3_600_000) * 60;
}
