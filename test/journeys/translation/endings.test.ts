import { expect, test } from "vitest";

import type { FaultOrder } from "#sandbox/partner/faults.ts";
import type { Fields } from "#sandbox/slack/json.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { clicks, faces, posts, ready } from "../between-deeds.ts";
import {
  approved,
  arrival,
  estimated,
  extracts,
  hurries,
  orders,
  quoted,
  running,
  storyCredits,
} from "../deeds.ts";
import { openGalley, type Galley } from "../galley.ts";
import { tale } from "../long-texts.ts";

const create = { method: "POST", action: "translation" } as const;
const look = { method: "GET", path: "/tasks/*" } as const;

test("while the partner works, the card shows how far it is", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);

  await galley.card(post, /Translating…/u);
  galley.clock.skip(131_000);
  const half = await galley.card(post, /50%/u);
  galley.clock.skip(200_000);
  await arrival(galley, post);

  expect(half.text).toContain("⏳ Translating… 50%");
});

test("a status word that the document does not show is named, and waited for", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);

  galley.partner.inject({ kind: "patch", set: { status: "Simmering" }, times: 1000, ...look });
  const card = await galley.card(post, /Simmering/u);
  galley.partner.clearFaults();
  galley.clock.skip(300_000);
  await arrival(galley, post);

  expect(card.text).toContain("which I take as still running");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a task that failed is said, and the card offers it again", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "ends-as", status: "failed", ...create });
  const { post } = await approved(galley);

  await galley.reply(post, /reports that the French translation .* failed/u);
  const again = await galley.card(post, /\[ Translate again ·/u);
  await galley.slack.people.ana.clicks(again, "quote.again");
  await arrival(galley, post);

  expect((await orders(galley)).keys.size).toBe(2);
});

test("a failure that was a slip of the partner is looked at again a minute later, and nobody buys it twice", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);
  galley.partner.inject({ kind: "patch", set: { status: "failed" }, ...look });
  await galley.reply(post, /reports that the French translation .* failed/u);

  hurries(galley);
  galley.clock.skip(61_000);
  const told = await arrival(galley, post);

  expect(told.text).toContain(`It cost ${storyCredits} credits, as approved.`);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a run that comes back after it was bought once more is delivered, and the admins are told of both", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  const { post } = await running(galley);
  const [first] = (await orders(galley)).tasks;
  const its = { method: "GET", path: `/tasks/${first?.taskId}` } as const;
  galley.partner.inject({ kind: "patch", set: { status: "failed" }, times: 1000, ...its });
  await ana.clicks(await galley.card(post, /\[ Translate again ·/u), "quote.again");
  await galley.card(post, /Translating…/u);

  galley.partner.clearFaults();
  hurries(galley);
  galley.clock.skip(61_000);
  const told = await galley.direct(ada, /has two tasks for/u);
  const results = await galley.passing(1000, () => {
    const found = galley.replies(post).filter(({ text }) => text.includes("is ready"));
    return found.length === 2 ? found : undefined;
  });

  const { tasks, charged } = await orders(galley);
  expect(results).toHaveLength(2);
  expect(charged).toBe(2 * storyCredits);
  expect(tasks).toHaveLength(2);
  for (const { taskId } of tasks) expect(galley.drawn(told)).toContain(taskId);
  expect(galley.drawn(told)).toContain("@Ana Moreau");
  expect(galley.log).toContainEqual(
    expect.objectContaining({ audit: true, kind: "charged-twice", taskId: first?.taskId }),
  );
});

test("a task that the partner does not know for a moment is looked at again as soon as any other", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);

  galley.partner.inject({ kind: "status", status: 404, ...look });
  hurries(galley);
  await arrival(galley, post);

  expect((await galley.partner.records()).faults.fired).toHaveLength(1);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a glossary that is complete without its terms is looked at again, not thrown away", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.partner.change({ inlineUpTo: 0, charsPerSecond: 1 });
  const set = { status: "completed" };
  galley.partner.inject({ kind: "patch", remove: ["terms"], set, times: 3, ...look });

  await extracts(galley, galley.slack.people.ana, card);
  await galley.card(post, /Glossary.*isn’t there yet/u);
  const told = await galley.passing(300_000, () =>
    galley.replies(post).find(({ text }) => text.includes("French glossary of “harbour” is")),
  );

  expect(galley.drawn(told)).toContain("Marlow Finch");
});

const fetches = { method: "GET", path: "/tasks/*/download" } as const;

