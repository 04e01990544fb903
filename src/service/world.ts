import type { IncomingMessage } from "node:http";

import type { createCallers } from "./contract/callers.ts";
import type { Action } from "./contract/order.ts";
import type { Task } from "./contract/task.ts";
import type { Engine } from "./engines/engine.ts";
import type { Books, Key } from "./records/books.ts";
import type { Texts } from "./records/texts.ts";

/** Everything that the service consists of besides its HTTP server. */
export type World = {
  readonly books: Books;
  readonly texts: Texts;
  readonly engine: Engine;
  readonly callers: ReturnType<typeof createCallers>;
  readonly work: Work;
  /** Not in the contract: whether estimates and metadata cost what they read. */
  readonly isFree: (action: Action) => boolean;
  /** Where links to files lead; undefined: where the request came in. */
  readonly origin: string | undefined;
  /** Of an upload. */
  readonly maxBytes: number;
  readonly now: () => number;
};

/** Who works on tasks: the service's worker, or the clock of the sandbox. */
export type Work = {
  /** Right after it was created: the task as its creator is to see it. */
  readonly begin: (task: Task) => Promise<Task>;
  /** Whenever somebody asks for it. */
  readonly look: (task: Task) => Promise<Task>;
  readonly lookAtAll: () => Promise<void>;
  /** Of a pending task, from 0 to below 1. */
  readonly progress: (task: Task) => Promise<number>;
};

/** One request on its way through the service. */
export type Visit = {
  readonly request: IncomingMessage;
  readonly address: URL;
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly key: Key | undefined;
  readonly account: string;
  readonly idempotencyKey: string | undefined;
  readonly linkSeconds: number;
  /** What the host does with a create that was read and not yet committed; its note goes into the task. */
  readonly beforeCommit?: (action: Action) => Promise<unknown>;
};
