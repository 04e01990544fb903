import { hash } from "node:crypto";

import { z } from "zod";

import {
  type ReadonlyOf,
  at,
  count as credits,
  digestOf,
  id,
  language,
  optional,
  stored,
} from "#domain/fields.ts";
import { isInTargetLanguage } from "#domain/offer.ts";
import {
  type Quote,
  estimateOf,
  isLanguageInquiryOver,
  keyGround,
  languageTaskOf,
  manuscriptOf,
} from "#domain/quote.ts";
import type { InquiryRule, Policy } from "#domain/settings/settings.ts";
import { sameLanguage, type Setup, languageSampleChars } from "#domain/settings/setup.ts";
import { openingOf } from "#domain/slice.ts";
import type { Account } from "#domain/spending/account.ts";
import { type KeyGround, type Task, hasEnded, isInquiry, planTask } from "#domain/task.ts";

/**
 * A request to the partner that only informs the card. It is never sold: it is sent while its kind is
 * free, or when the workspace's rule is `always`.
 */
export type Inquiry = "language" | "estimate";

/** In the order in which they are asked. */
const inquiries: readonly Inquiry[] = ["language", "estimate"];

/** Adds the next inquiry: first the language, then the estimate for the target. */
export function withInquiries(quote: Quote): Quote {
  if (manuscriptOf(quote) === undefined || quote.decision.status !== "open") return quote;
  if (languageTaskOf(quote) === undefined) return ask(quote, "language");
  const mayEstimate = isLanguageInquiryOver(quote) && !isInTargetLanguage(quote);
  return mayEstimate && estimateOf(quote) === undefined ? ask(quote, "estimate") : quote;
}

/** Adds another estimate: the partner's earlier one may be out of date. */
export function withNewEstimate(quote: Quote): Quote {
  const estimate = estimateOf(quote);
  return estimate !== undefined && hasEnded(estimate)
    ? ask(quote, "estimate")
    : withInquiries(quote);
}

function ask(quote: Quote, inquiry: Inquiry): Quote {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined) return quote;
  const { target } = quote;
  const isSame = (task: Task) => task.kind === inquiry && task.target === target;
  const generation = quote.tasks.filter(isSame).length;
  const asked = { inquiry, target, generation, ...manuscript };
  return { ...quote, tasks: [...quote.tasks, plan(keyGround(quote, manuscript), asked)] };
}

type Plan = {
  readonly inquiry: Inquiry;
  readonly target: string;
  readonly generation: number;
  readonly characters: number;
};

/** Plans an inquiry; the language is detected from the opening of the text. */
function plan(ground: KeyGround, { inquiry, target, generation, characters }: Plan): Task {
  const slice = inquiry === "language" ? openingOf({ characters }, languageSampleChars) : undefined;
  const unpaid = { price: 0, approval: undefined };
  return planTask(ground, { kind: inquiry, slice, target, generation, ...unpaid });
}

const funds = stored({ balance: credits, used: credits });
export type Funds = ReadonlyOf<typeof funds>;

/** Recorded just before its last bytes leave: from then on it may be charged. */
const probe = stored({
  /** Credits of the account just before. */
  before: funds,
  /**
   * A digest of everything else that may be charged. If it differs after the probe, a charge cannot
   * be attributed.
   */
  beside: z.string(),
  target: language,
  /** The time of the last send or look, ms. */
  at,
  /** Undefined while no answer came: then it is sent again with the same key. */
  taskId: optional(id),
});
export type Probe = ReadonlyOf<typeof probe>;

/**
 * The verdict on one kind of inquiry at one partner account.
 *
 * Not in the contract: whether inquiries cost anything. So each kind is tried once, with a text of our
 * own of 100 characters, and all others of its kind wait for the result.
 */
const verdict = z.discriminatedUnion("status", [
  /** `since`: the time since which a verdict is awaited, ms. */
  stored({ status: z.literal("open"), since: at, probe: optional(probe) }),
  stored({ status: z.literal("free") }),
  /** Or perhaps charged: `credits` is 0 then. No other probe is made. */
  stored({ status: z.literal("charged"), credits }),
  /** Nothing was sent, as the partner or Galley was busy: that passes. */
  stored({ status: z.literal("none"), at }),
]);
export type Verdict = ReadonlyOf<typeof verdict>;
export type OpenVerdict = Extract<Verdict, { status: "open" }>;

/** The verdict on each kind; absent until a kind is first needed. */
export const verdictsSchema = stored({
  version: z.literal(1),
  language: verdict.optional(),
  estimate: verdict.optional(),
});
export type Verdicts = ReadonlyOf<typeof verdictsSchema>;

export const noVerdicts: Verdicts = { version: 1 };

/** The report to the admins that a kind is off; `credits` is 0 when the charge is unknown. */
export type InquiryOff = { readonly inquiry: Inquiry; readonly credits: number };

export type Decision =
  /** `probe`: a verdict is to be found first. */
  { readonly kind: "ask" | "skip" | "probe" } | { readonly kind: "wait"; readonly until: number };

