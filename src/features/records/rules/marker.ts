import { z } from "zod";

import { type ReadonlyOf, at, count, id, maybe } from "../../../core/fields.ts";

export type FoundCards = ReadonlyOf<typeof foundCards>;
const foundCards = z.object({
  taken: count,
  missed: count,
  shown: z.array(z.object({ channel: id, ts: id })),
});

export type Loss = ReadonlyOf<typeof loss>;
const loss = z.object({
  noticedAt: at,
  /** The result of restoring the cards in Slack that name a run; undefined during the search. */
  cards: maybe(foundCards),
  /** When the admins were last asked to decide. */
  askedAt: maybe(at),
  decided: maybe(z.object({ by: id, at })),
});

/** A record in the store since its first start: a store without it is new, or was emptied. */
export type Marker = ReadonlyOf<typeof markerSchema>;
export const markerSchema = z.object({
  version: z.literal(1),
  /** A new id for each life of the store. */
  id,
  at,
  loss: maybe(loss),
});

/** Whether sales are open; else cards are `sought` in Slack, or an admin has to decide. */
export type RecordsStatus = "open" | "sought" | "undecided";

export function recordsStatus(marker: Marker | undefined): RecordsStatus {
  if (marker === undefined) return "sought";
  const { loss } = marker;
  if (loss === undefined || loss.decided !== undefined) return "open";
  return loss.cards === undefined ? "sought" : "undecided";
}

export function withLoss(marker: Marker, noticedAt: number): Marker {
  const nothingYet = { cards: undefined, askedAt: undefined, decided: undefined };
  return { ...marker, loss: { noticedAt, ...nothingYet } };
}

export function withLossUpdate(
  marker: Marker | undefined,
  changed: Partial<Loss>,
): Marker | undefined {
  return marker?.loss === undefined ? marker : { ...marker, loss: { ...marker.loss, ...changed } };
}
