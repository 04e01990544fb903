import { z } from "zod";

import { UnreadableRecord } from "../core/faults.ts";
import { type Quote, quoteSchema } from "../core/quote.ts";
import { deserialise, serialise } from "./store.ts";

/** The same as Keyv writes it. @throws UnreadableRecord */
export function parseQuote(text: string): Quote {
  return readQuote(deserialise(text));
}

export function printQuote(quote: Quote): string {
  return serialise(quote);
}

/** @throws UnreadableRecord when what is stored is not a quote of a version that is known here. */
export function readQuote(value: unknown): Quote {
  const parsed = quoteSchema.safeParse(value);
  if (!parsed.success) {
    throw new UnreadableRecord(z.prettifyError(parsed.error), { cause: parsed.error });
  }
  return parsed.data;
}
