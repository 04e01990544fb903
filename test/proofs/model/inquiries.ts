import type { AppContext } from "#domain/context.ts";
import {
  type Verdicts,
  decisionOn,
  isQuiet,
  noVerdicts,
  openVerdict,
  probeDue,
} from "#domain/estimate/inquiries.ts";
import type { Action } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { type Account, newAccount } from "#domain/spending/account.ts";
import { type Step as QuoteStep, stepsOf } from "#domain/steps.ts";
import { isInquiry } from "#domain/task.ts";
import { probeEntry } from "#features/estimate/send-inquiry.ts";
import { openSmallStores } from "#store/small-stores.ts";
import { deserialise } from "#store/store.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import { setup } from "../../builders.ts";
import type { Step } from "./designs.ts";
import { storeOver } from "./ours.ts";
import type { Outside, Program } from "./replay.ts";
import { type World, clockOf } from "./world.ts";

/** The partner's charges for inquiries, and the design that deals with them. */
export type Inquiring = {
  /** Credits per character. */
  readonly rates: Readonly<Partial<Record<Action, number>>>;
  /** Whether the partner reports the charge or takes it silently. */
  readonly charges: "openly" | "silently";
  /** A design that is weaker than ours. */
  readonly weaker?: Weakness;
};

export type Weakness = {
  readonly name: string;
  /** Returns the verdicts that this design assumes and records. */
  readonly sees?: (verdicts: Verdicts) => Verdicts;
  readonly asks?: (partner: AppContext["partner"], now: () => number) => AppContext["partner"];
};

/** Returns ports that find out the cost of inquiries before they make any. */
export function withInquiries(ctx: AppContext, inquiring: Inquiring, outside: Outside): AppContext {
  const { rates, charges, weaker } = inquiring;
  const { inquiries, accounts } = openSmallStores(storeOver(outside));
  const sees = weaker?.sees ?? ((verdicts: Verdicts) => verdicts);
  const partner: AppContext["partner"] = {
    ...ctx.partner,
    createTask: async (create) => {
      const { key, action, estimatedChars, charLimit } = create;
      requests.set(key, { action, characters: charLimit ?? estimatedChars ?? 0 });
      const made = await ctx.partner.createTask(create);
      if (action !== "preview_metadata" && action !== "token_estimate") return made;
      // Contract, POST /tasks, Response: light actions may come back completed at once.
      const named = charges === "openly" ? creditsOf(rates, key) : undefined;
      return { ...made, status: "completed", outcome: "completed", chargedCredits: named };
    },
    usage: async () => {
      const usage = await ctx.partner.usage();
      const keys = String(await outside.ask({ kind: "count" })).split(",");
      const used = keys.reduce((sum, key) => sum + creditsOf(rates, key), 0);
      return { ...usage, balanceCredits: usage.balanceCredits - used, periodUsedCredits: used };
    },
  };
  return {
    ...ctx,
    partner: weaker?.asks?.(partner, outside.now) ?? partner,
    inquiries: {
      read: async () => sees(await inquiries.read("")),
      change: (next) => inquiries.change("", (verdicts) => next(sees(verdicts))),
      decide: (next) => inquiries.decide("", (verdicts) => next(sees(verdicts))),
      tell: () => undefined,
    },
    account: {
      read: () => accounts.read(""),
      change: (next) => accounts.change("", next),
      decide: (next) => accounts.decide("", next),
    },
  };
}

/** The charge of a run, and the action that was charged. */
export type Charge = { readonly kind: Action; readonly credits: number };

export function chargeOf({ rates }: Inquiring, key: string): Charge {
  return { kind: requests.get(key)?.action ?? "translation", credits: creditsOf(rates, key) };
}

function creditsOf(rates: Inquiring["rates"], key: string): number {
  const request = requests.get(key);
  return request === undefined ? 0 : request.characters * (rates[request.action] ?? 1);
}

/** Requests by their key, which is derived from them. */
const requests = new Map<string, { readonly action: Action; readonly characters: number }>();

type Asking = {
  readonly inquiring: Inquiring;
  readonly quotes: readonly Quote[];
  readonly portsOn: (outside: Outside) => AppContext;
};

/** Returns the inquiries for the cards, and the probe of their cost. */
export function inquirySteps(
  { inquiring, quotes, portsOn }: Asking,
  world: World,
): readonly Step[] {
  const verdicts = verdictsIn(world);
  const seen = inquiring.weaker?.sees?.(verdicts) ?? verdicts;
  const { policy } = initialSettings;
  const asked = quotes.flatMap((quote) =>
    quote.tasks.filter(isInquiry).flatMap((task): readonly Step[] => {
      const due = dueOn(quote).find((step) => step.kind === "send" && step.key === task.key);
      if (due === undefined) return [];
      const decision = decisionOn(seen, task.kind, { policy, now: clockOf(world) });
      const at = Math.max(due.at, decision.kind === "wait" ? decision.until : 0);
      return [{ name: `${quote.id} asks ${task.key}`, at, take: ask(portsOn, quote.id, task.key) }];
    }),
  );
  const open = openVerdict(seen);
  const quiet = isQuiet(accountIn(world), seen, quotes);
  const due = open && probeDue(open.verdict, { isQuiet: quiet, now: clockOf(world), setup });
  const probe: Program = (outside) =>
    advanceQuote(portsOn(outside), probeEntry, { kind: "probe", at: 0 });
  return due === undefined ? asked : [...asked, { name: "probe", at: due, take: probe }];
}

/** Returns the steps of a record, computed once: a record is part of very many worlds. */
function dueOn(quote: Quote): readonly QuoteStep[] {
  const due = known.get(quote) ?? stepsOf(quote, setup);
  known.set(quote, due);
  return due;
}

const known = new WeakMap<Quote, readonly QuoteStep[]>();

function ask(portsOn: Asking["portsOn"], id: string, key: string): Program {
  return async (outside) => {
    const ctx = portsOn(outside);
    const steps = await dueSteps(ctx, id);
    const step = steps.find((one) => "key" in one && one.key === key);
    if (step !== undefined) await advanceQuote(ctx, id, step);
  };
}

function accountIn({ store }: World): Account {
  const record = store["account:"]?.raw;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports has written it, and nobody else
  return record === undefined ? newAccount : (deserialise(record) as Account);
}

export function verdictsIn({ store }: World): Verdicts {
  const record = store["inquiries:"]?.raw;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ports has written it, and nobody else
  return record === undefined ? noVerdicts : (deserialise(record) as Verdicts);
}
