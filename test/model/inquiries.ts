import type { Action } from "../../src/core/partner.ts";
import type { Ports } from "../../src/core/ports.ts";
import type { Quote } from "../../src/core/quote.ts";
import { type Step as QuoteStep, stepsOf } from "../../src/core/steps.ts";
import { isInquiry } from "../../src/core/task.ts";
import { probeEntry } from "../../src/features/estimate/actions/inquire.ts";
import {
  type Verdicts,
  fateOf,
  noVerdicts,
  probeDue,
} from "../../src/features/estimate/rules/inquiries.ts";
import { initialSettings } from "../../src/features/settings/rules/settings.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { deserialise } from "../../src/store/store.ts";
import { advanceQuote, dueSteps } from "../../src/worker/advance-quote.ts";
import { rules } from "../builders.ts";
import type { Step } from "./designs.ts";
import { storeOver } from "./ours.ts";
import type { Outside, Program } from "./replay.ts";
import { type World, clockOf } from "./world.ts";

/** What the partner takes for inquiries, and what a desk makes of it. */
export type Inquiring = {
  /** Credits for a character. */
  readonly rates: Readonly<Partial<Record<Action, number>>>;
  /** Whether the partner names the charge, or takes it without a word. */
  readonly charges: "openly" | "silently";
  /** A design that is weaker than ours. */
  readonly weaker?: Weakness;
};

export type Weakness = {
  readonly name: string;
  /** What it takes for known, and writes down as such. */
  readonly sees?: (verdicts: Verdicts) => Verdicts;
  readonly asks?: (partner: Ports["partner"], now: () => number) => Ports["partner"];
};

/** A desk that asks, and finds out first what that costs. */
export function withInquiries(desk: Ports, inquiring: Inquiring, outside: Outside): Ports {
  const { rates, charges, weaker } = inquiring;
  const { inquiries, accounts } = openSmallStores(storeOver(outside));
  const sees = weaker?.sees ?? ((verdicts: Verdicts) => verdicts);
  const partner: Ports["partner"] = {
    ...desk.partner,
    createTask: async (create) => {
      const { key, action, estimatedChars, charLimit } = create;
      requests.set(key, { action, characters: charLimit ?? estimatedChars ?? 0 });
      const made = await desk.partner.createTask(create);
      if (action !== "preview_metadata" && action !== "token_estimate") return made;
      // Contract, POST /tasks, Response: light actions may come back completed at once.
      const named = charges === "openly" ? creditsOf(rates, key) : undefined;
      return { ...made, status: "completed", outcome: "completed", chargedCredits: named };
    },
    usage: async () => {
      const usage = await desk.partner.usage();
      const keys = String(await outside.ask({ do: "count" })).split(",");
      const used = keys.reduce((sum, key) => sum + creditsOf(rates, key), 0);
      return { ...usage, balanceCredits: usage.balanceCredits - used, periodUsedCredits: used };
    },
  };
  return {
    ...desk,
    partner: weaker?.asks?.(partner, outside.now) ?? partner,
    inquiries: {
      read: async () => sees(await inquiries.read("")),
      change: (next) => inquiries.change("", (verdicts) => next(sees(verdicts))),
      tell: () => undefined,
    },
    account: {
      read: () => accounts.read(""),
      change: (next) => accounts.change("", next),
      decide: (next) => accounts.decide("", next),
    },
  };
}

/** What a run was charged, and for what. */
export type Charge = { readonly kind: Action; readonly credits: number };

export function chargeOf({ rates }: Inquiring, key: string): Charge {
  return { kind: requests.get(key)?.action ?? "translation", credits: creditsOf(rates, key) };
}

function creditsOf(rates: Inquiring["rates"], key: string): number {
  const request = requests.get(key);
  return request === undefined ? 0 : request.characters * (rates[request.action] ?? 1);
}

/** By the key, which is derived from them. */
const requests = new Map<string, { readonly action: Action; readonly characters: number }>();

type Asking = {
  readonly inquiring: Inquiring;
  readonly quotes: readonly Quote[];
  readonly deskOn: (outside: Outside) => Ports;
};

/** What is asked for the cards' sake, and the probe of what that costs. */
export function inquirySteps({ inquiring, quotes, deskOn }: Asking, world: World): readonly Step[] {
  const verdicts = verdictsIn(world);
  const seen = inquiring.weaker?.sees?.(verdicts) ?? verdicts;
  const { policy } = initialSettings;
  const asked = quotes.flatMap((quote) =>
    quote.tasks.filter(isInquiry).flatMap((task): readonly Step[] => {
      const isDue = dueOn(quote).some((step) => step.do === "send" && step.key === task.key);
      if (!isDue) return [];
      const fate = fateOf(seen, task.kind, { policy, now: clockOf(world) });
      const at = fate.do === "wait" ? fate.until : 0;
      return [{ name: `${quote.id} asks ${task.key}`, at, take: ask(deskOn, quote.id, task.key) }];
    }),
  );
  const due = probeDue(seen, rules);
  const probe: Program = (outside) =>
    advanceQuote(deskOn(outside), probeEntry, { do: "probe", at: 0 });
  return due === undefined ? asked : [...asked, { name: "probe", at: due, take: probe }];
}

/** Worked out once for each record, which stands in very many worlds. */
function dueOn(quote: Quote): readonly QuoteStep[] {
  const due = known.get(quote) ?? stepsOf(quote, rules);
  known.set(quote, due);
  return due;
}

const known = new WeakMap<Quote, readonly QuoteStep[]>();

function ask(deskOn: Asking["deskOn"], id: string, key: string): Program {
  return async (outside) => {
    const desk = deskOn(outside);
    const steps = await dueSteps(desk, id);
    const step = steps.find((one) => "key" in one && one.key === key);
    if (step !== undefined) await advanceQuote(desk, id, step);
  };
}

/** What is known of the cost of inquiries. */
export function verdictsIn({ store }: World): Verdicts {
  const record = store["inquiries:"]?.raw;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the desk has written it, and nobody else
  return record === undefined ? noVerdicts : (deserialise(record) as Verdicts);
}
