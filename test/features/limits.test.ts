import type { KnownBlock } from "@slack/types";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Coverage, ExistingRun } from "#domain/claim.ts";
import { type Batch, bookChars } from "#domain/intake/request-details.ts";
import type { Quote } from "#domain/quote.ts";
import { type Settings, initialSettings } from "#domain/settings/settings.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import type { Task } from "#domain/task.ts";
import { bookPage } from "#features/books/book-page-view.ts";
import { linkReply } from "#features/delivery/delivery-reply-view.ts";
import { cardFormView } from "#features/estimate/card-forms-view.ts";
import { textBlocks } from "#features/estimate/details-form-view.ts";
import {
  declinedReply,
  estimateCard,
  refusedReply,
} from "#features/estimate/estimate-card-view.ts";
import { homeView, statusReply } from "#features/home/home-view.ts";
import { shownOfFeatures } from "#features/index.ts";
import {
  batchTotalReply,
  askedReply,
  helpReply,
  mentionReply,
  typoReply,
  underFinishedReply,
} from "#features/intake/intake-replies-view.ts";
import { requestForm, requestNote } from "#features/intake/request-form-view.ts";
import { settingsForm, settingsReply } from "#features/settings/settings-form-view.ts";
import { settingsPages } from "#features/shared/ids.ts";
import { notAllowedReply, notMemberReply } from "#features/shared/short-replies-view.ts";
import { usageReply } from "#features/spending/usage-view.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";
import { checkBlocks, checkView } from "#sandbox/slack/blocks/check.ts";
import type { Message } from "#slack/blocks.ts";
import { inEnglish } from "#slack/i18n/locale.ts";
import type { ViewContext } from "#slack/people.ts";

import {
  aCoverage,
  aCoveringRun,
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aSpendRow,
  aTask,
  anEstimate,
  completed,
  noon,
  rejectedFor,
  running,
  aRequest,
} from "../builders.ts";
import { testContext } from "../support/context.ts";
import { emptyHome, fullBook, fullHome } from "../support/homes.ts";

const most = Number.MAX_SAFE_INTEGER;
const tricks = [
  "<!channel>",
  "<@U1>",
  "@here",
  "&",
  "*",
  "`",
  "\n",
  "\u202E",
  "<http://x|y>",
  "😀",
];
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...tricks), fc.string()), { maxLength: 400 })
  .map((parts) => parts.join(""));

