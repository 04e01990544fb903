const demoted = "It is no primary any more: Galley connects to the new one.";
const locked = "Check the user and the password in STORE_URL.";
const cluster = "Name a single Redis (with replicas if you like), and no cluster.";

/**
 * What Redis' answers about the server itself mean for an operator, by their first word. Answers about a
 * command have no line here.
 */
export const redisAnswers: Readonly<Partial<Record<string, string>>> = {
  READONLY: demoted,
  UNBLOCKED: demoted,
  MASTERDOWN: demoted,
  LOADING: "It is reading its file after a start: this passes.",
  BUSY: "It is running a script: this passes.",
  NOREPLICAS: "Too few replicas are connected for `min-replicas-to-write`.",
  CLUSTERDOWN: "Its cluster is down: this passes once it is repaired.",
  MOVED: cluster,
  ASK: cluster,
  CROSSSLOT: cluster,
  NOAUTH: locked,
  WRONGPASS: locked,
  NOPERM: locked,
  MISCONF: "It cannot write its file: look at its disk and log.",
  OOM: "It is full: raise `maxmemory`.",
};

function meaningOf(error: unknown): string | undefined {
  return error instanceof Error
    ? redisAnswers[/^[A-Z]+/u.exec(error.message)?.[0] ?? ""]
    : undefined;
}

/** True for an answer of a server that is no primary any more: only a new connection reaches the new one. */
export function isDemoted(error: unknown): boolean {
  return meaningOf(error) === demoted;
}

/** Returns Redis' words, and what they mean for an operator. */
export function describeAnswer(error: unknown): string {
  const message = error instanceof Error ? error.message : "?";
  const meaning = meaningOf(error);
  return `(${message}).${meaning === undefined ? "" : ` ${meaning}`}`;
}
