import { hash } from "node:crypto";

import { z } from "zod";

import { digestOf } from "../../../core/digest.ts";
import { type ReadonlyOf, at, count as credits } from "../../../core/fields.ts";
import { sameLanguage } from "../../../core/languages.ts";
import type { Manuscript } from "../../../core/manuscript.ts";
import { needsLanguage } from "../../../core/offer.ts";
import {
  type Quote,
  estimateOf,
  isLanguageSettled,
  keyGround,
  languageTaskOf,
  manuscriptOf,
} from "../../../core/quote.ts";
import { type Rules, languageSampleChars } from "../../../core/rules.ts";
import { openingOf } from "../../../core/slice.ts";
import { type Task, hasEnded, planTask } from "../../../core/task.ts";
import type { InquiryRule, Policy } from "../../settings/rules/settings.ts";
import type { Account } from "../../spending/rules/account.ts";
import { nextSend } from "../../translation/rules/sending.ts";

/** What Galley asks the partner for the card's sake. It is never sold: it is free, or it is not asked. */
export type Inquiry = "language" | "estimate";

/** In the order in which they are asked. */
export const inquiries: readonly Inquiry[] = ["language", "estimate"];

/** Adds what Galley asks the partner by itself: first the language, then the estimate for the target. */
export function withInquiries(quote: Quote): Quote {
  if (manuscriptOf(quote) === undefined || quote.decision.status !== "open") return quote;
  if (languageTaskOf(quote) === undefined) return ask(quote, "language");
  const mayEstimate = isLanguageSettled(quote) && !needsLanguage(quote);
  return mayEstimate && estimateOf(quote) === undefined ? ask(quote, "estimate") : quote;
}

/** The price is asked for once more: what the partner said of it may be out of date. */
export function withNewEstimate(quote: Quote): Quote {
  const estimate = estimateOf(quote);
  return estimate !== undefined && hasEnded(estimate)
    ? ask(quote, "estimate")
    : withInquiries(quote);
}

/** What is sent for it, of a text of so many characters. */
export function requestOf(inquiry: Inquiry, { characters }: Pick<Manuscript, "characters">) {
  return {
    kind: inquiry,
    slice: inquiry === "language" ? openingOf({ characters }, languageSampleChars) : undefined,
  };
}

function ask(quote: Quote, inquiry: Inquiry): Quote {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return quote;
  const { target } = quote;
  const request = requestOf(inquiry, manuscript);
  const isSame = (task: Task) => task.kind === inquiry && task.target === target;
  const task = planTask(keyGround(quote, manuscript), {
    ...request,
    target,
    generation: quote.tasks.filter(isSame).length,
    price: 0,
    approval: undefined,
  });
  return { ...quote, tasks: [...quote.tasks, task] };
}

/** Why the admins are still to be told that a kind is off: a probe, or an inquiry, was charged, or may have been. */
const untold = z.enum(["probe", "inquiry", "unclear"]).optional();

export type Funds = ReadonlyOf<typeof funds>;
const funds = z.object({ balance: credits, used: credits });

export type Probe = NonNullable<OpenVerdict["probe"]>;
const probeSchema = (task: z.ZodType<Task>) =>
  z.object({
    /** Credits of the account just before. */
    before: funds,
    /** Names everything else that may be charged: unless it is the same after the probe, no charge says whose. */
    beside: z.string(),
    task,
  });

/**
 * What is known of one kind of inquiry at one partner account.
 *
 * Not in the contract: whether inquiries cost anything. So each kind is tried once, with a text of our own
 * of 100 characters, and all others of its kind wait for what came of it.
 */
export type Verdict = ReadonlyOf<ReturnType<typeof verdictSchema>>;
export type OpenVerdict = Extract<Verdict, { status: "open" }>;
const verdictSchema = (task: z.ZodType<Task>) =>
  z.discriminatedUnion("status", [
    z.object({
      status: z.literal("open"),
      /** Somebody has waited for it since then, ms. */
      since: at,
      /** When something that may be charged was last seen under way, ms. */
      busyAt: at.optional(),
      probe: probeSchema(task).optional(),
    }),
    z.object({ status: z.literal("free") }),
    z.object({ status: z.literal("charged"), credits, untold }),
    /** It could not be found out. `spent`: the probe may have been charged, so there is no other one. */
    z.object({ status: z.literal("none"), at, spent: z.boolean(), untold }),
  ]);

