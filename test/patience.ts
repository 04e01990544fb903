import { PATIENCE_MS } from "../src/sandbox/slack/state/until.ts";

/** The limit of a wait that is short except on a busy machine: only a wait in vain takes so long. */
export const patience = { timeout: PATIENCE_MS, interval: 10 };
