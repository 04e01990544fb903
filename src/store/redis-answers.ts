/**
 * Redis' answers that say what is wrong with the server, and what helps. `renew`: only a new
 * connection reaches the new primary. `wait`: it passes. `operator`: somebody has to fix it.
 */
export const redisAnswers: Readonly<Record<string, "renew" | "wait" | "operator">> = {
  READONLY: "renew",
  UNBLOCKED: "renew",
  MASTERDOWN: "renew",
  LOADING: "wait",
  CLUSTERDOWN: "wait",
  NOAUTH: "operator",
  WRONGPASS: "operator",
  OOM: "operator",
};

/** True for an answer of a server that is no primary any more. */
export function isDemoted(error: unknown): boolean {
  return (
    error instanceof Error && redisAnswers[/^[A-Z]+/u.exec(error.message)?.[0] ?? ""] === "renew"
  );
}
