import { describe, expect, test } from "vitest";

import type { Quote } from "../../../src/core/quote.ts";
import {
  type AskOutcome,
  askForQuotes,
  receivePosted,
} from "../../../src/features/intake/actions/hand-in.ts";
import { initialSettings, noDefaults } from "../../../src/features/settings/rules/settings.ts";
import { advanceQuote } from "../../../src/worker/advance-quote.ts";
import { aTask, completed, noon, running, opening } from "../../builders.ts";
import { type TestDesk, aDesk, manuscript, runOut } from "../desk.ts";

const manuscripts = [{ file: { id: "F1", name: "a.txt" }, message: "1.1", thread: "1.1" }];
const posting = { channel: "C0BOOKS", requester: "U0MAIA", manuscripts };
const two = {
  ...posting,
  manuscripts: [
    ...manuscripts,
    { file: { id: "F2", name: "b.txt" }, message: "1.1", thread: "1.1" },
  ],
};

async function quotesOf({ desk }: TestDesk): Promise<readonly Quote[]> {
  const page = { offset: 0, limit: 100 };
  return (await desk.ledger.list("channel", "T1/C0BOOKS", page)).toSorted((one, other) =>
    `${one.file.id} ${one.target}`.localeCompare(`${other.file.id} ${other.target}`),
  );
}

describe("manuscripts that were posted", () => {
  test("get the languages, preview length and book that the channel has by default", async () => {
    const house = aDesk();
    const [previewChars, book] = [900, "The Salt Clock"];
    const own = { ...noDefaults, previewChars, book, targets: ["de", "es"] };
    await house.desk.settings.change("T1", () => ({
      ...initialSettings,
      channels: { C0BOOKS: own },
    }));

    await receivePosted(house.desk, posting);

    expect(await quotesOf(house)).toMatchObject([
      { target: "de", book, request: { previewChars } },
      { target: "es", book, request: { previewChars } },
    ]);
  });

  test("whose default languages are offered no more get the desk's own", async () => {
    const house = aDesk();
    const defaults = { ...initialSettings.defaults, targets: ["tlh"] };
    await house.desk.settings.change("T1", () => ({ ...initialSettings, defaults }));

    await receivePosted(house.desk, posting);

    expect(await quotesOf(house)).toMatchObject([{ target: "fr" }]);
  });

  test("delivered again meet the same records", async () => {
    const house = aDesk();
    await receivePosted(house.desk, two);
    const before = await quotesOf(house);

    await receivePosted(house.desk, two);

    expect(await quotesOf(house)).toEqual(before);
    expect(before).toHaveLength(2);
  });

  test("are taken for as many languages as there is room for, and the sum names the others", async () => {
    const house = aDesk();
    const many = Array.from({ length: 10 }, (_, n) => ({
      file: { id: `F${n}`, name: "a.txt" },
      message: "1.1",
      thread: "1.1",
    }));

    await askForQuotes(house.desk, {
      ...posting,
      manuscripts: many,
      targets: ["fr", "de", "es"],
    });

    const quotes = await quotesOf(house);
    expect(quotes).toHaveLength(20);
    expect(quotes[1]?.request.batch?.total?.leftOut).toEqual(["es"]);
  });
});

