import type { Message } from "#sandbox/slack/model.ts";
import type { SlackSandbox } from "#sandbox/slack/slack.ts";

/** Shows the bot as people see it. Each wait looks again after every event, and never sleeps. */
export function createWatch(slack: SlackSandbox) {
  const drawn = (message: Parameters<SlackSandbox["draw"]["message"]>[0]) =>
    slack.draw.message(message, { columns: 1000 });
  const replies = (post: Message) =>
    slack.state.messages
      .thread(post.channel, post.threadTs ?? post.ts)
      .filter(({ user }) => user === slack.app.botUserId);
  return {
    /** A message as text, drawn so wide that no line wraps. */
    drawn,
    /** The bot's messages in the thread of this post, oldest first; the card is the first. */
    replies,
    /** The newest version of the card under this post whose drawn text fits. */
    card: (post: Message, fits: RegExp) =>
      slack.until(
        () => {
          const [card] = replies(post);
          return card !== undefined && fits.test(drawn(card)) ? card : undefined;
        },
        { what: `a card with ${String(fits)}` },
      ),
    /** One of several cards under this post; they come in any order. */
    oneCard: (post: Message, fits: RegExp) =>
      slack.until(() => replies(post).find((message) => fits.test(drawn(message))), {
        what: `one of the cards with ${String(fits)}`,
      }),
    /** The first bot message under this post, after the card, whose drawn text fits. */
    reply: (post: Message, fits: RegExp) =>
      slack.until(
        () =>
          replies(post)
            .slice(1)
            .find((message) => fits.test(drawn(message))),
        { what: `a reply with ${String(fits)}` },
      ),
    /** The ephemeral message to this person that fits. */
    hears: (person: { readonly id: string }, fits: RegExp) =>
      slack.until(
        () =>
          slack.records
            .ephemerals()
            .find((message) => message.user === person.id && fits.test(drawn(message))),
        { what: `a word to ${person.id} with ${String(fits)}` },
      ),
    /** The bot's message in this person's direct messages that fits. */
    direct: (person: { readonly id: string }, fits: RegExp) =>
      slack.until(
        () =>
          slack.state.messages
            .inChannel(slack.channels.direct(person.id).id)
            .find((message) => message.isFromBot && fits.test(drawn(message))),
        { what: `a direct message with ${String(fits)}` },
      ),
    /** The cards in this conversation: one for each quote. */
    cards: (channel: string) =>
      slack.records
        .botPosts()
        .filter(
          (message) =>
            message.channel === channel && message.metadata?.event_type === "translation_quote",
        ),
  };
}
