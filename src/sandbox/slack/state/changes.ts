import type { Channel, Ephemeral, Exchange, Group, Message, Person, SlackFile } from "../model.ts";

/** Everything that can happen in the local Slack, in the terms of its page and its tests. */
export type Change =
  | { readonly kind: "person"; readonly person: Person }
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

/**
 * Creates the one stream of changes, from the first one on: remembered, and passed to listeners at
 * once.
 */
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
