import type { Usage } from "../../../core/partner.ts";
import type { Ports } from "../../../core/ports.ts";
import type { UsageSeen } from "../../../core/task.ts";
import { type Account, noteReading, promisedCredits, watchBalance } from "../rules/account.ts";

export type ReadDeps = Pick<Ports, "partner" | "account" | "settings" | "now" | "warn">;

/**
 * Reads the partner account and records the reading. Warns the admins of the workspace if the
 * balance has fallen below their line since the last reading.
 *
 * @throws the partner's faults, and when the store does not answer.
 */
export async function readUsage(ports: ReadDeps, workspace: string): Promise<Usage> {
  const at = ports.now();
  const usage = await ports.partner.usage();
  await note(ports, workspace, readingOf(usage, at));
  return usage;
}

/** The same, but returns the reading for a record. */
export async function readAccount(ports: ReadDeps, workspace: string): Promise<UsageSeen> {
  const at = ports.now();
  const reading = readingOf(await ports.partner.usage(), at);
  const { recorded } = await note(ports, workspace, reading);
  return { ...reading, recorded };
}

function readingOf({ balanceCredits, periodUsedCredits }: Usage, at: number): UsageSeen {
  return { balance: balanceCredits, used: periodUsedCredits, at };
}

async function note(ports: ReadDeps, workspace: string, reading: UsageSeen): Promise<Account> {
  const { policy } = await ports.settings.read(workspace);
  const { lowBalance: line } = policy;
  const { record: account, outcome: hasCrossed } = await ports.account.decide((before) => {
    const record = watchBalance(noteReading(before, reading, ports.now()), workspace, line);
    return { record, outcome: record.low.includes(workspace) && !before.low.includes(workspace) };
  });
  if (hasCrossed && line !== undefined) {
    ports.warn({ balance: reading.balance, promised: promisedCredits(account), line });
  }
  return account;
}

/**
 * Returns the account with a recent balance. A reading younger than `freshMs` is recent enough; a
 * slow partner is not waited for.
 */
export async function freshAccount(
  ports: ReadDeps & Pick<Ports, "sleep">,
  { workspace, freshMs }: { readonly workspace: string; readonly freshMs: number },
): Promise<Account> {
  const account = await ports.account.read();
  const age = ports.now() - (account.reading?.at ?? 0);
  // A reading dated in the future was noted by a clock that was ahead: it may be old.
  if (age < freshMs && age > -freshMs) return account;
  const over = new AbortController();
  // A late answer is still recorded for the next caller; if the store fails, the read below throws.
  const reading = readAccount(ports, workspace).catch(() => undefined);
  await Promise.race([reading, ports.sleep(patienceMs, over.signal)]);
  over.abort();
  return await ports.account.read();
}

/** Slack waits three seconds for the acknowledgement of a click. */
const patienceMs = 1000;
