import { expect, test } from "vitest";

import { shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { opensSettings, sets, submitsSettings } from "../settings-deeds.ts";

const channel = "#translations";
const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: `${shortStory}The lantern went out.\n` };

test("where only mentions are answered, a file gets no card, and a file with a mention gets one", async () => {
  await using galley = await quietGalley();
  const { robin } = galley.slack.people;

  await robin.uploads(channel, harbour);
  await robin.posts({ channel, text: "Please translate this to German", files: [harbour] });
  await galley.slack.deliveries.settled();
  const before = galley.cards(galley.slack.translations.id);
  const post = await robin.posts({
    channel,
    text: mention(galley, "to German please"),
    files: [lantern],
  });
  await galley.oneCard(post, /lantern → German/u);

  expect(before).toEqual([]);
  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a mention in the thread of a file gets its card there, in the language that it names", async () => {
  await using galley = await quietGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads(channel, harbour);

  await ana.posts({ thread: post, text: mention(galley, "into Dutch please") });
  await galley.oneCard(post, /harbour → Dutch/u);
  await ana.posts({ thread: post, text: mention(galley, "how much?") });

  const told = galley.drawn(await galley.hears(ana, /waiting for approval/u));
  expect(told).toContain("“harbour” → Dutch");
  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a mention in the thread of several files gets a card for each", async () => {
  await using galley = await quietGalley();
  const { robin } = galley.slack.people;
  const post = await robin.uploads(channel, harbour, lantern);

  await robin.posts({ thread: post, text: mention(galley, "please") });
  await galley.oneCard(post, /harbour → French/u);
  await galley.oneCard(post, /lantern → French/u);

  expect(galley.cards(post.channel)).toHaveLength(2);
});

test("a mention that is edited in later gets a card, and once", async () => {
  await using galley = await quietGalley();
  const { robin } = galley.slack.people;
  const post = await robin.posts({ channel, text: "The first chapter", files: [harbour] });

  const edited = await robin.edits(post, mention(galley, "The first chapter"));
  await galley.oneCard(post, /harbour → French/u);
  await robin.edits(edited, mention(galley, "The very first chapter"));
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a forwarded file gets a card if its message or its thread mentions Galley", async () => {
  await using galley = await quietGalley();
  const { robin } = galley.slack.people;
  const first = await robin.posts({ channel, files: [harbour] });

  const silent = await robin.forwards(first, channel, "see this");
  await galley.slack.deliveries.settled();
  const before = galley.cards(silent.channel);
  const post = await robin.forwards(first, channel, mention(galley, "see this"));
  await galley.oneCard(post, /harbour → French/u);
  await robin.posts({ thread: silent, text: mention(galley, "to German please") });
  await galley.oneCard(silent, /harbour → German/u);

  expect(before).toEqual([]);
  expect(galley.cards(post.channel)).toHaveLength(2);
});

test("a mention where there is no file is answered with how to begin", async () => {
  await using galley = await quietGalley();
  const { robin } = galley.slack.people;

  await robin.posts({ channel, text: mention(galley, "hello") });

  expect((await galley.hears(robin, /Post a manuscript/u)).text).toContain("approves it");
  expect(galley.cards(galley.slack.translations.id)).toEqual([]);
});

test("direct messages, the form and the shortcut work without a mention", async () => {
  await using galley = await quietGalley();
  const { robin, sam } = galley.slack.people;
  const post = await robin.uploads(channel, harbour);

  const direct = await robin.posts({ files: [lantern] });
  await galley.oneCard(direct, /lantern → French/u);
  await robin.usesShortcut(post, "translate_manuscript");
  await submitsRequest(galley, robin, { language: "German" });
  await galley.oneCard(post, /harbour → German/u);
  await sam.commands("/translate", "", { channel });
  await submitsRequest(galley, sam, { language: "Dutch", file: "harbour.txt" });
  const isAsked = () => galley.cards(post.channel).some(({ text }) => text.includes("→ Dutch"));
  await galley.slack.until(isAsked);

  expect(galley.cards(post.channel)).toHaveLength(2);
});

test("an admin chooses what is answered in a channel, and /translate settings says it", async () => {
  await using galley = await openGalley();
  const { ada, robin } = galley.slack.people;
  const said = async (words: RegExp) => {
    await robin.commands("/translate", "settings", { channel });
    return galley.drawn(await galley.hears(robin, words));
  };

  const before = await said(/Manuscripts that I answer: every manuscript\./u);
  const [changed] = await sets(galley, { channel_answers: "mentioned" });
  const after = await said(/Manuscripts that I answer: only when I’m mentioned\./u);
  await opensSettings(galley, ada, "channel");
  await submitsSettings(ada, { answers: "none" });
  const post = await robin.uploads(channel, harbour);
  await galley.oneCard(post, /harbour → French/u);

  expect(JSON.stringify(changed)).toContain("every manuscript → *only when I’m mentioned*");
  expect([before, after].join("\n")).toContain("Only Galley’s admins can change its settings.");
  expect(galley.log.filter(({ kind }) => kind === "settings")).toHaveLength(2);
});

test("the first card of a channel says that every manuscript is answered, and where to change it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const first = await galley.oneCard(await robin.uploads(channel, harbour), /harbour → French/u);
  const second = await galley.oneCard(await robin.uploads(channel, lantern), /lantern → French/u);
  const note = "I answer every manuscript here";
  expect(galley.drawn(first)).toContain(`${note}; admins change that with`);
  expect(galley.drawn(second)).not.toContain(note);
});

test("a first card that somebody asked for says nothing of other manuscripts", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const text = mention(galley, "please");

  const post = await robin.posts({ channel, text, files: [lantern] });
  const card = await galley.oneCard(post, /lantern → French/u);

  expect(galley.drawn(card)).not.toContain("I answer every manuscript");
});

/** Opens a Galley that answers only mentions in the channel of translations. */
async function quietGalley(): Promise<Galley> {
  const galley = await openGalley();
  await sets(galley, { channel_answers: "mentioned" });
  return galley;
}

function mention({ slack }: Galley, words: string): string {
  return `<@${slack.app.botUserId}> ${words}`;
}

type Person = Galley["slack"]["people"]["robin"];

async function submitsRequest(
  { slack }: Galley,
  person: Person,
  { language, file }: { readonly language: string; readonly file?: string },
) {
  await slack.until(() => person.sees().modal?.submit !== undefined);
  person.fillsIn({
    "request.language": [language],
    ...(file !== undefined && { "request.recent": [file] }),
  });
  await person.submits();
}
