import type {
  Channel,
  Ephemeral,
  Exchange,
  Group,
  Message,
  Person,
  SlackFile,
} from "#sandbox/slack/model.ts";

/** Everything that can happen in the local Slack, in the terms of its page and its tests. */
export type Change =
  | { readonly kind: "person" | "person-changed"; readonly person: Person }
  | { readonly kind: "channel"; readonly channel: Channel }
  | { readonly kind: "group"; readonly group: Group }
  | { readonly kind: "message-posted"; readonly message: Message }
  | { readonly kind: "message-updated"; readonly message: Message }
  | { readonly kind: "message-deleted"; readonly message: Message }
  | { readonly kind: "ephemeral-shown"; readonly ephemeral: Ephemeral }
  | { readonly kind: "file-uploaded"; readonly file: SlackFile }
  | { readonly kind: "file-changed"; readonly file: SlackFile }
  | { readonly kind: "modal" | "home"; readonly user: string }
  | { readonly kind: "sockets"; readonly connections: number }
  | { readonly kind: "exchange"; readonly exchange: Exchange };

export type Changes = ReturnType<typeof createChanges>;

/** Creates the one stream of changes: remembered, and passed to listeners at once. */
export function createChanges() {
  const history: Change[] = [];
  const listeners = new Set<(change: Change) => void>();

  return {
    announce(change: Change): void {
      history.push(change);
      for (const listener of listeners) listener(change);
    },
    onChange(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    history: (): readonly Change[] => history,
  };
}

type Kind = Change["kind"];
type Of<K extends Kind> = Extract<Change, { readonly kind: K }>;
export type Records = ReturnType<typeof createRecords>;

/** Everything that the workspace ever saw, in order: tests compare the bot with these records. */
export function createRecords(deps: { now: () => number; changes: Changes; botUserId: string }) {
  const { now, changes, botUserId } = deps;
  const exchanges: Exchange[] = [];
  const all = <K extends Kind>(kind: K): readonly Of<K>[] =>
    changes.history().filter((change): change is Of<K> => change.kind === kind);
  const posts = () => all("message-posted").map(({ message }) => message);

  return {
    /** Each message ever posted, also by people, in its first state. */
    posts,
    botPosts: () => posts().filter(({ user }) => user === botUserId),
    updates: () => all("message-updated").map(({ message }) => message),
    ephemerals: () => all("ephemeral-shown").map(({ ephemeral }) => ephemeral),
    botUploads: () =>
      all("file-uploaded")
        .map(({ file }) => file)
        .filter(({ user }) => user === botUserId),
    /** All requests between bot and Slack, in the order in which they were answered. */
    exchanges: (): readonly Exchange[] => exchanges,
    record(content: Omit<Exchange, "at">): void {
      const exchange = { ...content, at: now() };
      exchanges.push(exchange);
      changes.announce({ kind: "exchange", exchange });
    },
  };
}

/** The number of last changes in the error of a wait that failed. */
const LAST_SHOWN = 12;
/** Long enough for a busy machine: only a change that never comes is waited for so long. */
export const PATIENCE_MS = 180_000;

export type Wait = {
  readonly within?: number;
  /** The awaited thing in words, for the error when it does not come. */
  readonly what?: string;
};

/** The result of `look` before the awaited thing has come: any falsy value. */
export type Nothing = undefined | null | false | 0 | "";

/**
 * Resolves at the first change after which `look` returns something; looks once at the start, too.
 * It never sleeps: it looks again exactly when something has happened. After `within` ms it rejects
 * with an error that lists the last changes.
 */
export async function untilSeen<T>(
  changes: Changes,
  look: () => T | Nothing,
  { within = PATIENCE_MS, what = "what was waited for" }: Wait = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const check = () => {
    try {
      const match = look();
      if (isSomething(match)) resolve(match);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stop = changes.onChange(check);
  const late = AbortSignal.timeout(within);
  late.addEventListener("abort", () => reject(new Error(missed(changes, within, what))));
  check();
  try {
    return await promise;
  } finally {
    stop();
  }
}

const isSomething = <T>(value: T | Nothing): value is T => Boolean(value);

function missed(changes: Changes, within: number, what: string): string {
  const last = changes.history().slice(-LAST_SHOWN).map(lineOf);
  const history = last.length === 0 ? "nothing happened" : `last seen:\n  ${last.join("\n  ")}`;
  return `${what} did not come within ${within} ms; ${history}`;
}

function lineOf(change: Change): string {
  if (change.kind === "exchange") {
    const { direction, name, outcome } = change.exchange;
    return `${direction} ${name}: ${outcome}`;
  }
  const message = "message" in change ? change.message : undefined;
  return `${change.kind} ${message?.ts ?? ""} ${message?.text.slice(0, 100) ?? ""}`.trim();
}
