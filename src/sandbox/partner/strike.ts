import type { Fault } from "./faults.ts";
import { refused } from "./send.ts";
import type { Reply } from "./send.ts";
import type { Visit, World } from "./world.ts";

/** What a fault does before or after the commit: the reply in place of the true one, if it has one. */
export async function strike(
  { sleep }: World,
  { fault }: Visit,
  moment: "before" | "after",
): Promise<Reply | undefined> {
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
export function patched(reply: Reply, fault: Fault | undefined): Reply {
  if (fault?.kind !== "patch" || reply.status !== "done") return reply;
  const entries = Object.entries({ ...reply.data, ...fault.set });
  const kept = entries.filter(([name]) => !fault.remove.includes(name));
  return { status: "done", data: Object.fromEntries(kept) };
}
