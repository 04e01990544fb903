import { describe, expect, test } from "vitest";

import { NotFound, NotRecorded, RateLimited } from "#domain/errors.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { openDelivery } from "#features/delivery/deliver-result.ts";
import { showUsage } from "#features/spending/show-usage.ts";

import { aCard, aTask, completed, noon, running } from "../../builders.ts";
import { declineQuote, chooseLanguage } from "../deciding.ts";
import { aFaultyStore } from "../faulty-store.ts";
import { anOpenOffer } from "../open-offer.ts";
import { anOffer } from "../ports.ts";

describe("a click on Approve", () => {
  test("is recorded, noted and worked on", async () => {
    const { ports, click, events, woken, stands, quote } = await anOpenOffer();

    const outcome = await approveQuote(ports, click);

    expect(outcome).toMatchObject({ status: "approved" });
    expect((await stands())?.tasks).toMatchObject([{ approval: { by: "U0ANA", at: noon } }]);
    expect(events).toMatchObject([{ what: "approved", by: "U0ANA", credits: 4400 }]);
    expect(woken).toEqual([quote.id]);
  });

  test("of many at once wins once, and the others see who", async () => {
    const { ports, click, events, stands } = await anOpenOffer();
    const people = ["U0ANA", "U0ADA", "U0ANA", "U0ADA"];

    const outcomes = await Promise.all(
      people.map((person) => approveQuote(ports, { ...click, person })),
    );

    expect(outcomes.map(({ status }) => status)).toEqual([
      "approved",
      "already-approved",
      "already-approved",
      "already-approved",
    ]);
    expect((await stands())?.tasks).toHaveLength(1);
    expect(events.map(({ what }) => what).toSorted()).toEqual([
      "already-approved",
      "already-approved",
      "already-approved",
      "approved",
    ]);
  });

  test.each([
    ["a requester who may not spend", "U0MAIA"],
    ["anybody else", "U0SAM"],
    ["a guest who is listed", "U0GUEST"],
  ])("by %s is refused and noted", async (_, person) => {
    const { ports, click, events, stands, quote } = await anOpenOffer();

    const outcome = await approveQuote(ports, { ...click, person });

    expect(outcome.status).toBe("not-allowed");
    expect(await stands()).toEqual(quote);
    expect(events).toMatchObject([{ what: "refused", by: person }]);
  });

  test.each([
    ["in another channel", { channel: "C0OTHER" }],
    ["for a quote that nobody knows", { quoteId: "guessed" }],
  ])("%s names no card of ours", async (_, changes) => {
    const { ports, click, stands, quote } = await anOpenOffer();

    expect(await approveQuote(ports, { ...click, ...changes })).toEqual({ status: "unknown-card" });
    expect(await stands()).toEqual(quote);
  });

  test("that names no offer approves nothing", async () => {
    const { ports, click, stands, quote } = await anOpenOffer();

    expect((await approveQuote(ports, { ...click, offer: undefined })).status).toBe("stale");
    expect(await stands()).toEqual(quote);
  });

  test("where the card went to after its channel was closed is taken", async () => {
    const direct = anOffer({
      place: { ...anOffer().place, isClosed: true },
      card: aCard({ channel: "D0MAIA" }),
    });
    const { ports, click } = await anOpenOffer({}, direct);

    expect((await approveQuote(ports, { ...click, channel: "D0MAIA" })).status).toBe("approved");
  });
});

describe("a click that cannot be recorded did not happen", () => {
  const down = async () => {
    throw new Error("Slack is down");
  };

  test("when the store is down", async () => {
    const faulty = aFaultyStore();
    const { ports, click, events, woken } = await anOpenOffer({ store: faulty.store });
    faulty.state.isDown = true;

    await expect(approveQuote(ports, click)).rejects.toThrow(NotRecorded);
    await expect(declineQuote(ports, click)).rejects.toThrow(NotRecorded);
    await expect(chooseLanguage(ports, { ...click, target: "de" })).rejects.toThrow(NotRecorded);

    expect([events, woken]).toEqual([[], []]);
  });

  test.each([["find"], ["roles"]] as const)(
    "when Slack cannot say who it is (%s)",
    async (call) => {
      const { ports, click, stands, quote } = await anOpenOffer({ people: { [call]: down } });

      await expect(approveQuote(ports, click)).rejects.toThrow(NotRecorded);

      expect(await stands()).toEqual(quote);
    },
  );
});

describe("a click for a fresh link", () => {
  const done = aTask({ state: completed() });
  const finished = anOffer({ tasks: [done] });

  test.each([
    ["a guest", { person: "U0GUEST" }, "not-allowed"],
    ["somebody who is not in the channel", { person: "U0STRANGER" }, "not-allowed"],
    ["a click from elsewhere", { channel: "C0OTHER" }, "unknown-card"],
    ["a run that is not there", { key: "another" }, "not-finished"],
  ])("is refused to %s", async (_, changes, status) => {
    const { ports, click } = await anOpenOffer({}, finished);

    expect((await openDelivery(ports, { ...click, key: done.key, ...changes })).status).toBe(
      status,
    );
  });

  test.each([
    [new NotFound(), { status: "not-finished" }],
    [new RateLimited("wait", 9), { status: "too-many", until: noon + 9 }],
  ])("says so when the partner has none: %s", async (fault, outcome) => {
    const download = async () => {
      throw fault;
    };
    const { ports, click } = await anOpenOffer({ partner: { download } }, finished);

    expect(await openDelivery(ports, { ...click, key: done.key })).toEqual(outcome);
  });
});

describe("the usage", () => {
  const asked = { person: "U0ADA" };

  test("tells an admin what is reserved to runs under way", async () => {
    const recorded = { as: "completed", after: { balance: 1, used: 1, at: noon } } as const;
    const tasks = [
      aTask({ price: 30, state: running() }),
      aTask({ target: "de", price: 12, state: { status: "sending" } }),
      aTask({ target: "es", price: 900, state: completed(), recorded }),
    ];
    const { ports } = await anOpenOffer({}, anOffer({ tasks }));

    expect(await showUsage(ports, asked)).toMatchObject({
      status: "usage",
      usage: { balanceCredits: 20_000 },
      reserved: { credits: 42, count: 2 },
    });
  });

  test("names the trouble when the partner has one", async () => {
    const usage = async () => {
      throw new RateLimited("wait", 9);
    };
    const { ports } = await anOpenOffer({ partner: { usage } });

    expect(await showUsage(ports, asked)).toEqual({
      status: "partner-trouble",
      fault: "RateLimited",
    });
  });
});
