import type { DeskRules } from "../core/desk-rules.ts";
import type { Desk } from "../core/ports.ts";
import { watchTerms } from "../features/glossary/actions/watched-terms.ts";
import { createLearnedSpeeds } from "../features/translation/actions/poll-task.ts";
import type { Alert } from "../features/translation/views/alerts.ts";
import type { Logger } from "../operator/log.ts";
import { createAccounts } from "../store/accounts.ts";
import { createClaims, createTexts } from "../store/claims.ts";
import { createGlossaries } from "../store/glossaries.ts";
import { createSpendBook } from "../store/receipts.ts";
import { createSettings } from "../store/settings.ts";
import { createSpeeds } from "../store/speeds.ts";
import type { CasStore } from "../store/store.ts";
import { createTermBases } from "../store/term-bases.ts";
import { createVerdicts } from "../store/verdicts.ts";

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