describe("whatever the names are", () => {
  test("Slack takes every message, and nobody is called or led astray by a name", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        for (const message of everyMessage(text)) {
          expect(checkBlocks(message.blocks, "message")).toEqual([]);
          expect(message.text.length).toBeLessThan(4000);
          expect(foreignSyntax(message)).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("Slack takes every modal and the Home tab", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        for (const view of everyView(text)) expect(checkView(view)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test("a language that is no longer offered is not preselected", () => {
    const { blocks } = estimateCard(aQuote({ target: "tlh" }), testContext);

    expect(checkBlocks(blocks, "message")).toEqual([]);
  });
});

function coveredBy(run: Partial<ExistingRun>): Coverage {
  const slice = [{ from: 0, to: 12_345 }];
  const units = [{ from: 0, to: 12_345, known: 6000, bought: 6000 }];
  return aCoverage({ runs: [aCoveringRun({ slice, ...run })], units, variants: ["fr-CA"] });
}

/** Returns a quote in every state, with `text` for every outside text and the largest figures. */
function everyQuote(text: string): readonly Quote[] {
  const name = { file: { id: "F1", name: text }, balance: { credits: 1, at: noon } };
  const of = (...tasks: readonly Task[]) => aQuote({ ...name, tasks }, most);
  const terms = Array.from({ length: 200 }, () => ({
    source: text,
    target: text,
    confidence: 0.123,
  }));
  const dear = { price: most };
  const inMany = Array.from({ length: 12 }, (_, i) => aPreview({ ...dear, target: `x${i}` }));
  return [
    aPostedQuote(name),
    aPostedQuote({ ...name, reading: { status: "refused", reason: "unsupported-type" } }),
    aQuote(
      {
        ...name,
        book: text,
        request: aRequest({ details: { first: "estimate", note: text, dueOn: text } }),
      },
      most,
    ),
    aQuote({ ...name, coverage: coveredBy({ status: "unknown", link: text }) }),
    aQuote({ ...name, coverage: coveredBy({ isShared: false, link: text }) }),
    aQuote({ ...name, language: undefined }, most),
    aQuote({ ...name, language: "fr" }, most),
    aQuote({ ...name, language: text.slice(0, 50) }, most),
    aQuote({ ...name, decision: { status: "declined", by: "U0BEN", at: noon } }, most),
    aQuote({ ...name, decision: { status: "expired", at: noon } }, most),
    of(anEstimate(most - 1, most)),
    of(aTask(dear)),
    of(...inMany),
    of(
      aTask({
        ...dear,
        state: running({ word: text, progress: 0.5, msLeft: 1e9, overdueSince: 1 }),
      }),
    ),
    of(aTask({ ...dear, state: completed({ charged: most }) })),
    of(aGlossaryTask({ ...dear, state: completed({ terms }) })),
    of(aTask({ ...dear, state: rejectedFor("short-of-credits") })),
    of(aTask({ ...dear, state: { status: "unknown", since: noon, fault: "UnavailableError" } })),
    of(
      aTask({ ...dear, state: { status: "failed", taskId: text, at: 1, word: text, lookedAt: 1 } }),
    ),
    of(aTask({ ...dear, state: { status: "vanished", taskId: text, at: 1 } })),
  ];
}

function everyMessage(text: string): readonly Message[] {
  const galley = busyDesk(text);
  const quotes = everyQuote(text);
  const [first = aQuote()] = quotes;
  const runs = quotes.flatMap((quote) => quote.tasks.map((task) => ({ quote, task })));
  const usage = {
    keyPrefix: text,
    balanceCredits: -5,
    periodUsedCredits: most,
    periodStart: text,
    periodEnd: text,
    requestsPerMinute: 0,
  };
  return [
    ...quotes.map((quote) => estimateCard(quote, galley)),
    ...runs.map(({ quote, task }) => outcomeReply(quote, task, galley)),
    ...quotes.map((quote) => refusedReply(quote, testContext)),
    ...quotes
      .filter(({ decision }) => decision.status === "declined")
      .map((quote) => declinedReply(quote, testContext)),
    statusReply(quotes, { context: galley, search: undefined, links: new Map(), now: noon }),
    askedReply({ quoted: [first], standing: [first] }, new Map(), galley),
    batchTotalReply(aQuote({ request: aRequest({ batch: batchOf(text) }) }), galley),
    helpReply(galley),
    settingsReply(fullSettings(text), { context: galley, channel: "C1", mayChange: true }),
    settingsReply(fullSettings(text), { context: galley, channel: "C1", mayChange: false }),
    typoReply(text, {}, galley),
    underFinishedReply([{ name: text }], "1.1/2.2/F1", galley),
    mentionReply(galley),
    linkReply({ url: "https://x.example/", fileSize: most }, text, inEnglish),
    usageReply(
      {
        usage,
        reserved: heap,
        waiting: heap,
        spending: { month: "2026-11", rows: manyRows(text) },
      },
      inEnglish,
    ),
  ];
}

const heap = { credits: most, count: most };

function manyRows(text: string): readonly SpendRow[] {
  return Array.from({ length: 40 }, (_, n) => ({
    ...aSpendRow(),
    person: `U0PERSON${n}`,
    book: `${n} ${text}`,
    credits: most,
    basis: "approved" as const,
  }));
}

function batchOf(text: string): Batch {
  const count = { status: "refused", target: text, characters: most, credits: most } as const;
  const parts = Array.from({ length: 20 }, (_, n) => ({
    quoteId: `q${n}`,
    fileId: `F${n}`,
    target: text,
    count,
  }));
  const total = { thread: undefined, parts, leftOut: [text, `${text}2`] };
  return { first: "q0", repeats: false, told: undefined, total };
}

const at = { quoteId: "q".repeat(32), channel: "C0BOOKS", thread: "1795183500.000100" };

function looks(text: string, galley: ViewContext): readonly (readonly KnownBlock[] | undefined)[] {
  return [
    undefined,
    notAllowedReply(galley, text).blocks,
    textBlocks(aQuote(), undefined, galley),
    aTextSeen(text, galley),
  ];
}

function everyView(text: string) {
  const galley = busyDesk(text);
  const files = Array.from({ length: 150 }, (_, i) => ({
    id: `F${i}`,
    name: text,
    ts: "1.1",
  }));
  const mine = Array.from({ length: 10 }, (_, n) =>
    everyQuote(text).map((quote, m) => ({ ...quote, id: `${n}${m}${quote.id}`.slice(0, 32) })),
  ).flat();
  const form = {
    channel: "C1",
    filetypes: ["txt"],
    context: galley,
    previewChars: 3000,
    book: text,
  };
  return [
    requestNote("…", galley),
    ...looks(text, galley).map((seen) =>
      cardFormView(
        "details",
        everyQuote(text)[0] ?? aQuote(),
        { ...at, person: "U0MAIA", text: seen },
        galley,
      ),
    ),
    cardFormView("glossary", aQuote({ book: text }), { ...at, maySpend: true }, galley),
    cardFormView("language", aQuote(), at, galley),
    cardFormView(
      "note",
      aQuote({ request: aRequest({ details: { first: "preview", note: text, dueOn: text } }) }),
      at,
      galley,
    ),
    cardFormView("decline", aQuote(), { ...at, person: text }, galley),
    requestNote(notMemberReply(galley).text, galley),
    ...settingsPages.flatMap((page) => [
      settingsForm({ page, settings: fullSettings(text), channel: "C1", context: galley }),
      settingsForm({ page, settings: initialSettings, channel: "C1", context: testContext }),
    ]),
    requestForm({ ...form, files, chosen: ["F149"], targets: ["x3", "x200"] }),
    requestForm({ ...form, files: [], chosen: [], targets: ["fr"] }),
    homeView({
      home: fullHome(mine, text),
      context: galley,
      direct: "D1",
      person: "U0ANA",
      from: 0,
      links: new Map(),
      now: noon,
      parts: shownOfFeatures.homeParts,
    }),
    homeView({
      home: emptyHome,
      context: galley,
      direct: "D1",
      person: "U0ANA",
      from: 0,
      links: new Map(),
      now: noon,
      parts: shownOfFeatures.homeParts,
    }),
    bookPage(fullBook(mine, text), { context: galley, links: new Map() }),
  ];
}

/** Returns a look into a document whose long beginning has no paragraphs. */
function aTextSeen(text: string, galley: ViewContext): readonly KnownBlock[] {
  const leftOut = (["contents", "deletions", "drawings", "pictures", "readings"] as const).map(
    (what) => ({
      what,
      count: most,
    }),
  );
  const manuscript = aManuscript({ format: "docx", leftOut });
  const quote = aQuote({ file: { id: "F1", name: text }, reading: { status: "read", manuscript } });
  const beginning = `${text}😀`.repeat(6000).slice(0, 6000);
  return textBlocks(quote, { beginning, ending: "a\n\n".repeat(500) }, galley);
}

/** Returns settings with every field set, and books of any name. */
function fullSettings(text: string): Settings {
  const targets = Array.from({ length: 10 }, (_, i) => `x${i}`);
  const book = text.slice(0, bookChars) || "a book";
  const defaults = { targets, previewChars: most, book, delivery: "both" } as const;
  return {
    ...initialSettings,
    policy: {
      selfApproval: "refused",
      secondApprovalAbove: most,
      autoApprovalUpTo: most,
      autoApprovalPerPersonDay: most,
      autoApprovalPerMonth: most,
      capPerApproval: most,
      capPerChannelMonth: most,
      lowBalance: most,
      remindAfterHours: most,
      quietHours: { from: 22, to: 7, zone: "America/Argentina/ComodRivadavia" },
      askLanguage: "always",
      askEstimate: "never",
    },
    defaults,
    channels: { C1: defaults, C0BOOKS: defaults },
  };
}

/** More languages than a select holds, and more approvers than a card shows. */
function busyDesk(text: string): ViewContext {
  const languages = Array.from({ length: 250 }, (_, i) => ({ code: `x${i}`, name: text }));
  const approvers = Array.from({ length: 500 }, (_, i) => `U0PERSON${i}`);
  return { ...testContext, setup: { ...testContext.setup, languages }, approvers };
}

/** Returns the texts with Slack syntax or hidden characters that the bot itself did not write. */
function foreignSyntax({ text, blocks }: Message): readonly string[] {
  const own =
    /<@U0(?:MAIA|BEN|APPROVER|PERSON\d+)>|<#C0BOOKS>|<!date\^\d+\^\{date_short_pretty\} \{time\}\|[^<>|]+ UTC>/gu;
  return [text, ...mrkdwnOf(blocks)].filter((said) =>
    /[<>\u202E]|@(?:here|channel|everyone)|&(?!amp;|lt;|gt;)/iu.test(said.replaceAll(own, "")),
  );
}

function mrkdwnOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(mrkdwnOf);
  if (typeof node !== "object" || node === null) return [];
  const own = "type" in node && node.type === "mrkdwn" && "text" in node ? [String(node.text)] : [];
  return [...own, ...Object.values(node).flatMap(mrkdwnOf)];
}
