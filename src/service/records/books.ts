import { createHash } from "node:crypto";

import type { Task, TaskEnd } from "../contract/task.ts";

/** `reserved` is the most that its running tasks may cost. */
export type Account = {
  readonly name: string;
  readonly balance: number;
  readonly reserved: number;
};

export type Key = {
  readonly hash: string;
  readonly prefix: string;
  readonly account: string;
  readonly rpm: number;
  readonly revoked: boolean;
};

/** A create request and its outcome, for disputes. */
export type Create = {
  readonly at: number;
  readonly account: string;
  readonly idempotencyKey?: string | undefined;
  readonly outcome: "created" | "replayed" | "conflict" | "unpaid" | "malformed";
  readonly action?: string | undefined;
  readonly taskId?: string | undefined;
};

/** The use of a key in a month, in UTC. */
export type Usage = {
  readonly month: string;
  readonly account: string;
  readonly prefix: string;
  readonly tasks: number;
  readonly credits: number;
};

export type Placed = {
  readonly outcome: "created" | "known" | "unpaid";
  /** The task of the idempotency key. */
  readonly known?: Task;
};

/**
 * Accounts, keys and tasks: everything that was answered is kept. Keys are stored as hashes, and
 * everything that reveals a text is sealed.
 */
export type Books = {
  readonly accounts: {
    readonly find: (name: string) => Promise<Account | undefined>;
    readonly all: () => Promise<readonly Account[]>;
    readonly set: (name: string, balance: number) => Promise<void>;
    readonly add: (name: string, credits: number) => Promise<void>;
    /** Credits that were charged since the beginning of a month. */
    readonly used: (name: string, since: number) => Promise<number>;
    readonly usage: () => Promise<readonly Usage[]>;
  };
  readonly keys: {
    readonly find: (key: string) => Promise<Key | undefined>;
    /** In the order in which they were issued. */
    readonly all: () => Promise<readonly Key[]>;
    readonly issue: (key: string, terms: Pick<Key, "account" | "rpm">) => Promise<void>;
    readonly change: (key: Key) => Promise<void>;
  };
  readonly tasks: {
    readonly find: (id: string) => Promise<Task | undefined>;
    readonly all: () => Promise<readonly Task[]>;
    readonly pending: () => Promise<readonly Task[]>;
    /**
     * Places a task in one step: of two equal requests one makes the task, and no credit is
     * promised twice.
     */
    readonly place: (task: Task) => Promise<Placed>;
    /** Ends it and charges its account, once: a task that has ended stays as it is. */
    readonly end: (id: string, end: TaskEnd) => Promise<Task | undefined>;
    /** True while its texts are wanted. */
    readonly isKept: (id: string) => Promise<boolean>;
    readonly endedBefore: (time: number) => Promise<readonly Task[]>;
    /** Erases everything that reveals its text. Its cost and its key stay. */
    readonly erase: (task: Task) => Promise<void>;
    readonly forgetKeys: () => Promise<void>;
    /**
     * Returns the progress of a pending task, from 0 to 1; without Redis it is lost with the
     * process.
     */
    readonly progress: (id: string) => Promise<number>;
    readonly advance: (id: string, share: number) => Promise<void>;
  };
  /** Finished parts of running tasks, by name. */
  readonly passages: {
    readonly find: (taskId: string, name: string) => Promise<string | undefined>;
    readonly save: (taskId: string, name: string, text: string) => Promise<void>;
  };
  readonly creates: {
    readonly add: (create: Create) => Promise<void>;
    readonly all: () => Promise<readonly Create[]>;
  };
  readonly close: () => Promise<void>;
};

/** Keys are long and random, so nobody finds one by its plain hash. */
export function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

/** The leading characters of a key, never more than half of it. */
export function prefixOf(key: string): string {
  return key.slice(0, Math.min(8, Math.floor(key.length / 2)));
}

export function createOf(task: Task, outcome: Create["outcome"], taskId = task.id): Create {
  const { account, idempotencyKey, action, createdAt: at } = task;
  return { at, account, idempotencyKey, outcome, action, taskId };
}

/** Returns a task without the fields that reveal its text. */
export function withoutTexts(task: Task): Task {
  return { ...task, fileName: "", glossary: [], terms: undefined, outputBytes: undefined };
}
