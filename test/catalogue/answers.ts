import {
  approveReply,
  directReply,
  endorsedReply,
  notApproverReply,
  reminderReply,
} from "#features/approval/decision-replies-view.ts";
import { linkReply } from "#features/delivery/delivery-reply-view.ts";
import {
  estimateCard,
  expiredReply,
  refusedReply,
  reopenedReply,
} from "#features/estimate/estimate-card-view.ts";
import { freeReply } from "#features/estimate/free-reply-view.ts";
import { whichTermsReply } from "#features/glossary/terms-replies-view.ts";
import {
  batchTotalReply,
  askedReply,
  helpReply,
  mentionReply,
  underFinishedReply,
} from "#features/intake/intake-replies-view.ts";
import { recordsLostCard } from "#features/recovery/recovery-view.ts";
import { settingsReply } from "#features/settings/settings-form-view.ts";
import { alertMessage } from "#features/shared/alerts.ts";
import { nothingFoundReply } from "#features/shared/short-replies-view.ts";
import { receiptReply, usageReply } from "#features/spending/usage-view.ts";
import { reportCard } from "#features/translation/admin-card-view.ts";
import { delayReply } from "#features/translation/delay-reply-view.ts";
import type { Message } from "#slack/blocks.ts";
import type { ViewContext } from "#slack/people.ts";

import {
  aCoverage,
  aCoveringRun,
  aPostedQuote,
  aQuote,
  aSpendRow,
  aTask,
  completed,
  noon,
  aRequest,
  running,
} from "../builders.ts";
import { settings } from "./forms.ts";

const wishes = { first: undefined, note: undefined, dueOn: "2026-11-21" } as const;
const atWork = aTask({ state: running({ progress: 0.2, msLeft: 90 * 60_000 }) });

/** Draws every reply to a command, a click or a due time, by name. */
export function answers(testContext: ViewContext): Readonly<Record<string, Message>> {
  const offer = aQuote({ book: "The Lighthouse", balance: { credits: 20_000, at: noon } });
  const done = aTask({ state: completed({ charged: 12_345 }) });
  const asked = { context: testContext, channel: "C1" };
  return {
    "card, how is it to be read": estimateCard(doubtful, testContext, samples),
    "reply, expired": expiredReply(offer, testContext),
    "reply, asked again": reopenedReply(offer, { by: "U0ROBIN" }, testContext),
    "reply, cannot be taken": refusedReply(refused, testContext),
    "reply, reminder": reminderReply(
      [{ quote: offer, link: undefined }],
      { at: noon },
      testContext,
    ),
    "direct, nobody decided": directReply(
      offer,
      { kind: "direct", why: "waiting", at: noon, person: "U0ADA", beside: [] },
      { waiting: [], link: "https://example.slack.com/archives/C1/p1", context: testContext },
    ),
    "reply, reminder of several": reminderReply(
      [offer, { ...offer, target: "de" }].map((quote) => ({ quote, link: undefined })),
      { at: noon },
      testContext,
    ),
    ...Object.fromEntries(
      (["will-be-late", "late", "overdue"] as const).map((why) => [
        `reply, ${why}`,
        delayReply({ ...offer, request: aRequest({ details: wishes }) }, atWork, why, testContext),
      ]),
    ),
    "reply, free since": freeReply(
      aQuote({
        coverage: aCoverage({ runs: [aCoveringRun({ slice: [{ from: 0, to: 12_345 }] })] }),
      }),
      testContext,
    ),
    "reply, second approval needed": endorsedReply(
      { ...offer, approval: { endorsements: [first] } },
      { kind: "endorsed", offer: first.offer, by: first.by },
      testContext,
    ),
    "reply, sum of several": batchTotalReply(
      { ...offer, request: aRequest({ batch }) },
      testContext,
    ),
    "reply, sum of several, large amounts": batchTotalReply(
      { ...offer, request: aRequest({ batch: largeBatch }) },
      testContext,
    ),
    "reply, which terms": whichTermsReply([offer, { ...offer, target: "de" }], testContext),
    "reply, under a finished card": underFinishedReply([{ name: "a.txt" }], "·", testContext),
    "to the one who may not approve": notApproverReply(
      { quote: offer, person: offer.request.by },
      testContext,
    ),
    "to the one who asked": askedReply({ quoted: [offer], standing: [] }, new Map(), testContext),
    "to the one who clicked, link": linkReply(download, "The Lighthouse.txt", testContext.locale),
    "to the one who clicked, receipt": receiptReply(receipt, testContext),
    "to the bot's name": mentionReply(testContext),
    "/translate help": helpReply(testContext),
    "/translate settings, to an admin": settingsReply(settings, { ...asked, mayChange: true }),
    "/translate settings": settingsReply(settings, { ...asked, mayChange: false }),
    "/translate glossary, no manuscripts": nothingFoundReply(testContext),
    "/translate-usage": usageReply({ usage, reserved, waiting, spending }, testContext.locale),
    "admins, something is wrong": reportCard(
      { quote: { ...offer, id: "·" }, task: done, ...trouble, link: undefined },
      testContext,
    ),
    "admins, store emptied": recordsLostCard(
      { taken: 12, missed: 1, shown: [] },
      ["https://example.slack.com/archives/C1/p1"],
      testContext,
    ),
    "to the one who clicked, store emptied": approveReply({ status: "not-for-sale" }, testContext),
    "to the one who clicked, store unfit": approveReply({ status: "unfit-store" }, testContext),
    "admins, key refused": alertMessage("key-refused", testContext),
    "admins, unordered credits": alertMessage(
      { about: "inquiries-off", credits: 2000 },
      testContext,
    ),
    "admins, unordered credits, and no inquiry to stop": alertMessage(
      { about: "unordered", credits: 2000 },
      testContext,
    ),
    "admins, another rate": alertMessage({ about: "rate", rate: 1200 }, testContext),
    "admins, low balance": alertMessage(
      { about: "low-balance", balance: 9000, reserved: 500, line: 20_000 },
      testContext,
    ),
  };
}

