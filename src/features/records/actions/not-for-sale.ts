import type { Ports } from "../../../core/ports.ts";

/** Records were lost, or may have been, so earlier approvals are unknown. */
export type NotForSale = { readonly status: "not-for-sale" };

/** Returns undefined while sales are allowed. @throws when the store cannot answer. */
export async function notForSale({
  records,
}: Pick<Ports, "records">): Promise<NotForSale | undefined> {
  const status = await records.status();
  return status === "open" ? undefined : { status: "not-for-sale" };
}
