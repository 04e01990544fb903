import type { Queue, QueueOptions } from "../queue.ts";
import type { Books } from "./books.ts";
import type { Texts } from "./texts.ts";

/** Everything that the service keeps, and its queue of tasks. */
export type Store = {
  readonly books: Books;
  readonly texts: Texts;
  readonly openQueue: (options: QueueOptions) => Promise<Queue>;
  readonly close: () => Promise<void>;
};
