import { expect, test } from "vitest";

import { textNamesKey } from "#domain/claim.ts";
import { type Quote, changeTask } from "#domain/quote.ts";
import {
  type PurchaseState,
  reserveAnyway,
  reservationFor,
  recordEnd,
} from "#domain/spending/account.ts";
import type { Task, TaskState } from "#domain/task.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";

import {
  aPreview,
  aQuote,
  aTask,
  completed,
  failed,
  noon,
  rejectedFor,
  running,
  unknown,
} from "../builders.ts";
import { namesOf, text } from "../domain/texts.ts";
import { stores } from "./stores.ts";

const task = aTask();
const { key } = task;
const isOpen = () => true;

/** Opens a ledger with one card, and what other cards of the same text find beside it. */
async function aDesk(changes: Partial<Quote> = {}, store: CasStore = createMemoryStore()) {
  const { accounts, claims, texts } = openSmallStores(store);
  const manuscript = text("abc");
  await texts.change(textNamesKey(manuscript), () => namesOf("abc"));
  const quoteStore = createQuoteStore(store, isOpen);
  const { quote } = await quoteStore.add(
    aQuote({ reading: { status: "read", manuscript }, ...changes }),
  );
  const versionOf = (target: string) => claims.version("T1", target);
  const beside = async () => {
    const found = await claims.all("T1", "fr");
    const { reservations } = await accounts.read("");
    return {
      claimed: found.map((claim) => claim.key),
      reserved: reservations.map((one) => one.key),
      version: await versionOf("fr"),
    };
  };
  return { id: quote.id, quoteStore, accounts, beside, versionOf };
}

/** Decides as a purchase does: the runs in the record, their credits in the account. */
function approving(...tasks: readonly Task[]) {
  return ({ quote, account }: PurchaseState) => {
    const reserved = tasks.map((one) => reservationFor(quote, one));
    const after = restoring(...tasks)(quote);
    return { quote: after, account: reserveAnyway(account, reserved), outcome: undefined };
  };
}

/** Decides as the first of two approvers does: nothing starts yet. */
function endorsing({ quote, account }: PurchaseState) {
  const own = { product: "translation", offer: "o", price: 9000, by: "U0ANA", at: noon } as const;
  return { quote: { ...quote, approval: { endorsements: [own] } }, account, outcome: undefined };
}

function restoring(...tasks: readonly Task[]) {
  return (quote: Quote): Quote => ({ ...quote, tasks: [...quote.tasks, ...tasks] });
}

function ending(state: TaskState) {
  return (quote: Quote) => changeTask(quote, key, (one) => ({ ...one, state }));
}

/** Approves another card of the text on another account: only the version tells of it. */
async function approveElsewhere(store: CasStore) {
  const { id } = await aDesk({ id: "other" }, store);
  const quoteStore = createQuoteStore(store, isOpen, { apiKeyFingerprint: "another" });
  await quoteStore.spend(id, approving(aTask({ key: "theirs" })));
}

const kept = { claimed: [key], reserved: [key], version: 1 };
const claimedAlone = { ...kept, reserved: [] };
const withdrawn = { claimed: [], reserved: [], version: 2 };
const nothing = { ...withdrawn, version: 0 };

test.each(stores)("an approval in %s claims and reserves in one write", async (_, open) => {
  await using opened = await open();
  const { id, beside } = await aDesk({}, opened.store);
  let writes = 0;
  const commit: CasStore["commit"] = async (changes) => {
    writes += 1;
    return await opened.store.commit(changes);
  };

  await createQuoteStore({ ...opened.store, commit }, isOpen).spend(id, approving(task));

  expect(await beside()).toEqual(kept);
  expect(writes).toBe(1);
});

test.each([
  ["an approval", approving(task)],
  ["the first of two approvals", endorsing],
])("%s is decided anew where another card’s comes meanwhile", async (_, decide) => {
  const store = createMemoryStore();
  const { id } = await aDesk({}, store);
  const decidedOn: number[] = [];
  let meanwhile: Promise<void> | undefined;
  const get: CasStore["get"] = async (name) => {
    await meanwhile;
    return await store.get(name);
  };
  const commit: CasStore["commit"] = async (changes) => {
    await meanwhile;
    return await store.commit(changes);
  };

  await createQuoteStore({ ...store, get, commit }, isOpen).spend(id, (state) => {
    decidedOn.push(state.version);
    meanwhile ??= approveElsewhere(store);
    return decide(state);
  });

  expect(decidedOn).toEqual([0, 1]);
});

