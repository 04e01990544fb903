import { expect, test, vi } from "vitest";

import type { Fields } from "#sandbox/slack/json.ts";

import { patience } from "../../patience.ts";
import { openWiredGalley } from "../../proofs/faults/wired-galley.ts";
import { opens, orders, quoted, shortStory, homeOf } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const here = { channel: "#translations" };
const harbour = { name: "harbour.txt", content: shortStory };

test("what is wished for in the form stands on the card, and the preview is no longer than was asked", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const file = await uploaded(galley, "lantern.txt");

  await opensForm(galley);
  robin.fillsIn({ "request.upload": [file] });
  await opensMore(galley);
  robin.fillsIn({
    "request.first": "A preview first",
    "request.preview": "120",
    "request.book": "The Lantern House",
    "request.note": "For Tuesday’s meeting",
    "request.due": "2099-11-27",
  });
  const submitted = await robin.submits();
  const begun = await galley.slack.until(() => galley.cards(galley.slack.translations.id)[0]);
  const card = await galley.card(begun, /Approve/u);
  const details = await opens(galley, robin, { card, item: "details" });
  await ana.clicks(card, "quote.preview");
  await galley.reply(card, /is ready/u);

  expect(submitted).toEqual({ status: "closed" });
  expect(galley.drawn(card)).toMatch(/“For Tuesday’s meeting”.*needed by 27 November 2099/su);
  expect(details).toMatch(/Book.*The Lantern House/su);
  expect(galley.drawn(card)).toMatch(/asked for: a preview first/u);
  expect(galley.drawn(card)).toMatch(/\[ Preview · 112 cr \] +\[ Approve ·/u);
  expect(await orders(galley)).toMatchObject({ charged: 112 });
});

test("“More options” keeps what was chosen, also a manuscript that is no longer among the newest", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  for (let n = 0; n < 100; n += 1)
    await robin.posts({ channel: "#translations", text: `Post ${n}` });

  await robin.usesShortcut(post, "translate_manuscript");
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.language": ["German"], "request.book": "The Lantern House" });
  await opensMore(galley);
  await robin.submits();

  expect(await galley.hears(robin, /estimating “The Lantern House” for German/u)).toBeDefined();
});

test("a manuscript that was forwarded from another conversation is taken like one of this", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const members = [robin.id, galley.slack.app.botUserId];
  const drafts = galley.slack.channels.add({ name: "drafts", kind: "private", members });
  const first = await robin.uploads(drafts.id, harbour);
  const post = await robin.forwards(first, "#translations", "see this");
  await galley.card(post, /Approve/u);

  await sam.usesShortcut(post, "translate_manuscript");
  await galley.slack.until(() => sam.sees().modal?.submit !== undefined);
  sam.fillsIn({ "request.language": ["German"] });
  const submitted = await sam.submits();

  expect(submitted).toEqual({ status: "closed" });
  expect(await galley.hears(sam, /estimating “harbour” for German/u)).toBeDefined();
});

test("several manuscripts and languages in the form get a card each, and one sum", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const files = [await uploaded(galley, "one.txt"), await uploaded(galley, "two.txt")];

  await opensForm(galley);
  robin.fillsIn({ "request.upload": files, "request.language": ["French", "German"] });
  await robin.submits();
  await galley.slack.until(() => cards(galley, /Approve/u).length === 4);
  await galley.slack.until(() => all(galley, /2 manuscripts → French and German/u)[0]);

  expect(all(galley, /manuscripts →/u)).toHaveLength(1);
  expect(
    await galley.hears(robin, /estimating 2 manuscripts for French and German/u),
  ).toBeDefined();
});

test("a language that a manuscript is in already is not sold, nor is a variant of it", async () => {
  await using galley = await openGalley({ env: { TARGET_LANGS: "fr,en,en-GB=British English" } });
  const { robin } = galley.slack.people;
  await quoted(galley);

  await opensForm(galley);
  robin.fillsIn({ "request.recent": ["harbour.txt"], "request.language": ["en-GB"] });
  await robin.submits();

  const card = await galley.slack.until(() => all(galley, /already in British English/u)[0]);
  expect(galley.drawn(card)).toContain("Choose a language");
  expect(galley.drawn(card)).not.toContain("Approve");
});

