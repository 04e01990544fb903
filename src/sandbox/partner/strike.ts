import type { Fault } from "./faults.ts";
import { refused } from "./send.ts";
import type { Reply } from "./send.ts";
import type { Visit, World } from "./world.ts";

/** Faults that change what the service knows: they hold from this request on. */
export function strikeBooks({ books, now }: World, { fault, key }: Visit): void {
  const known = books.keys.get(key);
  if (known === undefined) return;
  const at = now();
  if (fault?.kind === "revoked-key") books.record({ ...known, at, revoked: true });
  if (fault?.kind === "drained-balance") {
    books.record({ type: "balance", at, account: known.account, credits: 0 });
  }
}

/** Faults before anything is committed: the answer that ends the request, if one does. */
export async function strikeBefore(
  world: World,
  fault: Fault | undefined,
): Promise<Reply | undefined> {
  if (fault?.kind === "delay" && fault.at === "before") await world.sleep(fault.ms);
  if (fault?.kind === "status" && fault.at === "before") return statusReply(fault);
  if (fault?.kind === "drop" && fault.at === "before") return { status: "cut" };
  return undefined;
}

/** Faults after the work is done and committed: the answer that leaves in place of the true one. */
export async function strikeAfter(
  world: World,
  { fault, reply }: { readonly fault: Fault | undefined; readonly reply: Reply },
): Promise<Reply> {
  if (fault?.kind === "delay" && fault.at === "after") await world.sleep(fault.ms);
  if (fault?.kind === "status" && fault.at === "after") return statusReply(fault);
  if (fault?.kind === "drop" && fault.at === "after") return { status: "cut" };
  if (fault?.kind === "patch" && reply.status === "done") {
    const entries = Object.entries({ ...reply.data, ...fault.set });
    const kept = entries.filter(([name]) => !fault.remove.includes(name));
    return { status: "done", data: Object.fromEntries(kept) };
  }
  return reply;
}

function statusReply({ status, retryAfter }: Extract<Fault, { kind: "status" }>): Reply {
  return refused(status, "The sandbox was told to answer so.", retryAfter);
}
