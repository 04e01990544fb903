import { describe, expect, test } from "vitest";

import { ManuscriptFault } from "../../../src/core/faults.ts";
import type { ManuscriptFaultReason } from "../../../src/core/manuscript.ts";
import type { Quote } from "../../../src/core/quote.ts";
import { receiveManuscript } from "../../../src/features/intake/actions/hand-in.ts";
import { readManuscript } from "../../../src/features/intake/actions/read-manuscript.ts";
import { aPostedQuote, hour, noon, opening, aRequest } from "../../builders.ts";
import { aFaultyStore } from "../faulty-store.ts";
import { testPorts, manuscript, noNames } from "../ports.ts";

const posting = {
  place: { workspace: "T1", channel: "C0BOOKS", message: "1.1", thread: "1.1" },
  requester: "U0MAIA",
  file: { id: "F1", name: "The Lighthouse.txt" },
  target: "fr",
};

describe("a manuscript that was posted", () => {
  test("is written down with its time, and worked on", async () => {
    const { ports, woken } = testPorts();

    const { quote, isNew } = await receiveManuscript(ports, posting);

    expect(isNew).toBe(true);
    expect(quote).toMatchObject({
      target: "fr",
      request: { at: noon },
      expiresAt: noon + 24 * hour,
    });
    expect(await ports.ledger.find(quote.id)).toEqual(quote);
    expect(woken).toEqual([quote.id]);
  });

  test("delivered again meets the same record, and is worked on should that have been missed", async () => {
    const { ports, clock, woken } = testPorts();
    const first = await receiveManuscript(ports, posting);
    clock.now += hour;

    const again = await receiveManuscript(ports, posting);

    expect(again).toEqual({ quote: first.quote, isNew: false });
    expect(woken).toHaveLength(2);
  });

  test("is not taken when it cannot be written down", async () => {
    const faulty = aFaultyStore();
    const { ports, woken } = testPorts({ store: faulty.store });
    faulty.state.isDown = true;

    await expect(receiveManuscript(ports, posting)).rejects.toThrow("the store is down");
    expect(woken).toEqual([]);
  });
});

describe("reading it", () => {
  const readWith = async (
    options: Parameters<typeof testPorts>[0],
    changes: Partial<Quote> = {},
  ) => {
    const { ports } = testPorts(options);
    const { quote } = await ports.ledger.add(aPostedQuote(changes));
    return { ports, quote, read: () => readManuscript(ports, quote) };
  };

  test("keeps its measures and asks for its language, in one write", async () => {
    const { read } = await readWith({});

    const { reading, tasks } = await read();

    expect(reading).toMatchObject({ status: "read", manuscript: { characters: 4400 } });
    expect(tasks).toMatchObject([{ kind: "language", slice: opening(2000), approval: undefined }]);
  });

  test("measures each opening that may be sent", async () => {
    const asked: unknown[] = [];
    const { read } = await readWith({
      manuscripts: {
        read: async (id, wanted) => {
          asked.push(id, wanted);
          return { manuscript, names: noNames };
        },
      },
    });

    await read();

    expect(asked).toEqual(["F1", { openings: [2000, 30_000], preview: 3000, isMarked: true }]);
  });

  test.each<ManuscriptFaultReason>(["empty", "binary", "undecodable", "too-large", "gone"])(
    "refuses one that is %s, says so, and sends nothing",
    async (reason) => {
      const fail = async () => {
        throw new ManuscriptFault(reason);
      };
      const { read } = await readWith({ manuscripts: { read: fail } });

      const quote = await read();

      expect(quote.reading).toEqual({ status: "refused", reason });
      expect([quote.tasks, quote.notices.map(({ id }) => id)]).toEqual([[], ["refused"]]);
    },
  );

  test("that was interrupted is tried again, not refused", async () => {
    const fail = async () => {
      throw new ManuscriptFault("interrupted");
    };
    const { ports, quote, read } = await readWith({ manuscripts: { read: fail } });

    await expect(read()).rejects.toThrow("interrupted");
    expect(await ports.ledger.find(quote.id)).toEqual(quote);
  });

  test("a guest's or a stranger's is not done: nothing of it is even downloaded", async () => {
    const { read } = await readWith(
      {
        manuscripts: {
          read: async () => {
            throw new Error("it was downloaded");
          },
        },
      },
      { request: aRequest({ by: "U0GUEST" }) },
    );

    expect((await read()).reading).toEqual({ status: "refused", reason: "not-allowed" });
  });

  test("a second time changes nothing", async () => {
    const { ports, quote, read } = await readWith({});
    const first = await read();

    await read();

    expect(await ports.ledger.find(quote.id)).toEqual(first);
  });
});
