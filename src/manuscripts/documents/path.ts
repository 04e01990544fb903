/** Where a reader is in its document, and which of the elements around it is left out. */
export type Path = {
  readonly enter: (name: string) => void;
  readonly leave: () => void;
  /** The element itself at 0, its parent at 1. */
  readonly up: (levels: number) => string | undefined;
  /** Nothing is read before the innermost open element of this name has closed. */
  readonly leaveOut: (name: string) => void;
  readonly isRead: () => boolean;
  /** The element by which what is here is left out. */
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
