import { describe, expect, test } from "vitest";

import type { AppContext } from "#domain/context.ts";
import { NotRecordedError } from "#domain/errors.ts";
import type { Policy } from "#domain/settings/settings.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { serialise } from "#store/store.ts";

import { aRequest } from "../../builders.ts";
import { anOffer } from "../../support/app-context.ts";
import { anOpenOffer } from "../../support/open-offer.ts";

describe("a click that the policy is asked about", () => {
  const set = (ctx: AppContext, policy: Partial<Policy>) =>
    ctx.settings.change("T1", (now) => ({ ...now, policy: { ...now.policy, ...policy } }));

  test("is refused over the limit, with both numbers, and leaves nothing but a line", async () => {
    const { ctx, click, events, stands, quote } = await anOpenOffer();
    await set(ctx, { capPerApproval: 4399 });

    expect(await approveQuote(ctx, click)).toEqual({
      status: "over-cap",
      price: 4400,
      cap: 4399,
    });
    expect(await stands()).toEqual(quote);
    expect(events).toMatchObject([
      { kind: "refused", by: "U0ANA", credits: 4400, why: "over-cap 4399" },
    ]);
  });

  test("is refused on one’s own request", async () => {
    const { ctx, click, events, stands } = await anOpenOffer(
      {},
      anOffer({ request: aRequest({ by: "U0ANA" }) }),
    );
    await set(ctx, { selfApproval: "refused" });

    expect(await approveQuote(ctx, click)).toEqual({ status: "own-quote" });
    expect((await stands())?.tasks).toEqual([]);
    expect(events).toMatchObject([{ kind: "refused", why: "own-quote" }]);
  });

  test("of two approvers at once buys once, and names both", async () => {
    const { ctx, click, events, stands } = await anOpenOffer();
    await set(ctx, { secondApprovalAbove: 4000 });

    const outcomes = await Promise.all(
      ["U0ANA", "U0ADA"].map((person) => approveQuote(ctx, { ...click, person })),
    );
    const late = await approveQuote(ctx, { ...click, person: "U0ANA" });

    expect([...outcomes, late].map(({ status }) => status)).toEqual([
      "endorsed",
      "approved",
      "already-approved",
    ]);
    expect((await stands())?.tasks).toMatchObject([
      { approval: { by: "U0ADA", first: { by: "U0ANA" } } },
    ]);
    expect(events.map(({ kind }) => kind)).toEqual(["endorsed", "approved", "already-approved"]);
  });

  test("does not count a first approval of somebody whose account was deactivated since", async () => {
    const gone = new Set<string>();
    const find = async (id: string) => ({ id, isMember: !gone.has(id) });
    const { ctx, click, stands } = await anOpenOffer({ people: { find } });
    await set(ctx, { secondApprovalAbove: 4000 });
    await approveQuote(ctx, { ...click, person: "U0ANA" });
    gone.add("U0ANA");

    const second = await approveQuote(ctx, { ...click, person: "U0ADA" });

    expect(second).toEqual({ status: "endorsed", above: 4000 });
    expect(await stands()).toMatchObject({
      tasks: [],
      approval: { endorsements: [{ by: "U0ADA" }] },
    });
  });

  test("on an old card is no first approval either", async () => {
    const { ctx, click, stands } = await anOpenOffer();
    await set(ctx, { secondApprovalAbove: 1 });

    expect((await approveQuote(ctx, { ...click, offer: "another" })).status).toBe("stale");
    expect((await stands())?.approval?.endorsements).toBeUndefined();
  });

  test("does nothing while the policy cannot be read", async () => {
    const store = createMemoryStore();
    const { ctx, click, events, stands, quote } = await anOpenOffer({ store });
    const swap = { key: "settings:T1", before: undefined, after: serialise({}) };
    await store.commit([swap]);

    await expect(approveQuote(ctx, click)).rejects.toThrow(NotRecordedError);
    expect(await stands()).toEqual(quote);
    expect(events).toEqual([]);
  });
});