test.for<readonly [string, FaultOrder]>([
  ["no file", { kind: "status", status: 404, times: 1000, ...fetches }],
  [
    "a file shorter than it says",
    { kind: "patch", set: { file_size: 1e6 }, times: 1000, ...fetches },
  ],
  ["a file longer than it says", { kind: "patch", set: { file_size: 7 }, times: 1000, ...fetches }],
  ["a link that is over", { kind: "expired-link", times: 1000, ...fetches }],
  ["a file that breaks off", { kind: "drop", at: "before", times: 1000, path: "/files/*" }],
])(
  "completed with %s is not done: after an hour requester and admins are told, and what comes is delivered",
  async ([, fault], { expect }) => {
    await using galley = await openGalley();
    const { ada } = galley.slack.people;
    galley.partner.inject(fault);
    const { post } = await approved(galley);

    await galley.card(post, /calls it done, but its result isn’t there yet/u);
    const [task] = (await orders(galley)).tasks;
    const told = await galley.passing(120_000, () =>
      galley.replies(post).find(({ text }) => text.includes("hasn’t been there for an hour")),
    );
    const asked = await galley.direct(ada, /hasn’t been there for an hour/u);
    const shown = galley
      .replies(post)
      .map((message) => galley.drawn(message))
      .join("\n");
    galley.partner.clearFaults();
    const late = await galley.passing(600_000, () =>
      galley.replies(post).find(({ text }) => text.includes("is ready")),
    );
    await galley.card(post, /✅ Done/u);

    expect(told.text).toContain(task?.taskId);
    expect(galley.drawn(told)).toContain("[ Download ]");
    expect(galley.drawn(asked)).toContain(task?.taskId);
    expect(shown).not.toContain("✅ Done");
    expect(late.text).toContain(`It cost ${storyCredits} credits, as approved.`);
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("what the partner completed without a file at all is never called done", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "lacks-file", ...create });
  const { post } = await approved(galley);

  await galley.card(post, /isn’t there yet/u);
  const told = await galley.passing(120_000, () =>
    galley.replies(post).find(({ text }) => text.includes("hasn’t been there for an hour")),
  );
  await galley.slack.people.robin.clicks(told, "task.fresh_link");
  await galley.hears(galley.slack.people.robin, /There is no file yet/u);

  expect(galley.drawn(await galley.card(post, /isn’t there yet/u))).not.toContain("Done");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a charge above what was approved is said to everyone and goes to the audit log", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "surcharge", credits: 39, ...create });

  const { post } = await approved(galley);
  const told = await arrival(galley, post);

  expect(told.text).toContain("It cost 300 credits, 39 credits more than was approved");
  expect(galley.log).toContainEqual(
    expect.objectContaining({ audit: true, kind: "overcharged", credits: 300 }),
  );
});

test("looks that the partner answers with trouble cost nothing but time", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);
  const faults = [
    { kind: "status", status: 500 },
    { kind: "drop", at: "after" },
    { kind: "body", body: "html" },
    { kind: "body", body: "truncated" },
  ] as const;
  for (const fault of faults) galley.partner.inject({ ...fault, ...look });

  for (const time of [1, 2, 3, 4]) {
    await galley.failed("poll", time);
    galley.clock.skip(100_000);
  }
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a task that the partner no longer knows is reported, and never created anew", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);

  galley.partner.inject({ kind: "status", status: 404, times: 5, ...look });
  const told = await galley.passing(360_000, () => galley.replies(post)[1]);

  expect(told.text).toContain("The partner no longer knows the French translation");
  expect(told.text).toContain("I don’t offer it again, so that nothing is charged twice");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("one that it knows again after all is delivered, hours after it was given up", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);
  galley.partner.inject({ kind: "status", status: 404, times: 5, ...look });
  await galley.passing(360_000, () => galley.replies(post)[1]);

  const told = await galley.passing(600_000, () =>
    galley.replies(post).find(({ text }) => text.includes("is ready")),
  );

  expect(told.text).toContain(`It cost ${storyCredits} credits, as approved.`);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

const text = tale();

test.for([
  ["from a dialog that was left open", (payload: Fields) => payload],
  ["as it was sent before, after a restart", undefined],
] as const)(
  "a run is called failed, and the click that bought it comes again %s: it buys no second one",
  async ([, alters], { expect }) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;
    const { post, card, payload } = await calledFailed(galley);
    if (alters === undefined) {
      await galley.stop();
      await galley.start();
    }

    await clicks(galley, card, "quote.approve", {
      screen: "stale",
      alters: alters ?? (() => payload),
    });
    await galley.slack.deliveries.settled();
    // Slack's second copy of a payload gets no answer of its own.
    if (alters !== undefined) await galley.hears(ana, /has changed/u);
    await goesOn(galley, post);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
  },
);

test("before a new run is bought the failed one is looked at once more, and goes on where it runs", async () => {
  await using galley = await openGalley();
  const { post } = await calledFailed(galley);
  const card = await galley.card(post, /\[ (?:Approve|Translate again) ·/u);
  galley.partner.clearFaults();

  const isAgain = galley.drawn(card).includes("[ Translate again ·");
  await clicks(galley, card, isAgain ? "quote.again" : "quote.approve");
  await galley.card(post, /Translating…/u);
  await goesOn(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

/** Has Ana approve. The partner reports the run as failed, although it goes on. */
async function calledFailed(galley: Galley) {
  const post = await posts(galley, text);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  const card = await galley.card(post, faces.offered);
  galley.partner.change({ charsPerSecond: 1 });
  const set = { status: "failed" };
  const looks = { method: "GET", path: "/tasks/*", times: 1000 } as const;
  galley.partner.inject({ kind: "patch", set, ...looks });
  const sent: Fields[] = [];
  const alters = (payload: Fields) => {
    sent.push(payload);
    return payload;
  };
  await clicks(galley, card, "quote.approve", { alters });
  await galley.reply(post, /reports that the French translation .* failed/u);
  const [payload] = sent;
  if (payload === undefined) throw new Error("nothing was clicked");
  return { post, card, payload };
}

/** The partner finishes it after all, hours later. */
async function goesOn(galley: Galley, post: Message) {
  galley.partner.clearFaults();
  galley.partner.change({ charsPerSecond: 1_000_000 });
  await galley.passing(60_000, () =>
    galley.replies(post).find((reply) => ready.test(galley.drawn(reply))),
  );
}
