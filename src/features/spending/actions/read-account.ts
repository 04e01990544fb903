import type { Usage } from "../../../core/partner.ts";
import type { Desk } from "../../../core/ports.ts";
import type { UsageSeen } from "../../../core/task.ts";
import { type Account, noteReading, promisedCredits, watchBalance } from "../rules/account.ts";

export type ReadDeps = Pick<Desk, "partner" | "account" | "settings" | "now" | "warn">;

/**
 * Reads the partner account and notes it in the books. The admins of the workspace are warned when the
 * balance has fallen below their line since it was read last.
 *
 * @throws the partner's faults, and what keeps the store from answering.
 */
export async function readUsage(desk: ReadDeps, workspace: string): Promise<Usage> {
  const at = desk.now();
  const usage = await desk.partner.usage();
  await note(desk, workspace, readingOf(usage, at));
  return usage;
}

/** The same, as a note for a record. */
export async function readAccount(desk: ReadDeps, workspace: string): Promise<UsageSeen> {
  const at = desk.now();
  const reading = readingOf(await desk.partner.usage(), at);
  const { booked } = await note(desk, workspace, reading);
  return { ...reading, booked };
}

function readingOf({ balanceCredits, periodUsedCredits }: Usage, at: number): UsageSeen {
  return { balance: balanceCredits, used: periodUsedCredits, at };
}

async function note(desk: ReadDeps, workspace: string, reading: UsageSeen): Promise<Account> {
  const { policy } = await desk.settings.read(workspace);
  const { lowBalance: line } = policy;
  const { record: account, outcome: hasCrossed } = await desk.account.decide((before) => {
    const record = watchBalance(noteReading(before, reading, desk.now()), workspace, line);
    return { record, outcome: record.low.includes(workspace) && !before.low.includes(workspace) };
  });
  if (hasCrossed && line !== undefined) {
    desk.warn({ balance: reading.balance, promised: promisedCredits(account), line });
  }
  return account;
}

/**
 * The books, with a balance that is as new as it can be had while somebody waits: what was read less than
 * `freshMs` ago will do, and a partner that takes its time is not waited for.
 */
export async function freshAccount(
  desk: ReadDeps & Pick<Desk, "sleep">,
  { workspace, freshMs }: { readonly workspace: string; readonly freshMs: number },
): Promise<Account> {
  const account = await desk.account.read();
  const age = desk.now() - (account.reading?.at ?? 0);
  // One that is dated in the future was noted by a clock that was ahead: it may be old.
  if (age < freshMs && age > -freshMs) return account;
  const over = new AbortController();
  // A late answer is noted all the same, for the next one who asks; a store that is away says so below.
  const reading = readAccount(desk, workspace).catch(() => undefined);
  await Promise.race([reading, desk.sleep(patienceMs, over.signal)]);
  over.abort();
  return await desk.account.read();
}

/** Slack waits three seconds for the answer to a click. */
const patienceMs = 1000;
