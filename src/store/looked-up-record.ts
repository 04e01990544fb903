import { z } from "zod";

import { claimKinds } from "../core/claim.ts";
import { maybe } from "../core/stored.ts";

const at = z.number();
const id = z.string().min(1);

export const slice = z.array(z.object({ from: at, to: at }));

export const glossary = maybe(
  z.object({ hash: id, strategy: z.enum(["merge", "replace", "skip"]) }),
);

/** What was approved of the same text before. */
export const coverage = z.object({
  target: z.string(),
  textSha256: id,
  version: at,
  runs: z.array(
    z.object({
      key: id,
      quoteId: id,
      kind: z.enum(claimKinds),
      slice,
      at,
      status: z.enum(["running", "done", "gone", "failed", "unknown", "erased"]),
      glossary,
      link: maybe(z.string()),
      isShared: z.boolean(),
    }),
  ),
  known: z.array(z.object({ from: at, to: at, share: at })),
  variants: z.array(z.string()),
  approved: z.array(z.object({ key: id, at, price: at })),
});

const effectCounts = z.object({ added: at, overridden: at, ignored: at });

/** What the manuscript’s book has decided. */
export const bookTerms = z.object({
  target: z.string(),
  hash: maybe(id),
  count: at,
  inherited: z.object({ series: at, workspace: at }),
  effects: maybe(z.object({ merge: effectCounts, replace: effectCounts, skip: effectCounts })),
});
