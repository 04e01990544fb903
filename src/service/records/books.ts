import { createHash } from "node:crypto";

import type { Task, TaskEnd } from "../contract/task.ts";

/** `reserved` is what its running tasks may cost. */
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

/** A create request and what became of it, for disputes. */
export type Create = {
  readonly at: number;
  readonly account: string;
  readonly idempotencyKey?: string | undefined;
  readonly outcome: "created" | "replayed" | "conflict" | "unpaid" | "malformed";
  readonly action?: string | undefined;
  readonly taskId?: string | undefined;
};

/** Of a key in a month, in UTC. */
export type Usage = {
  readonly month: string;
  readonly account: string;
  readonly prefix: string;
  readonly tasks: number;
  readonly credits: number;
};

export type Placed = {
  readonly outcome: "created" | "known" | "unpaid";
  /** The task that the idempotency key stands for. */
  readonly known?: Task;
};

/**
 * Accounts, keys and tasks: what was answered is kept. Keys lie there as hashes, and whatever could
 * tell of a text is sealed.
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
    /** One step: of two equal requests one makes the task, and no credit is promised twice. */
    readonly place: (task: Task) => Promise<Placed>;
    /** Ends it and charges its account, once: a task that has ended stays as it is. */
    readonly end: (id: string, end: TaskEnd) => Promise<Task | undefined>;
    /** Whether its texts are still wanted. */
    readonly isKept: (id: string) => Promise<boolean>;
    readonly endedBefore: (time: number) => Promise<readonly Task[]>;
    /** Forgets what tells of its text. What it cost, and its key, stay. */
    readonly erase: (task: Task) => Promise<void>;
    readonly forgetKeys: () => Promise<void>;
    /** How far a pending one is, from 0 to 1; lost with the process that works on it. */
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

/** What is noted of a create request. */
export function createOf(task: Task, outcome: Create["outcome"], taskId = task.id): Create {
  const { account, idempotencyKey, action, createdAt: at } = task;
  return { at, account, idempotencyKey, outcome, action, taskId };
}

/** A task without what tells of its text. */
export function withoutTexts(task: Task): Task {
  return { ...task, fileName: "", glossary: [], terms: undefined, outputBytes: undefined };
}
