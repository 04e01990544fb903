import { z } from "zod";

import { type Claim, claimSchema, textNamesKey } from "#domain/claim.ts";
import type { ClaimLookup, AppContext } from "#domain/context.ts";
import { canonicalTarget, claimOf, isClaimed, keepCoverage } from "#domain/coverage.ts";
import { TaskTakenError } from "#domain/errors.ts";
import { type Quote, findTask, manuscriptOf, paidTasks } from "#domain/quote.ts";
import { baseLanguage } from "#domain/settings/setup.ts";
import { type Account, reserveAnyway, reservationFor, release } from "#domain/spending/account.ts";
import { type Task, isLive } from "#domain/task.ts";

import { createSmallRecords, type StoredRecord } from "./small-records.ts";
import type { CasStore, Change, IndexEntry } from "./store.ts";

export type Claims = ReturnType<typeof createClaims>;

/**
 * Opens the claims on texts, each named by its run's key and indexed by workspace and language.
 * Making or withdrawing one raises the version of its workspace and language in the same commit.
 * All throw as the store does.
 */
export function createClaims(store: CasStore) {
  const records = createSmallRecords<Claim | undefined>(store, {
    prefix,
    schema: claimSchema,
    initial: undefined,
    entriesOf,
  });
  const versions = createSmallRecords<number>(store, {
    prefix: "claims",
    schema: z.number(),
    initial: 0,
  });
  const cache = createCache();
  const readCached = async (key: string): Promise<Claim | undefined> => {
    const hit = cache.get(key);
    if (hit !== undefined) return hit;
    const claim = await records.read(key.slice(`${prefix}:`.length));
    if (claim !== undefined) cache.keep(key, claim);
    return claim;
  };
  const all: ClaimLookup["all"] = async (workspace, target) => {
    const value = versionName(workspace, target);
    const keys = (await store.find(index, [value], mostClaims)).get(value) ?? [];
    const result: Claim[] = [];
    for (let start = 0; start < keys.length; start += readAtOnce) {
      const claims = await Promise.all(keys.slice(start, start + readAtOnce).map(readCached));
      result.push(...claims.filter((one) => one !== undefined));
    }
    return result;
  };
  return {
    version: (workspace: string, target: string) => versions.read(versionName(workspace, target)),
    /** Returns the stored version, for a commit that compares or raises it. */
    lookAtVersion: (workspace: string, target: string) =>
      versions.look(versionName(workspace, target)),
    make: async (claim: Claim): Promise<Change> => (await records.look(claim.key)).changeTo(claim),
    /** Returns undefined for a claim that no longer exists. */
    withdraw: async (key: string): Promise<Change | undefined> => {
      cache.forget(`${prefix}:${key}`);
      const { record, changeTo } = await records.look(key);
      return record && changeTo(undefined);
    },
    all,
  };
}

function entriesOf({ workspace, target, at }: Claim): readonly IndexEntry[] {
  return [{ index, value: versionName(workspace, target), order: at }];
}

/** Keeps claims, which never change, up to a length of their lists; the oldest go first. */
function createCache() {
  const entries = new Map<string, Claim>();
  let length = 0;
  const lengthOf = ({ fingerprints }: Claim) => claimLength + (fingerprints?.list.length ?? 0);
  return {
    get: (key: string): Claim | undefined => entries.get(key),
    forget: (key: string): void => {
      const hit = entries.get(key);
      if (hit !== undefined && entries.delete(key)) length -= lengthOf(hit);
    },
    keep: (key: string, claim: Claim): void => {
      if (entries.has(key)) return;
      entries.set(key, claim);
      length += lengthOf(claim);
      for (const [oldest, one] of entries) {
        if (length <= keptLength) return;
        entries.delete(oldest);
        length -= lengthOf(one);
      }
    },
  };
}

const prefix = "claim";
const index = "claim";
/** Practically no limit, so that no look-up of earlier approvals is cut off. */
const mostClaims = 1_000_000;
const readAtOnce = 100;
/** Characters: of all claims in memory, and about those of one beside its list. */
const keptLength = 48 * 1024 * 1024;
const claimLength = 1000;

function versionName(workspace: string, target: string): string {
  return `${workspace}/${languageOf(target)}`;
}

/** Variants of a language share their version: a card names translations into the others. */
function languageOf(target: string): string {
  return baseLanguage(canonicalTarget(target));
}

/** Returns the writes beside a change of a quote, and the quote with the version that they make. */
export type SideWrites = (
  before: Quote,
  after: Quote,
  spent?: Spent,
) => Promise<{ readonly quote: Quote; readonly changes: readonly Change[] }>;

/** A purchase's new account, and the version that it was decided on. */
type Spent = { readonly account: Change; readonly version: StoredRecord<number> };