/** Of the kinds that nobody has asked for yet nothing is known. */
export type Verdicts = ReadonlyOf<ReturnType<typeof verdictsSchema>>;
export const verdictsSchema = (task: z.ZodType<Task>) => {
  const verdict = verdictSchema(task).optional();
  return z.object({ version: z.literal(1), language: verdict, estimate: verdict });
};

export const noVerdicts: Verdicts = { version: 1 };

/** What the admins are told of a kind that is off; `credits` are 0 where nobody knows. */
export type InquiryOff = {
  readonly inquiry: Inquiry;
  readonly why: NonNullable<z.infer<typeof untold>>;
  readonly credits: number;
};

export function untoldIn(verdicts: Verdicts): InquiryOff | undefined {
  for (const inquiry of inquiries) {
    const verdict = verdicts[inquiry];
    const isOff = verdict?.status === "charged" || verdict?.status === "none";
    if (!isOff || verdict.untold === undefined) continue;
    const credits = verdict.status === "charged" ? verdict.credits : 0;
    return { inquiry, why: verdict.untold, credits };
  }
  return undefined;
}

/** What happens to an inquiry of this kind now. */
export type Fate =
  | { readonly do: "ask" }
  | { readonly do: "leave" }
  /** A verdict is to be found first. */
  | { readonly do: "find-out" }
  | { readonly do: "wait"; readonly until: number };

type Asked = { readonly policy: InquiryPolicy; readonly now: number };

type InquiryPolicy = Pick<Policy, "askLanguage" | "askEstimate">;

export function fateOf(verdicts: Verdicts, inquiry: Inquiry, { policy, now }: Asked): Fate {
  const verdict = verdicts[inquiry];
  const rule = ruleOf(policy, inquiry);
  if (rule === "never") return { do: "leave" };
  if (verdict?.status === "free") return { do: "ask" };
  if (rule === "always") {
    // What may be charged would be taken for the charge of a probe.
    const probed = openVerdict(verdicts);
    const until = probed?.verdict.probe === undefined ? 0 : endOf(probed.verdict);
    return now < until ? { do: "wait", until } : { do: "ask" };
  }
  switch (verdict?.status) {
    case undefined:
      return { do: "find-out" };
    case "open":
      return now < endOf(verdict) ? { do: "wait", until: endOf(verdict) } : { do: "leave" };
    case "charged":
      return { do: "leave" };
    case "none":
      return { do: mayRetry(verdict, now) ? "find-out" : "leave" };
  }
}

/** What the workspace decided of a kind; undefined: it is asked while it is free. */
export function ruleOf(policy: InquiryPolicy, inquiry: Inquiry): InquiryRule | undefined {
  return inquiry === "language" ? policy.askLanguage : policy.askEstimate;
}

/** From now on a verdict is awaited, on both kinds at once: after the language comes the estimate. */
export function findOut(verdicts: Verdicts, asked: Asked): Verdicts {
  const open: OpenVerdict = { status: "open", since: asked.now };
  const wanted = inquiries.filter((inquiry) => fateOf(verdicts, inquiry, asked).do === "find-out");
  return { ...verdicts, ...Object.fromEntries(wanted.map((inquiry) => [inquiry, open])) };
}

/** The one that is being found out: one after the other, or they would disturb each other. */
export function openVerdict(
  verdicts: Verdicts,
): { readonly inquiry: Inquiry; readonly verdict: OpenVerdict } | undefined {
  const open = inquiries.flatMap((inquiry) => {
    const verdict = verdicts[inquiry];
    return verdict?.status === "open" ? [{ inquiry, verdict }] : [];
  });
  return open.find(({ verdict }) => verdict.probe !== undefined) ?? open[0];
}

