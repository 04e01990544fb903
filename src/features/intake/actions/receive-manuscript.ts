import type { Desk } from "../../../core/ports.ts";
import { type Received, type Quote, newQuote } from "../../../core/quote.ts";

type Posting = Omit<Received, "at" | "standsMs">;

/**
 * Writes down that a manuscript was posted; everything else follows from the record. Delivered twice, or
 * as two kinds of event, it meets the same record.
 *
 * @throws when the store cannot write: then Slack must not hear that the event was taken.
 */
export async function receiveManuscript(
  desk: Pick<Desk, "ledger" | "rules" | "now" | "wake">,
  posting: Posting,
): Promise<{ quote: Quote; isNew: boolean }> {
  const received = await desk.ledger.add(
    newQuote({
      ...posting,
      at: desk.now(),
      standsMs: desk.rules.quoteStandsMs,
    }),
  );
  desk.wake(received.quote.id);
  return received;
}
