import type { Ports } from "../core/ports.ts";
import type { Rules } from "../core/rules.ts";
import type { Alert } from "../features/alerts.ts";
import { watchTerms } from "../features/glossary/actions/book-terms.ts";
import { createLearnedSpeeds } from "../features/translation/actions/poll-task.ts";
import type { Logger } from "../operator/log.ts";
import { recordNamed } from "../store/small-records.ts";
import { openSmallStores } from "../store/small-stores.ts";
import type { CasStore } from "../store/store.ts";

type SmallStores = Pick<
  Ports,
  | "settings"
  | "limits"
  | "erased"
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

type Told = Pick<Ports, "ledger" | "wake"> & {
  readonly alert: (alert: Alert) => void;
  readonly log: Logger;
};

/** Opens the records beside the quotes; of accounts, only the one of this key. */
export function openStores(
  store: CasStore,
  { keyPrint = "" }: Pick<Rules, "keyPrint">,
  { alert, log, ledger, wake }: Told,
): SmallStores {
  const { accounts, inquiries, terms, speeds, ...others } = openSmallStores(store);
  return {
    ...others,
    terms: watchTerms(terms, {
      ledger,
      wake,
      onFault: (err) => log.warn({ err }, "the cards do not show changed terms yet"),
    }),
    account: recordNamed(accounts, keyPrint),
    warn: (low) => alert({ about: "low-balance", ...low }),
    inquiries: {
      ...recordNamed(inquiries, keyPrint),
      tell: (off) => {
        log.warn(off, "a kind of inquiry is off");
        alert({ about: "inquiry-off", ...off });
      },
    },
    speeds: createLearnedSpeeds({
      records: speeds,
      onFault: (err) => log.warn({ err }, "how fast the partner is could not be kept"),
    }),
  };
}
