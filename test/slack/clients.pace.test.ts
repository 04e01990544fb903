import { expect, test } from "vitest";

import { SlackBusyError } from "#domain/errors.ts";
import { createPace } from "#slack/clients.ts";

import { second } from "../builders.ts";

function aPace() {
  const clock = { now: 0 };
  const pace = createPace({ now: () => clock.now });
  /** Returns how long the post has to wait; 0 if it may go out. */
  const asks = (channel: string, what: string, person = "U1"): number => {
    try {
      pace({ channel, person, what });
      return 0;
    } catch (error) {
      if (!(error instanceof SlackBusyError) || !error.isTurn) throw error;
      return error.retryAfterMs;
    }
  };
  return { clock, asks };
}

const posts = (count: number) => Array.from({ length: count }, (_, n) => `post ${n}`);

test("three posts go out at once, then one a second", () => {
  const { asks } = aPace();

  expect(posts(6).map((post) => asks("C1", post))).toEqual([0, 0, 0, 1000, 2000, 3000]);
});

test("a post that comes when it was told to goes out", () => {
  const { clock, asks } = aPace();
  for (const post of posts(6)) asks("C1", post);

  const told = [3, 4, 5].map((n) => {
    clock.now = (n - 2) * second;
    return asks("C1", `post ${n}`);
  });

  expect(told).toEqual([0, 0, 0]);
});

test("channels do not wait for each other", () => {
  const { asks } = aPace();

  expect(["C1", "C2", "C3", "C4", "C5"].map((channel) => asks(channel, "a post"))).toEqual([
    0, 0, 0, 0, 0,
  ]);
});

test("a quiet channel may burst again", () => {
  const { clock, asks } = aPace();
  for (const post of posts(3)) asks("C1", post);

  clock.now += 3 * second;

  expect(["a", "b", "c", "d"].map((post) => asks("C1", post))).toEqual([0, 0, 0, 1000]);
});

test("another person’s post comes before the many of one", () => {
  const { asks } = aPace();
  for (const post of posts(200)) asks("C1", post, "U1");

  expect(asks("C1", "the other’s", "U2")).toBeLessThanOrEqual(2 * second);
});

test("who does not come back keeps nobody waiting", () => {
  const { clock, asks } = aPace();
  for (const post of posts(200)) asks("C1", post);

  clock.now += 300 * second;

  expect(asks("C1", "a new one")).toBe(0);
});
