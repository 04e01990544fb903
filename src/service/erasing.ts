import type { Logger } from "../operator/log.ts";
import type { World } from "./world.ts";

type Options = {
  readonly world: Pick<World, "books" | "texts" | "now">;
  readonly keepMs: number;
  readonly log: Logger;
};

const everyMs = 600_000;

/**
 * Erases the texts of tasks that ended long ago, now and every ten minutes; returns a function that
 * stops it.
 */
export function startErasing({ world, keepMs, log }: Options): () => void {
  const { books, texts, now } = world;
  const eraseAll = async (): Promise<void> => {
    for (const task of await books.tasks.endedBefore(now() - keepMs)) {
      for (const kind of ["source", "output"] as const) await texts.discard(task.id, kind);
      await books.tasks.erase(task);
      log.info({ task: task.id }, "the texts of the task were erased");
    }
  };
  const erase = (): void => {
    eraseAll().catch((err: unknown) => log.warn({ err }, "texts could not be erased"));
  };
  erase();
  const timer = setInterval(erase, everyMs).unref();
  return () => clearInterval(timer);
}
