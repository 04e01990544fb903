import { readFileSync } from "node:fs";
import { join } from "node:path";

import { request } from "#lib/http.ts";

import { environmentOf, openOutside } from "../../journeys/galley.ts";
import { createWatch } from "../../journeys/watch.ts";
import { createFastClock, factor } from "./fast-clock.ts";
import { openGate } from "./gate.ts";
import { partnerCall, slackCall } from "./names.ts";
import { createSupervisor } from "./supervisor.ts";

export type Lane = Awaited<ReturnType<typeof openLane>>;

/**
 * Opens a Slack, a partner and a killable bot, on a clock of their own. `entry`: see `bundleBot`.
 */
export async function openLane(entry: string) {
  const base = Date.now();
  const clock = createFastClock(base);
  const outside = await openOutside(clock, {
    // Enough for as many stories as a lane has points.
    partner: { rpm: 60_000, balance: 100_000_000 },
    // People and the network are no faster than the machine's clock.
    slack: { triggerMs: 3000 * factor },
  });
  const { slack, partner, folder } = outside;
  const kill = () => supervisor.kill();
  const gates = {
    slack: await openGate({ origin: slack.origin, nameOf: slackCall, kill }),
    partner: await openGate({ origin: partner.origin, nameOf: partnerCall, kill }),
  };
  const logFile = join(folder, "bot.log");
  let address = "";
  const supervisor = createSupervisor({
    entry,
    logFile,
    env: {
      ...environmentOf(outside),
      ...shortTimers,
      CLOCK_BASE: String(base),
      SLACK_API_URL: `${gates.slack.address}/api/`,
      PARTNER_BASE_URL: partner.url.replace(partner.origin, gates.partner.address),
    },
    onUp: (port) => {
      address = `http://127.0.0.1:${port}`;
      slack.connect(`${address}/slack/events`);
    },
    onDown: () => slack.connect(undefined),
  });
  await supervisor.up();
  return {
    slack,
    partner,
    gates,
    supervisor,
    ...createWatch(slack),
    /** Returns the number of quotes with due work; undefined when the bot does not answer. */
    waiting: async () => {
      const reply = await request(`${address}/metrics`).catch(() => undefined);
      const count = /^galley_quotes_open (\d+)$/mu.exec((await reply?.body.text()) ?? "")?.[1];
      return count === undefined ? undefined : Number(count);
    },
    log: () => readFileSync(logFile, "utf8"),
    close: async () => {
      await supervisor.close();
      await gates.slack.close();
      await gates.partner.close();
      await outside.close();
    },
  };
}

/** Times on the bot's fast clock. */
const shortTimers = {
  POLL_MIN_SECONDS: "0.5",
  POLL_MAX_SECONDS: "1",
  // Four seconds of the machine: a busy one would find each attempt too late before it has left.
  PARTNER_TIMEOUT_SECONDS: "40",
  RESEND_QUIET_SECONDS: "2",
  RESEND_WINDOW_SECONDS: "600",
};
