type Answer = {
  /** `renew`: only a new connection reaches the new primary. `wait`: it passes. `operator`: somebody has to fix it. */
  readonly remedy: "renew" | "wait" | "operator";
  /** For an operator, after Redis' own words. */
  readonly says: string;
};

const demoted: Answer = {
  remedy: "renew",
  says: "It is no primary any more: Galley connects to the new one.",
};
const locked: Answer = {
  remedy: "operator",
  says: "Check the user and the password in STORE_URL.",
};
const cluster: Answer = {
  remedy: "operator",
  says: "Name a single Redis (with replicas if you like), and no cluster.",
};

/** Redis' answers about the server itself, by their first word. Answers about a command have no line here. */
export const redisAnswers: Readonly<Partial<Record<string, Answer>>> = {
  READONLY: demoted,
  UNBLOCKED: demoted,
  MASTERDOWN: demoted,
  LOADING: { remedy: "wait", says: "It is reading its file after a start: this passes." },
  BUSY: { remedy: "wait", says: "It is running a script: this passes." },
  NOREPLICAS: {
    remedy: "wait",
    says: "Too few replicas are connected for `min-replicas-to-write`.",
  },
  CLUSTERDOWN: { remedy: "wait", says: "Its cluster is down: this passes once it is repaired." },
  MOVED: cluster,
  ASK: cluster,
  CROSSSLOT: cluster,
  NOAUTH: locked,
  WRONGPASS: locked,
  NOPERM: locked,
  MISCONF: { remedy: "operator", says: "It cannot write its file: look at its disk and log." },
  OOM: { remedy: "operator", says: "It is full: raise `maxmemory`." },
};

function answerOf(error: unknown): Answer | undefined {
  return error instanceof Error
    ? redisAnswers[/^[A-Z]+/u.exec(error.message)?.[0] ?? ""]
    : undefined;
}

/** True for an answer of a server that is no primary any more. */
export function isDemoted(error: unknown): boolean {
  return answerOf(error)?.remedy === "renew";
}

/** Returns Redis' words, and what they mean for an operator. */
export function describeAnswer(error: unknown): string {
  const message = error instanceof Error ? error.message : "?";
  const says = answerOf(error)?.says;
  return `(${message}).${says === undefined ? "" : ` ${says}`}`;
}
