import { z } from "zod";

import type { Task } from "../../service/contract/task.ts";
import { faultSchema } from "./faults.ts";

const noteSchema = z.object({
  /** What was injected into its creation: some faults show only when it ends. */
  fault: faultSchema.optional(),
  /** It does not say what it was charged. */
  hidesCharge: z.boolean().optional(),
});
export type Note = z.infer<typeof noteSchema>;

/** What the sandbox keeps with a task. */
export function noteOf({ note }: Pick<Task, "note">): Note {
  return noteSchema.parse(note ?? {});
}
