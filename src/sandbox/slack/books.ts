import type { Exchange } from "./model.ts";
import type { Change, Changes } from "./state/changes.ts";

type Kind = Change["kind"];
type Of<K extends Kind> = Extract<Change, { readonly kind: K }>;
export type Books = ReturnType<typeof createBooks>;

/** Everything that the workspace ever saw, in order: tests compare the bot with these books. */
export function createBooks(deps: { now: () => number; changes: Changes; botUserId: string }) {
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
    record(given: Omit<Exchange, "at">): void {
      const exchange = { ...given, at: now() };
      exchanges.push(exchange);
      changes.announce({ kind: "exchange", exchange });
    },
  };
}
