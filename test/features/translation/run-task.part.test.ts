import { describe, expect, test } from "vitest";

import { ManuscriptError } from "#domain/errors.ts";
import { changeTask } from "#domain/quote.ts";
import { measureSlice } from "#features/translation/run-task.ts";

import { completed, noon } from "../../builders.ts";
import { testAppContext, anOffer, manuscript, runOut, text } from "../../support/app-context.ts";
import { approves, taskOf } from "../../support/approved.ts";

const cut = 1000;
const chapters = [
  { title: "Chapter 1", start: 0, characters: cut },
  { title: "Chapter 2", start: cut, characters: text.length - cut },
];
const part = [{ from: cut, to: text.length }];

/** Approves the second of two chapters. */
async function anApprovedPart(options: Parameters<typeof testAppContext>[0] = {}) {
  const galley = testAppContext(options);
  const reading = { status: "read", manuscript: { ...manuscript, chapters } } as const;
  const { quote } = await galley.ctx.quoteStore.add(anOffer({ reading, part }));
  const outcome = await approves(galley, quote.id, "part");
  if (outcome.status !== "approved") throw new Error(outcome.status);
  const { key } = outcome.task;
  const stateNow = async () => (await taskOf(galley, quote, key))?.state;
  const approved = (await galley.ctx.quoteStore.find(quote.id)) ?? quote;
  return { ...galley, quote, approved, key, stateNow };
}

test("of some chapters their own text is sent, and nothing else of the manuscript", async () => {
  const galley = await anApprovedPart();

  await runOut(galley, galley.quote.id);

  const sent = galley.partner.arrived.filter(({ action }) => action === "translation");
  expect(sent).toMatchObject([
    { estimatedChars: text.length - cut, text: { bytes: text.length - cut } },
  ]);
  const bodies = sent.map(({ text: source }) =>
    Array.fromAsync(source.open(AbortSignal.timeout(1000))),
  );
  expect(Buffer.concat((await Promise.all(bodies)).flat()).toString()).toBe(text.slice(cut));
});

test("a text that has changed since is not sent, and costs nothing", async () => {
  const measure = async () => ({ bytes: 1, sha256: "1", textSha256: "another" });
  const galley = await anApprovedPart({ manuscripts: { measure } });

  await runOut(galley, galley.quote.id);

  expect(await galley.stateNow()).toMatchObject({ status: "rejected", reason: "text-changed" });
  expect(galley.partner.arrived.filter(({ action }) => action === "translation")).toEqual([]);
});

test.each([
  ["is gone", "gone"],
  ["may not be read any more", "no-access"],
] as const)("of a file that %s nothing is sent", async (_, reason) => {
  const measure = async () => {
    throw new ManuscriptError(reason);
  };
  const galley = await anApprovedPart({ manuscripts: { measure } });

  await runOut(galley, galley.quote.id);

  expect(await galley.stateNow()).toMatchObject({ status: "rejected", reason: "file-gone" });
});

test("a download that was interrupted is tried again", async () => {
  const { measure } = testAppContext().ctx.manuscripts;
  let tries = 0;
  const galley = await anApprovedPart({
    manuscripts: {
      measure: (source) => {
        tries += 1;
        if (tries < 3) throw new ManuscriptError("interrupted");
        return measure(source);
      },
    },
  });

  await runOut(galley, galley.quote.id);

  expect(galley.partner.arrived.filter(({ action }) => action === "translation")).toHaveLength(1);
});

test("an interrupted download is thrown, so that the next try waits a little", async () => {
  const measure = () => Promise.reject(new ManuscriptError("interrupted"));
  const galley = await anApprovedPart({ manuscripts: { measure } });

  const measured = measureSlice(galley.ctx, galley.approved, galley.key);

  await expect(measured).rejects.toMatchObject({ reason: "interrupted" });
  expect(await galley.stateNow()).toEqual({ status: "approved" });
});

describe("a text that is lost while it is measured", () => {
  const gone = () => Promise.reject(new ManuscriptError("gone"));

  test("says nothing of a run that another worker has measured and sent meanwhile", async () => {
    const galley = await anApprovedPart();
    const measure = async () => {
      await runOut(galley, galley.quote.id);
      return await gone();
    };
    const manuscripts = { ...galley.ctx.manuscripts, measure };

    await measureSlice({ ...galley.ctx, manuscripts }, galley.approved, galley.key);

    expect(await galley.stateNow()).toMatchObject({ status: "completed" });
  });

  test("says nothing of it either while another run of the card is still to be measured", async () => {
    const galley = await anApprovedPart();
    const { quoteStore } = galley.ctx;
    const measure = async () => {
      await quoteStore.change(galley.quote.id, (now) => {
        const others = now.tasks.map((task) => ({ ...task, key: `other ${task.key}` }));
        const done = { measured: { bytes: 1, sha256: "1" }, state: completed() };
        const after = changeTask(now, galley.key, (task) => ({ ...task, ...done }));
        return { ...after, tasks: [...after.tasks, ...others] };
      });
      return await gone();
    };
    const manuscripts = { ...galley.ctx.manuscripts, measure };

    await measureSlice({ ...galley.ctx, manuscripts }, galley.approved, galley.key);

    expect(await galley.stateNow()).toMatchObject({ status: "completed" });
  });

  test("leaves a run that may have been sent before to a person", async () => {
    const galley = await anApprovedPart({ manuscripts: { measure: gone } });
    const reopened = await galley.ctx.quoteStore.change(galley.quote.id, (now) =>
      changeTask(now, galley.key, (task) => ({
        ...task,
        sent: { reopenedAt: noon },
        state: { status: "sending" },
      })),
    );

    await measureSlice(galley.ctx, reopened, galley.key);

    expect(await galley.stateNow()).toMatchObject({ status: "unknown" });
  });
});
