import { readFile } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { arrival, estimated, hurries, orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const harbour = { name: "harbour.txt", content: shortStory };

test("a manuscript posted inside a thread is answered in that thread", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const talk = await robin.posts({ channel: "#translations", text: "What about this one?" });

  const post = await robin.posts({ thread: talk, files: [harbour] });
  await ana.clicks(await galley.card(talk, /\[ Approve ·/u), "quote.approve");
  const reply = await arrival(galley, talk);

  expect(post.threadTs).toBe(talk.ts);
  expect(reply.threadTs).toBe(talk.ts);
});

test("a manuscript in a private channel that I was invited to is translated there", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const members = [robin.id, ana.id, galley.slack.app.botUserId];
  const secret = galley.slack.channels.add({ name: "secret", kind: "private", members });

  const post = await robin.uploads(secret.id, harbour);
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, post);

  expect(galley.cards(secret.id)).toHaveLength(1);
});

test("a manuscript in a group direct message is translated there, as in a channel", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const members = [robin.id, ana.id, galley.slack.app.botUserId];
  const group = galley.slack.channels.add({
    name: "mpdm-robin--ana--galley-1",
    kind: "mpim",
    members,
  });

  const post = await robin.uploads(group.id, harbour);
  await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
  const reply = await arrival(galley, post);
  await ana.clicks(reply, "task.fresh_link");

  expect(await galley.hears(ana, /Here is your link/u)).toBeDefined();
  expect(galley.cards(group.id)).toHaveLength(1);
});

