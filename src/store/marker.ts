import { z } from "zod";

import type { Marker } from "../core/marker.ts";
import { maybe } from "./maybe.ts";
import { createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** The one record that tells a store that was emptied from one that was never used. */
export function createMarkerBook(store: CasStore) {
  const records = createSmallRecords<Marker | undefined>(store, {
    prefix: "marker",
    schema: marker,
    initial: undefined,
  });
  return {
    read: () => records.read(name),
    change: (next: (marker: Marker | undefined) => Marker | undefined) =>
      records.change(name, next),
  };
}

const name = "store";
const count = z.int().nonnegative();
const id = z.string().min(1);

const marker: z.ZodType<Marker | undefined> = z.object({
  version: z.literal(1),
  id,
  at: z.number(),
  loss: maybe(
    z.object({
      noticedAt: z.number(),
      cards: maybe(
        z.object({
          taken: count,
          missed: count,
          shown: z.array(z.object({ channel: id, ts: id })),
        }),
      ),
      askedAt: maybe(z.number()),
      decided: maybe(z.object({ by: id, at: z.number() })),
    }),
  ),
});
