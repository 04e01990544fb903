import { z } from "zod";

import { faultActions, partnerFaults, slackFaults } from "./faults.ts";
import type { Live } from "./live.ts";
import type { Playground } from "./playground.ts";
import type { Control } from "./wire.ts";

const controlSchema = z.discriminatedUnion("control", [
  z.object({
    control: z.literal("partner-fault"),
    fault: z.string(),
    /** Empty: the next request of any kind. */
    action: z.enum(["", ...faultActions]),
  }),
  z.object({ control: z.literal("slack-fault"), fault: z.string() }),
  z.object({ control: z.literal("clear-faults") }),
  z.object({ control: z.literal("balance"), credits: z.int().min(0).max(1e12) }),
  z.object({ control: z.literal("limit"), requests: z.int().min(1).max(100_000) }),
  z.object({ control: z.literal("speed"), charsPerSecond: z.number().positive().max(1e12) }),
  z.object({ control: z.literal("key"), wish: z.enum(["revoke", "mend"]) }),
  z.object({ control: z.literal("redeliver") }),
  z.object({ control: z.literal("desk"), wish: z.enum(["kill", "start", "kill and restart"]) }),
]);

/** @throws ZodError when the page sent something else */
export const parseControl = (body: unknown): Control => controlSchema.parse(body);

type Deps = { readonly ground: Playground; readonly live: Pick<Live, "tellWorlds"> };

/** Does what the drawer asks for; every open page sees the new state. */
export async function control(
  { ground, live }: Deps,
  wish: Control,
): Promise<{ readonly status: "done" }> {
  const done = obey(ground, wish);
  live.tellWorlds();
  await done;
  live.tellWorlds();
  return { status: "done" };
}

async function obey({ slack, partner, bot }: Playground, wish: Control): Promise<void> {
  switch (wish.control) {
    case "partner-fault": {
      const action = faultActions.find((name) => name === wish.action);
      const chosen = partnerFaults.find(({ id }) => id === wish.fault);
      if (chosen !== undefined)
        partner.inject(chosen.order(action === undefined ? {} : { action }));
      return;
    }
    case "slack-fault":
      return slackFaults.find(({ id }) => id === wish.fault)?.set(slack.faults);
    case "clear-faults":
      partner.clearFaults();
      return slack.faults.clear();
    case "balance":
      return partner.change({ balance: wish.credits });
    case "limit":
      return partner.change({ rpm: wish.requests });
    case "speed":
      return partner.change({ charsPerSecond: wish.charsPerSecond });
    case "key":
      return partner.change({ revoked: wish.wish === "revoke" });
    case "redeliver":
      await slack.deliveries.redeliver();
      return;
    case "desk":
      if (wish.wish !== "start") await bot.kill();
      if (wish.wish !== "kill") await bot.restart();
  }
}
