import { describe, expect, test } from "vitest";

import { coverageFor, withoutCoverage, freeTranslation } from "#domain/coverage.ts";
import { NotFoundError, UnavailableError } from "#domain/errors.ts";
import { type Quote, changeTask } from "#domain/quote.ts";
import type { Task } from "#domain/task.ts";
import { openExisting } from "#features/delivery/deliver-result.ts";
import { joinBook } from "#features/exports/join-book.ts";
import {
  invalidateCoverage,
  lookAtCoverage,
  readCoverage,
} from "#features/shared/read-coverage.ts";
import { createMemoryStore } from "#store/open-store.ts";

import { aTask, completed, noon, opening, aRequest, running, vanished } from "../../builders.ts";
import { testAppContext, anOffer } from "../../support/app-context.ts";
import { approves } from "../../support/approved.ts";

const secret = { workspace: "T1", channel: "G0SECRET", message: "1.0", thread: "1.0" };
const done = aTask({ state: completed() });
const click = { channel: "C0BOOKS", person: "U0ANA" };

/** Hands in a text on a second card, after it was translated on the first. */
async function again(
  changes: { readonly first?: Partial<Quote>; readonly second?: Partial<Quote> } = {},
  options: Parameters<typeof testAppContext>[0] = {},
) {
  const galley = testAppContext(options);
  const { tasks = [done], ...first } = changes.first ?? {};
  await galley.ctx.quoteStore.add(
    anOffer({ id: "first", request: aRequest({ at: noon - 1 }), ...first }),
  );
  // The run makes its claim in the same way as a run that was found on its card.
  await galley.ctx.quoteStore.change("first", (before) => ({ ...before, tasks }));
  const { quote: added } = await galley.ctx.quoteStore.add(anOffer({ ...changes.second }));
  const quote = await galley.ctx.quoteStore.change(added.id, withoutCoverage);
  const found = await lookAtCoverage(galley.ctx, quote);
  return { ...galley, quote: found, click: { ...click, quoteId: quote.id } };
}

/** Returns people who are members of these conversations only. */
function members(rooms: Readonly<Record<string, readonly string[]>>) {
  return {
    people: { isIn: async (channel: string, id: string) => rooms[channel]?.includes(id) === true },
  };
}

describe("a text that was translated before", () => {
  test("can be had for nothing, and nothing new is made", async () => {
    const galley = await again();

    expect(await openExisting(galley.ctx, galley.click)).toMatchObject({
      status: "open",
      fileName: "The Lighthouse.fr.txt",
    });
    expect(galley.partner.arrived).toEqual([]);
  });

  test.each<readonly [string, Partial<Quote>]>([
    ["into another language", { tasks: [aTask({ target: "de", state: completed() })] }],
    [
      "only in its opening",
      { tasks: [aTask({ kind: "preview", slice: opening(3000), state: completed() })] },
    ],
    [
      "in one chapter",
      {
        tasks: [
          aTask({
            slice: [{ from: 0, to: 9 }],
            state: completed(),
          }),
        ],
      },
    ],
    ["in another workspace", { place: { ...secret, workspace: "T2" } }],
  ])("%s is not the same", async (_, first) => {
    const galley = await again({ first });

    expect(freeTranslation(galley.quote)).toBeUndefined();
    expect(await openExisting(galley.ctx, galley.click)).toEqual({ status: "none" });
  });

  test("with another glossary can be had as well, and the card knows which", async () => {
    const hash = "9".repeat(64);
    const tasks = [aTask({ glossary: { hash, strategy: "merge" }, state: completed() })];
    const galley = await again({ first: { tasks } });

    expect(freeTranslation(galley.quote)).toMatchObject({
      quoteId: "first",
      glossary: { hash, strategy: "merge" },
    });
  });
});

