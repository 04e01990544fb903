import { actions } from "../../service/contract/order.ts";
import { partnerFaults, slackFaults } from "./faults.ts";
import type { Playground } from "./playground.ts";
import type { Scenarios } from "./scenarios.ts";
import type { Control } from "./wire.ts";

export type Controlled = { readonly ground: Playground; readonly scenarios: Scenarios };

/** Does what the drawer asks for. */
export async function obey({ ground, scenarios }: Controlled, wish: Control): Promise<void> {
  const { slack, partner, bot } = ground;
  switch (wish.control) {
    case "partner-fault": {
      const order = partnerFaults[wish.fault]?.order;
      const action = actions.find((name) => name === wish.action);
      if (order === undefined) return;
      // A fault that has a path of its own does not wait for a create.
      const on = action === undefined || order.path !== undefined ? {} : { action };
      return partner.inject({ ...order, ...on });
    }
    case "slack-fault":
      return slackFaults[wish.fault]?.set(slack.faults);
    case "scenario":
      return scenarios.play(wish.scenario);
    case "clear-faults":
      scenarios.clear();
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
