import { expect, test } from "vitest";

import { approved, quoted, running, shortStory, translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const here = { channel: "#translations" };

test("/translate help says on one screen how to begin and who approves, to the one who asks", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  await robin.commands("/translate", "help", here);
  const told = await galley.hears(robin, /Post a manuscript/u);

  expect(galley.drawn(told)).toContain("@Ada Okafor or @approvers can approve.");
  expect(galley.slack.draw.message(told, { columns: 80 }).split("\n").length).toBeLessThan(25);
  expect(galley.slack.records.botPosts()).toEqual([]);
});

test.each(["/translate", "/translate-usage"])(
  "%s with more than anybody types is answered with help",
  async (command) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;

    await ana.commands(command, "french ".repeat(100), here);

    expect(await galley.hears(ana, /Post a manuscript/u)).toBeDefined();
  },
);

test("/translate status lists my manuscripts and how they stand, newest first, and nobody else’s", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  await translated(galley);
  galley.clock.skip(1000);
  const { card } = await quoted(galley, "A second story.");

  await robin.commands("/translate", "status", here);
  await sam.commands("/translate", "status", here);
  const mine = galley.drawn(await galley.hears(robin, /waiting for approval/u));

  expect(mine).toContain(`archives/${card.channel}/p${card.ts.replace(".", "")}`);
  expect(mine.indexOf("waiting for approval · 15 credits")).toBeGreaterThan(0);
  expect(mine.indexOf("Done. It cost 261 credits")).toBeGreaterThan(mine.indexOf("15 credits"));
  expect(await galley.hears(sam, /I found no manuscripts/u)).toBeDefined();
});

test("/translate glossary says how to get one while there is none", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  await robin.commands("/translate", "glossary", here);

  expect(await galley.hears(robin, /I found no manuscripts.*Post a manuscript/u)).toBeDefined();
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
    await using galley = await openGalley();
    const { robin } = galley.slack.people;
    const { post } = await quoted(galley);

    await robin.commands("/translate", typed, here);
    const told = await galley.hears(robin, /Did you mean/u);

    expect(told.text).toContain(`\`/translate ${meant}\``);
    expect(told.text).not.toContain("<!channel>");
    expect(galley.replies(post)).toHaveLength(1);
  },
);

test("what looks like nothing known is answered with what is understood", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  await robin.commands("/translate", "klingon <!channel>", here);
  const told = await galley.hears(robin, /I don’t know/u);

  expect(told.text).toContain("`help`, `status`, `book`, `glossary`");
  expect(told.text).toMatch(/these languages: (?:[^,]+, ){7}[^,]+ and \d+ more\./u);
  expect(told.text).not.toContain("<!channel>");
});

test("/translate takes languages by their names in the languages that Galley speaks", async () => {
  await using galley = await openGalley({ env: { DEFAULT_TARGET_LANG: "en" } });
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.card(post, /→ English/u);

  await robin.commands("/translate", "Französisch und ドイツ語", here);
  await robin.commands("/translate", "日本語、西班牙语", here);

  const named = ["French", "German", "Japanese", "Spanish"];
  const cards = await Promise.all(
    named.map((language) => galley.oneCard(post, new RegExp(`→ ${language}`, "u"))),
  );
  expect(new Set(cards.map(({ ts }) => ts)).size).toBe(named.length);
});

test("every command that the help names is understood, with the default settings", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const post = await ada.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.card(post, /→ French/u);
  await ada.commands("/translate", "help", here);
  const { blocks } = await galley.hears(ada, /opens a form/u);
  const examples = [...JSON.stringify(blocks).matchAll(/(?<=`\/translate )[^`]+/gu)].map(String);

  await Promise.all(examples.map((text) => ada.commands("/translate", text, here)));
  await galley.oneCard(post, /→ Brazilian Portuguese/u);

  expect(examples).toContain("brazilian portuguese");
  expect(
    galley.slack.records.ephemerals().filter(({ text }) => /I don’t know/u.test(text)),
  ).toEqual([]);
});

