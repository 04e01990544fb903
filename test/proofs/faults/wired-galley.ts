import { vi } from "vitest";

import { openGalley } from "../../journeys/galley.ts";
import { patience } from "../../patience.ts";
import { openWire } from "./wire.ts";

type Wires = Readonly<Record<"slack" | "partner", Awaited<ReturnType<typeof openWire>>>>;

export type WiredGalley = Awaited<ReturnType<typeof openWiredGalley>>;

/** Opens a galley as in the journeys, with a wire to each outside world that can be disturbed. */
export async function openWiredGalley(env: Readonly<Record<string, string>> = {}) {
  const opening = Promise.withResolvers<Wires>();
  const galley = await openGalley({
    env: async ({ slack, partner }) => {
      const wires = {
        slack: await openWire(slack.origin),
        partner: await openWire(partner.origin),
      };
      opening.resolve(wires);
      return {
        SLACK_API_URL: slack.apiUrl.replace(slack.origin, wires.slack.origin),
        PARTNER_BASE_URL: partner.url.replace(partner.origin, wires.partner.origin),
        ...env,
      };
    },
  });
  const wires = await opening.promise;
  return {
    ...galley,
    wires,
    /**
     * Puts the clock past the wait after each failure of a step, until `look` returns something. No
     * request is open meanwhile, so none comes too late by the clock that was put forward.
     */
    retrying: <T>(step: string, look: () => T | undefined) => {
      let known = 0;
      return vi.waitFor(() => {
        const failures = galley.failures(step);
        if (failures > known) galley.clock.skip(longestWaitMs);
        known = failures;
        const found = look();
        if (found === undefined) throw new Error("what was waited for did not come");
        return found;
      }, patience);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([wires.slack.shut(), wires.partner.shut()]);
      await galley[Symbol.asyncDispose]();
    },
  };
}

/** A step that fails again and again waits a minute between. */
const longestWaitMs = 61_000;
