import { Overtaken } from "../../domain/faults.ts";
import type { Quote } from "../../domain/quote/quote.ts";
import type { QuoteLedger } from "../deps.ts";

/**
 * Changes a record and says whether it was this call that did. What was written cannot tell: another worker
 * may have written the very same, in the same millisecond.
 *
 * @param next answers the same object when somebody else was first.
 */
export async function claim(
  ledger: Pick<QuoteLedger, "change">,
  id: string,
  next: (before: Quote) => Quote,
): Promise<{ readonly quote: Quote; readonly isMine: boolean }> {
  // The function may run again when somebody else was first: the last run is what was written.
  const runs: boolean[] = [];
  const quote = await ledger.change(id, (before) => {
    const after = next(before);
    runs.push(after !== before);
    return after;
  });
  return { quote, isMine: runs.at(-1) === true };
}

/** @throws Overtaken when the record is no longer as it was claimed. */
export async function expectStill(
  ledger: Pick<QuoteLedger, "find">,
  id: string,
  isMine: (now: Quote) => boolean,
): Promise<void> {
  const now = await ledger.find(id);
  if (now === undefined || !isMine(now)) throw new Overtaken();
}