type InquiryPolicy = Pick<Policy, "askLanguage" | "askEstimate">;
type DecisionContext = { readonly policy: InquiryPolicy; readonly now: number };

export function decisionOn(
  verdicts: Verdicts,
  inquiry: Inquiry,
  { policy, now }: DecisionContext,
): Decision {
  const verdict = verdicts[inquiry];
  const rule = ruleOf(policy, inquiry);
  if (rule === "never") return { kind: "skip" };
  if (verdict?.status === "free") return { kind: "ask" };
  // A charge for this inquiry would be mistaken for a charge for the probe of either kind.
  const open = rule === "always" ? openVerdict(verdicts)?.verdict : verdict;
  if (open?.status === "open" && now < givenUpAt(open))
    return { kind: "wait", until: givenUpAt(open) };
  if (rule === "always") return { kind: "ask" };
  const isUnknown =
    verdict === undefined || (verdict.status === "none" && now - verdict.at >= retryMs);
  return { kind: isUnknown ? "probe" : "skip" };
}

/** Returns the workspace's rule for a kind; undefined: it is asked while it is free. */
export function ruleOf(policy: InquiryPolicy, inquiry: Inquiry): InquiryRule | undefined {
  return inquiry === "language" ? policy.askLanguage : policy.askEstimate;
}

/** Opens a verdict on both kinds at once: after the language comes the estimate. */
export function openVerdicts(verdicts: Verdicts, asked: DecisionContext): Verdicts {
  const open: OpenVerdict = { status: "open", since: asked.now };
  const wanted = inquiries.filter(
    (inquiry) => decisionOn(verdicts, inquiry, asked).kind === "probe",
  );
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

type Moment = { readonly isQuiet: boolean; readonly now: number; readonly setup: Setup };

export function probeDue(verdict: OpenVerdict, { isQuiet, now, setup }: Moment): number {
  const { probe } = verdict;
  // A send without an answer is over after its time-out, and is repeated after the quiet time.
  const resendMs = setup.partnerTimeoutMs + setup.resendQuietMs;
  const wait = probe?.taskId === undefined ? resendMs : setup.pollMinMs;
  const beginsAt = isQuiet ? 0 : now + busyMs;
  return Math.min(probe === undefined ? beginsAt : probe.at + wait, givenUpAt(verdict));
}

export function givenUpAt({ since }: OpenVerdict): number {
  return since + timeoutMs;
}

/**
 * Returns true while nothing but a probe may be charged: the account reports how much was paid, not
 * what for, and records no inquiries.
 */
export function isQuiet(
  { reservations }: Account,
  verdicts: Verdicts,
  quotes: readonly Quote[],
): boolean {
  const paid = quotes
    .flatMap(({ tasks }) => tasks)
    .filter((task) => isInquiry(task) && verdicts[task.kind]?.status !== "free");
  return (
    reservations.every(({ freed }) => freed === true) &&
    !paid.some(({ state: { status } }) => status === "sending" || status === "running")
  );
}

/** Digests everything else that may be charged: each approval is in the account before it can be charged. */
export function chargesBeside({ recorded, reservations }: Account, verdicts: Verdicts): string {
  const charged = inquiries.filter((inquiry) => verdicts[inquiry]?.status === "charged");
  return digestOf([recorded, reservations.map(({ key, freed }) => [key, freed]), charged]);
}

/** Returns a language for a text in English. */
export function probeTarget({ languages, defaultTarget }: Setup): string {
  return languages.find(({ code }) => !sameLanguage(code, "en"))?.code ?? defaultTarget;
}

/**
 * Plans the task of a probe. Its key depends on the API key and the time, so an earlier store's probe
 * is no answer to it.
 */
export function planProbe(
  { inquiry, verdict: { since } }: Open,
  target: string,
  apiKeyFingerprint = "",
): Task {
  const ground = {
    workspace: apiKeyFingerprint,
    quoteId: `probe ${since}`,
    textSha256: probeSource.sha256,
  };
  return plan(ground, { inquiry, target, generation: 0, ...probeSource });
}

/** Judges a completed probe. A charge may belong to something else if that has changed beside it. */
export function judgeProbe(
  { before, beside }: Probe,
  after: {
    readonly beside: string;
    readonly charged?: number | undefined;
    readonly funds: Funds;
  },
): Verdict {
  const { charged = 0, funds } = after;
  if (charged > 0) return { status: "charged", credits: charged };
  // Either figure may be reset meanwhile: a period begins, or the account is topped up.
  const credits = Math.max(funds.used - before.used, before.balance - funds.balance);
  if (credits <= 0) return { status: "free" };
  return { status: "charged", credits: after.beside === beside ? credits : 0 };
}

export function giveUpOn(probe: Probe | undefined, now: number): Verdict {
  return probe === undefined ? { status: "none", at: now } : { status: "charged", credits: 0 };
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
const timeoutMs = 10 * minute;
const retryMs = 60 * minute;
const busyMs = 10_000;
