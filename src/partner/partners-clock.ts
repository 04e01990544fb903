import { readDate } from "./retry-after.ts";

/**
 * How far our clock is ahead of the partner's, by the Date header of whatever it answered last. Not in the
 * contract: that it tells the time.
 */
export function createPartnersClock(now: () => number) {
  let ahead: number | undefined;
  return {
    heard: (date: string): void => {
      const theirs = readDate(date);
      ahead = theirs === undefined ? undefined : now() - theirs;
    },
    /** In ms; undefined when it told no time. */
    aheadMs: (): number | undefined => ahead,
  };
}
