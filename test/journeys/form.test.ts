import { expect, test } from "vitest";

import { opens, orders, quoted, shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const here = { channel: "#translations" };
const harbour = { name: "harbour.txt", content: shortStory };

test("what is wished for in the form stands on the card, and the preview is no longer than was asked", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const file = await uploaded(house, "lantern.txt");

  await opensForm(house);
  robin.fillsIn({
    "request.upload": [file],
    "request.first": "A preview of the opening",
    "request.preview": "120",
    "request.book": "The Lantern House",
    "request.note": "For Tuesday’s meeting",
    "request.due": "2099-11-27",
  });
  const submitted = await robin.submits();
  const begun = await house.slack.until(() => house.cards(house.slack.translations.id)[0]);
  const card = await house.card(begun, /Approve/u);
  const details = await opens(house, robin, { card, item: "details" });
  await ana.clicks(card, "quote.preview");
  await house.reply(card, /is ready/u);

  expect(submitted).toEqual({ status: "closed" });
  expect(house.drawn(card)).toMatch(/“For Tuesday’s meeting”.*needed by 27 November 2099/su);
  expect(details).toMatch(/Book.*The Lantern House/su);
  expect(house.drawn(card)).toMatch(/asked for: a preview first/u);
  expect(house.drawn(card)).toMatch(/\[ Preview · 112 credits \] +\[ Approve ·/u);
  expect(await orders(house)).toMatchObject({ charged: 112 });
});

test("several manuscripts and languages in the form get a card each, and one sum", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const files = [await uploaded(house, "one.txt"), await uploaded(house, "two.txt")];

  await opensForm(house);
  robin.fillsIn({ "request.upload": files, "request.language": ["French", "German"] });
  await robin.submits();
  await house.slack.until(() => cards(house, /Approve/u).length === 4);
  await house.slack.until(() => all(house, /2 manuscripts → French and German/u)[0]);

  expect(all(house, /manuscripts →/u)).toHaveLength(1);
  expect(await house.hears(robin, /estimating 2 manuscripts for French and German/u)).toBeDefined();
});

test("a language that a manuscript is in already is refused beside the field, and a variant of it, too", async () => {
  await using house = await openHouse({ env: { TARGET_LANGS: "fr,en,en-GB=British English" } });
  const { robin } = house.slack.people;
  await quoted(house);

  await opensForm(house);
  robin.fillsIn({ "request.recent": ["harbour.txt"], "request.language": ["en-GB"] });
  const submitted = await robin.submits();

  expect(submitted).toEqual({
    status: "errors",
    errors: {
      "request.language":
        "“harbour.txt” is already in British English. Please remove this language, or submit this manuscript by itself.",
    },
  });
  expect(house.cards(house.slack.translations.id)).toHaveLength(1);
});

test("a day that has passed is refused beside the field", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const file = await uploaded(house, "one.txt");

  await opensForm(house);
  robin.fillsIn({ "request.upload": [file], "request.due": "2020-02-29" });

  expect(await robin.submits()).toEqual({
    status: "errors",
    errors: { "request.due": "This day has passed. Please choose another." },
  });
});

test("a manuscript that was deleted while the form was open is refused beside the field", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const post = await robin.uploads("#translations", harbour);
  const [id = ""] = post.fileIds;

  await opensForm(house);
  robin.fillsIn({ "request.recent": [id] });
  const file = house.slack.state.files.find(id);
  if (file !== undefined) await robin.deletesFile(file);

  const submitted = await robin.submits();

  expect(JSON.stringify(submitted)).toContain("Slack doesn’t let me read one of these manuscripts");
  expect(Object.keys(submitted.status === "errors" ? submitted.errors : {})).toEqual([
    "request.upload",
  ]);
});

test("the Home tab opens the form, and the card comes directly", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const file = await uploaded(house, "one.txt");
  await robin.opensHome();

  await robin.clicks("home", "request.open");
  await house.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({ "request.upload": [file] });
  await robin.submits();
  const card = await house.direct(robin, /→ French.*\[ Approve ·/su);

  expect(card.channel).toBe(robin.direct().id);
});

async function uploaded({ slack }: House, name: string): Promise<string> {
  const { robin } = slack.people;
  return (await slack.state.files.store({ name, user: robin.id }, `${name}: ${shortStory}`)).id;
}

async function opensForm({ slack }: House) {
  const { robin } = slack.people;
  await robin.commands("/translate", "", here);
  await slack.until(() => robin.sees().modal?.submit !== undefined);
}

function cards(house: House, fits: RegExp) {
  return house
    .cards(house.slack.translations.id)
    .flatMap(({ channel, ts }) => house.slack.state.messages.find(channel, ts) ?? [])
    .filter((message) => fits.test(house.drawn(message)));
}

function all(house: House, fits: RegExp) {
  return house.slack.state.messages
    .inChannel(house.slack.translations.id)
    .filter((message) => message.isFromBot && fits.test(house.drawn(message)));
}