test.each([
  ["is done keeps its claim and its credits", completed(), kept],
  ["failed keeps both", failed(), kept],
  ["may exist keeps both", unknown, kept],
  ["an admin found not to exist keeps its claim", rejectedFor("not-created"), claimedAlone],
  ["certainly came to nothing keeps neither", rejectedFor("short-of-credits"), withdrawn],
])("an approved run that %s", async (_, state, expected) => {
  const { id, quoteStore, beside } = await aDesk();
  await quoteStore.spend(id, approving(task));

  await quoteStore.change(id, ending(state));

  expect(await beside()).toEqual(expected);
});

test("a run whose end is in the account is not reserved again by a later write", async () => {
  const { id, quoteStore, accounts, beside } = await aDesk();
  await quoteStore.spend(id, approving(task));
  const end = { key, credits: 12_345, as: "final", now: noon } as const;
  await accounts.change("", (account) => recordEnd(account, end));

  await quoteStore.change(id, ending(completed()));

  expect(await beside()).toEqual(claimedAlone);
});

test("a run whose claim was lost can be taken back all the same", async () => {
  const { id, quoteStore, versionOf } = await aDesk({ tasks: [task] });

  await quoteStore.change(id, ending(rejectedFor("cancelled")));

  expect(await versionOf("fr")).toBe(1);
});

test("a run that an admin found not to exist is reserved again once its answer comes", async () => {
  const { id, quoteStore, beside } = await aDesk();
  await quoteStore.spend(id, approving(task));
  await quoteStore.change(id, ending(rejectedFor("not-created")));

  await quoteStore.change(id, ending(running()));

  expect(await beside()).toEqual(kept);
});

const recorded = { as: "completed", after: { balance: 1, used: 1, at: noon } } as const;

test.each<readonly [string, Partial<Task>, object]>([
  ["claims its text and reserves its credits", { state: unknown }, kept],
  ["reserves nothing if its end is in the account", { state: completed(), recorded }, claimedAlone],
  ["reserves nothing if an admin settled it", { state: rejectedFor("not-created") }, claimedAlone],
  ["does neither if it was refused", { state: rejectedFor("unauthorized") }, nothing],
  ["does neither if nobody approved it", { approval: undefined }, nothing],
])("a run that is restored from its card %s", async (_, run, expected) => {
  const { id, quoteStore, beside } = await aDesk();

  await quoteStore.change(id, restoring(aTask(run)));

  expect(await beside()).toEqual(expected);
});

test("the version is raised once for each language, however its code is written", async () => {
  const runs = [task, aPreview(), aTask({ target: "pt-br" }), aTask({ target: "pt-BR" })];
  const [bought, restored] = [await aDesk(), await aDesk()];

  await bought.quoteStore.spend(bought.id, approving(...runs));
  await restored.quoteStore.change(restored.id, restoring(...runs));

  expect([await bought.versionOf("fr"), await bought.versionOf("pt-BR")]).toEqual([1, 1]);
  expect([await restored.versionOf("fr"), await restored.versionOf("pt-BR")]).toEqual([1, 1]);
});

test.each(["fr", "pt-br"])("a card in %s stays up to date after its own writes", async (target) => {
  const { id, quoteStore } = await aDesk({ target });

  await quoteStore.spend(id, approving(aTask({ key, target })));
  const approved = await quoteStore.find(id);
  const undone = await quoteStore.change(id, ending(rejectedFor("cancelled")));

  expect([approved?.coverage?.version, undone.coverage?.version]).toEqual([1, 2]);
});

test.each(stores)("of two runs that name one task in %s, the first has it", async (_, open) => {
  await using opened = await open();
  const quoteStore = createQuoteStore(opened.store, isOpen);
  const other = aTask({ key: "theirs" });
  const [one, two] = [aQuote({ id: "one", tasks: [task] }), aQuote({ id: "two", tasks: [other] })];
  for (const quote of [one, two]) await quoteStore.add(quote);
  const name = ({ id, tasks: [run] }: Quote) =>
    quoteStore.change(id, (now) =>
      changeTask(now, run?.key ?? "", (was) => ({ ...was, state: running() })),
    );

  const both = await Promise.allSettled([name(one), name(two)]);

  expect(both.filter(({ status }) => status === "rejected")).toMatchObject([
    { reason: { name: "TaskTakenError" } },
  ]);
  const runs = await Promise.all([quoteStore.find("one"), quoteStore.find("two")]);
  expect(runs.filter((quote) => quote?.tasks[0]?.state.status === "running")).toHaveLength(1);
});
