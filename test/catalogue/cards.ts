import type { HomeView, ModalView } from "@slack/types";

import { partsByLanguage } from "#domain/book/book-parts.ts";
import type { ExistingRun } from "#domain/claim.ts";
import { wantFile } from "#domain/delivery/delivery.ts";
import type { PutBack } from "#domain/manuscript.ts";
import { type Notice, changeNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { bookPage } from "#features/books/book-page-view.ts";
import { excerptBlocks } from "#features/delivery/delivery-reply-view.ts";
import { declinedReply, estimateCard } from "#features/estimate/estimate-card-view.ts";
import { homeView, statusReply } from "#features/home/home-view.ts";
import { shownOfFeatures } from "#features/index.ts";
import { adminCard } from "#features/translation/admin-card-view.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";
import type { Message } from "#slack/blocks.ts";
import type { ViewContext } from "#slack/people.ts";

import {
  aCoverage,
  aCoveringRun,
  aGlossaryTask,
  aManuscript,
  aPostedQuote,
  aPreview,
  aQuote,
  aSendingTask,
  aSerial,
  aSpendRow,
  aTask,
  aTerm,
  anEstimate,
  completed,
  failed,
  noon,
  rejectedFor,
  running,
  unknown,
  vanished,
  aRequest,
} from "../builders.ts";
import { answers } from "./answers.ts";
import { comparedQuotes } from "./compared.ts";
import { decidedTerms } from "./decided-terms.ts";
import { forms } from "./forms.ts";

/** One view in one state, as people meet it. */
export type Shown = { readonly name: string } & (
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "view"; readonly view: ModalView | HomeView }
);

/** Draws every view in each of its states, with the real view functions. */
export function everyCard(testContext: ViewContext): readonly Shown[] {
  return [
    ...cards(testContext),
    ...replies(testContext),
    ...Object.entries(answers(testContext)).map(([name, drawn]) => message(name, drawn)),
    ...pages(testContext),
    ...Object.entries(forms(testContext)).map(([name, view]) => modal(`form, ${name}`, view)),
  ];
}

const book = { book: "The Lighthouse", balance: { credits: 20_000, at: noon } };
const terms = [
  aTerm("Marlow Finch", "Marlow Finch", 0.98),
  aTerm("Lantern House", "Maison de la Lanterne", 0.91),
  aTerm("harbour", "port", 0.64),
];
const glossaryRun = aGlossaryTask({ state: completed({ terms, charged: 12_345 }) });

/** The largest amounts, chapters and ranges that a button has to have room for. */
const large = {
  chapters: Array.from({ length: 2000 }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    start: at * 5000,
    characters: at === 1999 ? 4999 : 5000,
  })),
  balance: { credits: 99_999_999, at: noon },
} as const;

function aLargeQuote(changes: Partial<Quote> = {}): Quote {
  const manuscript = aManuscript({ characters: 9_999_999, chapters: large.chapters });
  return aQuote({ reading: { status: "read", manuscript }, balance: large.balance, ...changes });
}

/** A novel of an ordinary length. */
function aNovel(changes: Partial<Quote>): Quote {
  const length = 11_520;
  const chapters = Array.from({ length: 42 }, (_, at) => ({
    title: `Chapter ${at + 1}`,
    start: at * length,
    characters: length,
  }));
  const manuscript = aManuscript({ characters: 42 * length, chapters });
  return aQuote({ reading: { status: "read", manuscript }, balance: large.balance, ...changes });
}

function neededBy(dueOn: string): Quote["request"] {
  return aRequest({ details: { first: undefined, note: undefined, dueOn } });
}

