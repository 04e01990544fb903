import { expect, test, vi } from "vitest";

import { type Fields, fieldsOf, listOf } from "#sandbox/slack/json.ts";

import { patience } from "../../patience.ts";
import { opens, shortStory, orders, quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { shownTo, termsOpened, withGlossary } from "../terms-deeds.ts";

const here = { channel: "#translations" };
const secretName = "the-secret-heir.txt";

/** Opens a galley with a manuscript in a private channel of Robin and Ana. Sam is not a member. */
async function openSecret() {
  const galley = await openGalley();
  const { robin, ana, sam } = galley.slack.people;
  const members = [robin.id, ana.id, galley.slack.app.botUserId];
  const secret = galley.slack.channels.add({ name: "secret", kind: "private", members });
  const post = await robin.uploads(secret.id, { name: secretName, content: shortStory });
  await galley.card(post, /\[ Approve ·/u);
  const [fileId = ""] = post.fileIds;
  return {
    galley,
    sam,
    secret,
    fileId,
    [Symbol.asyncDispose]: () => galley[Symbol.asyncDispose](),
  };
}

type Sam = Galley["slack"]["people"]["sam"];

async function opensForm({ slack }: Galley, sam: Sam) {
  await sam.commands("/translate", "", here);
  return await slack.until(() => {
    const modal = sam.sees().modal;
    return modal?.submit === undefined ? undefined : modal;
  });
}

test("the button of Home with another conversation’s id opens nothing of that one", async () => {
  await using scene = await openSecret();
  const { galley, sam, secret } = scene;
  await sam.opensHome();

  await sam.clicks("home", "request.open", { alters: (payload) => withValue(payload, secret.id) });
  await galley.slack.until(() => shownTo(sam).includes("Only members of a conversation"));

  expect(JSON.stringify(sam.sees().modal)).not.toContain(secretName);
});

test("a form with another conversation’s id asks for nothing there", async () => {
  await using scene = await openSecret();
  const { galley, sam, secret } = scene;
  const view = await opensForm(galley, sam);
  const own = await galley.slack.state.files.store({ name: "own.txt", user: sam.id }, shortStory);
  const privateMetadata = JSON.stringify({ channel: secret.id });
  galley.slack.state.views.replace({ ...view, privateMetadata });
  sam.fillsIn({ "request.upload": [own.id] });

  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("Only members of a conversation");
  expect(galley.cards(secret.id)).toHaveLength(1);
});

test("a form with the id of a file that is not theirs hands in nothing", async () => {
  await using scene = await openSecret();
  const { galley, sam, fileId } = scene;
  await opensForm(galley, sam);
  sam.fillsIn({ "request.upload": [fileId] });

  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("Slack doesn’t let me read this file");
  expect(JSON.stringify(submitted)).not.toContain(secretName);
  expect(galley.cards(galley.slack.translations.id)).toEqual([]);
});

test("the glossary’s form with the id of a table that is not theirs shows nothing of it", async () => {
  await using scene = await openSecret();
  const { galley, sam, secret } = scene;
  const table = { name: "names.csv", content: "source;target\nThe Secret Heir;L’héritier\n" };
  const { fileIds } = await galley.slack.people.robin.uploads(secret.id, table);
  const post = await sam.uploads("#translations", { name: "own.txt", content: shortStory });
  await galley.card(post, /\[ Approve ·/u);
  await sam.commands("/translate", "glossary", here);
  await termsOpened(galley, sam);

  sam.fillsIn({ file: [...fileIds] });
  await sam.submits();
  await galley.slack.until(() => shownTo(sam).includes("I couldn’t import"));

  expect(shownTo(sam)).not.toContain("Secret Heir");
});

test("who has left the conversation meanwhile hands in nothing", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const own = await galley.slack.state.files.store({ name: "own.txt", user: sam.id }, shortStory);
  await opensForm(galley, sam);
  sam.fillsIn({ "request.upload": [own.id] });
  galley.slack.channels.leave(galley.slack.translations, sam.id);

  expect(JSON.stringify(await sam.submits())).toContain("Only members of a conversation");
  expect(galley.cards(galley.slack.translations.id)).toEqual([]);
});

function withValue(payload: Fields, value: string): Fields {
  const [first] = listOf(payload["actions"]);
  return { ...payload, actions: [{ ...fieldsOf(first), value }] };
}

test("the book of others that an outsider names in a form is another one: theirs stays unread and as it was", async () => {
  await using scene = await openSecret();
  const { galley, sam, robin, book } = await withBook(scene);

  await asksFor(galley, sam, { channel: "#translations", book });
  await opensTerms(galley, sam, "#translations");
  const told = shownTo(sam);
  const own = await ownCard(galley, galley.slack.translations.id);
  await sam.posts({ thread: own, text: "Aaron = Arnaud" });
  await galley.hears(sam, /Aaron/u);
  await opensTerms(galley, robin, scene.secret.id);

  expect(told).not.toContain("Aaron");
  expect(shownTo(robin)).toContain("Aron");
  expect(shownTo(robin)).not.toContain("Arnaud");
});

test("an altered id of a manuscript opens no terms of a conversation they are not in", async () => {
  await using scene = await openSecret();
  const { galley, sam, robin } = await withBook(scene);
  const memory = fieldsOf(JSON.parse(robin.sees().modal?.privateMetadata ?? "{}"));
  const value = `${String(memory["quoteId"])}/fr`;
  const { reply } = await withGlossary(galley);

  await sam.clicks(reply, "terms.open", { alters: (payload) => withValue(payload, value) });
  await termsOpened(galley, sam);

  expect(shownTo(sam)).toContain(
    "Only full members in the conversation where the book was first posted",
  );
  expect(shownTo(sam)).not.toContain("Aaron");
});

test("a book that one of its people hands in elsewhere is open to the people there", async () => {
  await using scene = await openSecret();
  const { galley, sam, robin, book } = await withBook(scene);
  const { id } = galley.slack.translations;

  await robin.closes();
  await asksFor(galley, robin, { channel: "#translations", book });
  await opensTerms(galley, sam, id);

  expect(shownTo(sam)).toContain("Aaron");
});

test("a book’s card in another conversation shows a term that was changed in the first", async () => {
  await using scene = await openSecret();
  const { galley, robin, book } = await withBook(scene);
  const { ana } = galley.slack.people;
  const { id } = galley.slack.translations;
  await robin.closes();
  await asksFor(galley, robin, { channel: "#translations", book });
  const card = await galley.card(await ownCard(galley, id), /\[ Approve ·/u);
  const before = await opens(galley, ana, { card, item: "glossary" });

  await robin.posts({ thread: await ownCard(galley, scene.secret.id), text: "Ben = Benno" });
  await galley.hears(robin, /Benno/u);

  expect(before).toContain("Uses 1 term");
  await vi.waitFor(async () => {
    expect(await opens(galley, ana, { card, item: "glossary" })).toContain("Uses 2 terms");
  }, patience);
});

/** Puts Robin's manuscript in the private channel into a book with one term. */
async function withBook(scene: Awaited<ReturnType<typeof openSecret>>) {
  const { galley, sam, secret } = scene;
  const { robin } = galley.slack.people;
  const book = "The Secret Heir";
  await asksFor(galley, robin, { channel: secret.id, book });
  await robin.posts({ thread: await ownCard(galley, secret.id), text: "Aaron = Aron" });
  await galley.hears(robin, /Aaron/u);
  await opensTerms(galley, robin, secret.id);
  return { galley, sam, robin, book };
}

/** Submits the request form with a file of this person's own and a book. */
async function asksFor(
  galley: Galley,
  person: Sam,
  { channel, book }: { readonly channel: string; readonly book: string },
) {
  const { slack } = galley;
  const own = { name: "own.txt", user: person.id };
  const { id } = await slack.state.files.store(own, `${person.id}: ${shortStory}`);
  await person.commands("/translate", "", { channel });
  await slack.until(() => person.sees().modal?.submit !== undefined);
  person.fillsIn({ "request.upload": [id], "request.book": book });
  await person.submits();
  await galley.hears(person, /estimat/u);
}

/** Returns the card of a request from the form: it starts a thread of its own. */
async function ownCard({ slack }: Galley, channel: string) {
  return await slack.until(() =>
    slack.state.messages
      .inChannel(channel)
      .find(({ threadTs, isFromBot }) => threadTs === undefined && isFromBot),
  );
}

async function opensTerms(galley: Galley, person: Sam, channel: string) {
  if (person.sees().modal !== undefined) await person.closes();
  await person.commands("/translate", "glossary", { channel });
  await galley.slack.until(() => person.sees().modal ?? undefined);
  await termsOpened(galley, person);
}

const forged = [
  ["that Slack did not sign", { fault: "bad-signature" }],
  ["that is six minutes old", { fault: "timestamp", aheadSeconds: -360 }],
  ["from two minutes ahead", { fault: "timestamp", aheadSeconds: 120 }],
] as const;

test.for(forged)("an approval %s buys nothing", async ([, fault], { expect }) => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  galley.slack.faults.onDelivery("block_actions", fault);

  const { receipt } = await galley.slack.people.ana.clicks(card, "quote.approve");

  expect(receipt).toMatchObject({ status: "failed", httpStatus: 401 });
  expect(await galley.card(post, /\[ Approve ·/u)).toBeDefined();
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test.for(forged)("an upload %s is not quoted", async ([, fault], { expect }) => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", fault, 2);

  const post = await robin.uploads("#translations", { name: "h.txt", content: shortStory });
  await galley.slack.deliveries.settled();

  expect(galley.cards(post.channel)).toEqual([]);
});

test("a command that Slack did not sign is not answered", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.slack.faults.onDelivery("/translate-usage", { fault: "bad-signature" });

  const { receipt } = await ada.commands("/translate-usage");

  expect(receipt).toMatchObject({ status: "failed", httpStatus: 401 });
  expect(galley.slack.records.ephemerals()).toEqual([]);
});
