/** The reader's place in its document, and the left-out element around it. */
export type Path = {
  readonly enter: (name: string) => void;
  readonly leave: () => void;
  /** Returns the element itself at 0, its parent at 1. */
  readonly up: (levels: number) => string | undefined;
  /** Leaves out everything until the innermost open element of this name has closed. */
  readonly leaveOut: (name: string) => void;
  readonly isRead: () => boolean;
  /** Returns the left-out element around the reader's place. */
  readonly leftOutBy: () => string | undefined;
  readonly isIn: (name: string) => boolean;
};

export function createPath(): Path {
  const names: string[] = [];
  let leftOutAt: number | undefined;
  return {
    enter: (name) => void names.push(name),
    leave: () => {
      names.pop();
      if (leftOutAt !== undefined && names.length <= leftOutAt) leftOutAt = undefined;
    },
    up: (levels) => names.at(-1 - levels),
    leaveOut: (name) => {
      const at = names.lastIndexOf(name);
      if (at >= 0) leftOutAt ??= at;
    },
    isRead: () => leftOutAt === undefined,
    leftOutBy: () => (leftOutAt === undefined ? undefined : names[leftOutAt]),
    isIn: (name) => names.includes(name),
  };
}
