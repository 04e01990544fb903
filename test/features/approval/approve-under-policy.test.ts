import { describe, expect, test } from "vitest";

import type { Ports } from "#domain/context.ts";
import { NotRecorded } from "#domain/errors.ts";
import type { Policy } from "#domain/settings/settings.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { serialise } from "#store/store.ts";

import { aRequest } from "../../builders.ts";
import { anOpenOffer } from "../open-offer.ts";
import { anOffer } from "../ports.ts";

describe("a click that the policy is asked about", () => {
  const set = (ports: Ports, policy: Partial<Policy>) =>
    ports.settings.change("T1", (now) => ({ ...now, policy: { ...now.policy, ...policy } }));

  test("is refused over the limit, with both numbers, and leaves nothing but a line", async () => {
    const { ports, click, events, stands, quote } = await anOpenOffer();
    await set(ports, { capPerApproval: 4399 });

    expect(await approveQuote(ports, click)).toEqual({
      status: "over-cap",
      price: 4400,
      cap: 4399,
    });
    expect(await stands()).toEqual(quote);
    expect(events).toMatchObject([
      { what: "refused", by: "U0ANA", credits: 4400, why: "over-cap 4399" },
    ]);
  });

  test("is refused on one’s own request", async () => {
    const { ports, click, events, stands } = await anOpenOffer(
      {},
      anOffer({ request: aRequest({ by: "U0ANA" }) }),
    );
    await set(ports, { selfApproval: "refused" });

    expect(await approveQuote(ports, click)).toEqual({ status: "own-quote" });
    expect((await stands())?.tasks).toEqual([]);
    expect(events).toMatchObject([{ what: "refused", why: "own-quote" }]);
  });

  test("of two approvers at once buys once, and names both", async () => {
    const { ports, click, events, stands } = await anOpenOffer();
    await set(ports, { secondApprovalAbove: 4000 });

    const outcomes = await Promise.all(
      ["U0ANA", "U0ADA"].map((person) => approveQuote(ports, { ...click, person })),
    );
    const late = await approveQuote(ports, { ...click, person: "U0ANA" });

    expect([...outcomes, late].map(({ status }) => status)).toEqual([
      "endorsed",
      "approved",
      "already-approved",
    ]);
    expect((await stands())?.tasks).toMatchObject([
      { approval: { by: "U0ADA", first: { by: "U0ANA" } } },
    ]);
    expect(events.map(({ what }) => what)).toEqual(["endorsed", "approved", "already-approved"]);
  });

  test("does not count a first approval of somebody whose account was deactivated since", async () => {
    const gone = new Set<string>();
    const find = async (id: string) => ({ id, isMember: !gone.has(id) });
    const { ports, click, stands } = await anOpenOffer({ people: { find } });
    await set(ports, { secondApprovalAbove: 4000 });
    await approveQuote(ports, { ...click, person: "U0ANA" });
    gone.add("U0ANA");

    const second = await approveQuote(ports, { ...click, person: "U0ADA" });

    expect(second).toEqual({ status: "endorsed", above: 4000 });
    expect(await stands()).toMatchObject({
      tasks: [],
      approval: { endorsements: [{ by: "U0ADA" }] },
    });
  });

  test("on an old card is no first approval either", async () => {
    const { ports, click, stands } = await anOpenOffer();
    await set(ports, { secondApprovalAbove: 1 });

    expect((await approveQuote(ports, { ...click, offer: "another" })).status).toBe("stale");
    expect((await stands())?.approval?.endorsements).toBeUndefined();
  });

  test("does nothing while the policy cannot be read", async () => {
    const store = createMemoryStore();
    const { ports, click, events, stands, quote } = await anOpenOffer({ store });
    const swap = { key: "settings:T1", before: undefined, after: serialise({}) };
    await store.commit([swap]);

    await expect(approveQuote(ports, click)).rejects.toThrow(NotRecorded);
    expect(await stands()).toEqual(quote);
    expect(events).toEqual([]);
  });
});
