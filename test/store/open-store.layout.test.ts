import { expect, test } from "vitest";

import { emptyTermBase } from "#domain/glossary/glossary.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { newAccount } from "#domain/spending/account.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { createDedupStore, openSmallStores } from "#store/small-stores.ts";

import { aManuscript, aQuote, aSpendRow, aTask, completed, hour, noon } from "../builders.ts";
import { watched } from "./stores.ts";

test("what is kept has the same name in every version: a later one finds it again", async () => {
  const { store, asked } = watched(createMemoryStore());

  const task = aTask({ state: completed() });
  const reading = { status: "read", manuscript: aManuscript() } as const;
  await createQuoteStore(store, () => true).add(
    aQuote({ id: "q1", book: "Aaron", tasks: [task], reading }),
  );
  const kept = openSmallStores(store);
  await kept.accounts.change("print", (account) => ({ ...account, recorded: 1 }));
  await kept.settings.change("T1", (settings) => ({
    ...settings,
    delegations: [],
  }));
  await kept.terms.change("T1/book/Aaron", () => ({ ...emptyTermBase }));
  const hash = await kept.glossaries.keep({ Aaron: "Aron" });
  await kept.speeds.change("all", () => ({}));
  await kept.spend.put(aSpendRow({ key: "k1" }));
  await kept.texts.change("sha", () => ({ whole: "w", chapters: [], prints: [] }));
  await kept.inquiries.change("print", (known) => ({
    ...known,
    rateTold: 1200,
  }));
  await kept.runs.change("task-7", () => task.key);
  await kept.marker.change(() => ({ version: 1, id: "m1", at: noon, loss: undefined }));
  await createDedupStore(store)
    .at(() => noon)
    .first("low-balance", hour);

  expect(asked.map(({ key }) => key)).toEqual([
    "quote:q1",
    "account:print",
    "settings:T1",
    "terms:T1/book/Aaron",
    `glossary:${hash}`,
    "speeds:all",
    "spend:k1",
    "text:sha",
    "inquiries:print",
    "task:task-7",
    "marker:store",
    "once:low-balance",
  ]);
  expect(
    asked.flatMap(({ add = [] }) => add.map(({ index, value }) => `${index} ${value}`)),
  ).toEqual([
    "open all",
    "erasable all",
    "workspace T1",
    "person T1/U0MAIA",
    "channel T1/C0BOOKS",
    `thread T1/C0BOOKS/${aQuote().place.thread}`,
    "file T1/F1",
    "book T1/Aaron",
    "book-id T1/book/5d1b6669f445926c",
    "books T1",
    "held everything",
    "spend T1/2026-11",
    "held everything",
    "held person/U0MAIA",
    "held person/U0ANA",
    "once all",
  ]);
  expect([newAccount.version, initialSettings.version, emptyTermBase.version]).toEqual([1, 1, 1]);
});