test("/translate with a language links the thread of its manuscript, and then the card", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);

  await robin.commands("/translate", "es", here);
  const coming = await galley.hears(robin, /estimating “harbour” for Spanish/u);
  const card = await galley.oneCard(post, /→ Spanish.*\[ Approve ·/su);
  await robin.commands("/translate", "es", here);
  const there = await galley.hears(robin, /has a card for Spanish already/u);

  expect(coming.text).toContain(`archives/${post.channel}/p${post.ts.replace(".", "")}`);
  expect(there.text).toContain(`p${card.ts.replace(".", "")}`);
});

test("/translate with a language and no manuscript says so", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  await robin.commands("/translate", "de", here);

  expect(await galley.hears(robin, /I found no manuscripts/u)).toBeDefined();
});

test("the form in a conversation that I am not in says how to invite me", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  await robin.commands("/translate", "", { channel: "#general" });
  const modal = await galley.slack.until(() => {
    const view = robin.sees().modal;
    return view !== undefined && galley.slack.draw.view(view).includes("invite") && view;
  });

  expect(modal.submit).toBeUndefined();
});

test("the form without a manuscript says which field is missing", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await quoted(galley);
  await robin.commands("/translate", "", here);
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);

  const submitted = await robin.submits();

  expect(submitted).toEqual({
    status: "errors",
    errors: { "request.upload": "Please choose a manuscript." },
  });
});

test("/translate-usage shows an admin what is left, used and reserved", async () => {
  await using galley = await openGalley({ partner: { balance: 5000 } });
  const { ada } = galley.slack.people;
  await running(galley);

  await ada.commands("/translate-usage", "", here);
  const shown = galley.drawn(await galley.hears(ada, /Partner account/u));

  expect(shown).toContain("5,000 credits");
  expect(shown).toContain("261 credits in 1 approval");
  expect(shown).toContain("6,000 requests per minute");
  expect(shown).not.toContain("journey-key");
});

test.for(["robin", "ana", "guest", "other"] as const)(
  "/translate-usage tells %s, who is no admin, nothing of the credits",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const person = galley.slack.people[name];

    await person.commands("/translate-usage", "", here);
    const told = await galley.hears(person, /Only Galley’s admins/u);

    expect(galley.drawn(told)).not.toMatch(/\d/u);
    expect(galley.slack.records.botPosts()).toEqual([]);
  },
);

test("/translate-usage says in plain words that the key is not accepted", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.partner.change({ revoked: true });

  await ada.commands("/translate-usage");

  expect(await galley.hears(ada, /no longer accepts Galley’s API key/u)).toBeDefined();
});

test("App Home shows my manuscripts, and draws them anew each time", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  await robin.opensHome();
  const before = await galley.slack.until(() => robin.sees().home);

  const { post } = await approved(galley);
  await galley.reply(post, /is ready/u);
  await robin.opensHome();
  const after = await galley.slack.until(() => robin.sees().home);
  await ada.opensHome();
  const hers = await galley.slack.until(() => ada.sees().home);

  expect(galley.slack.draw.view(before)).toContain("I found no manuscripts.");
  expect(galley.slack.draw.view(after)).toContain("“harbour” → French");
  expect(galley.slack.draw.view(after)).not.toContain("/translate-usage");
  expect(galley.slack.draw.view(hers)).toContain("/translate-usage");
});

test("/translate with a language takes every manuscript of the newest message", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt." };
  const post = await robin.uploads(
    "#translations",
    { name: "harbour.txt", content: shortStory },
    lantern,
  );
  await galley.oneCard(post, /lantern → French/u);

  await robin.commands("/translate", "es", here);
  const told = await galley.hears(robin, /Spanish/u);
  await galley.oneCard(post, /lantern → Spanish/u);

  expect(told.text).toContain("2 manuscripts");
});
