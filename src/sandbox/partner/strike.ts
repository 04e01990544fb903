import { refused } from "../../service/contract/send.ts";
import type { Reply } from "../../service/contract/send.ts";
import type { Visit } from "../../service/world.ts";
import type { Fault } from "./faults.ts";
import type { World } from "./world.ts";

/** `cut`: no answer, the connection is closed. */
export type SandboxReply = Reply | { readonly status: "cut" };

/** A request and its fault; a fault for an action is known once the body was read. */
export type Struck = { readonly visit: Visit; fault: Fault | undefined };

/** Ends a create before it is committed. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly reply: SandboxReply;

  constructor(reply: SandboxReply) {
    super("the sandbox was told to answer otherwise");
    this.reply = reply;
  }
}

/**
 * Applies a fault before or after the commit; returns the reply that replaces the true one, if
 * there is one.
 */
export async function strike(
  { sleep }: World,
  { fault }: Struck,
  moment: "before" | "after",
): Promise<SandboxReply | undefined> {
  if (fault === undefined || !("at" in fault) || fault.at !== moment) return undefined;
  switch (fault.kind) {
    case "delay":
      await sleep(fault.ms);
      return undefined;
    case "status":
      return refused(fault.status, "The sandbox was told to answer so.", fault.retryAfter);
    case "drop":
      return { status: "cut" };
  }
}

/** The reply with the fields that a fault changes or removes. */
export function patched(reply: SandboxReply, fault: Fault | undefined): SandboxReply {
  if (fault?.kind !== "patch" || reply.status !== "done") return reply;
  const entries = Object.entries({ ...reply.data, ...fault.set });
  const kept = entries.filter(([name]) => !fault.remove.includes(name));
  return { status: "done", data: Object.fromEntries(kept) };
}
