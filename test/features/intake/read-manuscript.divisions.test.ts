import { expect, test } from "vitest";

import type { TextNames } from "#domain/claim.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import { readManuscript } from "#features/intake/read-manuscript.ts";

import { aPostedQuote, noTerms, noon } from "../../builders.ts";
import { chapters, namesOf, text, undivided } from "../../domain/texts.ts";
import { testAppContext } from "../../support/app-context.ts";
import { approves } from "../../support/approved.ts";

const divided = text("abc");
const plain: Manuscript = { ...undivided("abc"), textSha256: divided.textSha256 };

test("the chapters of a text keep their names, though another file has the same text undivided", async () => {
  const files = new Map<string, { manuscript: Manuscript; names: TextNames }>([
    ["F1", { manuscript: divided, names: namesOf("abc") }],
    ["F2", { manuscript: plain, names: { ...namesOf("abc"), chapters: [] } }],
  ]);
  const read = async (id: string) => files.get(id) ?? Promise.reject(new Error(id));
  const galley = testAppContext({ manuscripts: { read } });
  const { ctx } = galley;
  for (const id of files.keys()) {
    const posted = aPostedQuote({ id, file: { id, name: `${id}.docx` } });
    await readManuscript(ctx, (await ctx.quoteStore.add(posted)).quote);
  }
  await ctx.quoteStore.change("F1", (quote) => ({
    ...quote,
    language: "en",
    balance: { credits: 20_000, at: noon },
    part: chapters(1),
    glossary: { terms: noTerms(quote.target) },
  }));

  expect(await approves(galley, "F1", "part")).toMatchObject({ status: "approved" });

  const [claim] = await ctx.claims.all("T1", "fr");
  expect(claim?.names).toContain("chapter a");
  expect(claim?.names).not.toContain("whole abc");
});