const doubtful = aPostedQuote({
  reading: { status: "doubtful", candidates: ["koi8-r", "windows-1251"] },
});
const samples = [
  { encoding: "koi8-r", lines: ["Море было тёмным."] },
  { encoding: "windows-1251", lines: ["лПТЕ ВЩМП ФЕНОЩН."] },
] as const;
const refused = aPostedQuote({ reading: { status: "refused", reason: "unsupported-type" } });
const counted = { status: "priced", characters: 12_345, credits: 12_345 } as const;
const parts = ["fr", "de"].map((target, n) => ({
  quoteId: `q${n}`,
  fileId: "F1",
  target,
  count: { ...counted, target },
}));
const batch = {
  first: "q0",
  repeats: false,
  told: undefined,
  total: { thread: undefined, parts, leftOut: [] },
};
const first = { product: "translation", offer: "o", price: 12_345, by: "U0ANA", at: noon } as const;
const largeBatch = {
  ...batch,
  total: {
    ...batch.total,
    parts: parts.map((part) => ({ ...part, count: { ...part.count, credits: 49_999_999 } })),
  },
};
const download = { url: "https://partner.example/x", fileSize: 123_456 };
const seen = (used: number) => ({ balance: 100_000 - used, used, at: noon });
const receipt = {
  ownCount: 12_345,
  estimated: 12_400,
  approved: 12_400,
  charged: 12_345,
  account: {
    before: seen(0),
    after: seen(12_345),
    used: 12_345,
    otherRuns: 0,
    unexplained: 0,
  },
};
const usage = {
  keyPrefix: "·",
  balanceCredits: 80_000,
  periodUsedCredits: 20_000,
  periodStart: "2026-11-01T00:00:00Z",
  periodEnd: undefined,
  requestsPerMinute: 60,
};
const reserved = { credits: 24_690, count: 3 };
const waiting = { credits: 12_345, count: 1 };
const spending = { month: "2026-11", rows: [aSpendRow()] };
const trouble = { words: "whale", by: "U0ROBIN" } as const;
