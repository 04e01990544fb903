import { z } from "zod";

import { approvedSince } from "#domain/coverage.ts";
import { type ReadonlyOf, at, count, digestOf, stored } from "#domain/fields.ts";
import type { Quote } from "#domain/quote.ts";

/** Approvals add up for this long: limits are about the text and the person's deed, not the click. */
const countedMs = 30 * 24 * 3_600_000;

/** Credits that each person approved of each post, by `postName`; `at` is the last approval. */
export type PostSums = ReadonlyOf<typeof postSumsSchema>;
export const postSumsSchema = z.record(z.string(), stored({ credits: count, at }));

/**
 * Names what an approver (or the policy) approves of one message. People stand in it as a digest, since
 * sums outlive the records that are erased.
 */
export function postName(by: string, { request, place }: Quote): string {
  return `${digestOf([by, request.by])}/${place.message}`;
}

/** Adds credits to a post; a negative number takes back. Sums that no limit counts are dropped. */
export function addToPost(
  sums: PostSums,
  name: string,
  more: { readonly credits: number; readonly at: number },
): PostSums {
  const credits = Math.max(0, (sums[name]?.credits ?? 0) + more.credits);
  const next = { ...sums, [name]: { credits, at: Math.max(more.at, sums[name]?.at ?? 0) } };
  const counted = Object.entries(next).filter(
    ([, sum]) => sum.credits > 0 && sum.at > more.at - countedMs,
  );
  return Object.fromEntries(counted);
}

/**
 * Returns the credits that limits count beside an offer's price: those approved for its text or book,
 * or those that the same person approved of this post, whichever are more. Messages of one requester
 * within an hour are one post, so that a book in several files is measured by its sum.
 */
export function approvedBefore(
  quote: Quote,
  { by, at }: { readonly by: string; readonly at: number },
  sums: PostSums = {},
): number {
  const since = at - countedMs;
  const name = postName(by, quote);
  const ofPost = Object.entries(sums)
    .filter(([other, sum]) => isOnePost(other, name) && sum.at > since)
    .reduce((total, [, { credits }]) => total + credits, 0);
  return Math.max(ofPost, approvedOfText(quote, at));
}

export function approvedOfText(quote: Quote, at: number): number {
  return approvedSince(quote, at - countedMs);
}

/** The names end with Slack's message ids, which are times in seconds. */
function isOnePost(one: string, other: string): boolean {
  const [[people, at], [otherPeople, otherAt]] = [one.split("/"), other.split("/")];
  const isNear = Math.abs(Number(at) - Number(otherAt)) <= 3600;
  return one === other || (people === otherPeople && isNear);
}