/** One quote for each state of a card. */
const quotes: Readonly<Record<string, Quote>> = {
  "being read": aPostedQuote({ ...book, reading: { status: "due" } }),
  "cannot be taken": aPostedQuote({
    ...book,
    reading: { status: "refused", reason: "unsupported-type" },
  }),
  "language being found out": aQuote({ ...book, language: undefined }),
  "on offer": aQuote({ ...book, tasks: [anEstimate(12_400, 9100)] }),
  "balance too low": aQuote({ ...book, balance: { credits: 5000, at: noon } }),
  "already in that language": aQuote({ ...book, language: "fr" }),
  "wished for": aQuote({
    ...book,
    request: aRequest({
      details: { first: "preview", note: "Please before the fair.", dueOn: "2026-12-01" },
    }),
  }),
  "on offer, with its time": aNovel({ pace: 2.1 }),
  "probably late": aQuote({ ...book, pace: 1500, request: neededBy("2026-11-21") }),
  "running, and late": {
    ...withRun(aTask({ state: running({ progress: 0.45, msLeft: 720_000 }) })),
    request: neededBy("2026-11-19"),
  },
  "with the book's terms": aQuote({ ...book, glossary: { terms: decidedTerms } }),
  "without the book's terms": aQuote({
    ...book,
    glossary: { terms: decidedTerms, strategy: "without" },
  }),
  "translated before": covered({}),
  "translated before with another glossary": covered({
    glossary: { hash: "9".repeat(64), strategy: "merge" },
  }),
  "translated before in another conversation": covered({ link: undefined, isShared: false }),
  "being translated on another card": covered({ status: "running" }),
  "failed on another card": covered({ status: "failed" }),
  "no clear answer on another card": covered({ status: "unknown" }),
  "translated before, and the result is gone": covered({ status: "gone" }),
  "translated before, and erased": covered({ status: "erased", link: undefined, isShared: false }),
  "translated before in part": aSerial({}, book),
  "changed since it was translated": aQuote({
    ...book,
    coverage: aCoverage({
      units: [{ from: 0, to: 12_345, known: 9000, bought: 9000 }],
      variants: ["fr-CA"],
    }),
  }),
  "waits for a second approver": aQuote({
    ...book,
    approval: {
      policy: {
        selfApproval: "allowed",
        secondApprovalAbove: 10_000,
        capPerApproval: undefined,
        autoApprovalUpTo: undefined,
      },
    },
  }),
  declined: aQuote({
    ...book,
    decision: { status: "declined", by: "U0BEN", at: noon, note: "We wait for the final draft." },
  }),
  expired: aQuote({ ...book, decision: { status: "expired", at: noon } }),
  approved: withRun(aTask()),
  "being sent": withRun(aSendingTask()),
  "not sent yet": withRun(aSendingTask(["not-sent"])),
  running: withRun(aTask({ state: running({ progress: 0.45, msLeft: 720_000 }) })),
  "running long": withRun(aTask({ state: running({ overdueSince: noon }) })),
  ready: withRun(aTask({ state: completed({ charged: 12_345 }) })),
  "charged too much": withRun(aTask({ state: completed({ charged: 13_000 }) })),
  "preview ready": withRun(aPreview({ state: completed({ charged: 3000 }) })),
  "glossary ready": withRun(glossaryRun),
  "balance did not cover it": withRun(aTask({ state: rejectedFor("short-of-credits") })),
  "turned down": withRun(aTask({ state: rejectedFor("bad-request") })),
  "key refused": withRun(aTask({ state: rejectedFor("unauthorized") })),
  "file changed": withRun(aTask({ state: rejectedFor("text-changed") })),
  "terms gone": withRun(aTask({ state: rejectedFor("terms-gone") })),
  "taken back": withRun(aTask({ state: rejectedFor("cancelled") })),
  "no clear answer": withRun(aTask({ state: unknown })),
  failed: withRun(aTask({ state: failed() })),
  vanished: withRun(aTask({ state: vanished })),
  "large amounts": aLargeQuote({ request: aRequest({ previewChars: 9_999_998 }) }),
  "large amounts, balance too low": aLargeQuote({ balance: { credits: 9_990_000, at: noon } }),
  "large amounts, chapters chosen": aLargeQuote({ part: [{ from: 0, to: 9_990_000 }] }),
  "large amounts, translated before": aLargeQuote({
    coverage: aCoverage({ runs: [aCoveringRun({ slice: [{ from: 0, to: 9_999_999 }] })] }),
  }),
  "large amounts, chapters ready": aLargeQuote({
    tasks: [
      aPreview({ state: completed({ charged: 3000 }) }),
      aGlossaryTask({ state: completed({ charged: 3000, terms }) }),
      aTask({ slice: [{ from: 5_000_000, to: 9_950_000 }], state: completed({ charged: 1 }) }),
      aTask({
        slice: [
          { from: 5_000_000, to: 9_900_000 },
          { from: 9_920_000, to: 9_940_000 },
        ],
        state: completed({ charged: 1 }),
      }),
    ],
  }),
  "large amounts, preview ready": aLargeQuote({
    tasks: [aPreview({ state: completed({ charged: 3000 }) })],
  }),
};

