import type { IncomingMessage } from "node:http";

import type { Room } from "#http/room.ts";
import type { Pace } from "#http/steady-body.ts";
import type { Reply } from "#service/contract/send.ts";
import type { Action, Task } from "#service/contract/task.ts";
import type { Engine } from "#service/engines/engine.ts";
import type { ServiceRecords, Key, MostPending } from "#service/records/records.ts";

/** Everything that the service consists of besides its HTTP server. */
export type ServiceContext = {
  readonly records: ServiceRecords;
  readonly engine: Engine;
  readonly callers: {
    readonly refuse: (
      key: Pick<Key, "hash" | "rpm" | "revoked"> | undefined,
    ) => Promise<Reply | undefined>;
  };
  readonly work: Work;
  /**
   * Not in the contract: whether estimates and metadata are charged for the text that they read.
   */
  readonly isFree: (action: Action, characters: number) => boolean;
  /** The origin of links to files; undefined: the origin of the request. */
  readonly origin: string | undefined;
  /** The most pending work of one key; undefined: no limit. */
  readonly mostPending?: MostPending | undefined;
  /** The most bytes of an upload. */
  readonly maxBytes: number;
  /** Memory for the bodies that are read at one time. */
  readonly room: Room;
  /** Uploads that are slower are cut. */
  readonly pace?: Pace | undefined;
  readonly now: () => number;
};

/** The worker of tasks: the service's own, or the clock of the sandbox. */
export type Work = {
  /** Called right after the creation; returns the task as its creator is to see it. */
  readonly begin: (task: Task) => Promise<Task>;
  /** Called for each request for the task; returns its present state. */
  readonly look: (task: Task) => Promise<Task>;
  /** Returns the progress of a pending task, from 0 to below 1. */
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
  /**
   * Called by the host for a create that was read and is not yet committed; its result is the
   * task's note.
   */
  readonly beforeCommit?: (action: Action) => Promise<unknown>;
};
