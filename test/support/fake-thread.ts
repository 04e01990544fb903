import type { Posted, Thread } from "#domain/context.ts";
import type { Notice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";

type Call = keyof Thread;
type Fate = { readonly when: "before" | "after"; readonly error: Error };

/** Returns a conversation that records its posts, and can fail before or after any call. */
export function aThread() {
  const cards: { readonly quoteId: string; readonly ts: string; key: string | undefined }[] = [];
  const posts: { readonly notice: string; readonly ts: string }[] = [];
  const uploads: string[] = [];
  const shares: string[] = [];
  const calls: Call[] = [];
  const fates: (Fate & { readonly at: number })[] = [];

  const carry = async <T>(call: Call, work: () => T): Promise<T> => {
    const fate = fates.find(({ at }) => at === calls.length);
    calls.push(call);
    if (fate?.when === "before") throw fate.error;
    const result = work();
    if (fate !== undefined) throw fate.error;
    return result;
  };
  const postCard = ({ id }: Quote): Posted => {
    const ts = `card-${cards.length + 1}`;
    cards.push({ quoteId: id, ts, key: undefined });
    return { channel: "C0BOOKS", ts };
  };
  const findCard = (id: string) => {
    const card = cards.find(({ quoteId }) => quoteId === id);
    return card && { channel: "C0BOOKS", ts: card.ts, facts: [] };
  };
  const post = (notice: string): string => {
    const ts = `post-${posts.length + 1}`;
    posts.push({ notice, ts });
    return ts;
  };
  const thread: Thread = {
    expectCard: () => undefined,
    isGone: async () => false,
    postCard: async (quote, beforeItLeaves) => {
      await beforeItLeaves?.();
      return carry("postCard", () => postCard(quote));
    },
    updateCard: (_quote, _card) => carry("updateCard", () => undefined),
    react: async () => {},
    readCardRuns: async () => [],
    findCard: (id) => carry("findCard", () => findCard(id)),
    post: async (_, notice: Notice, beforeItLeaves) => {
      await beforeItLeaves?.();
      return carry("post", () => inBooks(post(notice.id)));
    },
    findPost: (_, notice) =>
      carry("findPost", () => {
        const found = posts.find((one) => one.notice === notice.id);
        return found && inBooks(found.ts);
      }),
    updatePost: (_quote, _notice, _posted) => carry("updatePost", () => undefined),
    upload: () => carry("upload", () => `F${uploads.push("file")}`),
    share: (_, notice, fileId) => carry("share", () => void shares.push(`${notice.id} ${fileId}`)),
    findShare: (fileId) =>
      carry("findShare", () =>
        shares.some((share) => share.endsWith(` ${fileId}`)) ? "shared" : "none",
      ),
    linkTo: ({ id }) => carry("linkTo", () => `https://acme.slack.com/${id}`),
  };
  return {
    thread,
    cards,
    posts,
    uploads,
    shares,
    calls,
    /** Makes the call of this number (0 is the first) fail. */
    failAt: (at: number, when: Fate["when"], error: Error) => void fates.push({ at, when, error }),
  };
}

function inBooks(ts: string): Posted {
  return { channel: "C0BOOKS", ts };
}
