import { z } from "zod";

import { maybe } from "./maybe.ts";

const at = z.number();
const id = z.string().min(1);

/** What was found on other cards of the same text. */
export const twin = z.object({
  target: z.string(),
  textSha256: id,
  first: maybe(z.object({ quoteId: id, link: maybe(z.string()) })),
  waivedBy: maybe(id),
  done: maybe(
    z.array(
      z.object({
        quoteId: id,
        key: id,
        at,
        glossary: maybe(z.object({ hash: id, strategy: z.enum(["merge", "replace", "skip"]) })),
      }),
    ),
  ),
  begun: maybe(
    z.object({
      quoteId: id,
      link: maybe(z.string()),
      name: z.string(),
      to: at,
      at,
      bought: z.enum(["all", "some"]),
      isChanged: z.boolean(),
    }),
  ),
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
