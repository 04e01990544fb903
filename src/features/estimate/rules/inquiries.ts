import { hash } from "node:crypto";

import { z } from "zod";

import { digestOf, type ReadonlyOf, at, count as credits } from "../../../core/fields.ts";
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
import { type Task, hasEnded, planTask, taskSchema } from "../../../core/task.ts";
import type { InquiryRule, Policy } from "../../settings/rules/settings.ts";
import type { Account } from "../../spending/rules/account.ts";
import { nextSend } from "../../translation/rules/sending.ts";

/**
 * A request to the partner that only informs the card. It is never sold: it is sent while its kind is
 * free, or when the workspace's rule is `always`.
 */
export type Inquiry = "language" | "estimate";

/** In the order in which they are asked. */
export const inquiries: readonly Inquiry[] = ["language", "estimate"];

/** Adds the next inquiry: first the language, then the estimate for the target. */
export function withInquiries(quote: Quote): Quote {
  if (manuscriptOf(quote) === undefined || quote.decision.status !== "open") return quote;
  if (languageTaskOf(quote) === undefined) return ask(quote, "language");
  const mayEstimate = isLanguageSettled(quote) && !needsLanguage(quote);
  return mayEstimate && estimateOf(quote) === undefined ? ask(quote, "estimate") : quote;
}

/** Adds another estimate: the partner's earlier one may be out of date. */
export function withNewEstimate(quote: Quote): Quote {
  const estimate = estimateOf(quote);
  return estimate !== undefined && hasEnded(estimate)
    ? ask(quote, "estimate")
    : withInquiries(quote);
}

/** Returns kind and slice of an inquiry; the language is detected from the opening of the text. */
function requestOf(inquiry: Inquiry, { characters }: Pick<Manuscript, "characters">) {
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

const funds = z.object({ balance: credits, used: credits });
export type Funds = ReadonlyOf<typeof funds>;

const probe = z.object({
  /** Credits of the account just before. */
  before: funds,
  /**
   * A digest of everything else that may be charged. If it differs after the probe, a charge cannot
   * be attributed.
   */
  beside: z.string(),
  task: taskSchema,
});
export type Probe = ReadonlyOf<typeof probe>;

/**
 * The verdict on one kind of inquiry at one partner account.
 *
 * Not in the contract: whether inquiries cost anything. So each kind is tried once, with a text of our
 * own of 100 characters, and all others of its kind wait for the result.
 */
const verdict = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("open"),
    /** The time since which a verdict is awaited, ms. */
    since: at,
    /** The time at which something that may be charged was last seen under way, ms. */
    busyAt: at.optional(),
    probe: probe.optional(),
  }),
  z.object({ status: z.literal("free") }),
  z.object({ status: z.literal("charged"), credits }),
  /** No verdict could be found. `spent`: the probe may have been charged, so no other one is made. */
  z.object({ status: z.literal("none"), at, spent: z.boolean() }),
]);
export type Verdict = ReadonlyOf<typeof verdict>;
export type OpenVerdict = Extract<Verdict, { status: "open" }>;

/** The verdict on each kind; absent until a kind is first needed. */
export const verdictsSchema = z.object({
  version: z.literal(1),
  language: verdict.optional(),
  estimate: verdict.optional(),
});
export type Verdicts = ReadonlyOf<typeof verdictsSchema>;

export const noVerdicts: Verdicts = { version: 1 };

/** The report to the admins that a kind is off; `credits` is 0 when the charge is unknown. */
export type InquiryOff = {
  readonly inquiry: Inquiry;
  /** A probe or an inquiry was charged, or may have been. */
  readonly why: "probe" | "inquiry" | "unclear";
  readonly credits: number;
};

/** Returns what the admins are told of a probe's verdict. */
export function reportOf(inquiry: Inquiry, verdict: Verdict): InquiryOff | undefined {
  if (verdict.status === "charged") return { inquiry, why: "probe", credits: verdict.credits };
  const mayCost = verdict.status === "none" && verdict.spent;
  return mayCost ? { inquiry, why: "unclear", credits: 0 } : undefined;
}

/** The next move for an inquiry. */
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
    // A charge for this inquiry would be mistaken for a charge for the probe.
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
    case "none": {
      // Nothing of the probe was sent, as the partner or Galley was busy: that passes.
      const mayRetry = !verdict.spent && now - verdict.at >= retryMs;
      return { do: mayRetry ? "find-out" : "leave" };
    }
  }
}

