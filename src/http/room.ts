/** Bounds the bytes that all requests hold in memory together. */
export type Room = {
  /** Returns false when there is no room for so many more bytes; then nothing is taken. */
  readonly take: (bytes: number) => boolean;
  readonly leave: (bytes: number) => void;
};

export function createRoom(most: number): Room {
  let held = 0;
  return {
    take: (bytes) => {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    leave: (bytes) => {
      held -= bytes;
    },
  };
}
