import { expect, test } from "vitest";

import { emptyTermBase } from "../../src/features/glossary/rules/glossary.ts";
import { initialSettings } from "../../src/features/settings/rules/settings.ts";
import { newAccount } from "../../src/features/spending/rules/account.ts";
import { createAccounts } from "../../src/store/accounts.ts";
import { createTexts } from "../../src/store/claims.ts";
import { createGlossaries } from "../../src/store/glossaries.ts";
import { createMemoryStore } from "../../src/store/memory-store.ts";
import { createOnce } from "../../src/store/once.ts";
import { createLedger } from "../../src/store/quotes.ts";
import { createSpendBook } from "../../src/store/receipts.ts";
import { createSettings } from "../../src/store/settings.ts";
import { createSpeeds } from "../../src/store/speeds.ts";
import { createTermBases } from "../../src/store/term-bases.ts";
import { createVerdicts } from "../../src/store/verdicts.ts";
import { aManuscript, aQuote, aSpendRow, aTask, completed, hour, noon } from "../builders.ts";
import { watched } from "./stores.ts";

test("what is kept has the same name in every version: a later one finds it again", async () => {
  const { store, asked } = watched(createMemoryStore());

  const task = aTask({ state: completed() });
  const reading = { status: "read", manuscript: aManuscript() } as const;
  await createLedger(store, () => true).add(
    aQuote({ id: "q1", book: "Aaron", tasks: [task], reading }),
  );
  await createAccounts(store).change("print", (account) => ({ ...account, booked: 1 }));
  await createSettings(store).change("T1", (settings) => ({ ...settings, channels: {} }));
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
