import { aManuscript, aQuote, aRequest } from "../builders.ts";
import { testAppContext } from "./app-context.ts";

/** Returns a context whose store holds so many quotes, in so many books in turn. */
export async function portsWith(count: number, books = 150) {
  const { ctx } = testAppContext();
  for (let i = 0; i < count; i += 1) {
    const place = { workspace: "T1", channel: "C0BOOKS", message: `${i}.1`, thread: `${i}.1` };
    const file = { id: `F${i}`, name: `Chapter ${i}.txt` };
    await ctx.quoteStore.add(
      aQuote({
        id: `q${i}`,
        place,
        file,
        reading: {
          status: "read",
          manuscript: aManuscript({ textSha256: `${i}`.padStart(64, "0") }),
        },
        book: `Book ${i % books}`,
        request: aRequest({ at: 1000 + i }),
      }),
    );
  }
  return ctx;
}
