export type Room = {
  /** Waits until there is room for these bytes; returns a function that gives it back. */
  readonly enter: (bytes: number) => Promise<() => void>;
};

type Waiting = { readonly bytes: number; readonly enter: () => void };

/**
 * Gives out memory in the order of requests. A request beyond the capacity gets all of it alone.
 */
export function createRoom(capacity: number): Room {
  const queue: Waiting[] = [];
  let taken = 0;
  const admit = (): void => {
    const [first] = queue;
    if (first === undefined || (taken > 0 && taken + first.bytes > capacity)) return;
    queue.shift();
    taken += first.bytes;
    first.enter();
    admit();
  };
  return {
    enter: async (bytes) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      queue.push({ bytes, enter: resolve });
      admit();
      await promise;
      return () => {
        taken -= bytes;
        admit();
      };
    },
  };
}