describe("the total of several cards", () => {
  test("is said once all have counted, once, and by one of them", async () => {
    const house = aDesk();
    await receivePosted(house.desk, two);
    const ids = (await quotesOf(house)).map(({ id }) => id);
    const [first = ""] = ids;

    for (const id of ids) await advanceQuote(house.desk, id, { do: "read", at: 0 });
    for (const id of ids) await advanceQuote(house.desk, id, { do: "show-card", at: 0 });
    for (const id of ids) await advanceQuote(house.desk, id, { do: "tell-batch-total", at: 0 });
    for (const id of ids)
      await advanceQuote(house.desk, id, { do: "say", notice: "batch-total", at: 0 });
    for (const id of ids)
      await advanceQuote(house.desk, id, { do: "say", notice: "batch-total", at: 0 });

    const credits = manuscript.characters;
    expect(house.thread.posts).toHaveLength(1);
    expect((await house.desk.ledger.find(first))?.request.batch?.total?.parts).toMatchObject([
      { fileId: "F1", count: { status: "priced", credits } },
      { fileId: "F2", count: { status: "priced", credits } },
    ]);
    expect(house.woken).toContain(first);
  });

  test("is updated when a card counts otherwise", async () => {
    const house = aDesk();
    await receivePosted(house.desk, two);
    const [first, second] = (await quotesOf(house)).map(({ id }) => id);
    for (let turn = 0; turn < 2; turn += 1) {
      await runOut(house, first ?? "");
      await runOut(house, second ?? "");
    }

    await house.desk.ledger.change(second ?? "", (quote) => ({ ...quote, language: "fr" }));
    await runOut(house, second ?? "");
    await runOut(house, first ?? "");

    expect(house.thread.posts.filter(({ notice }) => notice === "batch-total")).toHaveLength(1);
    expect(house.thread.calls).toContain("updatePost");
    expect(
      (await house.desk.ledger.find(first ?? ""))?.request.batch?.total?.parts[1]?.count,
    ).toMatchObject({
      status: "needs-language",
      credits: 0,
    });
  });
});

test("a file for several languages that cannot be taken is refused aloud once", async () => {
  const house = aDesk({
    people: { find: async (id) => ({ id, isMember: false }) },
  });
  await askForQuotes(house.desk, { ...posting, targets: ["de", "fr"] });

  for (const { id } of await quotesOf(house)) await runOut(house, id);

  expect(house.thread.posts.filter(({ notice }) => notice === "refused")).toHaveLength(1);
});