/** When the next thing is to be done to find a verdict, ms; undefined: there is nothing to find out. */
export function probeDue(verdicts: Verdicts, rules: Rules): number | undefined {
  if (untoldIn(verdicts) !== undefined) return 0;
  const open = openVerdict(verdicts);
  if (open === undefined) return undefined;
  const { busyAt, probe } = open.verdict;
  const beginsAt = busyAt === undefined ? 0 : busyAt + busyMs;
  return Math.min(probe === undefined ? beginsAt : taskDue(probe.task, rules), endOf(open.verdict));
}

function taskDue(task: Task, rules: Rules): number {
  switch (task.state.status) {
    case "approved":
    case "sending":
      return nextSend(task, probeSource.bytes, rules).at;
    case "running":
      return task.state.lookedAt + rules.pollMinMs;
    case "completed":
    case "failed":
    case "vanished":
    case "rejected":
    case "unknown":
      return 0;
  }
}

/** Too late for another request; an answer that is there already is still judged. */
export function isOverdue(verdict: OpenVerdict, now: number): boolean {
  return now >= endOf(verdict) && verdict.probe?.task.state.status !== "completed";
}

/** The task of the next probe. Its key is of this store and time: what an earlier store had is no answer. */
export function planProbe(
  inquiry: Inquiry,
  { since }: OpenVerdict,
  { keyPrint = "", languages, defaultTarget }: Rules,
): Task {
  const other = languages.find(({ code }) => !sameLanguage(code, "en"));
  const ground = { workspace: keyPrint, quoteId: `probe ${since}`, textSha256: probeSource.sha256 };
  return planTask(ground, {
    ...requestOf(inquiry, probeSource),
    target: other?.code ?? defaultTarget,
    generation: 0,
    price: 0,
    approval: undefined,
  });
}

/** Every approval stands in the account before it can be charged. */
export function chargesBeside({ recorded, commitments }: Account, verdicts: Verdicts) {
  const charged = inquiries.filter((inquiry) => verdicts[inquiry]?.status === "charged");
  const known = [recorded, commitments.map(({ key, freed }) => [key, freed]), charged];
  return {
    isQuiet: commitments.every(({ freed }) => freed === true),
    beside: digestOf(known),
  };
}

/** What a probe that has completed says; nothing, where it or something beside it was charged. */
export function judgeProbe(
  { before, beside, task }: Probe,
  after: { readonly funds: Funds; readonly beside: string; readonly at: number },
): Verdict {
  const named = chargeOf(task);
  if (named > 0) return { status: "charged", credits: named, untold: "probe" };
  const { funds, at } = after;
  // Either figure may be set anew meanwhile: a period begins, or the account is topped up.
  const credits = Math.max(funds.used - before.used, before.balance - funds.balance);
  if (credits <= 0) return { status: "free" };
  return after.beside === beside
    ? { status: "charged", credits, untold: "probe" }
    : { status: "none", at, spent: true, untold: "unclear" };
}

/** The verdict where none could be found. */
export function giveUpOn({ probe }: OpenVerdict, now: number): Verdict {
  const attempts = probe?.task.attempts ?? [];
  const spent = attempts.some(({ outcome }) => outcome !== "not-sent" && outcome !== "rejected");
  return { status: "none", at: now, spent, untold: spent ? "unclear" : undefined };
}

/** Credits that an inquiry says it has cost. */
export function chargeOf({ state }: Task): number {
  return state.status === "completed" ? (state.result.charged ?? 0) : 0;
}

function endOf({ since }: OpenVerdict): number {
  return since + patienceMs;
}

/** If nothing of a probe has left, the partner or Galley was busy, and that passes. */
function mayRetry({ at, spent }: Extract<Verdict, { status: "none" }>, now: number): boolean {
  return !spent && now - at >= retryMs;
}

/** Nobody's text, and as much of it as a probe may cost. */
export const probeText =
  "The lighthouse keeper counted the ships twice, wrote the number down, and blew out the lamp at dawn.";
export const probeSource = {
  characters: probeText.length,
  bytes: Buffer.byteLength(probeText),
  sha256: hash("sha256", probeText),
};

const minute = 60_000;
const patienceMs = 10 * minute;
const retryMs = 60 * minute;
const busyMs = 10_000;
