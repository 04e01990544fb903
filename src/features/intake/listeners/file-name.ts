import type { FoundFile } from "../../../slack/files.ts";
import type { PersonMessage } from "../../payloads.ts";

export type FindFile = (fileId: string) => Promise<FoundFile>;

/** In shared channels an event tells nothing of a file but its id: Slack is asked for its name. */
export async function named(
  { findFile }: { readonly findFile: FindFile },
  { id, name }: PersonMessage["files"][number],
): Promise<{ readonly id: string; readonly name: string }> {
  if (name !== undefined) return { id, name };
  // Whatever keeps Slack from answering shows again when the manuscript is read.
  const found = await findFile(id).catch(() => undefined);
  return { id, name: found?.name ?? "manuscript" };
}
