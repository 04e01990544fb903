import type { SmallRecord } from "#domain/context.ts";
import type { StoreOwner } from "#domain/recovery.ts";

/** Thrown at start when the store holds the records of another Slack workspace. */
export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";

  constructor(owner: string, workspace: string) {
    super(
      `STORE_URL holds the records of the workspace ${owner}, and SLACK_BOT_TOKEN belongs to ${workspace}: give each workspace a store of its own`,
    );
  }
}

/**
 * Writes down, at the first start, which workspace the store belongs to. Two workspaces on one
 * store would take each other's work, and post each other's results.
 *
 * @throws ForeignStoreError when it belongs to another workspace.
 */
export async function claimStore(
  owner: SmallRecord<StoreOwner | undefined>,
  { workspace, at }: Pick<StoreOwner, "workspace" | "at">,
): Promise<void> {
  const written = await owner.change((before) => before ?? { version: 1, workspace, at });
  if (written !== undefined && written.workspace !== workspace) {
    throw new ForeignStoreError(written.workspace, workspace);
  }
}
