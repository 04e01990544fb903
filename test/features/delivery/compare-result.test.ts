import { expect, test } from "vitest";

import { ManuscriptError, NotFoundError, UnavailableError } from "#domain/errors.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import { findTask } from "#domain/quote.ts";
import { compareResult } from "#features/delivery/compare-result.ts";

import { aTask, completed, hour, minute } from "../../builders.ts";
import {
  testAppContext,
  anOffer,
  manuscript as shelved,
  text as source,
} from "../../support/app-context.ts";

const due = aTask({ state: completed(), delivery: { way: "link", comparison: "due" } });

async function aResult(
  options: Parameters<typeof testAppContext>[0],
  manuscript: Manuscript = shelved,
) {
  const galley = testAppContext(options);
  const reading = { status: "read", manuscript } as const;
  const { quote } = await galley.ctx.quoteStore.add(anOffer({ reading, tasks: [due] }));
  const compare = async () => {
    await compareResult(galley.ctx, quote, due.key);
    const now = await galley.ctx.quoteStore.find(quote.id);
    return now && findTask(now, due.key)?.delivery?.comparison;
  };
  return { ...galley, quote, compare };
}

test("what was found is not found again: a second worker changes nothing", async () => {
  const { compare, ctx, quote } = await aResult({ result: source });
  const first = await compare();
  await ctx.quoteStore.change(quote.id, (now) => ({ ...now, tasks: now.tasks }));

  expect(first).toMatchObject({ source: { paragraphs: 1 }, missing: 0 });
  expect(await compare()).toEqual(first);
});

test.for<readonly [string, Parameters<typeof testAppContext>[0]]>([
  [
    "is gone at the partner",
    { partner: { download: () => Promise.reject(new NotFoundError("gone")) } },
  ],
  ["is not text", { result: Buffer.from([0xff, 0xfe, 0x41, 0x00]) }],
  ["is far longer than any translation", { result: "Una. ".repeat(400_000) }],
])("a result that %s is left uncompared at once", async ([, options], { expect }) => {
  const { compare } = await aResult(options);

  expect(await compare()).toBe("none");
});

test("a source that is gone, or is another than was translated, is not compared", async () => {
  const gone = async function* gone(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array();
    throw new ManuscriptError("gone");
  };
  const lost = await aResult({ manuscripts: { open: gone } });
  const longer = await aResult({}, { ...shelved, textBytes: shelved.textBytes - 1 });
  const shorter = await aResult({}, { ...shelved, textBytes: shelved.textBytes + 1 });

  for (const { compare } of [lost, longer, shorter]) expect(await compare()).toBe("none");
});

test("a partner in trouble is asked again, for a quarter of an hour", async () => {
  const { compare, clock, ctx, quote } = await aResult({
    partner: { download: () => Promise.reject(new UnavailableError("down")) },
  });

  await expect(compare()).rejects.toThrow("down");
  const between = await ctx.quoteStore.find(quote.id);
  clock.now += 17 * minute;

  expect(between && findTask(between, due.key)?.delivery?.comparison).toBe("again");
  expect(await compare()).toBe("none");
});

test("after a long stop it is tried once all the same", async () => {
  const { compare, clock } = await aResult({ result: source });
  clock.now += 5 * hour;

  expect(await compare()).toMatchObject({ missing: 0 });
});
