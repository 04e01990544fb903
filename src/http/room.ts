/** Bounds the bytes that requests hold in memory: all together, and those of each caller. */
export type Room = {
  /** Returns false when there is no room for so many more bytes; then nothing is taken. */
  readonly take: (bytes: number, caller?: string) => boolean;
  readonly leave: (bytes: number, caller?: string) => void;
};

export function createRoom(most: number, mostEach = most): Room {
  let total = 0;
  const heldBy = new Map<string, number>();
  const note = (bytes: number, caller: string): void => {
    const own = (heldBy.get(caller) ?? 0) + bytes;
    if (own === 0) heldBy.delete(caller);
    else heldBy.set(caller, own);
    total += bytes;
  };
  return {
    take: (bytes, caller = "") => {
      if (total + bytes > most || (heldBy.get(caller) ?? 0) + bytes > mostEach) return false;
      note(bytes, caller);
      return true;
    },
    leave: (bytes, caller = "") => note(-bytes, caller),
  };
}
