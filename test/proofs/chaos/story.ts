import { setTimeout as delay } from "node:timers/promises";

import { digestOf } from "#domain/fields.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { tale } from "../../journeys/long-texts.ts";
import { patience } from "../../patience.ts";
import type { Lane } from "./lane.ts";

/** Long enough for names to be seen as terms. Stories share no 32 letters, or one would cover another. */
const manuscript = (name: string) => tale(10 * parseInt(digestOf(name).slice(0, 6), 16), 10);

export type Story = { readonly channel: string; readonly post: Message; readonly fileName: string };

/**
 * Takes one manuscript from its post to its results. People click again when nothing happens. Ends
 * when the bot has nothing left to do.
 *
 * @throws when the story does not end in time, with the step that did not come
 */
export async function live(lane: Lane, name: string): Promise<Story> {
  const { slack } = lane;
  const { robin, ana } = slack.people;
  const { id: channel } = slack.state.channels.add({
    name,
    members: [robin.id, ana.id, slack.app.botUserId],
  });
  const fileName = `${name}.txt`;
  const post = await robin.uploads(channel, { name: fileName, content: manuscript(name) });
  await until(lane, "a card", () => isOffered(lane, post, "quote.approve"));
  // The card offers no glossary once the whole is approved.
  await comes(lane, { post, buy: extract }, () => isShown(lane, post, /Glossary(?!…)/u));
  await comes(lane, { post, buy: approve }, () =>
    isTold(lane, post, /translation of .* is ready/u),
  );
  await comes(lane, { post, buy: postFile }, () =>
    isTold(lane, post, /The file is in the thread/u),
  );
  await until(lane, "the glossary", () => isTold(lane, post, /glossary of .* is ready/u));
  await until(lane, "rest", async () => (await lane.waiting()) === 0);
  return { channel, post, fileName };
}

type Buy = (lane: Lane, post: Message) => Promise<void>;

/** Clicks until the bot acknowledges the click to Slack. */
async function approve(lane: Lane, post: Message): Promise<void> {
  await until(lane, "a click on quote.approve", async () => {
    const [card] = lane.replies(post);
    // A click whose answer was lost may have counted: then the button is gone.
    if (card === undefined || !isOffered(lane, post, "quote.approve")) return true;
    const { receipt } = await lane.slack.people.ana.clicks(card, "quote.approve");
    return receipt?.status === "acknowledged";
  });
}

/** Clicks once. The click is acknowledged before it is recorded, so a death may lose it. */
async function postFile(lane: Lane, post: Message): Promise<void> {
  const reply = lane
    .replies(post)
    .find((message) => JSON.stringify(message.blocks ?? []).includes('"task.post_file"'));
  if (reply !== undefined) await lane.slack.people.ana.clicks(reply, "task.post_file");
}

/** Clicks in the form behind the card's ⋯, which may not open before the bot dies. */
async function extract(lane: Lane, post: Message): Promise<void> {
  const { ana } = lane.slack.people;
  await until(lane, "a click on quote.glossary", async () => {
    const [card] = lane.replies(post);
    if (card === undefined || !isOffered(lane, post, "glossary:")) return true;
    if (ana.sees().modal !== undefined) await ana.closes();
    const deaths = lane.supervisor.deaths();
    const { receipt: heard } = await ana.clicks(card, "quote.more", { option: "glossary" });
    if (heard?.status !== "acknowledged") return false;
    const isGone = () => lane.supervisor.deaths() > deaths;
    const form = await lane.slack
      .until(() => ana.sees().modal ?? (isGone() ? "gone" : undefined), { within: formMs })
      .catch(() => "gone" as const);
    if (form === "gone") return false;
    if (!JSON.stringify(form.blocks).includes('"quote.glossary"')) return true;
    const { receipt } = await ana.clicks("modal", "quote.glossary");
    return receipt?.status === "acknowledged";
  });
}

/**
 * Clicks again while nothing happens and the card still offers it. A click on an outdated offer
 * approves nothing, and only the person who clicked is told.
 */
async function comes(
  lane: Lane,
  { post, buy }: { readonly post: Message; readonly buy: Buy },
  hasCome: () => boolean,
): Promise<void> {
  let again = 0;
  await until(lane, `what ${buy.name} buys`, async () => {
    if (Date.now() >= again) {
      await buy(lane, post);
      again = Date.now() + redeliveryMs;
    }
    return hasCome();
  });
}

/** Looks for the id of a button or the value of an option. */
function isOffered(lane: Lane, post: Message, begin: string): boolean {
  const [card] = lane.replies(post);
  return JSON.stringify(card?.blocks ?? []).includes(`"${begin}`);
}

function isShown(lane: Lane, post: Message, what: RegExp): boolean {
  const [card] = lane.replies(post);
  return card !== undefined && what.test(lane.drawn(card));
}

function isTold(lane: Lane, post: Message, what: RegExp): boolean {
  return lane
    .replies(post)
    .slice(1)
    .some(({ text }) => what.test(text));
}

/**
 * Waits while Slack redelivers its events, with a pause between: it tries no more than four times.
 */
async function until(
  lane: Lane,
  what: string,
  look: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + patience.timeout;
  let again = Date.now() + redeliveryMs;
  for (;;) {
    await lane.supervisor.up();
    if (Date.now() >= again) {
      await lane.slack.deliveries.redeliver();
      again = Date.now() + redeliveryMs;
    }
    if (await look()) return;
    if (Date.now() > deadline)
      throw new Error(`${what} did not come within ${patience.timeout} ms`);
    await delay(20);
  }
}

/** Longer than a death and a start. */
const redeliveryMs = 1000;
/** Slack opens no form later than three seconds after its click. */
const formMs = 4000;
