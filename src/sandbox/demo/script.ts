import { fetch } from "#lib/http.ts";
import { cut } from "#sandbox/slack/drawing/width.ts";
import type { Ephemeral, Message } from "#sandbox/slack/model.ts";

import { type Printer, type Step, hold } from "./printing.ts";
import type { World } from "./world.ts";

type Play = {
  readonly world: World;
  readonly printer: Printer;
  readonly step: Step;
  readonly manuscript: { readonly name: string; readonly content: Uint8Array };
};

const channel = "#translations";
const request = "Please translate this.";
/** Long enough to see the card move. */
const translationSeconds = 7;
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Plays one request and checks each step; returns its outcome in a sentence. Throws StepFailedError. */
export async function playRequest(play: Play): Promise<string> {
  const post = await postManuscript(play);
  const quote = await awaitQuote(play, post);
  if (typeof quote === "string") return quote;
  await approve(play, quote);
  const reply = await watch(play, post);
  await checkCard(play, post);
  const link = await askForLink(play, reply);
  await openLink(play, link);
  await checkRecords(play);
  return "Every step held: one manuscript went in, one translation came back, paid for once.";
}

function postManuscript(play: Play): Promise<Message> {
  const { manuscript, world } = play;
  return scene(play, `Robin posts ${manuscript.name} in ${channel}`, async () => {
    // With a text: a file that is no manuscript is answered only when somebody asks.
    const post = await world.slack.people.robin.posts({
      channel,
      text: request,
      files: [manuscript],
    });
    show(play, post);
    return post;
  });
}

/** Returns the card, or a sentence when there is nothing to approve. */
function awaitQuote(play: Play, post: Message): Promise<Message | string> {
  return scene(play, "Galley answers in the thread", async () => {
    const answer = await see(play, "an estimate in the thread", () => {
      const [first] = replies(play, post);
      return first !== undefined && isAnswer(first) && first;
    });
    show(play, answer);
    if (offers(answer, "quote.approve")) return answer;
    return isCard(answer)
      ? "The manuscript is in that language already: Galley asks for another one first (--lang CODE)."
      : "Galley did not take this file, and its answer says why. Nothing was sent or charged.";
  });
}

/** True for a refusal, a card without a price, or one with the Approve button. */
function isAnswer(message: Message): boolean {
  if (!isCard(message) || message.text.includes("is already in")) return true;
  return offers(message, "quote.approve");
}

/** An estimate card has its forms behind a ⋯; a plain answer has none. */
function isCard(message: Message): boolean {
  return offers(message, "quote.more");
}

/** True when a message has a button or select of this action id. */
function offers({ blocks }: Message, actionId: string): boolean {
  return JSON.stringify(blocks ?? []).includes(`"action_id":"${actionId}"`);
}

function approve(play: Play, card: Message): Promise<void> {
  const { world, printer } = play;
  return scene(play, "Ana, an approver, clicks Approve and is asked once more", async () => {
    const characters = Array.from(new TextDecoder().decode(play.manuscript.content)).length;
    world.partner.change({ charsPerSecond: characters / translationSeconds });
    const { confirm } = await world.slack.people.ana.clicks(card, "quote.approve");
    hold(confirm !== undefined, "Nobody was asked before the money was spent.");
    printer.card(`${confirm.title}\n${confirm.text}\n[ ${confirm.deny} ]  [ ${confirm.confirm} ]`);
  });
}

function watch(play: Play, post: Message): Promise<Message> {
  return scene(play, "The partner translates, and the card shows how far it is", async () => {
    const bars = new Set<string>();
    const reply = await see(play, "the reply that the translation is ready", () => {
      const [card, outcome] = replies(play, post);
      if (card !== undefined) showProgress(play, card, bars);
      return outcome;
    });
    play.printer.line();
    show(play, reply);
    hold(offers(reply, "task.fresh_link"), "The run brought no translation.");
    hold(bars.size > 0, "The card never showed how far the partner was.");
    return reply;
  });
}

/** Shows the whole card the first time, then only its line that moves. */
function showProgress(play: Play, card: Message, bars: Set<string>): void {
  const drawing = draw(play, card);
  const bar = /Translating… \d+%[^│\n]*/u.exec(drawing)?.[0].trim();
  if (bar === undefined || bars.has(bar)) return;
  play.printer.card(bars.size === 0 ? drawing : `  ${bar}`);
  bars.add(bar);
}

function checkCard(play: Play, post: Message): Promise<void> {
  return scene(play, "The card now says what was charged", async () => {
    const card = await see(play, "the finished card", () => {
      const [card] = replies(play, post);
      return card?.text.includes("✅ Done") === true && card;
    });
    show(play, card);
    hold(card.text.includes("as approved"), "The charge is not what was approved.");
  });
}

function askForLink(play: Play, reply: Message): Promise<string> {
  const { robin } = play.world.slack.people;
  return scene(play, "Robin clicks Download", async () => {
    await robin.clicks(reply, "task.fresh_link");
    const answer = await see(play, "a link for Robin alone", () => robin.sees().ephemerals.at(-1));
    show(play, answer);
    const link = /"url":"([^"]+)"/u.exec(JSON.stringify(answer.blocks))?.[1];
    hold(link !== undefined, "The answer holds no link.");
    return link;
  });
}

function openLink(play: Play, link: string): Promise<void> {
  const { printer } = play;
  return scene(play, "The link opens the translation", async () => {
    const response = await fetch(link);
    const text = await response.text();
    hold(response.status === 200, `The link answered ${response.status}.`);
    hold(text.trim() !== "", "The link brought a file without text.");
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    printer.card(
      lines
        .slice(0, 6)
        .map((line) => cut(line, printer.columns))
        .join("\n"),
    );
  });
}

function checkRecords(play: Play): Promise<void> {
  const { partner, slack } = play.world;
  const { ada } = slack.people;
  return scene(play, "Ada, an admin, types /translate-usage", async () => {
    await ada.commands("/translate-usage", "", { channel });
    show(play, await see(play, "the balance for Ada alone", () => ada.sees().ephemerals.at(-1)));
    const paid = (await partner.records()).tasks.filter(({ charged }) => (charged ?? 0) > 0);
    hold(paid.length === 1, `The partner charged ${paid.length} tasks instead of one.`);
  });
}

/** Runs a step that also ends when the bot is gone or the person wants to stop. */
function scene<T>({ step, world }: Play, title: string, run: () => Promise<T>): Promise<T> {
  return step(title, () => Promise.race([run(), world.broken]));
}

/** Waits as long as a manuscript of this size may reasonably take. */
function see<T>({ world, manuscript }: Play, what: string, look: () => T | undefined | false) {
  const within = 30_000 + Math.ceil(manuscript.content.length / 100);
  return world.slack.until(look, { within, what });
}

/** Returns Galley's replies to the post, oldest first. */
function replies({ world }: Play, post: Message): readonly Message[] {
  const { state, app } = world.slack;
  return state.messages.thread(post.channel, post.ts).filter(({ user }) => user === app.botUserId);
}

function show(play: Play, message: Message | Ephemeral): void {
  play.printer.card(draw(play, message));
}

function draw({ world, printer }: Play, message: Message | Ephemeral): string {
  return world.slack.draw.message(message, { columns: printer.columns, timeZone });
}
