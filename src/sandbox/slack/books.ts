import type { ChangeBody, Changes } from "./state/changes.ts";

type Kind = ChangeBody["kind"];
type Of<K extends Kind> = Extract<ChangeBody, { readonly kind: K }>;

/** Everything the workspace ever saw, in order: the books that tests hold the bot against. */
export function createBooks(changes: Changes, botUserId: string) {
  const all = <K extends Kind>(kind: K): readonly Of<K>[] =>
    changes.history().filter((change): change is typeof change & Of<K> => change.kind === kind);

  return {
    /** Each message ever posted, by people too, as it was when it was posted. */
    posts: () => all("message-posted").map(({ message }) => message),
    botPosts: () =>
      all("message-posted")
        .map(({ message }) => message)
        .filter(({ user }) => user === botUserId),
    updates: () => all("message-updated").map(({ message }) => message),
    deletions: () => all("message-deleted").map(({ message }) => message),
    ephemerals: () => all("ephemeral-shown").map(({ ephemeral }) => ephemeral),
    botUploads: () =>
      all("file-uploaded")
        .map(({ file }) => file)
        .filter(({ user }) => user === botUserId),
  };
}