/** Returns a quote that another card has translated as a whole, into the same language. */
function covered(run: Partial<ExistingRun>): Quote {
  const slice = [{ from: 0, to: 12_345 }];
  return aQuote({ ...book, coverage: aCoverage({ runs: [aCoveringRun({ slice, ...run })] }) });
}

function withRun(task: Task): Quote {
  return aQuote({ ...book, tasks: [anEstimate(12_400, 9100), task] });
}

function cards(testContext: ViewContext): readonly Shown[] {
  return Object.entries(quotes).map(([state, quote]) =>
    message(`card, ${state}`, estimateCard(quote, testContext)),
  );
}

const ends = [
  "ready",
  "charged too much",
  "preview ready",
  "large amounts, preview ready",
  "glossary ready",
  "balance did not cover it",
  "turned down",
  "key refused",
  "file changed",
  "terms gone",
  "no clear answer",
  "failed",
  "vanished",
];

/** Returns a book with a posted translation, and the outcome of putting it back into the document. */
export function postedBook(putBack: PutBack): Quote {
  const task = aTask({ state: completed({ charged: 12_345 }) });
  const quote = aQuote({ ...book, tasks: [anEstimate(12_400, 9100), task] });
  const manuscript = aManuscript({ format: "epub" });
  const said = { status: "said", ts: undefined, putBack } as const;
  const posted = wantFile({ ...quote, reading: { status: "read", manuscript } }, task.key, false);
  return changeNotice(posted, `result-file.${task.key}`, said);
}

const putBacks: readonly PutBack[] = [
  { status: "document" },
  { status: "unmatched", book: 1210, translation: 1204 },
  { status: "unmatched", book: 1210, translation: 1210 },
  { status: "too-large" },
  { status: "unreadable" },
];

function postings(testContext: ViewContext): readonly Shown[] {
  return putBacks.map((putBack, index) => {
    const quote = postedBook(putBack);
    const name = `reply, posted ${index + 1}: ${putBack.status}`;
    return message(name, outcomeReply(quote, quote.tasks.at(-1) ?? aTask(), testContext));
  });
}

function replies(testContext: ViewContext): readonly Shown[] {
  const ended = { ...quotes, ...comparedQuotes(withRun) };
  const outcomes = [...ends, ...Object.keys(comparedQuotes(withRun))].flatMap((state) => {
    const quote = ended[state];
    const task = quote?.tasks.at(-1);
    return quote === undefined || task === undefined
      ? []
      : [message(`reply, ${state}`, outcomeReply(quote, task, testContext))];
  });
  return [
    ...outcomes,
    ...previews(testContext),
    ...postings(testContext),
    message("reply, declined", declinedReply(quotes["declined"] ?? aQuote(), testContext)),
    message("admins, no clear answer", adminsHear("unknown", testContext)),
    message("admins, charged too much", adminsHear("overcharged", testContext)),
    message("admins, charged twice", chargedTwice(testContext)),
    message(
      "/translate status",
      statusReply(Object.values(quotes), {
        context: testContext,
        search: undefined,
        links: new Map(),
        now: noon,
      }),
    ),
    message(
      "/translate status, nothing found",
      statusReply([], { context: testContext, search: "whale", links: new Map(), now: noon }),
    ),
  ];
}

