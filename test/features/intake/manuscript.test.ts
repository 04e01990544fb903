import { describe, expect, test } from "vitest";

import { ManuscriptFault } from "#domain/errors.ts";
import { readManuscript } from "#features/intake/read-manuscript.ts";

import { aPostedQuote, opening } from "../../builders.ts";
import { testPorts, manuscript, noNames } from "../ports.ts";

describe("reading a manuscript", () => {
  const readWith = async (options: Parameters<typeof testPorts>[0]) => {
    const { ports } = testPorts(options);
    const { quote } = await ports.ledger.add(aPostedQuote());
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

  test("that was interrupted is tried again, not refused", async () => {
    const fail = async () => {
      throw new ManuscriptFault("interrupted");
    };
    const { ports, quote, read } = await readWith({ manuscripts: { read: fail } });

    await expect(read()).rejects.toThrow("interrupted");
    expect(await ports.ledger.find(quote.id)).toEqual(quote);
  });
});
