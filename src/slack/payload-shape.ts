type Log = (fields: object, message: string) => void;

/**
 * Notes once of each kind what Slack sends that nobody here can read: its shape, which is the names of its
 * fields and nothing of what is in them.
 */
export function createUnreadable(log: Log): (body: unknown) => void {
  const known = new Set<string>();
  return (body) => {
    const shape = shapeOf(body, 2);
    if (known.has(shape) || known.size >= knownAtMost) return;
    known.add(shape);
    log({ shape }, "a payload from Slack cannot be read");
  };
}

const knownAtMost = 100;

/** Deeper down names may be what people chose: the ids of fields and channels. */
function shapeOf(value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${depth > 0 ? shapeOf(value[0], depth) : ""}]`;
  if (value === null || typeof value !== "object") return value === null ? "null" : typeof value;
  if (depth === 0) return "{}";
  const fields = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${name}:${shapeOf(field, depth - 1)}`).join(",")}}`;
}
