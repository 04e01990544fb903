export type Room = {
  /** Waits until there is room for so many bytes; answers how to give it back. */
  readonly enter: (bytes: number) => Promise<() => void>;
};

type Waiting = { readonly bytes: number; readonly enter: () => void };

/** Memory for what is held at one time, given in the order of asking. Too much for it all has it alone. */
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
