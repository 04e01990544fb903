import { SlackBusy, SlackRefused } from "../../../core/faults.ts";
import type { Thread } from "../../../core/ports.ts";

/** `thread`, telling of each post and update that Slack refused, by Slack's own name for why. */
export function watchThread(thread: Thread, onRefused: (code: string) => void): Thread {
  const watch =
    <Given extends readonly unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      try {
        return await call(...given);
      } catch (error) {
        if (error instanceof SlackRefused) onRefused(error.code);
        if (error instanceof SlackBusy) onRefused("ratelimited");
        throw error;
      }
    };
  return {
    ...thread,
    postCard: watch(thread.postCard),
    updateCard: watch(thread.updateCard),
    post: watch(thread.post),
    updatePost: watch(thread.updatePost),
    upload: watch(thread.upload),
    share: watch(thread.share),
  };
}
