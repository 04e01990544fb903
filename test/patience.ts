import { PATIENCE_MS } from "#sandbox/slack/state/changes.ts";

/** For events that come soon, or later on a busy machine. Only a wait in vain takes so long. */
export const patience = { timeout: PATIENCE_MS, interval: 10 };
