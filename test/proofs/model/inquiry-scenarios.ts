import { type Verdict, withInquiries } from "#domain/estimate/inquiries.ts";

import { inNoLanguage } from "../../builders.ts";
import { type Story, aCardOf, aText } from "./cards.ts";
import type { Inquiring, Weakness } from "./inquiries.ts";

const [novel, sequel] = [aText("novel", 3000), aText("sequel", 3000)];

/** Cards that still need their language, and then an estimate. */
const asking = [novel, sequel].map((text, n) =>
  withInquiries(inNoLanguage(aCardOf(text, n === 0 ? "a" : "b"))),
);

const free = { preview_metadata: 0, token_estimate: 0 };
const estimates = { ...free, token_estimate: 1 };
const detection = { ...free, preview_metadata: 1 };
const both = { preview_metadata: 1, token_estimate: 1 };

/** The possible verdicts at the end, on detection and on estimates; `perhaps`: charged, or not. */
type Finds = { readonly findsOut: readonly string[] };

/** Two processes inquire for two cards. One process may be killed, and one answer may be lost. */
const story = (name: string, inquiring: Inquiring, given: Finds & Partial<Story>) => ({
  name,
  processes: 2 as const,
  partner: "prompt" as const,
  work: "beside" as const,
  cards: asking,
  texts: [novel, sequel],
  plays: [],
  apart: {},
  approvers: {},
  comesTo: [],
  inquiring,
  ...given,
  chances: { crashes: 1, lostReplies: 1, ...given.chances },
});

/** A run is approved and charged before, beside or after a probe. */
const approved = {
  cards: asking.slice(0, 1),
  approvers: { a: ["U0ANA"] },
  plays: ["send", "give-up", "poll", "record-charge"],
} as const;

/**
 * One probe of 100 characters for each kind and partner key may be charged without approval, and
 * nothing else. The number cannot be zero: the cost of a probe is known only after it was made. An
 * emptied store knows of no probe, and may make another one.
 *
 * Not covered: a partner that charges nothing for 100 characters and something for more, or that
 * starts to charge later. An inquiry that names such a charge is the last of its kind. A silent
 * charge goes unnoticed.
 */
export const inquiryStories: readonly (Story & Finds)[] = [
  story(
    "inquiries are free",
    { rates: free, charges: "silently" },
    { findsOut: ["free, free"], chances: { crashes: 0 } },
  ),
  story(
    "estimates cost, silently",
    { rates: estimates, charges: "silently" },
    { findsOut: ["free, charged"] },
  ),
  story(
    "detection costs, openly",
    { rates: detection, charges: "openly" },
    { findsOut: ["charged, free"] },
  ),
  story(
    "both cost, silently, and answers are lost until it is given up",
    { rates: both, charges: "silently" },
    {
      findsOut: ["charged, charged", "charged, perhaps", "perhaps, none"],
      cards: asking.slice(0, 1),
      chances: { lostReplies: 6 },
    },
  ),
  story(
    "both cost, silently, while something is approved",
    { rates: both, charges: "silently" },
    {
      ...approved,
      findsOut: ["charged, charged", "charged, perhaps", "perhaps, charged"],
      chances: { clicks: 1 },
    },
  ),
];

/** Returns a story where estimates cost silently, or where both kinds do beside an approval. */
export function weakerOn({ beside, ...weaker }: Weaker): Story {
  const chances = { crashes: 0, lostReplies: 1 };
  return beside === "nothing"
    ? story(
        weaker.name,
        { rates: estimates, charges: "silently", weaker },
        { findsOut: [], cards: asking.slice(0, 1), chances },
      )
    : story(
        weaker.name,
        { rates: both, charges: "silently", weaker },
        { ...approved, findsOut: [], chances: { ...chances, clicks: 1 } },
      );
}

type Weaker = Weakness & { readonly beside: "nothing" | "an approval" };

const isFree = { status: "free" } as const;
const isKnown = (verdict: Verdict | undefined) => (verdict?.status === "open" ? isFree : verdict);
const isForgotten = (verdict: Verdict | undefined) =>
  verdict?.status === "charged" && verdict.credits === 0 ? undefined : verdict;

/** Checks the check: each of these designs leaves out one rule and must be found out. */
export const weaknesses: readonly Weaker[] = [
  {
    name: "asks at once",
    beside: "nothing",
    sees: (verdicts) => ({ ...verdicts, language: isFree, estimate: isFree }),
  },
  {
    name: "does not wait for the verdict",
    beside: "nothing",
    sees: ({ language, estimate, ...rest }) => ({
      ...rest,
      language: isKnown(language),
      estimate: isKnown(estimate),
    }),
  },
  {
    name: "takes the verdict on detection for that on estimates",
    beside: "nothing",
    sees: (verdicts) => ({ ...verdicts, estimate: verdicts.language }),
  },
  {
    name: "makes another probe where the first said nothing",
    beside: "an approval",
    sees: ({ language, estimate, ...rest }) => ({
      ...rest,
      language: isForgotten(language),
      estimate: isForgotten(estimate),
    }),
  },
  {
    name: "goes by what the partner says of a charge, not by the account",
    beside: "nothing",
    asks: (partner) => ({
      ...partner,
      usage: async () => ({
        ...(await partner.usage()),
        balanceCredits: 20_000,
        periodUsedCredits: 0,
      }),
    }),
  },
  {
    name: "sends a probe again under another key",
    beside: "nothing",
    asks: (partner, now) => ({
      ...partner,
      createTask: (create) => partner.createTask({ ...create, key: `${create.key} ${now()}` }),
    }),
  },
];
