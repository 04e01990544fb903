import type { SmallRecord } from "#domain/context.ts";
import { PartnerError } from "#domain/errors.ts";
import type { Partner } from "#domain/partner.ts";
import type { StoreOwner } from "#domain/recovery.ts";
import { type Account, isReadingOf } from "#domain/spending/account.ts";

/** Thrown at start when the store holds the records of another workspace or partner account. */
export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";
}

/**
 * Writes down, at the first start, which workspace and partner account the store belongs to. Two
 * workspaces on one store would take each other's work, and post each other's results.
 *
 * @param key the fingerprint of our API key
 * @throws ForeignStoreError when it belongs to another workspace.
 */
export async function claimStore(
  owner: SmallRecord<StoreOwner | undefined>,
  { workspace, at, key }: Pick<StoreOwner, "workspace" | "at"> & { readonly key: string },
): Promise<StoreOwner> {
  const written = await owner.change((before) => ({
    ...(before ?? { version: 1, workspace, at }),
    keys: before?.keys ?? [key],
  }));
  if (written?.workspace === workspace) return written;
  throw new ForeignStoreError(
    `STORE_URL holds the records of the workspace ${written?.workspace}, and SLACK_BOT_TOKEN belongs to ${workspace}: give each workspace a store of its own`,
  );
}

type NewKey = {
  readonly owner: SmallRecord<StoreOwner | undefined>;
  readonly account: SmallRecord<Account>;
  readonly partner: Pick<Partner, "usage">;
  /** The fingerprint of our API key, and the one that the operator confirms. */
  readonly key: string;
  readonly confirmed: string | undefined;
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown) => void;
};

/**
 * Admits a key that the store does not know, once the partner's usage record shows that it is of the
 * store's account. What was bought from one account would be charged again by another.
 *
 * @throws ForeignStoreError when it is of another account, as far as can be told.
 */
export async function admitKey(deps: NewKey): Promise<void> {
  const { owner, account, key, confirmed } = deps;
  const isAdmitted =
    confirmed === key || isReadingOf(await account.read(), await readUntilAnswered(deps));
  if (isAdmitted) {
    // Nothing that it used before now counts as unordered.
    await account.change((before) => ({ ...before, reading: undefined, usedBefore: undefined }));
    await owner.change((before) => before && { ...before, keys: [...(before.keys ?? []), key] });
    return;
  }
  throw new ForeignStoreError(
    `PARTNER_API_KEY seems to belong to another account than the records in STORE_URL: set the earlier key, or name an empty store; if it is a new key of the same account, set PARTNER_KEY_CONFIRMED=${key} and start again`,
  );
}

async function readUntilAnswered({ partner, now, sleep, signal, onTrouble }: NewKey) {
  for (;;) {
    signal.throwIfAborted();
    try {
      const at = now();
      const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
      return { balance, used, at };
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error;
      onTrouble(error);
      await sleep(againMs, signal);
    }
  }
}

const againMs = 10_000;
