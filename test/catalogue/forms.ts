import type { ModalView } from "@slack/types";

import { emptyTermBase, withEdits, withRun } from "#domain/glossary/glossary.ts";
import { firstLook } from "#domain/glossary/term-review.ts";
import type { Quote } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { cardFormView } from "#features/estimate/card-forms-view.ts";
import { textBlocks } from "#features/estimate/details-form-view.ts";
import { termsForm } from "#features/glossary/terms-form-view.ts";
import { termsNote, troubleWords } from "#features/glossary/terms-replies-view.ts";
import { requestForm, requestNote } from "#features/intake/request-form-view.ts";
import { settingsForm, settingsNote } from "#features/settings/settings-form-view.ts";
import { settingsPages } from "#features/shared/ids.ts";
import { notMemberReply } from "#features/shared/short-replies-view.ts";
import { reportForm, taskIdForm } from "#features/translation/admin-card-view.ts";
import type { ViewContext } from "#slack/people.ts";

import { aManuscript, aQuote, aSerial, aTerm, noon } from "../builders.ts";
import { decidedTerms } from "./decided-terms.ts";

const book = { book: "The Lighthouse", balance: { credits: 20_000, at: noon } };

/** A value for every setting. */
export const settings = {
  ...initialSettings,
  policy: {
    selfApproval: "refused",
    secondApprovalAbove: 50_000,
    autoApprovalUpTo: 500,
    capPerApproval: 200_000,
    capPerChannelMonth: 1_000_000,
    autoApprovalPerPersonDay: 10_000,
    autoApprovalPerMonth: 100_000,
    lowBalance: 20_000,
    remindAfterHours: 4,
    quietHours: { from: 20, to: 7, zone: "UTC" },
    askLanguage: "always",
    askEstimate: "never",
  },
  defaults: { targets: ["fr", "de"], previewChars: 4000, book: undefined, delivery: undefined },
  channels: {
    C1: { targets: ["ja"], previewChars: undefined, book: "The Lighthouse", delivery: "file" },
  },
} as const;

/** Draws every form, by name. */
export function forms(testContext: ViewContext): Readonly<Record<string, ModalView>> {
  const { locale } = testContext;
  const offer = aQuote(book);
  const serial = aSerial();
  const asked = { channel: "C1", filetypes: ["txt"], context: testContext, previewChars: 3000 };
  const at = { quoteId: offer.id, channel: "C1", thread: "1.1" };
  const approver = { ...at, maySpend: true };
  const files = [{ id: "F1", name: "The Lighthouse.txt", ts: "1.1" }];
  const looking = { quoteId: "q", target: "fr", layer: "book", ...firstLook, saves: 0 } as const;
  return {
    "a request": requestForm({ ...asked, files, chosen: ["F1"], targets: ["fr"], book: undefined }),
    "a request with more options": requestForm({
      ...asked,
      files,
      chosen: ["F1"],
      targets: ["fr"],
      book: undefined,
      hasMore: true,
    }),
    "a request, nothing posted yet": requestForm({
      ...asked,
      files: [],
      chosen: [],
      targets: ["fr", "de"],
      book: "The Lighthouse",
    }),
    "a request, loading": requestNote(locale.t`One moment…`, testContext),
    "a request where the bot is not a member": requestNote(
      notMemberReply(testContext).text,
      testContext,
    ),
    decline: cardFormView("decline", offer, { ...at, person: "U0ANA" }, testContext),
    "withdraw a request": cardFormView(
      "decline",
      offer,
      { ...at, person: offer.request.by },
      testContext,
    ),
    "choose chapters": cardFormView("chapters", serial, at, testContext),
    "change language": cardFormView("language", offer, at, testContext),
    "add a note": cardFormView("note", offer, at, testContext),
    glossary: cardFormView(
      "glossary",
      { ...offer, glossary: { terms: decidedTerms } },
      approver,
      testContext,
    ),
    "glossary, nothing decided": cardFormView("glossary", offer, approver, testContext),
    "details, loading": cardFormView("details", offer, { ...at, person: "U0MAIA" }, testContext),
    ...Object.fromEntries(
      settingsPages.flatMap((page) => [
        [
          `settings, ${page}`,
          settingsForm({ page, settings, channel: "C1", context: testContext }),
        ],
        [
          `settings, ${page}, nothing set`,
          settingsForm({ page, settings: initialSettings, channel: "C1", context: testContext }),
        ],
      ]),
    ),
    "settings, saved": settingsNote(locale, locale.t`Nothing was changed.`),
    "something is wrong": reportForm({ quoteId: "q", key: "k", channel: "C1" }, testContext),
    "task id": taskIdForm({ quoteId: "q", key: "k", channel: "C1" }, testContext),
    details: cardFormView(
      "details",
      serial,
      { ...at, person: "U0MAIA", text: textOf(offer, testContext) },
      testContext,
    ),
    "details, unreadable": cardFormView(
      "details",
      offer,
      { ...at, person: "U0MAIA", text: textBlocks(offer, undefined, testContext) },
      testContext,
    ),
    terms: termsForm({ ...termsOf(offer, "may"), memory: looking, context: testContext }),
    "terms, to read alone": termsForm({
      ...termsOf(offer, "may-not"),
      memory: looking,
      context: testContext,
    }),
    "terms, loading": termsNote(locale.t`One moment…`, locale),
    "terms, not allowed": termsNote(troubleWords("not-allowed", testContext), locale),
  };
}

function textOf(quote: Quote, testContext: ViewContext) {
  const leftOut = [
    { what: "contents", count: 1 },
    { what: "deletions", count: 12 },
    { what: "drawings", count: 2, characters: 96, begins: "Salt Bay" },
  ] as const;
  const reading = { status: "read", manuscript: aManuscript({ format: "docx", leftOut }) } as const;
  const seen = { beginning: "Marlow Finch", ending: "Lantern House" };
  return textBlocks({ ...quote, reading }, seen, testContext);
}

function termsOf(quote: Quote, right: "may" | "may-not") {
  const found = [
    aTerm("Marlow Finch", "Marlow Finch", 0.98),
    aTerm("Lantern House", "Maison de la Lanterne", 0.91),
    aTerm("harbour", "port", 0.64),
  ];
  const run = { key: "k", language: "fr", terms: found };
  const base = withEdits(
    withRun(emptyTermBase, run),
    "fr",
    [{ source: "harbour", target: "harbour" }],
    "U0ANA",
  );
  const layers = [{ name: "book", home: "T1/book/One", base }] as const;
  const mayEdit = right === "may";
  const seen = { status: "terms", quote, layers, series: undefined } as const;
  return { seen: { ...seen, mayEdit }, above: [], filetypes: ["csv"] };
}
