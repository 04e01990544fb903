import type { DeskRules } from "./domain/rules.ts";
import { createAccounts } from "./ledger/accounts.ts";
import { createGlossaries } from "./ledger/glossaries.ts";
import { createSettings } from "./ledger/settings.ts";
import { createSpeeds } from "./ledger/speeds.ts";
import { createSpendBook } from "./ledger/spend-book.ts";
import type { CasStore } from "./ledger/store.ts";
import { createTariffs } from "./ledger/tariffs.ts";
import { createTermBases } from "./ledger/term-bases.ts";
import type { Logger } from "./operator/log.ts";
import type { Alert } from "./slack/views/replies/alerts.ts";
import type { Desk } from "./usecases/deps.ts";
import { watchTerms } from "./usecases/glossary/watched-terms.ts";
import { createInquiryWatch } from "./usecases/task/inquiry-watch.ts";
import { createLearnedSpeeds } from "./usecases/task/learned-speeds.ts";

type Books = Pick<
  Desk,
  "settings" | "terms" | "glossaries" | "account" | "spend" | "inquiries" | "warn" | "speeds"
>;

type Told = Pick<Desk, "ledger" | "wake"> & {
  readonly alert: (alert: Alert) => void;
  readonly log: Logger;
};

/** What the desk remembers beside the quotes; of accounts, the one that its key leads to. */
export function openBooks(
  store: CasStore,
  { keyPrint = "" }: Pick<DeskRules, "keyPrint">,
  { alert, log, ledger, wake }: Told,
): Books {
  const accounts = createAccounts(store);
  return {
    settings: createSettings(store),
    terms: watchTerms(createTermBases(store), {
      ledger,
      wake,
      onFault: (err) => log.warn({ err }, "the cards do not show changed terms yet"),
    }),
    glossaries: createGlossaries(store),
    account: {
      read: () => accounts.read(keyPrint),
      change: (next) => accounts.change(keyPrint, next),
    },
    spend: createSpendBook(store),
    warn: (low) => alert({ about: "low-balance", ...low }),
    inquiries: createInquiryWatch({
      tariffs: createTariffs(store, keyPrint),
      onCharged: () => alert("estimates-charged"),
    }),
    speeds: createLearnedSpeeds({
      records: createSpeeds(store),
      onFault: (err) => log.warn({ err }, "how fast the partner is could not be kept"),
    }),
  };
}
