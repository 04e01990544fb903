import { expect, test, vi } from "vitest";

import { type Fields, fieldsOf, listOf } from "../../src/sandbox/slack/json.ts";
import { patience } from "../patience.ts";
import { opens, shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { shownTo, termsOpened } from "./terms-deeds.ts";

const here = { channel: "#translations" };
const secretName = "the-secret-heir.txt";

/** Opens a house with a manuscript in a private channel of Robin and Ana. Sam is not a member. */
async function openSecret() {
  const house = await openHouse();
  const { robin, ana, sam } = house.slack.people;
  const members = [robin.id, ana.id, house.slack.app.botUserId];
  const secret = house.slack.channels.add({ name: "secret", kind: "private", members });
  const post = await robin.uploads(secret.id, { name: secretName, content: shortStory });
  await house.card(post, /\[ Approve ·/u);
  const [fileId = ""] = post.fileIds;
  return {
    house,
    sam,
    secret,
    fileId,
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  };
}

type Sam = House["slack"]["people"]["sam"];

async function opensForm({ slack }: House, sam: Sam) {
  await sam.commands("/translate", "", here);
  return await slack.until(() => {
    const modal = sam.sees().modal;
    return modal?.submit === undefined ? undefined : modal;
  });
}

test("the button of Home with another conversation’s id opens nothing of that one", async () => {
  await using scene = await openSecret();
  const { house, sam, secret } = scene;
  await sam.opensHome();

  await sam.clicks("home", "request.open", { alters: (payload) => withValue(payload, secret.id) });
  await house.slack.until(() => shownTo(sam).includes("Only members of a conversation"));

  expect(JSON.stringify(sam.sees().modal)).not.toContain(secretName);
});

test("a form with another conversation’s id asks for nothing there", async () => {
  await using scene = await openSecret();
  const { house, sam, secret } = scene;
  const view = await opensForm(house, sam);
  const own = await house.slack.state.files.store({ name: "own.txt", user: sam.id }, shortStory);
  const privateMetadata = JSON.stringify({ channel: secret.id });
  house.slack.state.views.replace({ ...view, privateMetadata });
  sam.fillsIn({ "request.upload": [own.id] });

  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("Only members of a conversation");
  expect(house.cards(secret.id)).toHaveLength(1);
});

test("a form with the id of a file that is not theirs hands in nothing", async () => {
  await using scene = await openSecret();
  const { house, sam, fileId } = scene;
  await opensForm(house, sam);
  sam.fillsIn({ "request.upload": [fileId] });

  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("Slack doesn’t let me read one of these");
  expect(JSON.stringify(submitted)).not.toContain(secretName);
  expect(house.cards(house.slack.translations.id)).toEqual([]);
});

test("the glossary’s form with the id of a table that is not theirs shows nothing of it", async () => {
  await using scene = await openSecret();
  const { house, sam, secret } = scene;
  const table = { name: "names.csv", content: "source;target\nThe Secret Heir;L’héritier\n" };
  const { fileIds } = await house.slack.people.robin.uploads(secret.id, table);
  const post = await sam.uploads("#translations", { name: "own.txt", content: shortStory });
  await house.card(post, /\[ Approve ·/u);
  await sam.commands("/translate", "glossary", here);
  const offered = await house.hears(sam, /terms/u);
  await sam.clicks(offered, "terms.open");
  await termsOpened(house, sam);

  sam.fillsIn({ file: [...fileIds] });
  await sam.submits();
  await house.slack.until(() => shownTo(sam).includes("I couldn’t import"));

  expect(shownTo(sam)).not.toContain("Secret Heir");
});

test("who has left the conversation meanwhile hands in nothing", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const own = await house.slack.state.files.store({ name: "own.txt", user: sam.id }, shortStory);
  await opensForm(house, sam);
  sam.fillsIn({ "request.upload": [own.id] });
  house.slack.channels.leave(house.slack.translations, sam.id);

  expect(JSON.stringify(await sam.submits())).toContain("Only members of a conversation");
  expect(house.cards(house.slack.translations.id)).toEqual([]);
});

function withValue(payload: Fields, value: string): Fields {
  const [first] = listOf(payload["actions"]);
  return { ...payload, actions: [{ ...fieldsOf(first), value }] };
}

test("naming the book of others in a form opens none of its terms, and changes none", async () => {
  await using scene = await openSecret();
  const { house, sam, robin, book } = await withBook(scene);

  await asksFor(house, sam, { channel: "#translations", book });
  await opensTerms(house, sam, "#translations");
  const told = shownTo(sam);
  const own = await ownCard(house, house.slack.translations.id);
  await sam.posts({ thread: own, text: "Aaron = Arnaud" });
  await house.hears(sam, /Only full members in the conversation/u);
  await opensTerms(house, robin, scene.secret.id);

  expect(told).toContain("Only full members in the conversation where the book was first posted");
  expect(told).not.toContain("Aaron");
  expect(shownTo(robin)).toContain("Aaron");
  expect(shownTo(robin)).not.toContain("Arnaud");
});

test("an altered id of a manuscript opens no terms of a conversation they are not in", async () => {
  await using scene = await openSecret();
  const { house, sam, robin } = await withBook(scene);
  const memory = fieldsOf(JSON.parse(robin.sees().modal?.privateMetadata ?? "{}"));
  const value = `${String(memory["quoteId"])}/fr`;
  const post = await sam.uploads("#translations", { name: "own.txt", content: shortStory });
  await house.card(post, /\[ Approve ·/u);
  await sam.commands("/translate", "glossary", here);
  const offered = await house.hears(sam, /terms/u);

  await sam.clicks(offered, "terms.open", { alters: (payload) => withValue(payload, value) });
  await termsOpened(house, sam);

  expect(shownTo(sam)).toContain(
    "Only full members in the conversation where the book was first posted",
  );
  expect(shownTo(sam)).not.toContain("Aaron");
});

test("a book that one of its people hands in elsewhere is open to the people there", async () => {
  await using scene = await openSecret();
  const { house, sam, robin, book } = await withBook(scene);
  const { id } = house.slack.translations;

  await robin.closes();
  await asksFor(house, robin, { channel: "#translations", book });
  await opensTerms(house, sam, id);

  expect(shownTo(sam)).toContain("Aaron");
});

test("a book’s card in another conversation shows a term that was changed in the first", async () => {
  await using scene = await openSecret();
  const { house, robin, book } = await withBook(scene);
  const { ana } = house.slack.people;
  const { id } = house.slack.translations;
  await robin.closes();
  await asksFor(house, robin, { channel: "#translations", book });
  const card = await house.card(await ownCard(house, id), /\[ Approve ·/u);
  const before = await opens(house, ana, { card, item: "glossary" });

  await robin.posts({ thread: await ownCard(house, scene.secret.id), text: "Ben = Benno" });
  await house.hears(robin, /Benno/u);

  expect(before).toContain("Runs with 1 term of");
  await vi.waitFor(async () => {
    expect(await opens(house, ana, { card, item: "glossary" })).toContain("Runs with 2 terms of");
  }, patience);
});

/** Puts Robin's manuscript in the private channel into a book with one term. */
async function withBook(scene: Awaited<ReturnType<typeof openSecret>>) {
  const { house, sam, secret } = scene;
  const { robin } = house.slack.people;
  const book = "The Secret Heir";
  await asksFor(house, robin, { channel: secret.id, book });
  await robin.posts({ thread: await ownCard(house, secret.id), text: "Aaron = Aron" });
  await house.hears(robin, /Aaron/u);
  await opensTerms(house, robin, secret.id);
  return { house, sam, robin, book };
}

/** Submits the request form with a file of this person's own and a book. */
async function asksFor(
  house: House,
  person: Sam,
  { channel, book }: { readonly channel: string; readonly book: string },
) {
  const { slack } = house;
  const own = { name: "own.txt", user: person.id };
  const { id } = await slack.state.files.store(own, `${person.id}: ${shortStory}`);
  await person.commands("/translate", "", { channel });
  await slack.until(() => person.sees().modal?.submit !== undefined);
  person.fillsIn({ "request.upload": [id], "request.book": book });
  await person.submits();
  await house.hears(person, /estimat/u);
}

/** Returns the card of a request from the form: it starts a thread of its own. */
async function ownCard({ slack }: House, channel: string) {
  return await slack.until(() =>
    slack.state.messages
      .inChannel(channel)
      .find(({ threadTs, isFromBot }) => threadTs === undefined && isFromBot),
  );
}

async function opensTerms(house: House, person: Sam, channel: string) {
  if (person.sees().modal !== undefined) await person.closes();
  await person.commands("/translate", "glossary", { channel });
  await house.slack.until(() => person.sees().modal ?? undefined);
  await termsOpened(house, person);
}
