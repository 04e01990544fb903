import type { startPartnerSandbox } from "#sandbox/partner/start.ts";
import type { Control } from "#sandbox/slack/page/playground-wire.ts";
import type { SlackSandbox } from "#sandbox/slack/slack.ts";
import { actions } from "#service/contract/task.ts";

import type { Bot } from "./bot-process.ts";
import { partnerFaults, slackFaults } from "./faults.ts";
import type { Sample } from "./samples.ts";

/** The worlds that the page shows and drives. */
export type Playground = {
  readonly slack: SlackSandbox;
  readonly partner: Awaited<ReturnType<typeof startPartnerSandbox>>;
  readonly bot: Bot;
  readonly samples: readonly Sample[];
};

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
    case "bot":
      if (wish.wish !== "start") await bot.kill();
      if (wish.wish !== "kill") await bot.restart();
  }
}

type Scenario = {
  /** Tells the visitor what to do now and what to watch. */
  readonly explains: string;
  /** Sets everything up; names what calls it off, where something waits. */
  readonly set: (ground: Playground, calledOffBy: (stop: () => void) => void) => void;
};

/** Scenarios in which money is at risk, each by one click. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  "Lost answer": {
    explains:
      "Approve a translation as Ana. Its answer gets lost: under Requests, the repetition has the same key, and there is one charge.",
    set: ({ partner }) => partner.inject({ kind: "drop", at: "after", action: "translation" }),
  },
  "Killed while sending": {
    explains:
      "Approve a translation as Ana. Galley is killed while it sends, and starts again. Within half a minute it asks with the same key: there is one charge.",
    set: ({ partner, bot }, calledOffBy) => {
      partner.inject({ kind: "drop", at: "after", action: "translation" });
      const stop = partner.onRequest(({ method, status }) => {
        if (method !== "POST" || status !== 0) return;
        stop();
        void bot.kill().then(bot.restart);
      });
      calledOffBy(stop);
    },
  },
  "Charged too much": {
    explains:
      "Approve a translation as Ana. The partner charges 25 credits too much: the result says so, and Ada gets a message.",
    set: ({ partner }) => partner.inject({ kind: "surcharge", credits: 25, action: "translation" }),
  },
  "Account empty": {
    explains:
      "Approve a translation as Ana. Galley says how much is missing, and sends nothing. Set a balance here, and approve again.",
    set: ({ partner }) => partner.change({ balance: 0 }),
  },
};

type Scenarios = ReturnType<typeof createScenarios>;

/** Plays one at a time: the one before is called off. */
export function createScenarios(ground: Playground) {
  let callOff: (() => void) | undefined;
  const clear = () => {
    callOff?.();
    callOff = undefined;
    ground.partner.clearFaults();
  };
  return {
    clear,
    play: (id: string) => {
      clear();
      scenarios[id]?.set(ground, (stop) => {
        callOff = stop;
      });
    },
  };
}