describe("what was made in a private conversation", () => {
  const first = { place: secret, request: aRequest({ by: "U0BEN" }) };

  test("is known to exist where the requester is not in it, without a link to it", async () => {
    const galley = await again({ first }, members({ C0BOOKS: ["U0ANA", "U0MAIA"], G0SECRET: [] }));

    expect(coverageFor(galley.quote)?.runs).toMatchObject([
      { quoteId: "first", status: "done", link: undefined, isShared: false },
    ]);
    expect(freeTranslation(galley.quote)).toBeUndefined();
  });

  test("is given to its members alone", async () => {
    const rooms = { C0BOOKS: ["U0ANA", "U0MAIA"], G0SECRET: ["U0MAIA"] };
    const galley = await again({ first }, members(rooms));
    const maia = { ...galley.click, person: "U0MAIA" };

    expect((await openExisting(galley.ctx, galley.click)).status).toBe("not-theirs");
    expect((await openExisting(galley.ctx, maia)).status).toBe("open");
  });

  test("is given to the one who asked for both, and to nobody where Slack does not say", async () => {
    const isIn = async (channel: string) => {
      if (channel === "G0SECRET") throw new Error("channel_not_found");
      return true;
    };
    const mine = { place: secret, request: aRequest({ by: "U0MAIA" }) };
    const galley = await again({ first: mine }, { people: { isIn } });
    const maia = { ...galley.click, person: "U0MAIA" };

    expect((await openExisting(galley.ctx, maia)).status).toBe("open");
    expect((await openExisting(galley.ctx, galley.click)).status).toBe("not-theirs");
  });
});

test("a record that cannot be read stops no other card", async () => {
  const store = createMemoryStore();
  const galley = await again({}, { store });
  const raw = (await store.read("quote:first")) ?? "";
  await store.commit([
    { key: "quote:first", before: raw, after: raw.replace('"version":1', '"version":2') },
  ]);
  const { ctx, quote } = galley;

  expect(await openExisting(ctx, galley.click)).toEqual({ status: "none" });
  expect(await joinBook(ctx, galley.click)).toEqual({ status: "nothing" });
  // The claim still says that the text was charged.
  expect((await readCoverage(ctx, quote))?.runs).toMatchObject([
    { quoteId: "first", status: "erased", isShared: false },
  ]);
  await invalidateCoverage(ctx, { ...quote, id: "third" });
});

test("a translation that the partner has lost is not offered again", async () => {
  const download = async () => {
    throw new NotFoundError();
  };
  const galley = await again({}, { partner: { download } });

  expect((await openExisting(galley.ctx, galley.click)).status).toBe("gone");
  const stands = (await galley.ctx.quoteStore.find(galley.quote.id)) ?? galley.quote;
  expect(freeTranslation(stands)).toBeUndefined();
});

describe("a result that seems gone is looked for once more before it is bought again", () => {
  const ofFirst = async (first: Partial<Quote>, changes: Partial<Task>) => {
    const slips = [new NotFoundError()];
    const download = async () => {
      const slip = slips.pop();
      if (slip !== undefined) throw slip;
      return { url: "https://p.example/d", fileSize: 4 };
    };
    const galley = await again({ first }, { partner: { download } });
    const { id } = galley.quote;
    if (first.tasks === undefined) await openExisting(galley.ctx, galley.click);
    else slips.pop();
    await galley.ctx.quoteStore.change("first", (before) =>
      changeTask(before, done.key, (task) => ({ ...task, ...changes })),
    );
    const outcome = await approves(galley, id);
    const looked = await lookAtCoverage(
      galley.ctx,
      (await galley.ctx.quoteStore.find(id)) ?? galley.quote,
    );
    return { outcome, status: coverageFor(looked)?.runs[0]?.status };
  };

  test("and is offered for free, if the partner has it after all", async () => {
    expect(await ofFirst({}, {})).toMatchObject({ outcome: { status: "stale" }, status: "done" });
  });

  test("and its run is looked at, if that came back and the card does not say so yet", async () => {
    const lost = { tasks: [aTask({ state: vanished })] };

    expect(await ofFirst(lost, { state: running() })).toMatchObject({
      outcome: { status: "stale" },
      status: "done",
    });
  });
});

test("a partner that gives no link just now takes nothing off the card", async () => {
  const download = async () => {
    throw new UnavailableError();
  };
  const galley = await again({}, { partner: { download } });

  expect((await openExisting(galley.ctx, galley.click)).status).toBe("partner-trouble");
  const stands = (await galley.ctx.quoteStore.find(galley.quote.id)) ?? galley.quote;
  expect(freeTranslation(stands)).toBeDefined();
});
