import { describe, expect, test } from "vitest";

import { NotFoundError, NotRecordedError, RateLimitedError } from "#domain/errors.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { openDelivery } from "#features/delivery/deliver-result.ts";
import { showUsage } from "#features/spending/show-usage.ts";

import { aCard, aTask, completed, noon, running } from "../../builders.ts";
import { anOffer } from "../../support/app-context.ts";
import { declineQuote, chooseLanguage } from "../../support/deciding.ts";
import { aFaultyStore } from "../../support/faulty-store.ts";
import { anOpenOffer } from "../../support/open-offer.ts";

describe("a click on Approve", () => {
  test("is recorded, noted and worked on", async () => {
    const { ctx, click, events, woken, stands, quote } = await anOpenOffer();

    const outcome = await approveQuote(ctx, click);

    expect(outcome).toMatchObject({ status: "approved" });
    expect((await stands())?.tasks).toMatchObject([{ approval: { by: "U0ANA", at: noon } }]);
    expect(events).toMatchObject([{ kind: "approved", by: "U0ANA", credits: 4400 }]);
    expect(woken).toEqual([quote.id]);
  });

  test("of many at once wins once, and the others see who", async () => {
    const { ctx, click, events, stands } = await anOpenOffer();
    const people = ["U0ANA", "U0ADA", "U0ANA", "U0ADA"];

    const outcomes = await Promise.all(
      people.map((person) => approveQuote(ctx, { ...click, person })),
    );

    expect(outcomes.map(({ status }) => status)).toEqual([
      "approved",
      "already-approved",
      "already-approved",
      "already-approved",
    ]);
    expect((await stands())?.tasks).toHaveLength(1);
    expect(events.map(({ kind }) => kind).toSorted()).toEqual([
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
    const { ctx, click, events, stands, quote } = await anOpenOffer();

    const outcome = await approveQuote(ctx, { ...click, person });

    expect(outcome.status).toBe("not-allowed");
    expect(await stands()).toEqual(quote);
    expect(events).toMatchObject([{ kind: "refused", by: person }]);
  });

  test.each([
    ["in another channel", { channel: "C0OTHER" }],
    ["for a quote that nobody knows", { quoteId: "guessed" }],
  ])("%s names no card of ours", async (_, changes) => {
    const { ctx, click, stands, quote } = await anOpenOffer();

    expect(await approveQuote(ctx, { ...click, ...changes })).toEqual({ status: "unknown-card" });
    expect(await stands()).toEqual(quote);
  });

  test("that names no offer approves nothing", async () => {
    const { ctx, click, stands, quote } = await anOpenOffer();

    expect((await approveQuote(ctx, { ...click, offer: undefined })).status).toBe("stale");
    expect(await stands()).toEqual(quote);
  });

  test("where the card went to after its channel was closed is taken", async () => {
    const direct = anOffer({
      place: { ...anOffer().place, isClosed: true },
      card: aCard({ channel: "D0MAIA" }),
    });
    const { ctx, click } = await anOpenOffer({}, direct);

    expect((await approveQuote(ctx, { ...click, channel: "D0MAIA" })).status).toBe("approved");
  });
});

describe("a click that cannot be recorded did not happen", () => {
  const down = async () => {
    throw new Error("Slack is down");
  };

  test("when the store is down", async () => {
    const faulty = aFaultyStore();
    const { ctx, click, events, woken } = await anOpenOffer({ store: faulty.store });
    faulty.state.isDown = true;

    await expect(approveQuote(ctx, click)).rejects.toThrow(NotRecordedError);
    await expect(declineQuote(ctx, click)).rejects.toThrow(NotRecordedError);
    await expect(chooseLanguage(ctx, { ...click, target: "de" })).rejects.toThrow(NotRecordedError);

    expect([events, woken]).toEqual([[], []]);
  });

  test.each([["find"], ["roles"]] as const)(
    "when Slack cannot say who it is (%s)",
    async (call) => {
      const { ctx, click, stands, quote } = await anOpenOffer({ people: { [call]: down } });

      await expect(approveQuote(ctx, click)).rejects.toThrow(NotRecordedError);

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
    const { ctx, click } = await anOpenOffer({}, finished);

    expect((await openDelivery(ctx, { ...click, key: done.key, ...changes })).status).toBe(status);
  });

  test.each([
    [new NotFoundError(), { status: "not-finished" }],
    [new RateLimitedError("wait", 9), { status: "too-many", until: noon + 9 }],
  ])("says so when the partner has none: %s", async (fault, outcome) => {
    const download = async () => {
      throw fault;
    };
    const { ctx, click } = await anOpenOffer({ partner: { download } }, finished);

    expect(await openDelivery(ctx, { ...click, key: done.key })).toEqual(outcome);
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
    const { ctx } = await anOpenOffer({}, anOffer({ tasks }));

    expect(await showUsage(ctx, asked)).toMatchObject({
      status: "usage",
      usage: { balanceCredits: 20_000 },
      reserved: { credits: 42, count: 2 },
    });
  });

  test("names the trouble when the partner has one", async () => {
    const usage = async () => {
      throw new RateLimitedError("wait", 9);
    };
    const { ctx } = await anOpenOffer({ partner: { usage } });

    expect(await showUsage(ctx, asked)).toEqual({
      status: "partner-trouble",
      fault: "RateLimitedError",
    });
  });
});