describe("asking for languages", () => {
  const ask = { ...posting, targets: ["de"] };

  test("quotes a manuscript that is already in the conversation, once for each", async () => {
    const { desk } = aDesk();

    expect(await askForQuotes(desk, { ...posting, targets: ["de", "es", "de"] })).toMatchObject({
      status: "taken",
      quoted: [{ target: "de" }, { target: "es" }],
      standing: [],
    });
  });

  test("again shows the quote that stands, and quotes only what is new", async () => {
    const { desk } = aDesk();
    await askForQuotes(desk, ask);

    expect(await askForQuotes(desk, { ...posting, targets: ["de", "fr"] })).toMatchObject({
      quoted: [{ target: "fr" }],
      standing: [{ target: "de" }],
    });
  });

  test("again with a note puts it on the card that stands, for the one who asked", async () => {
    const { desk } = aDesk();
    await askForQuotes(desk, ask);
    const details = { first: "preview", note: "by hand", dueOn: undefined } as const;

    const stranger = await askForQuotes(desk, { ...ask, details, requester: "U0BEN" });
    const mine = await askForQuotes(desk, { ...ask, details, previewChars: 900 });

    expect(stranger).toMatchObject({ amended: [] });
    expect(mine).toMatchObject({
      quoted: [],
      amended: [{ request: { details, previewChars: 900 } }],
    });
  });

  test("again with a note changes nothing that is bought", async () => {
    const { desk } = aDesk();
    const id = onlyId(await askForQuotes(desk, ask));
    await desk.ledger.change(id, (quote) => ({ ...quote, tasks: [aTask({ target: "de" })] }));

    const outcome = await askForQuotes(desk, { ...ask, book: "The Salt Clock" });

    expect(outcome).toMatchObject({ amended: [] });
  });

  test("of a card that somebody has made about another language quotes it anew, once", async () => {
    const { desk } = aDesk();
    const id = onlyId(await askForQuotes(desk, ask));
    await desk.ledger.change(id, (quote) => ({ ...quote, target: "es" }));

    const again = await askForQuotes(desk, ask);

    expect(again).toMatchObject({ quoted: [{ target: "de" }], standing: [] });
    expect(onlyId(again)).not.toBe(id);
    expect(await askForQuotes(desk, ask)).toMatchObject({
      quoted: [],
      standing: [{ id: onlyId(again) }],
    });
  });

  test.each<readonly [string, (quote: Quote) => Quote]>([
    ["expired", (quote) => ({ ...quote, decision: { status: "expired", at: noon } })],
    [
      "was declined",
      (quote) => ({ ...quote, decision: { status: "declined", by: "U1", at: noon } }),
    ],
    ["was refused", (quote) => ({ ...quote, reading: { status: "refused", reason: "gone" } })],
    ["was erased", erased],
  ])("after it %s opens the same card again, for the one who asks now", async (_, close) => {
    const { desk } = aDesk();
    const id = onlyId(await askForQuotes(desk, ask));
    await desk.ledger.change(id, close);

    const again = await askForQuotes(desk, { ...ask, requester: "U0BEN" });

    const file = { name: "a.txt" };
    const open = { id, request: { by: "U0BEN" }, file, decision: { status: "open" } };
    expect(again).toMatchObject({ quoted: [open], standing: [] });
    expect(await askForQuotes(desk, ask)).toMatchObject({ quoted: [], standing: [{ id }] });
  });

  test("after it expired opens nothing for a guest", async () => {
    const people = { find: async (id: string) => ({ id, isMember: false }) };
    const { desk } = aDesk({ people });
    const id = onlyId(await askForQuotes(desk, ask));
    const expired = { status: "expired", at: noon } as const;
    await desk.ledger.change(id, (quote) => ({ ...quote, decision: expired }));

    const again = await askForQuotes(desk, { ...ask, requester: "U0GUEST" });

    expect(again).toMatchObject({
      quoted: [],
      standing: [{ id, request: { by: "U0MAIA" }, decision: expired }],
    });
  });

  test.each<readonly [string, (quote: Quote) => Quote]>([
    ["refused", (quote) => ({ ...quote, reading: { status: "refused", reason: "gone" } })],
    ["erased", erased],
  ])("of what was %s reads the manuscript once more", async (_, close) => {
    const { desk } = aDesk();
    const id = onlyId(await askForQuotes(desk, ask));
    await desk.ledger.change(id, close);

    const again = await askForQuotes(desk, ask);

    expect(again).toMatchObject({ quoted: [{ id, reading: { status: "due" } }] });
  });

  test.each([
    ["runs", aTask({ kind: "preview", slice: opening(3000), state: running() })],
    ["is done", aTask({ kind: "preview", slice: opening(3000), state: completed() })],
  ])("after it expired, while a preview of it %s, opens none", async (_, task) => {
    const { desk } = aDesk();
    const expired = { status: "expired", at: noon } as const;
    const id = onlyId(await askForQuotes(desk, ask));
    await desk.ledger.change(id, (quote) => ({ ...quote, decision: expired, tasks: [task] }));

    expect(await askForQuotes(desk, ask)).toMatchObject({
      quoted: [],
      standing: [{ id, decision: expired }],
    });
  });

  test("beyond the open cards of a person is refused, and its files are not counted", async () => {
    const { desk } = aDesk();
    const targets = ["de", "es", "fr", "it", "ja"];
    const asked = (n: number) => ({
      ...posting,
      targets,
      manuscripts: Array.from({ length: 4 }, (_, at) => ({
        file: { id: `F${n}.${at}`, name: "a.txt" },
        message: "1.1",
        thread: "1.1",
      })),
    });
    for (let n = 0; n < 10; n += 1) await askForQuotes(desk, asked(n));

    const refused = await askForQuotes(desk, asked(10));

    expect(refused).toMatchObject({ status: "too-many" });
    expect((await desk.limits.read("U0MAIA.files"))?.now).toHaveLength(40);
  });

  test("that the desk does not offer quotes nothing", async () => {
    const { desk, woken } = aDesk();

    expect(await askForQuotes(desk, { ...posting, targets: ["tlh"] })).toEqual({
      status: "not-offered",
    });
    expect(woken).toEqual([]);
  });
});

function erased(quote: Quote): Quote {
  return {
    ...quote,
    file: { ...quote.file, name: "" },
    decision: { status: "expired", at: noon },
    erasedAt: noon,
  };
}

function onlyId(outcome: AskOutcome): string {
  return outcome.status === "taken" ? (outcome.quoted[0]?.id ?? "") : "";
}