test("a day that has passed is refused beside the field", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const file = await uploaded(galley, "one.txt");

  await opensForm(galley);
  await opensMore(galley);
  robin.fillsIn({ "request.upload": [file], "request.due": "2020-02-29" });

  expect(await robin.submits()).toEqual({
    status: "errors",
    errors: { "request.due": "This day has passed. Please choose another." },
  });
});

test("an upload that Slack still processes is asked for again beside the field, and then taken", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const file = await uploaded(galley, "one.txt");
  await opensForm(galley);
  robin.fillsIn({ "request.upload": [file] });
  galley.slack.faults.onCall("files.info", { fault: "unprocessed" });

  const early = await robin.submits();
  const submitted = await robin.submits();

  expect(early).toEqual({
    status: "errors",
    errors: {
      "request.upload": "Slack hasn’t finished processing this file. Please try again in a minute.",
    },
  });
  expect(submitted).toEqual({ status: "closed" });
});

test("a manuscript that was deleted while the form was open is refused beside the field", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  const [id = ""] = post.fileIds;

  await opensForm(galley);
  robin.fillsIn({ "request.recent": [id] });
  const file = galley.slack.state.files.find(id);
  if (file !== undefined) await robin.deletesFile(file);

  const submitted = await robin.submits();

  expect(JSON.stringify(submitted)).toContain("Slack doesn’t let me read this file");
  expect(Object.keys(submitted.status === "errors" ? submitted.errors : {})).toEqual([
    "request.upload",
  ]);
});

test("the Home tab opens the form, and the card comes directly", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const file = await uploaded(galley, "one.txt");
  await robin.opensHome();

  await robin.clicks("home", "request.open");
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [file] });
  await robin.submits();
  const card = await galley.direct(robin, /→ French.*\[ Approve ·/su);

  expect(card.channel).toBe(robin.direct().id);
});

test("what somebody needs by a day comes before what has none, on Home", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await quoted(galley);
  const file = await uploaded(galley, "lantern.txt");

  await opensForm(galley);
  robin.fillsIn({ "request.upload": [file] });
  await opensMore(galley);
  robin.fillsIn({ "request.due": "2099-11-27" });
  await robin.submits();
  const both = /“harbour”[^]*“lantern”|“lantern”[^]*“harbour”/u;
  await galley.slack.until(() => cards(galley, /lantern → French.*\[ Approve ·/su).length === 1);
  const home = await homeOf(galley, ana, both);

  expect(home.indexOf("“lantern”")).toBeLessThan(home.indexOf("“harbour”"));
});

async function uploaded({ slack }: Galley, name: string): Promise<string> {
  const { robin } = slack.people;
  return (await slack.state.files.store({ name, user: robin.id }, `${name}: ${shortStory}`)).id;
}

async function opensForm({ slack }: Galley) {
  const { robin } = slack.people;
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
}

async function opensMore({ slack }: Galley) {
  const { robin } = slack.people;
  await robin.clicks("modal", "request.more");
  await slack.until(() =>
    robin.sees().modal?.blocks.some((block) => block["block_id"] === "request.due"),
  );
}

function cards(galley: Galley, fits: RegExp) {
  return galley
    .cards(galley.slack.translations.id)
    .flatMap(({ channel, ts }) => galley.slack.state.messages.find(channel, ts) ?? [])
    .filter((message) => fits.test(galley.drawn(message)));
}

function all(galley: Galley, fits: RegExp) {
  return galley.slack.state.messages
    .inChannel(galley.slack.translations.id)
    .filter((message) => message.isFromBot && fits.test(galley.drawn(message)));
}

