import { Overtaken } from "./faults.ts";
import type { QuoteLedger } from "./ports.ts";
import type { Quote } from "./quote.ts";

/**
 * Changes a record and returns whether this call did it. The record alone does not show it: another
 * worker may have written the same in the same millisecond.
 *
 * @param next returns the same object when somebody else was first.
 */
export async function changeIfFirst(
  ledger: Pick<QuoteLedger, "decide">,
  id: string,
  next: (before: Quote) => Quote,
): Promise<{ readonly quote: Quote; readonly isMine: boolean }> {
  const { quote, outcome: isMine } = await ledger.decide(id, (before) => {
    const after = next(before);
    return { quote: after, outcome: after !== before };
  });
  return { quote, isMine };
}

/** @throws Overtaken when another worker has changed the record since. */
export async function expectStill(
  ledger: Pick<QuoteLedger, "find">,
  id: string,
  isMine: (now: Quote) => boolean,
): Promise<void> {
  const now = await ledger.find(id);
  if (now === undefined || !isMine(now)) throw new Overtaken();
}
