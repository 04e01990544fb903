import { expect, test } from "vitest";

import { orders, storyCredits } from "../../journeys/deeds.ts";
import { binding } from "./binding.ts";
import type { Case } from "./case.ts";
import { elsewhere, isThere, never } from "./elsewhere.ts";
import { people } from "./people.ts";
import { type Scene, openScene } from "./scene.ts";
import { tenancy } from "./tenancy.ts";
import { transport } from "./transport.ts";

const cases = [...transport, ...binding, ...people, ...tenancy];

test.for(cases)("$what", async (one, { expect }) => {
  await using scene = await openScene(one.state);
  const before = await bookOf(scene);

  const answer = await one.does(scene);
  const { slack, hears } = scene.galley;
  if (one.hears !== undefined) await hears(slack.people[one.hears[0]], one.hears[1]);
  if (one.buys !== undefined) await scene.galley.card(scene.post, /Done/u);
  await slack.deliveries.settled();

  const approved = (await bookOf(scene)).tasks - before.tasks;
  expect(approved).toBe(one.buys ?? 0);
  expect((await bookOf(scene)).charged - before.charged).toBe(approved * storyCredits);
  if (one.answers !== undefined) expect(answer).toBe(one.answers);
  expectSecrecy(scene, one);
});

test.for(cases)("with the store down: $what", async (one, { expect }) => {
  await using scene = await openScene(one.state);
  const before = await bookOf(scene);
  scene.galley.store.isDown = true;

  const answer = await one.does(scene);
  await scene.galley.slack.deliveries.settled();
  // Work that was acknowledged first is finished here.
  await scene.galley.stop();

  expect(await bookOf(scene)).toEqual(before);
  expect(said(scene)).not.toMatch(/Here is your link|Partner account/u);
  // The receiver still refuses the same requests. Slack repeats a delivery that could not be
  // recorded.
  const answers = one.answers === 200 ? [200, 500] : [one.answers];
  if (one.answers !== undefined) expect(answers).toContain(answer);
  expectSecrecy(scene, one);
});

test("all forty-seven cases are accounted for", () => {
  const numbers = [...cases.map(({ what }) => what), ...elsewhere.map(({ what }) => what), ...never]
    .map((what) => Number.parseInt(what, 10))
    .toSorted((a, b) => a - b);

  expect(numbers).toEqual(Array.from({ length: 47 }, (_, n) => n + 1));
});

test("a case that is tested elsewhere names a test that is there", () => {
  expect(elsewhere.filter((one) => !isThere(one))).toEqual([]);
});

async function bookOf({ galley }: Scene) {
  const { tasks, charged } = await orders(galley);
  return { tasks: tasks.length, charged };
}

/** Returns the texts of all messages to one person only. */
function said({ galley }: Scene): string {
  return galley.slack.records.ephemerals().map(galley.drawn).join("\n");
}

/** Expects that no secret is told, and that public posts are only cards and their threads. */
function expectSecrecy(scene: Scene, { hides }: Case): void {
  const { slack, log } = scene.galley;
  const posts = slack.records.botPosts();
  const told = JSON.stringify([slack.records.posts(), slack.records.ephemerals(), log]);
  for (const secret of ["journey-key", slack.botToken, slack.signingSecret]) {
    expect(told).not.toContain(secret);
  }
  const inChannels = posts.filter(({ channel }) => !channel.startsWith("D"));
  expect(inChannels.filter(({ threadTs }) => threadTs === undefined)).toEqual([]);
  expect(JSON.stringify(posts)).not.toContain("Partner account");
  expect(said(scene)).not.toMatch(hides ?? nothing);
}

const nothing = /(?!)/u;
