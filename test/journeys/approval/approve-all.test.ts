import { describe, expect, test } from "vitest";

import { approvesAutomatically } from "../between-deeds.ts";
import { arrival, declines, orders, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt. ".repeat(9) };
const lanternCredits = 306;
const both = storyCredits + lanternCredits;

test("one click approves every open card of a batch, and a second one does nothing", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, new RegExp(`Approve all · ${both} cr`, "u"));

  const [{ confirm }] = await Promise.all([
    ana.clicks(total, "batch.approve"),
    ana.clicks(total, "batch.approve"),
  ]);
  await arrival(galley, post);
  await galley.reply(post, /French translation of “lantern” is ready/u);
  const decided = await totalOf(galley, /All are decided/u);

  expect(galley.drawn(decided)).not.toContain("Approve all");
  expect(galley.drawn(decided)).toContain("All are decided.");
  expect(confirm).toMatchObject({
    title: `Approve ${both} credits?`,
    text: "2 manuscripts → French",
  });
  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

test("what was decided meanwhile leaves the total, and is not approved with the others", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  await totalOf(galley, /Approve all/u);
  const card = await galley.oneCard(post, /lantern → French.*\[ Approve ·/su);

  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /French translation of “lantern” is ready/u);

  const left = await totalOf(galley, new RegExp(`→ French · ${storyCredits} credits`, "u"));
  expect(galley.drawn(left)).not.toContain("Approve all");
});

test("the question names the languages that are still open, and no other", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await robin.commands("/translate", "de es it", { channel: "#translations" });
  await galley.reply(post, /Approve all/u);
  await declines(galley, ana, { card: await galley.oneCard(post, /→ German.*\[ Approve ·/su) });
  const total = await galley.reply(post, new RegExp(`Approve all · ${2 * storyCredits} cr`, "u"));

  const { confirm } = await ana.clicks(total, "batch.approve");

  expect(confirm?.text).toMatch(/^harbour → (?:Spanish and Italian|Italian and Spanish)$/u);
});

test("who may not spend approves none, and each refusal is told", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Approve all/u);

  await robin.clicks(total, "batch.approve");
  await galley.hears(robin, /Approved: 0 of 2\..*harbour → French.*lantern → French/su);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("what is above a limit together is refused together, and each alone up to the limit", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await sets(galley, { cap_per_approval: String(lanternCredits) });
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Over the limit of 306 credits.*Approve all/su);

  await ana.clicks(total, "batch.approve");
  await galley.hears(ana, /Approved: 0 of 2\..*harbour.*lantern.* comes to 567 credits/su);
  await ana.clicks(await galley.oneCard(post, /harbour → French.*\[ Approve ·/su), "quote.approve");
  await arrival(galley, post);
  await ana.clicks(await galley.oneCard(post, /lantern → French.*\[ Approve ·/su), "quote.approve");
  await galley.hears(ana, /(?<!: )At most 306 credits.*comes to 567 credits/su);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a text that was translated before is left to its own card", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const first = await robin.uploads("#translations", harbour);
  await ana.clicks(await galley.card(first, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, first);

  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Approve all/u);
  await ana.clicks(total, "batch.approve");
  await galley.hears(
    ana,
    /Approved: 1 of 2\..*harbour → French\*?: its card needs a closer look/su,
  );
  await galley.reply(post, /French translation of “lantern” is ready/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

describe("of a book in five files, above the limit for one approver", () => {
  const files = [1, 2, 3, 4, 5].map((number) => ({
    name: `volume-${number}.txt`,
    content: tale(10 * number, 1),
  }));
  const credits = files.reduce((sum, { content }) => sum + content.length, 0);
  const largest = Math.max(...files.map(({ content }) => content.length));

  test("in one post two people approve all", async () => {
    await using galley = await openGalley();
    const { robin, ana, ada } = galley.slack.people;
    await sets(galley, { second_approval_above: String(2 * largest) });
    const post = await robin.uploads("#translations", ...files);
    const total = await totalOf(galley, /needs two approvers.*Approve all/su);

    await ana.clicks(total, "batch.approve");
    await galley.hears(ana, /Approved: 0 of 5\..*a second, different person has to approve/su);
    await galley.slack.deliveries.settled();
    const before = await orders(galley);
    await ada.clicks(total, "batch.approve");
    for (const { name } of files) {
      await galley.reply(post, new RegExp(`“${name.replace(".txt", "")}” is ready`, "u"));
    }

    expect(before).toMatchObject({ tasks: [], charged: 0 });
    expect(await orders(galley)).toMatchObject({ charged: credits });
  });

  test.for([
    ["in one post", [files]],
    ["in five posts within an hour", files.map((file) => [file])],
  ] as const)("%s one person approves up to the limit", async ([, groups], { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    await sets(galley, { second_approval_above: String(2 * largest) });
    const posts = [];
    for (const group of groups) posts.push(await robin.uploads("#translations", ...group));

    for (const [index, { name }] of files.slice(0, 3).entries()) {
      const post = posts[index] ?? posts[0];
      if (post === undefined) throw new Error("no post");
      const title = name.replace(".txt", "");
      const card = await galley.oneCard(post, new RegExp(`${title} → .*\\[ Approve ·`, "su"));
      await ana.clicks(card, "quote.approve");
      const words = index < 2 ? "✅ Done" : "Approved by Ana Moreau.*\\[ Approve ·";
      await galley.oneCard(post, new RegExp(`${title} → .*${words}`, "su"));
    }

    const allowed = files.slice(0, 2).reduce((sum, { content }) => sum + content.length, 0);
    expect(await orders(galley)).toMatchObject({
      outcomes: ["created", "created"],
      charged: allowed,
    });
  });

  test("Galley by itself approves up to its own limit", async () => {
    await using galley = await openGalley();
    const { robin } = galley.slack.people;
    await approvesAutomatically(galley, { upTo: 2 * largest });

    const post = await robin.uploads("#translations", ...files);
    await galley.passing(5000, () => {
      const cards = galley.replies(post).map((card) => galley.drawn(card));
      const done = cards.filter((card) => card.includes("✅ Done")).length;
      const left = cards.filter((card) => card.includes("[ Approve ·")).length;
      return (done === 2 && left === 3) || undefined;
    });

    expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"] });
  });
});

function totalOf(galley: Galley, fits: RegExp) {
  return galley.slack.until(
    () =>
      galley.slack.state.messages.inChannel(galley.slack.translations.id).find((message) => {
        const drawn = message.isFromBot ? galley.drawn(message) : "";
        return /manuscripts? → French/u.test(drawn) && fits.test(drawn);
      }),
    { what: String(fits) },
  );
}
