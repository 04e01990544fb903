import type { FoundFile } from "../../../slack/files.ts";
import type { PersonMessage } from "../../payloads.ts";

export type FindFile = (fileId: string) => Promise<FoundFile>;

/** Reads a file's name from Slack if need be: in shared channels an event has only the id. */
export async function named(
  { findFile }: { readonly findFile: FindFile },
  { id, name }: PersonMessage["files"][number],
): Promise<{ readonly id: string; readonly name: string }> {
  if (name !== undefined) return { id, name };
  // A fault at Slack shows again when the manuscript is read.
  const found = await findFile(id).catch(() => undefined);
  return { id, name: found?.name ?? "manuscript" };
}
