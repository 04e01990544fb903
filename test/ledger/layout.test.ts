import { expect, test } from "vitest";

import { initialSettings } from "../../src/domain/approval/settings.ts";
import { emptyTermBase } from "../../src/domain/glossary/glossary.ts";
import { newAccount } from "../../src/domain/money/account.ts";
import { createAccounts } from "../../src/ledger/accounts.ts";
import { createTexts } from "../../src/ledger/claims.ts";
import { createGlossaries } from "../../src/ledger/glossaries.ts";
import { createLedger } from "../../src/ledger/ledger.ts";
import { createMemoryStore } from "../../src/ledger/memory-store.ts";
import { createOnce } from "../../src/ledger/once.ts";
import { createSettings } from "../../src/ledger/settings.ts";
import { createSpeeds } from "../../src/ledger/speeds.ts";
import { createSpendBook } from "../../src/ledger/spend-book.ts";
import { createTermBases } from "../../src/ledger/term-bases.ts";
import { createVerdicts } from "../../src/ledger/verdicts.ts";
import { aManuscript, aQuote, aSpendRow, aTask, completed, hour, noon } from "../builders.ts";
import { watched } from "./stores.ts";

test("what is kept has the same name in every version: a later one finds it again", async () => {
  const { store, asked } = watched(createMemoryStore());

  const task = aTask({ state: completed() });
  const reading = { status: "read", manuscript: aManuscript({ marks: ["mark"] }) } as const;
  await createLedger(store, () => true).add(
    aQuote({ id: "q1", book: "Aaron", tasks: [task], reading }),
  );
  await createAccounts(store).change("print", (account) => ({ ...account, booked: 1 }));
  await createSettings(store).change("T1", (settings) => ({ ...settings, delegations: [] }));
  await createTermBases(store).change("T1/book/Aaron", () => ({ ...emptyTermBase }));
  const hash = await createGlossaries(store).keep({ Aaron: "Aron" });
  await createSpeeds(store).change("all", () => ({}));
  await createSpendBook(store).put(aSpendRow({ key: "k1" }));
  await createTexts(store).keep("sha", { whole: "w", chapters: [], prints: [] });
  await createVerdicts(store).change("print", (known) => ({
    ...known,
    language: { status: "free" },
  }));
  await createOnce(store, () => noon)("low-balance", hour);

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
    "once:low-balance",
  ]);
  expect(
    asked.flatMap(({ add = [] }) => add.map(({ index, value }) => `${index} ${value}`)),
  ).toEqual([
    "open all",
    "erasable all",
    "person T1/U0MAIA",
    "channel T1/C0BOOKS",
    `thread T1/C0BOOKS/${aQuote().place.thread}`,
    `text ${"a".repeat(64)}`,
    "book T1/Aaron",
    "books T1",
    "spend T1/2026-11",
  ]);
  expect([newAccount.version, initialSettings.version, emptyTermBase.version]).toEqual([1, 1, 1]);
});
