import { createReadStream } from "node:fs";
import { text as readText } from "node:stream/consumers";

import { vi } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { patience } from "../patience.ts";
import type { Galley } from "./galley.ts";

export const shortStory = [
  "Chapter One",
  "",
  "Marlow Finch walked down to the harbour. The Lantern House stood dark above the water.",
  "“You are late,” said Ilse Brandt, and Marlow Finch only nodded at her.",
  "",
  "Chapter Two",
  "",
  "In the morning Ilse Brandt opened the Lantern House. Marlow Finch was gone.",
  "",
].join("\n");

/** Code points of the story, so also the credits that its translation costs. */
export const storyCredits = 261;

type Wing = Pick<Galley, "slack" | "card">;

/** Robin posts the story in #translations and the card offers it. */
export async function quoted(galley: Wing, content: string = shortStory) {
  const post = await galley.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content,
  });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

/** The same, and Ana, an approver, approves the translation. */
export async function approved(galley: Wing, content?: string) {
  const { post, card } = await quoted(galley, content);
  await galley.slack.people.ana.clicks(card, "quote.approve");
  return { post, card };
}

/**
 * The same, and it is being translated, until the partner is hurried. The partner is slow only once
 * the estimate is in: the card waits for it.
 */
export async function running(
  galley: Wing & Pick<Galley, "partner">,
  { content = shortStory, charsPerSecond = 1 } = {},
) {
  const { post } = await quoted(galley, content);
  const offer = await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.partner.change({ charsPerSecond });
  await galley.slack.people.ana.clicks(offer, "quote.approve");
  return { post, offer, card: await galley.card(post, /Translating…/u) };
}

export function hurries({ partner }: Pick<Galley, "partner">): void {
  partner.change({ charsPerSecond: 1_000_000 });
}

/** The same, and the translation has come back. */
export async function translated(galley: Wing & Pick<Galley, "reply">, content?: string) {
  const { post, card } = await approved(galley, content);
  return { post, card, reply: await arrival(galley, post) };
}

export function arrival(galley: Pick<Galley, "reply">, post: Message) {
  return galley.reply(post, /French translation of “harbour” is ready/u);
}

/** Resolves when the result was compared with its manuscript, which reads both again. */
export function compared(galley: Pick<Galley, "reply">, post: Message) {
  return galley.reply(post, /Nothing is missing: .*paragraphs?\./u);
}

type Person = Galley["slack"]["people"]["ana"];
type Slack = Pick<Galley, "slack">;
type Item = "chapters" | "glossary" | "language" | "note" | "details";
type Screen = Pick<NonNullable<Parameters<Person["clicks"]>[2]>, "screen">;

/** Opens the form behind an option of the card's ⋯; returns its text. */
export async function opens(
  { slack }: Slack,
  person: Person,
  { card, item, screen = "current" }: Screen & { readonly card: Message; readonly item: Item },
): Promise<string> {
  if (person.sees().modal !== undefined) await person.closes();
  await person.clicks(card, "quote.more", { option: item, screen });
  const what = `the form for ${item}`;
  return await slack.until(
    () => {
      const { modal } = person.sees();
      const drawn = modal && slack.draw.view(modal, { columns: 1000 });
      return drawn?.includes("One moment…") === true ? undefined : drawn;
    },
    { what },
  );
}

/** Waits until the details of the card show the partner's estimate, or the text that replaces it. */
export async function estimated(
  galley: Slack,
  card: Message,
  fits: RegExp = /\d tokens?/u,
): Promise<Message> {
  const { sam } = galley.slack.people;
  await vi.waitFor(async () => {
    const details = await opens(galley, sam, { card, item: "details" });
    if (!fits.test(details)) throw new Error("the partner's estimate has not come");
  }, patience);
  await sam.closes();
  return card;
}

/** Matches a card that offers this part: its headline or note names the chapters above the button. */
export function partOffered(chapters: string): RegExp {
  return new RegExp(
    `(?:, |covers )${chapters}(?: \\([^)]*\\))?[,.][^]*\\[ Approve (?:part )?·`,
    "u",
  );
}

