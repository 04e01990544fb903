import type { SmallRecord } from "#domain/context.ts";
import { PartnerError } from "#domain/errors.ts";
import type { Partner } from "#domain/partner.ts";
import type { StoreOwner } from "#domain/recovery.ts";
import { type Account, isReadingOf } from "#domain/spending/account.ts";

/** Thrown at start when the store holds the records of another workspace or partner account. */
export class ForeignStoreError extends Error {
  override readonly name = "ForeignStoreError";
}

type Claim = {
  readonly owner: SmallRecord<StoreOwner | undefined>;
  readonly account: SmallRecord<Account>;
  readonly workspace: string;
  readonly now: () => number;
  /** The fingerprint of our API key. */
  readonly key: string;
  /** The name of the partner account, as this process has read it. */
  readonly name: string;
};

type AdmissionOptions = {
  /** The fingerprint of the key that the operator says is known. */
  readonly confirmed: string | undefined;
  readonly partner: Pick<Partner, "usage">;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: { readonly warn: (fields: object, words: string) => void };
};

/** The claim of this process on the store. */
export function createClaim({ owner, account, workspace, now, key, name }: Claim) {
  return {
    /**
     * Writes down, at the first start, which workspace and partner account the store belongs to; of
     * several processes one does. Two workspaces on one store would take each other's work, and post
     * each other's results; what was bought from one account would be charged again by another.
     *
     * @throws ForeignStoreError when it belongs to another one.
     */
    take: async (): Promise<void> => {
      const at = now();
      const record = await owner.change((before) => ({
        ...(before ?? { version: 1, workspace, at }),
        keys: before?.keys ?? [key],
      }));
      if (record?.workspace !== workspace) {
        throw new ForeignStoreError(
          `STORE_URL holds the records of the workspace ${record?.workspace}, and SLACK_BOT_TOKEN belongs to ${workspace}: give each workspace a store of its own`,
        );
      }
      if (record.keys?.[0] !== name) throw foreignKey(key);
    },
    /** Gives up the claim of a key that the partner never accepted: it was mistyped. */
    giveUp: async (): Promise<void> => {
      if ((await account.read()).reading !== undefined) return;
      await owner.change((before) =>
        before?.keys?.join() === key ? { ...before, keys: undefined } : before,
      );
    },
    /**
     * Admits a key that the store does not know, once the partner's usage record shows that it is of
     * the store's account.
     *
     * @throws ForeignStoreError when it is of another account, as far as can be told.
     */
    admit: async (options: AdmissionOptions): Promise<void> => {
      if ((await owner.read())?.keys?.includes(key) === true) return;
      const isAdmitted =
        options.confirmed === key ||
        isReadingOf(await account.read(), await readUntilAnswered(options, now));
      if (!isAdmitted) throw foreignKey(key);
      // Nothing that it used before now counts as unordered.
      await account.change((before) => ({ ...before, reading: undefined, usedBefore: undefined }));
      await owner.change((before) => before && { ...before, keys: [...(before.keys ?? []), key] });
    },
  };
}

function foreignKey(key: string): ForeignStoreError {
  return new ForeignStoreError(
    `PARTNER_API_KEY seems to belong to another account than the records in STORE_URL: set the earlier key, or name an empty store; if it is a new key of the same account, set PARTNER_KEY_CONFIRMED=${key} and start again`,
  );
}

async function readUntilAnswered(
  { partner, sleep, signal, log }: AdmissionOptions,
  now: () => number,
) {
  for (;;) {
    signal.throwIfAborted();
    try {
      const at = now();
      const { balanceCredits: balance, periodUsedCredits: used } = await partner.usage();
      return { balance, used, at };
    } catch (err) {
      if (!(err instanceof PartnerError)) throw err;
      log.warn({ err }, "waiting for the partner to accept the new key");
      await sleep(againMs, signal);
    }
  }
}

const againMs = 10_000;
