import { expect, test } from "vitest";

import { approved, quoted, shortStory, translated } from "./deeds.ts";
import { openHouse } from "./house.ts";

const here = { channel: "#translations" };

test("/translate help says on one screen how to begin and who approves, to the one who asks", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  await robin.commands("/translate", "help", here);
  const told = await house.hears(robin, /Post a manuscript/u);

  expect(house.drawn(told)).toContain("@Ada Okafor, @approvers can approve.");
  expect(house.slack.draw.message(told, { columns: 80 }).split("\n").length).toBeLessThan(25);
  expect(house.slack.books.botPosts()).toEqual([]);
});

test.each(["/translate", "/translate-usage"])(
  "%s with more than anybody types is answered with help",
  async (command) => {
    await using house = await openHouse();
    const { ana } = house.slack.people;

    await ana.commands(command, "french ".repeat(100), here);

    expect(await house.hears(ana, /Post a manuscript/u)).toBeDefined();
  },
);

test("/translate status lists my manuscripts and how they stand, newest first, and nobody else’s", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  await translated(house);
  house.clock.skip(1000);
  const { card } = await quoted(house, "A second story.");

  await robin.commands("/translate", "status", here);
  await sam.commands("/translate", "status", here);
  const mine = house.drawn(await house.hears(robin, /You have 2 manuscripts/u));

  expect(mine).toContain(`archives/${card.channel}/p${card.ts.replace(".", "")}`);
  expect(mine.indexOf("waiting for approval · 15 credits")).toBeGreaterThan(0);
  expect(mine.indexOf("261 credits charged")).toBeGreaterThan(mine.indexOf("15 credits"));
  expect(await house.hears(sam, /You have no manuscripts yet/u)).toBeDefined();
});

test("/translate glossary says how to get one while there is none", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  await robin.commands("/translate", "glossary", here);

  expect(await house.hears(robin, /no glossary in this conversation yet/u)).toBeDefined();
});

test.for([
  ["frnech", "French"],
  ["brazillian portugese", "Brazilian Portuguese"],
  ["Franzözich <!channel>", "French"],
  ["de, staus", "status"],
  ["hlep me", "help"],
] as const)(
  "/translate %s is asked about, and nothing is estimated",
  async ([typed, meant], { expect }) => {
    await using house = await openHouse();
    const { robin } = house.slack.people;
    const { post } = await quoted(house);

    await robin.commands("/translate", typed, here);
    const told = await house.hears(robin, /Did you mean/u);

    expect(told.text).toContain(`\`/translate ${meant}\``);
    expect(told.text).not.toContain("<!channel>");
    expect(house.replies(post)).toHaveLength(1);
  },
);

test("what looks like nothing known is answered with what is understood", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  await robin.commands("/translate", "klingon <!channel>", here);
  const told = await house.hears(robin, /I don’t know/u);

  expect(told.text).toContain("`help`, `status`, `glossary`");
  expect(told.text).not.toContain("<!channel>");
});

test("/translate takes languages by their names in the languages that Galley speaks", async () => {
  await using house = await openHouse({ env: { DEFAULT_TARGET_LANG: "en" } });
  const { robin } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.card(post, /→ English/u);

  await robin.commands("/translate", "Französisch und ドイツ語", here);
  await robin.commands("/translate", "日本語、西班牙语", here);

  const named = ["French", "German", "Japanese", "Spanish"];
  const cards = await Promise.all(
    named.map((language) => house.oneCard(post, new RegExp(`→ ${language}`, "u"))),
  );
  expect(new Set(cards.map(({ ts }) => ts)).size).toBe(named.length);
});

