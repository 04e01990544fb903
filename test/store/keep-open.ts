import { createQuoteStore } from "#store/quotes.ts";
import { createSqliteStore } from "#store/sqlite-store.ts";

import { aQuote } from "../builders.ts";

/** Runs as a process that opens the store at the given path, adds a record and stays. */
try {
  const quoteStore = createQuoteStore(createSqliteStore(process.argv[2] ?? ""), () => true);
  await quoteStore.add(aQuote());
  console.log("open");
  process.stdin.resume();
} catch (error) {
  console.log(error instanceof Error ? error.message : "no error");
}