describe("in a channel that another workspace shares with ours", () => {
  /** Opens a galley with a channel that the other workspace hosts: Slack names the host. */
  async function shared() {
    const galley = await openGalley();
    const { robin, ana, other } = galley.slack.people;
    // Slack does not call a member of a channel with the bot a stranger.
    galley.slack.state.people.change(other.about(), { isStranger: false });
    const members = [robin.id, ana.id, other.id, galley.slack.app.botUserId];
    const hostTeamId = other.about().teamId;
    const name = "with-elsewhere";
    const channel = galley.slack.channels.add({ name, isExtShared: true, hostTeamId, members });
    return { galley, channel, [Symbol.asyncDispose]: () => galley[Symbol.asyncDispose]() };
  }

  test("our own people are served", async () => {
    await using scene = await shared();
    const { galley, channel } = scene;
    const { robin, ana } = galley.slack.people;

    const post = await robin.uploads(channel.id, harbour);
    await ana.clicks(await galley.card(post, /\[ Approve ·/u), "quote.approve");
    await arrival(galley, post);

    expect(await orders(galley)).toMatchObject({ charged: storyCredits });
  });

  test("the form shows the names of manuscripts of which the history tells nothing but ids", async () => {
    await using scene = await shared();
    const { galley, channel } = scene;
    const { robin } = galley.slack.people;
    await robin.uploads(channel.id, harbour);
    await robin.uploads(channel.id, { name: "cover.png", content: "PNG" });

    await robin.commands("/translate", "", { channel: channel.id });
    const form = await galley.slack.until(() => {
      const { modal } = robin.sees();
      return modal?.submit === undefined ? undefined : JSON.stringify(modal);
    });

    expect(form).toContain("harbour.txt");
    expect(form).not.toMatch(/cover\.png|"manuscript"/u);
  });

  test("a language that is typed takes the newest manuscript there, under its name", async () => {
    await using scene = await shared();
    const { galley, channel } = scene;
    const { robin } = galley.slack.people;
    await robin.uploads(channel.id, harbour);
    await robin.uploads(channel.id, { name: "cover.png", content: "PNG" });

    await robin.commands("/translate", "de", { channel: channel.id });

    const told = await galley.hears(robin, /German/u);
    expect(told.text).toContain("“harbour”");
  });

  test("nothing of a stranger’s manuscript is sent anywhere", async () => {
    await using scene = await shared();
    const { galley, channel } = scene;

    const { other } = galley.slack.people;
    const post = await other.uploads(channel.id, harbour);
    await galley.hears(other, /Only full members of this workspace/u);

    expect(galley.replies(post)).toEqual([]);
    expect(galley.cards(channel.id)).toEqual([]);
    expect(await orders(galley)).toMatchObject({ posts: [] });
  });

  test("what a stranger posts leaves no record of them", async () => {
    await using scene = await shared();
    const { galley, channel } = scene;
    const { other, robin } = galley.slack.people;

    const post = await robin.uploads(channel.id, harbour);
    await galley.card(post, /\[ Approve ·/u);
    await other.uploads(channel.id, { name: "theirs.txt", content: harbour.content });
    await galley.hears(other, /Only full members of this workspace/u);
    await galley.stop();
    const kept = await readFile(galley.env.STORE_URL.slice("sqlite:".length), "latin1");
    await galley.start();

    expect(kept).toContain(robin.id);
    expect(kept).not.toContain(other.id);
    expect(kept).not.toContain("theirs");
  });
});

test("a file of which Slack’s event tells nothing but its id is quoted under its name", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const post = await robin.uploads("#translations", { ...harbour, isStub: true });
  const card = await galley.card(post, /\[ Approve ·/u);

  expect(card.text).toContain("harbour → French");
});

test("such a file that cannot be taken is refused under its name", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const file = { name: "plan.docx", content: "PK", isStub: true };
  const post = await robin.uploads("#translations", file);
  const told = await galley.slack.until(() => galley.replies(post)[0]);

  expect(told.text).toContain("“plan.docx” is damaged");
});

test("when I was taken out of the channel before I could answer, the requester hears it directly", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onCall("chat.postMessage", { fault: "refused", error: "not_in_channel" });

  await robin.uploads("#translations", harbour);
  const card = await galley.direct(robin, /\[ Approve ·/u);

  expect(card.text).toContain("harbour → French");
});

test("after I was taken out of a channel a click is answered directly, and so comes the result of a run", async () => {
  await using galley = await openGalley();
  const { slack } = galley;
  const { robin, ana, sam } = slack.people;
  const { post, card } = await quoted(galley);
  galley.partner.change({ charsPerSecond: 1, inlineUpTo: 0 });
  await ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);
  slack.channels.leave(slack.translations, slack.app.botUserId);

  await sam.clicks(card, "quote.approve", { screen: "stale" });
  const refused = await galley.direct(sam, /can do this/u);
  hurries(galley);
  const result = await galley.direct(robin, /is ready/u);

  expect(refused.channel).toBe(sam.direct().id);
  expect(galley.drawn(result)).toContain("[ Download ]");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"] });
});

test("a bot that has lost its store buys nothing on an old card", async () => {
  await using galley = await openGalley({ env: { STORE_URL: "memory:" } });
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  await galley.stop();
  await galley.start();

  await ana.clicks(card, "quote.approve");
  const told = await galley.hears(ana, /I rebuilt this card/u);

  expect(told.text).toContain("Nothing was charged");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("a partner that cannot name the language does not hold up the card", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const metadata = { method: "POST", action: "preview_metadata" } as const;
  galley.partner.inject({ kind: "status", status: 500, times: 50, ...metadata });

  // In no language that Galley finds by itself, so the partner is asked.
  const content = "Zrk blmf trpq wvs. ".repeat(20);
  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await galley.card(post, /\[ Approve ·/u);
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.drawn(card)).not.toContain("English");
  expect(await orders(galley)).toMatchObject({ charged: content.length });
});

test("a translation that is complete without files or charge is said to be so", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.partner.change({ charsPerSecond: 300 });
  const remove = ["download_files", "credits_charged", "char_count"];
  galley.partner.inject({ kind: "patch", remove, times: 100, method: "GET", path: "/tasks/*" });

  await galley.slack.people.ana.clicks(card, "quote.approve");
  const told = await arrival(galley, post);

  expect(told.text).toContain("The partner hasn’t said what it charged");
});
