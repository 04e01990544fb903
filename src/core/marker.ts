import { z } from "zod";

import { type ReadonlyOf, at, id, maybe } from "./fields.ts";

const count = z.int().nonnegative();

export type FoundCards = ReadonlyOf<typeof foundCards>;
const foundCards = z.object({
  taken: count,
  missed: count,
  /** The first of those that could not be taken up. */
  shown: z.array(z.object({ channel: id, ts: id })),
});

/** Earlier records were lost. */
export type Loss = ReadonlyOf<typeof loss>;
const loss = z.object({
  noticedAt: at,
  /** What became of the cards in Slack that name a run; undefined while they are looked for. */
  cards: maybe(foundCards),
  /** When the admins were last asked how it goes on. */
  askedAt: maybe(at),
  decided: maybe(z.object({ by: id, at })),
});

/** Stands in the store from the first start on: a store without it is new, or was emptied. */
export type Marker = ReadonlyOf<typeof markerSchema>;
export const markerSchema = z.object({
  version: z.literal(1),
  /** Tells one life of the store from the next. */
  id,
  at,
  loss: maybe(loss),
});

/** Whether anything may be sold: cards are looked for in Slack, or an admin has to decide first. */
export type RecordsStatus = "open" | "sought" | "undecided";

export function recordsStatus(marker: Marker | undefined): RecordsStatus {
  if (marker === undefined) return "sought";
  const { loss } = marker;
  if (loss === undefined || loss.decided !== undefined) return "open";
  return loss.cards === undefined ? "sought" : "undecided";
}

/** A life of the store that begins with a loss, or with nothing lost. */
export function newMarker({ id, at }: Pick<Marker, "id" | "at">, begins: "lost" | "new"): Marker {
  const marker = { version: 1, id, at, loss: undefined } as const;
  return begins === "lost" ? withLoss(marker, at) : marker;
}

export function withLoss(marker: Marker, noticedAt: number): Marker {
  const nothingYet = { cards: undefined, askedAt: undefined, decided: undefined };
  return { ...marker, loss: { noticedAt, ...nothingYet } };
}

/** The same with what became of the loss since; a store that lost nothing stays as it is. */
export function withLossUpdate(
  marker: Marker | undefined,
  changed: Partial<Loss>,
): Marker | undefined {
  return marker?.loss === undefined ? marker : { ...marker, loss: { ...marker.loss, ...changed } };
}

/** The admins are to be asked, or asked again. */
export function isAskDue({ askedAt }: Loss, now: number): boolean {
  return askedAt === undefined || now - askedAt >= askAgainMs;
}

/** People who are about to approve something are still told. */
export function isRecentLoss(marker: Marker | undefined, now: number): boolean {
  return marker?.loss !== undefined && now - marker.loss.noticedAt < toldForMs;
}

const dayMs = 86_400_000;
const askAgainMs = dayMs;
const toldForMs = 90 * dayMs;