test("every command that the help names is understood, with the default settings", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  const post = await ada.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.card(post, /→ French/u);
  await ada.commands("/translate", "help", here);
  const { blocks } = await house.hears(ada, /opens a form/u);
  const examples = [...JSON.stringify(blocks).matchAll(/(?<=`\/translate )[^`]+/gu)].map(String);

  await Promise.all(examples.map((text) => ada.commands("/translate", text, here)));
  await house.oneCard(post, /→ Brazilian Portuguese/u);

  expect(examples).toContain("brazilian portuguese");
  expect(house.slack.books.ephemerals().filter(({ text }) => /I don’t know/u.test(text))).toEqual(
    [],
  );
});

test("/translate with a language and no manuscript says so", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  await robin.commands("/translate", "de", here);

  expect(await house.hears(robin, /I found no manuscript/u)).toBeDefined();
});

test("the form in a conversation that I am not in says how to invite me", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  await robin.commands("/translate", "", { channel: "#general" });
  const modal = await house.slack.until(() => {
    const view = robin.sees().modal;
    return view !== undefined && house.slack.draw.view(view).includes("invite") && view;
  });

  expect(modal.submit).toBeUndefined();
});

test("the form without a manuscript says which field is missing", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await quoted(house);
  await robin.commands("/translate", "", here);
  await house.slack.until(() => robin.sees().modal?.submit !== undefined);

  const submitted = await robin.submits();

  expect(submitted).toEqual({
    status: "errors",
    errors: { "request.upload": "Please choose a manuscript." },
  });
});

test("/translate-usage shows an admin what is left, used and promised", async () => {
  await using house = await openHouse({ partner: { balance: 5000 } });
  const { ada } = house.slack.people;
  const { post } = await quoted(house);
  house.partner.change({ charsPerSecond: 1 });
  await house.slack.people.ana.clicks(await house.card(post, /Approve/u), "quote.approve");
  await house.card(post, /Translating…/u);

  await ada.commands("/translate-usage", "", here);
  const shown = house.drawn(await house.hears(ada, /Partner account/u));

  expect(shown).toContain("5,000 credits");
  expect(shown).toContain("261 credits by 1 running task");
  expect(shown).toContain("6,000 requests per minute");
  expect(shown).not.toContain("journey-key");
});

test.for(["robin", "ana", "guest", "other"] as const)(
  "/translate-usage tells %s, who is no admin, nothing of the credits",
  async (name, { expect }) => {
    await using house = await openHouse();
    const person = house.slack.people[name];

    await person.commands("/translate-usage", "", here);
    const told = await house.hears(person, /Only Galley’s admins/u);

    expect(house.drawn(told)).not.toMatch(/\d/u);
    expect(house.slack.books.botPosts()).toEqual([]);
  },
);

test("/translate-usage says in plain words that the key is not accepted", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;
  house.partner.change({ revoked: true });

  await ada.commands("/translate-usage");

  expect(await house.hears(ada, /did not accept Galley’s API key/u)).toBeDefined();
});

test("App Home shows my manuscripts, and draws them anew each time", async () => {
  await using house = await openHouse();
  const { robin, ada } = house.slack.people;
  await robin.opensHome();
  const before = await house.slack.until(() => robin.sees().home);

  const { post } = await approved(house);
  await house.reply(post, /is ready/u);
  await robin.opensHome();
  const after = await house.slack.until(() => robin.sees().home);
  await ada.opensHome();
  const hers = await house.slack.until(() => ada.sees().home);

  expect(house.slack.draw.view(before)).toContain("You have none yet.");
  expect(house.slack.draw.view(after)).toContain("“harbour.txt” into French");
  expect(house.slack.draw.view(after)).not.toContain("/translate-usage");
  expect(house.slack.draw.view(hers)).toContain("/translate-usage");
});

test("/translate with a language takes every manuscript of the newest message", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt." };
  const post = await robin.uploads(
    "#translations",
    { name: "harbour.txt", content: shortStory },
    lantern,
  );
  await house.reply(post, /lantern → French/u);

  await robin.commands("/translate", "es", here);
  const told = await house.hears(robin, /Spanish/u);
  await house.reply(post, /lantern → Spanish/u);

  expect(told.text).toContain("2 manuscripts");
});
