import type { RecordsStatus } from "../../../core/marker.ts";
import type { Ports } from "../../../core/ports.ts";

/** Records were lost, or may have been: what was approved before is not known. */
export type NotForSale = {
  readonly status: "not-for-sale";
  readonly records: Exclude<RecordsStatus, "open">;
};

/** Undefined when things may be sold. @throws when the store cannot answer: then nothing may. */
export async function notForSale({
  records,
}: Pick<Ports, "records">): Promise<NotForSale | undefined> {
  const status = await records.status();
  return status === "open" ? undefined : { status: "not-for-sale", records: status };
}
