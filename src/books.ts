import type { DeskRules } from "./domain/rules.ts";
import { createAccounts } from "./ledger/accounts.ts";
import { createClaims, createTexts } from "./ledger/claims.ts";
import { createGlossaries } from "./ledger/glossaries.ts";
import { createSettings } from "./ledger/settings.ts";
import { createSpeeds } from "./ledger/speeds.ts";
import { createSpendBook } from "./ledger/spend-book.ts";
import type { CasStore } from "./ledger/store.ts";
import { createTermBases } from "./ledger/term-bases.ts";
import { createVerdicts } from "./ledger/verdicts.ts";
import type { Logger } from "./operator/log.ts";
import type { Alert } from "./slack/views/replies/alerts.ts";
import type { Desk } from "./usecases/deps.ts";
import { watchTerms } from "./usecases/glossary/watched-terms.ts";
import { createLearnedSpeeds } from "./usecases/task/learned-speeds.ts";

type Books = Pick<
  Desk,
  | "settings"
  | "claims"
  | "texts"
  | "terms"
  | "glossaries"
  | "account"
  | "spend"
  | "inquiries"
  | "warn"
  | "speeds"
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
  const verdicts = createVerdicts(store);
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
      decide: (next) => accounts.decide(keyPrint, next),
    },
    claims: createClaims(store),
    texts: createTexts(store),
    spend: createSpendBook(store),
    warn: (low) => alert({ about: "low-balance", ...low }),
    inquiries: {
      read: () => verdicts.read(keyPrint),
      change: (next) => verdicts.change(keyPrint, next),
      tell: (news) => {
        log.warn(news, "a kind of inquiry is off");
        alert({ about: "inquiry-off", ...news });
      },
    },
    speeds: createLearnedSpeeds({
      records: createSpeeds(store),
      onFault: (err) => log.warn({ err }, "how fast the partner is could not be kept"),
    }),
  };
}