test("a form that cannot be recorded stays open and says so, and is taken when it is sent again", async () => {
  await using galley = await openGalley();
  const { slack, store } = galley;
  const { robin } = slack.people;
  const own = await slack.state.files.store({ name: "own.txt", user: robin.id }, shortStory);
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [own.id] });

  store.isDown = true;
  const refused = await robin.submits();
  store.isDown = false;
  const taken = await robin.submits();

  expect(refused.status).toBe("errors");
  expect(JSON.stringify(refused)).toContain("Something went wrong on our side");
  expect(taken).toEqual({ status: "closed" });
  await slack.until(() => galley.cards(slack.translations.id)[0]);
});

test("a decline that cannot be recorded stays open and says that nothing was bought", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  await ana.clicks(card, "quote.decline");
  await galley.slack.until(() => ana.sees().modal);
  ana.fillsIn({ reason: "Not this month." });

  galley.store.isDown = true;
  const refused = await ana.submits();

  expect(refused.status).toBe("errors");
  expect(JSON.stringify(refused)).toContain("nothing was charged");
});

test("what a form is refused for after Slack has closed it is told directly", async () => {
  await using galley = await openWiredGalley();
  const { slack, clock, wires } = galley;
  const { robin } = slack.people;
  const own = await slack.state.files.store({ name: "own.txt", user: robin.id }, shortStory);
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [own.id] });
  await robin.deletesFile(own);
  wires.slack.disturb("refused", ({ line }) => {
    if (line.endsWith("files.info")) clock.skip(3000);
    return false;
  });

  const submitted = await robin.submits();
  const told = await galley.direct(robin, /Slack doesn’t let me read this file/u);

  expect(submitted).toEqual({ status: "closed" });
  expect(told.channel).toBe(robin.direct().id);
});

test("a form that is closed before it is filled is no failure", async () => {
  const log = await closesAtOnce();

  expect(log.filter(({ msg }) => msg === "a delivery from Slack failed")).toEqual([]);
});

/** Opens a form as Ada and closes it before it is filled, then stops the bot in order; returns the log. */
async function closesAtOnce() {
  await using galley = await openWiredGalley();
  const { slack, wires, log } = galley;
  const { ada } = slack.people;
  await ada.opensHome();
  await slack.until(() => ada.sees().home);
  const closed = Promise.withResolvers<void>();
  wires.slack.disturb("refused", ({ line }) => {
    if (line.endsWith("views.update")) void ada.closes().then(closed.resolve);
    return false;
  });
  await ada.clicks("home", "settings.edit.spending");
  await closed.promise;
  await galley.stop();
  return log;
}

test("a click that cannot be read leaves one line, with its shape and nothing of its content", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  const alters = (payload: Fields) => ({ ...payload, user: { name: "secret-name" } });

  await ana.clicks(card, "quote.decline", { alters });
  await ana.clicks(card, "quote.decline", { alters });
  await galley.slack.deliveries.settled();

  const lines = galley.log.filter(({ msg }) => msg === "a payload from Slack cannot be read");
  expect(lines).toHaveLength(1);
  expect(lines[0]?.["shape"]).toMatch(/\{actions:\[\{action_id:string,.*user:\{name:string\}/u);
  expect(JSON.stringify(lines)).not.toContain("secret-name");
});

test("a form that Slack no longer opens is asked for again, beside the card and on Home", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  galley.slack.faults.onCall("views.open", { fault: "refused", error: "expired_trigger_id" }, 2);

  await ana.clicks(card, "quote.more", { option: "details" });
  await galley.hears(ana, /took too long to open\. Please click again/u);
  await homeOf(galley, ana, /Needs your decision/u);
  await ana.clicks("home", "quote.decline");
  await galley.direct(ana, /took too long to open\. Please click again/u);

  expect(ana.sees().modal).toBeUndefined();
});

test("a listener that fails is seen in the log in Socket Mode as well", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);
  galley.slack.faults.onCall("views.open", { fault: "500-before" });

  await ana.clicks(card, "quote.decline");
  await galley.hears(ana, /Something went wrong on our side/u);
  await vi.waitFor(() => {
    const failed = galley.log.filter(({ msg }) => msg === "a delivery from Slack failed");
    expect(failed).toHaveLength(1);
  }, patience);
});