/** Returns the workspace's rule for a kind; undefined: it is asked while it is free. */
export function ruleOf(policy: InquiryPolicy, inquiry: Inquiry): InquiryRule | undefined {
  return inquiry === "language" ? policy.askLanguage : policy.askEstimate;
}

/** Opens a verdict on both kinds at once: after the language comes the estimate. */
export function findOut(verdicts: Verdicts, asked: Asked): Verdicts {
  const open: OpenVerdict = { status: "open", since: asked.now };
  const wanted = inquiries.filter((inquiry) => fateOf(verdicts, inquiry, asked).do === "find-out");
  return { ...verdicts, ...Object.fromEntries(wanted.map((inquiry) => [inquiry, open])) };
}

export type Open = { readonly inquiry: Inquiry; readonly verdict: OpenVerdict };

/** Returns the verdict that is being found: one at a time, or the probes would disturb each other. */
export function openVerdict(verdicts: Verdicts): Open | undefined {
  const open = inquiries.flatMap((inquiry) => {
    const verdict = verdicts[inquiry];
    return verdict?.status === "open" ? [{ inquiry, verdict }] : [];
  });
  return open.find(({ verdict }) => verdict.probe !== undefined) ?? open[0];
}

/** Returns when the next step towards a verdict is due, ms; undefined when there is nothing to find out. */
export function probeDue(verdicts: Verdicts, rules: Rules): number | undefined {
  const open = openVerdict(verdicts);
  if (open === undefined) return undefined;
  const { busyAt, probe } = open.verdict;
  const beginsAt = busyAt === undefined ? 0 : busyAt + busyMs;
  return Math.min(probe === undefined ? beginsAt : taskDue(probe.task, rules), endOf(open.verdict));
}

function taskDue(task: Task, rules: Rules): number {
  if (task.state.status === "running") return task.state.lookedAt + rules.pollMinMs;
  return hasEnded(task) ? 0 : nextSend(task, probeSource.bytes, rules).at;
}

/** Returns true when it is too late for another request; a completed probe is still judged. */
export function isOverdue(verdict: OpenVerdict, now: number): boolean {
  return now >= endOf(verdict) && verdict.probe?.task.state.status !== "completed";
}

/**
 * Plans the task of the next probe. Its key depends on this API key and time, so an earlier store's
 * probe is no answer to it.
 */
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

/** Digests everything else that may be charged: each approval is in the account before it can be charged. */
export function chargesBeside({ recorded, commitments }: Account, verdicts: Verdicts) {
  const charged = inquiries.filter((inquiry) => verdicts[inquiry]?.status === "charged");
  const known = [recorded, commitments.map(({ key, freed }) => [key, freed]), charged];
  return {
    isQuiet: commitments.every(({ freed }) => freed === true),
    beside: digestOf(known),
  };
}

/** Judges a completed probe. The verdict is `none` when the charge may belong to something beside it. */
export function judgeProbe(
  { before, beside, task }: Probe,
  after: { readonly funds: Funds; readonly beside: string; readonly at: number },
): Verdict {
  const named = chargeOf(task);
  if (named > 0) return { status: "charged", credits: named };
  const { funds, at } = after;
  // Either figure may be reset meanwhile: a period begins, or the account is topped up.
  const credits = Math.max(funds.used - before.used, before.balance - funds.balance);
  if (credits <= 0) return { status: "free" };
  return after.beside === beside
    ? { status: "charged", credits }
    : { status: "none", at, spent: true };
}

/** Returns the verdict when no answer could be found. */
export function giveUpOn({ probe }: OpenVerdict, now: number): Verdict {
  const attempts = probe?.task.attempts ?? [];
  const spent = attempts.some(({ outcome }) => outcome !== "not-sent" && outcome !== "rejected");
  return { status: "none", at: now, spent };
}

/** Returns the credits that an inquiry reports as charged. */
export function chargeOf({ state }: Task): number {
  return state.status === "completed" ? (state.result.charged ?? 0) : 0;
}

function endOf({ since }: OpenVerdict): number {
  return since + patienceMs;
}

/** A text of our own, of the 100 characters that a probe may cost. */
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