/** Draws the preview with its paragraphs side by side. */
function previews(testContext: ViewContext): readonly Shown[] {
  const quote = quotes["preview ready"] ?? aQuote();
  const task = quote.tasks.at(-1) ?? aTask();
  const languages = { language: "en", target: "fr" };
  const blocks = excerptBlocks([...texts, ...texts], languages, testContext);
  return [message("reply, preview with its text", outcomeReply(quote, task, testContext, blocks))];
}

/** A story and its translation, paragraph by paragraph. */
export const texts = [
  ["Chapter One", "Chapitre premier"],
  [
    "Marlow Finch walked down to the harbour before anybody was awake. The Lantern House stood dark above the water, and the tide had left its long line of weed on the steps.",
    "Marlow Finch descendit au port avant que quiconque fût réveillé. La Maison de la Lanterne se dressait, sombre, au-dessus de l’eau, et la marée avait laissé sur les marches sa longue ligne d’algues.",
  ],
  ["“You are late,” said Ilse Brandt.", "« Vous êtes en retard », dit Ilse Brandt."],
  [
    "He only nodded at her. There was nothing to be said about the boat that had not been said the evening before, in the kitchen, over the cold soup.",
    "Il se contenta de lui faire un signe de tête. Il n’y avait rien à dire du bateau qui n’eût été dit la veille au soir, dans la cuisine, devant la soupe froide.",
  ],
] as const;

type Topic = Extract<Notice["about"], { kind: "admin-card" }>["topic"];

function adminsHear(topic: Topic, testContext: ViewContext) {
  const quote = quotes[topic === "unknown" ? "no clear answer" : "charged too much"] ?? aQuote();
  const task = quote.tasks.at(-1) ?? aTask();
  return adminCard(quote, task, { topic, context: testContext });
}

function chargedTwice(testContext: ViewContext) {
  const back = aTask({ state: completed({ charged: 12_345 }) });
  const later = aTask({ generation: 1, state: running({ taskId: "task-8" }) });
  const quote = aQuote({ ...book, tasks: [back, later] });
  return adminCard(quote, back, { topic: "charged-twice", context: testContext });
}

function pages(testContext: ViewContext): readonly Shown[] {
  const all = Object.values(quotes);
  const money = {
    reading: { balance: 20_000, used: 80_000, at: noon },
    reserved: 12_345,
    month: "2026-11",
    rows: [aSpendRow()],
  };
  const home = {
    mayAsk: true,
    isNotified: false,
    mine: all,
    waiting: all.slice(0, 3),
    isWaitingCut: false,
    running: all.slice(0, 2),
    books: [{ id: "T1/book/lighthouse", name: "The Lighthouse" }],
  };
  const view = homeView({
    home: { ...home, money },
    person: "U0ANA",
    context: testContext,
    direct: "D1",
    from: 0,
    links: new Map(),
    now: noon,
    parts: shownOfFeatures.homeParts,
  });
  const manuscripts = all.slice(0, 3);
  const page = {
    id: "T1/book/lighthouse",
    name: "The Lighthouse",
    manuscripts,
    isMore: true,
    characters: 240_000,
    chapters: 42,
    languages: partsByLanguage(all, testContext.setup),
    terms: [{ language: "fr", count: 124 }],
    spent: 61_000,
    budget: { budget: 100_000, per: "month" as const, left: 39_000 },
    targets: ["fr", "de"],
    strategy: "replace" as const,
    requesters: ["U0MAIA"],
    approvers: ["U0ANA"],
    asked: ["U0ANA"],
    mayEdit: true,
    mayErase: true,
  };
  return [
    { name: "Home", kind: "view", view },
    modal("a book", bookPage(page, { context: testContext, links: new Map() })),
  ];
}

function message(name: string, drawn: Message): Shown {
  return { name, kind: "message", message: drawn };
}

function modal(name: string, view: ModalView): Shown {
  return { name, kind: "view", view };
}