type ClaimStores = {
  readonly claims: Claims;
  /** The key of the run that a task of the partner belongs to, by the task's id. */
  readonly runOf: (taskId: string) => Promise<StoredRecord<string | undefined>>;
  readonly texts: AppContext["texts"];
  readonly account: () => Promise<StoredRecord<Account>>;
};

/**
 * Derives claims and reserved credits from a quote's tasks, in the same write. A run that was
 * approved, or restored from its card, makes a claim; one that certainly came to nothing withdraws
 * it and releases its credits. The first run that names a task of the partner has it.
 *
 * @throws TaskTakenError
 */
export function createSideWrites(deps: ClaimStores): SideWrites {
  const { claims, texts, account } = deps;
  return async (before, after, spent) => {
    const added = after.tasks.filter(
      (task) => isClaimed(task) && !hadTask(before, task, isClaimed),
    );
    const withdrawals = before.tasks.filter(
      (task) => isClaimed(task) && !hadTask(after, task, isClaimed),
    );
    const accountChange = spent?.account ?? (await movedCredits(account, before, after));
    const replacements = await takenTasks(deps, before, after);
    const money = [...(accountChange === undefined ? [] : [accountChange]), ...replacements];
    const compared = spent === undefined ? [] : [spent.version.changeTo(spent.version.record)];
    if (added.length === 0 && withdrawals.length === 0) {
      return { quote: after, changes: [...money, ...compared] };
    }
    const names = await textNamesOf(texts, after);
    const newClaims = await Promise.all(
      added.map((task) => claims.make(claimOf(after, task, names))),
    );
    const withdrawn = await Promise.all(withdrawals.map(({ key }) => claims.withdraw(key)));
    const tasks = [...added, ...withdrawals];
    const versions = await raisedVersions(claims, { quote: after, tasks, spent });
    const version = versions.get(languageOf(after.target));
    return {
      quote: version === undefined ? after : keepCoverage(after, version.now),
      changes: [
        ...money,
        ...newClaims,
        ...withdrawn.filter((one) => one !== undefined),
        ...[...versions.values()].map(({ change }) => change),
      ],
    };
  };
}

function hadTask(quote: Quote, { key }: Task, is: (task: Task) => boolean): boolean {
  const task = findTask(quote, key);
  return task !== undefined && is(task);
}

/** Returns the changes by which runs that have learned their task have it. @throws TaskTakenError */
async function takenTasks({ runOf }: ClaimStores, before: Quote, after: Quote) {
  const hasTask = ({ state }: Task) => "taskId" in state;
  const tasks = paidTasks(after).filter((task) => hasTask(task) && !hadTask(before, task, hasTask));
  const changes = tasks.map(async ({ key, state }) => {
    if (!("taskId" in state)) return [];
    const { record = key, changeTo } = await runOf(state.taskId);
    if (record !== key) throw new TaskTakenError();
    return [changeTo(key)];
  });
  return (await Promise.all(changes)).flat();
}

async function textNamesOf(texts: ClaimStores["texts"], quote: Quote) {
  const manuscript = manuscriptOf(quote);
  return manuscript === undefined ? undefined : await texts.read(textNamesKey(manuscript));
}

async function raisedVersions(
  claims: Claims,
  { quote, tasks, spent }: { quote: Quote; tasks: readonly Task[]; spent: Spent | undefined },
): Promise<ReadonlyMap<string, { readonly now: number; readonly change: Change }>> {
  const languages = new Set(tasks.map((task) => languageOf(task.target)));
  const versions = [...languages].map(async (language) => {
    const isSpent = language === languageOf(quote.target);
    const version =
      isSpent && spent !== undefined
        ? spent.version
        : await claims.lookAtVersion(quote.place.workspace, language);
    const now = version.record + 1;
    return [language, { now, change: version.changeTo(now) }] as const;
  });
  return new Map(await Promise.all(versions));
}

/** Returns undefined if no credits are reserved or released. */
async function movedCredits(
  account: ClaimStores["account"],
  before: Quote,
  after: Quote,
): Promise<Change | undefined> {
  // A run that an admin found not to exist may come back.
  const added = paidTasks(after).filter(
    (task) => isLive(task) && task.recorded === undefined && !hadTask(before, task, isLive),
  );
  const over = paidTasks(after).filter((task) => !isLive(task) && hadTask(before, task, isLive));
  if (added.length === 0 && over.length === 0) return undefined;
  const { record, changeTo } = await account();
  const remaining = release(record, new Set(over.map(({ key }) => key)));
  return changeTo(
    reserveAnyway(
      remaining,
      added.map((task) => reservationFor(after, task)),
    ),
  );
}
