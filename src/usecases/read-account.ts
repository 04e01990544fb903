import { type Account, noteReading } from "../domain/account.ts";
import type { UsageSeen } from "../domain/task.ts";
import type { Desk } from "./deps.ts";

export type ReadDeps = Pick<Desk, "partner" | "account" | "now">;

/**
 * Reads the partner account and notes it in the books; answers what was read.
 *
 * @throws the partner's faults, and what keeps the store from answering.
 */
export async function readAccount(desk: ReadDeps): Promise<UsageSeen> {
  const at = desk.now();
  const { balanceCredits: balance, periodUsedCredits: used } = await desk.partner.usage();
  const reading = { balance, used, at };
  const { booked } = await desk.account.change((account) => noteReading(account, reading));
  return { ...reading, booked };
}

/**
 * The books, with a balance that is as new as it can be had while somebody waits: what was read less than
 * `freshMs` ago will do, and a partner that takes its time is not waited for.
 */
export async function freshAccount(
  desk: ReadDeps & Pick<Desk, "sleep">,
  freshMs: number,
): Promise<Account> {
  const account = await desk.account.read();
  if (account.reading !== undefined && desk.now() - account.reading.at < freshMs) return account;
  const over = new AbortController();
  // A late answer is noted all the same, for the next one who asks; a store that is away says so below.
  const reading = readAccount(desk).catch(() => undefined);
  await Promise.race([reading, desk.sleep(patienceMs, over.signal)]);
  over.abort();
  return await desk.account.read();
}

/** Slack waits three seconds for the answer to a click. */
const patienceMs = 1000;
