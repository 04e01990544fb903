import { expect, test } from "vitest";

import { opens, orders, quoted, shortStory } from "./deeds.ts";
import { type Galley, openGalley } from "./galley.ts";

const here = { channel: "#translations" };
const harbour = { name: "harbour.txt", content: shortStory };

test("what is wished for in the form stands on the card", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "120" } });
  const { robin, ana } = galley.slack.people;
  const file = await uploaded(galley, "lantern.txt");

  await opensForm(galley);
  robin.fillsIn({
    "request.upload": [file],
    "request.first": "A preview first",
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
  expect(galley.drawn(card)).toMatch(/\[ Preview · 112 credits \] +\[ Approve ·/u);
  expect(await orders(galley)).toMatchObject({ charged: 112 });
});

test("the shortcut chooses its manuscript, also one that is no longer among the newest", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  for (let n = 0; n < 100; n += 1)
    await robin.posts({ channel: "#translations", text: `Post ${n}` });

  await robin.usesShortcut(post, "translate_manuscript");
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.language": ["German"], "request.book": "The Lantern House" });
  await robin.submits();

  expect(await galley.hears(robin, /estimating “harbour\.txt” for German/u)).toBeDefined();
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
  robin.fillsIn({ "request.upload": [file], "request.due": "2020-02-29" });

  expect(await robin.submits()).toEqual({
    status: "errors",
    errors: { "request.due": "This day has passed. Please choose another." },
  });
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

async function uploaded({ slack }: Galley, name: string): Promise<string> {
  const { robin } = slack.people;
  return (await slack.state.files.store({ name, user: robin.id }, `${name}: ${shortStory}`)).id;
}

async function opensForm({ slack }: Galley) {
  const { robin } = slack.people;
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
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