/** Opens the form to decline, gives a reason where there is one, and sends it. */
export async function declines(
  { slack }: Slack,
  person: Person,
  {
    card,
    reason,
    screen = "current",
  }: Screen & { readonly card: Message | "home"; readonly reason?: string },
) {
  await person.clicks(card, "quote.decline", { screen });
  await slack.until(() => person.sees().modal, { what: "the form to decline" });
  if (reason !== undefined) person.fillsIn({ reason });
  return await person.submits();
}

export async function changesLanguage(
  galley: Slack,
  person: Person,
  { language, ...at }: Screen & { readonly card: Message; readonly language: string },
) {
  await opens(galley, person, { ...at, item: "language" });
  person.fillsIn({ language });
  return await person.submits();
}

/** Restricts the card to these chapters, named as in the form. */
export async function choosesChapters(
  galley: Slack,
  person: Person,
  {
    card,
    first,
    last,
    matter,
  }: {
    readonly card: Message;
    readonly first?: string;
    readonly last?: string;
    readonly matter?: string;
  },
) {
  await opens(galley, person, { card, item: "chapters" });
  person.fillsIn({
    ...(first !== undefined && { "part.first": first }),
    ...(last !== undefined && { "part.last": last }),
    ...(matter !== undefined && { "part.matter": matter }),
  });
  return await person.submits();
}

export async function addsNote(
  galley: Slack,
  person: Person,
  { card, note }: { readonly card: Message; readonly note: string },
) {
  await opens(galley, person, { card, item: "note" });
  person.fillsIn({ note });
  return await person.submits();
}

/** Extracts a glossary through the form that shows its price. */
export async function extracts(galley: Slack, person: Person, card: Message) {
  await opens(galley, person, { card, item: "glossary" });
  return await person.clicks("modal", "quote.glossary");
}

export async function choosesStrategy(
  galley: Slack,
  person: Person,
  { card, option }: { readonly card: Message; readonly option: string },
) {
  await opens(galley, person, { card, item: "glossary" });
  return await person.clicks("modal", "quote.strategy", { option });
}

/**
 * Reads the partner's own records of this action. Charges and POST requests are
 * those of all actions.
 */
export async function orders(galley: Pick<Galley, "partner">, action = "translation") {
  const { tasks, creates, accounts, requests } = await galley.partner.records();
  const mine = creates.filter((create) => create.action === action);
  return {
    tasks: tasks.filter((task) => task.action === action),
    keys: new Set(mine.map(({ idempotencyKey }) => idempotencyKey)),
    outcomes: mine.map(({ outcome }) => outcome),
    charged: accounts.reduce((sum, account) => sum + account.charged, 0),
    posts: requests.filter(({ method }) => method === "POST"),
  };
}

/** Opens the Home tab and returns it as the person sees it. */
export async function homeOf(
  galley: Galley,
  person: Galley["slack"]["people"]["ana"],
  words: RegExp,
): Promise<string> {
  await person.opensHome();
  return await homeSeen(galley, person, words);
}

/** Returns Home, which is open, once it fits and differs from `before`. */
export async function homeSeen(
  { slack }: Galley,
  person: Galley["slack"]["people"]["ana"],
  words: RegExp,
  before?: string,
): Promise<string> {
  return await slack.until(() => {
    const { home } = person.sees();
    const drawn = home && slack.draw.view(home);
    return drawn !== undefined && drawn !== before && words.test(drawn) && drawn;
  });
}

/** Returns the file that `/translate-usage csv` has sent to an admin. */
export async function sentSpending({ slack }: Pick<Galley, "slack">): Promise<string> {
  const { path } = await slack.until(() =>
    slack.state.files.all().find(({ name }) => name.startsWith("galley-spending")),
  );
  return readText(createReadStream(path ?? ""));
}

/** Skips to this hour, counted from the beginning of the next Tuesday in UTC: at ten everybody is at work. */
export function onTuesday({ clock }: Galley, hour: number): void {
  const hourMs = 3_600_000;
  const dayMs = 24 * hourMs;
  const day = Math.floor(clock.now() / dayMs);
  // The first of January 1970 was a Thursday.
  const until = (12 - (day % 7)) % 7 || 7;
  clock.skip((day + until) * dayMs + hour * hourMs - clock.now());
}
