import type { Playground } from "./playground.ts";
import type { FaultChoice } from "./wire.ts";

type Scenario = {
  /** Tells the visitor what to do now and what to watch. */
  readonly watch: string;
  /** Sets everything up; gives what calls it off, where something waits. */
  readonly set: (ground: Playground) => (() => void) | undefined;
};

/** Scenarios in which money is at risk, each by one click. */
const scenarios: Readonly<Record<string, Scenario>> = {
  "Lost answer": {
    watch:
      "Approve a translation as Ana. Its answer gets lost: under Requests, the repetition has the same key, and there is one charge.",
    set: ({ partner }) => {
      partner.inject({ kind: "drop", at: "after", action: "translation" });
      return undefined;
    },
  },
  "Killed while sending": {
    watch:
      "Approve a translation as Ana. Galley is killed while it sends, and starts again. Within half a minute it asks with the same key: there is one charge.",
    set: ({ partner, bot }) => {
      partner.inject({ kind: "drop", at: "after", action: "translation" });
      const stop = partner.onRequest(({ method, status }) => {
        if (method !== "POST" || status !== 0) return;
        stop();
        void bot.kill().then(bot.restart);
      });
      return stop;
    },
  },
  "Charged too much": {
    watch:
      "Approve a translation as Ana. The partner charges 25 credits too much: the result says so, and Ada gets a message.",
    set: ({ partner }) => {
      partner.inject({ kind: "surcharge", credits: 25, action: "translation" });
      return undefined;
    },
  },
  "Account empty": {
    watch:
      "Approve a translation as Ana. Galley says how much is missing, and sends nothing. Set a balance here, and approve again.",
    set: ({ partner }) => {
      partner.change({ balance: 0 });
      return undefined;
    },
  },
};

export const scenarioChoices: readonly FaultChoice[] = Object.entries(scenarios).map(
  ([label, { watch }]) => ({ id: label, label, explains: watch }),
);

export type Scenarios = ReturnType<typeof createScenarios>;

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
      callOff = scenarios[id]?.set(ground);
    },
  };
}
