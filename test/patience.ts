import { PATIENCE_MS } from "../src/sandbox/slack/state/until.ts";

/** For what comes soon, but on a busy machine later: only a wait in vain takes so long. */
export const patience = { timeout: PATIENCE_MS, interval: 10 };
