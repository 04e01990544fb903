import type { Queue, QueueOptions } from "../queue.ts";
import type { Books } from "./books.ts";
import type { Texts } from "./texts.ts";

/** All that the service keeps, and who works on it. */
export type Store = {
  readonly books: Books;
  readonly texts: Texts;
  readonly openQueue: (options: QueueOptions) => Promise<Queue>;
  readonly close: () => Promise<void>;
};
