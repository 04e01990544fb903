import type { startPartnerSandbox } from "../partner/start.ts";
import type { SlackSandbox } from "../slack/slack.ts";
import type { Sample } from "./samples.ts";
import type { DeskState } from "./wire.ts";

/** Galley's process, as far as the page may touch it. */
export type Bot = {
  /** A real SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>;
  /** Resolves when Galley is open again; also starts one that is not running. */
  readonly restart: () => Promise<void>;
  readonly state: () => DeskState;
};

/** The worlds that the page shows and drives. */
export type Playground = {
  readonly slack: SlackSandbox;
  readonly partner: Awaited<ReturnType<typeof startPartnerSandbox>>;
  readonly bot: Bot;
  readonly samples: readonly Sample[];
};
