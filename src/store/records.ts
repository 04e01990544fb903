import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import { type Quote, quoteSchema } from "../core/quote.ts";
import { deserialise, serialise } from "./store.ts";

/** Parses a quote in Keyv's serialised form. @throws UnreadableRecord */
export function parseQuote(text: string): Quote {
  return readQuote(deserialise(text));
}

export function printQuote(quote: Quote): string {
  return serialise(quote);
}

/** @throws UnreadableRecord when the stored value is not a quote of a known version. */
export function readQuote(value: unknown): Quote {
  const parsed = quoteSchema.safeParse(value);
  if (!parsed.success) {
    throw new UnreadableRecord(z.prettifyError(parsed.error), { cause: parsed.error });
  }
  return parsed.data;
}
