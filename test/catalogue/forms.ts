import type { ModalView } from "@slack/types";

import type { Quote } from "../../src/core/quote.ts";
import {
  declineForm,
  glossaryForm,
  languageForm,
  noteForm,
} from "../../src/features/estimate/views/card-forms.ts";
import { detailsForm } from "../../src/features/estimate/views/details-form.ts";
import { partForm } from "../../src/features/estimate/views/part-form.ts";
import {
  type Layer,
  emptyTermBase,
  withEdits,
  withRun,
} from "../../src/features/glossary/rules/glossary.ts";
import { firstLook } from "../../src/features/glossary/rules/term-page.ts";
import { termsForm } from "../../src/features/glossary/views/terms-form.ts";
import { termsLoading, termsNote } from "../../src/features/glossary/views/terms-replies.ts";
import { settingsPages } from "../../src/features/ids.ts";
import {
  loadingModal,
  requestForm,
  requestNothingToDo,
} from "../../src/features/intake/views/request-form.ts";
import { initialSettings } from "../../src/features/settings/rules/settings.ts";
import { settingsForm, settingsNote } from "../../src/features/settings/views/settings-form.ts";
import { taskIdForm } from "../../src/features/translation/views/admin-card.ts";
import { reportForm } from "../../src/features/translation/views/trouble-report.ts";
import type { ViewContext } from "../../src/slack/people.ts";
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
export function forms(desk: ViewContext): Readonly<Record<string, ModalView>> {
  const { tongue } = desk;
  const offer = aQuote(book);
  const serial = aSerial();
  const asked = { channel: "C1", filetypes: ["txt"], context: desk, previewChars: 3000 };
  const at = { quoteId: offer.id, channel: "C1", thread: "1.1" };
  const approver = { ...at, maySpend: true };
  const files = [{ id: "F1", name: "The Lighthouse.txt", postedAt: noon }];
  const looking = { quoteId: "q", target: "fr", layer: "book", look: firstLook, saves: 0 } as const;
  return {
    "a request": requestForm({ ...asked, files, chosen: ["F1"], targets: ["fr"], book: undefined }),
    "a request, nothing posted yet": requestForm({
      ...asked,
      files: [],
      chosen: [],
      targets: ["fr", "de"],
      book: "The Lighthouse",
    }),
    "a request, loading": loadingModal(desk),
    "a request where the bot is not a member": requestNothingToDo(desk),
    decline: declineForm(offer, { ...at, person: "U0ANA" }, desk),
    "withdraw a request": declineForm(offer, { ...at, person: offer.request.by }, desk),
    "choose chapters": partForm(serial, at, desk),
    "change language": languageForm(offer, at, desk),
    "add a note": noteForm(offer, at, desk),
    glossary: glossaryForm({ ...offer, glossary: { terms: decidedTerms } }, approver, desk),
    "glossary, nothing decided": glossaryForm(offer, approver, desk),
    "details, loading": detailsForm(offer, { ...at, person: "U0MAIA", look: undefined }, desk),
    ...Object.fromEntries(
      settingsPages.flatMap((page) => [
        [`settings, ${page}`, settingsForm({ page, settings, channel: "C1", context: desk })],
        [
          `settings, ${page}, nothing set`,
          settingsForm({ page, settings: initialSettings, channel: "C1", context: desk }),
        ],
      ]),
    ),
    "settings, saved": settingsNote(tongue, tongue.t`Nothing was changed.`),
    "something is wrong": reportForm({ quoteId: "q", key: "k", channel: "C1" }, desk),
    "task id": taskIdForm({ quoteId: "q", key: "k", channel: "C1" }, desk),
    details: detailsForm(serial, { ...at, person: "U0MAIA", look: textOf(offer) }, desk),
    "details, unreadable": detailsForm(
      offer,
      { ...at, person: "U0MAIA", look: { status: "unreadable", reason: "gone" } },
      desk,
    ),
    terms: termsForm({ ...termsOf(offer, "may"), memory: looking, context: desk }),
    "terms, to read alone": termsForm({
      ...termsOf(offer, "may-not"),
      memory: looking,
      context: desk,
    }),
    "terms, loading": termsLoading(tongue),
    "terms, not allowed": termsNote("not-allowed", tongue),
  };
}

function textOf(quote: Quote) {
  const leftOut = [
    { what: "contents", count: 1 },
    { what: "deletions", count: 12 },
  ] as const;
  const reading = { status: "read", manuscript: aManuscript({ format: "docx", leftOut }) } as const;
  return {
    status: "seen",
    quote: { ...quote, reading },
    beginning: "Marlow Finch",
    ending: "Lantern House",
  } as const;
}

function termsOf(quote: Quote, right: "may" | "may-not") {
  const found = [
    aTerm("Marlow Finch", "Marlow Finch", 0.98),
    aTerm("Lantern House", "Maison de la Lanterne", 0.91),
    aTerm("harbour", "port", 0.64),
  ];
  const run = { key: "k", language: "fr", terms: found, at: noon };
  const ana = { by: "person", person: "U0ANA", at: noon } as const;
  const base = withEdits(
    withRun(emptyTermBase, run),
    "fr",
    [{ source: "harbour", target: "harbour" }],
    ana,
  );
  const layers: readonly Layer[] = [{ name: "book", base }];
  const mayEdit = right === "may";
  const seen = { status: "terms", quote, layer: "book", layers, series: undefined } as const;
  return { seen: { ...seen, mayEdit }, notes: [], filetypes: ["csv"] };
}
