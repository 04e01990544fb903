import { z } from "zod";

import type { Task } from "../../service/contract/task.ts";
import { faultSchema } from "./faults.ts";

const noteSchema = z.object({
  /** The fault that was injected into its creation: some faults show only at its end. */
  fault: faultSchema.optional(),
  /** True when it does not name its charge. */
  hidesCharge: z.boolean().optional(),
});
export type Note = z.infer<typeof noteSchema>;

export function noteOf({ note }: Pick<Task, "note">): Note {
  return noteSchema.parse(note ?? {});
}
