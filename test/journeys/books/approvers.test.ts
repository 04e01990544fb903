import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

import { posts, ready } from "../between-deeds.ts";
import {
  asksForBook,
  changesBook,
  choosesMerge,
  drawnForm,
  opensBookForm,
  sendsMerge,
} from "../book-deeds.ts";
import { homeOf, onTuesday, opens } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

const hourMs = 3_600_000;
const allCan = "@Ada Okafor or @approvers can approve";

type Person = Galley["slack"]["people"]["ana"];

async function part(galley: Galley, number: number, name: string) {
  const post = await posts(galley, serial(chapters(number, number)), { name });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

/** Posts the first part of a book; then Robin chooses whom its requests ask. */
async function begun(galley: Galley, people: readonly Person[], name = "lantern") {
  const first = await part(galley, 1, `${name}-1.txt`);
  expect(await chooses(galley, first.card, people)).toEqual({ status: "closed" });
  return first;
}

async function chooses(galley: Galley, card: Message, people: readonly Person[]) {
  const ids = people.map(({ id }) => id);
  return await changesBook(galley, galley.slack.people.robin, card, { "book.approvers": ids });
}

/** Nobody but Ada may approve any more; what is known of a group is at most a minute old. */
function othersLoseTheirRight({ slack, clock }: Galley): void {
  slack.state.people.setGroupMembers(slack.approvers, []);
  clock.skip(61_000);
}

/** Whom the reminders in the conversation mention, after the link to the card. */
function reminded({ slack, drawn }: Galley) {
  return slack.records
    .botPosts()
    .filter(({ text }) => text.includes("Approval still needed"))
    .flatMap(
      (post) => /Open card \(\S+\) (?<people>.*?) +│/u.exec(drawn(post))?.groups?.["people"] ?? [],
    );
}

test("the requests of a book ask the people whom it names, and others can still approve", async () => {
  await using galley = await openGalley();
  onTuesday(galley, 10);
  const { ada, ana } = galley.slack.people;
  await homeOf(galley, ada, /\[ Notify me \]/u);
  await ada.clicks("home", "notify.on");
  await homeOf(galley, ada, /\[ Stop notifying me \]/u);

  const first = await begun(galley, [ana]);
  const second = await part(galley, 2, "lantern-2.txt");
  const page = await asksForBook(galley, ana, "lantern");
  const details = await opens(galley, ana, { card: second.card, item: "details" });
  galley.clock.skip(4 * hourMs);
  const told = await galley.slack.until(() =>
    reminded(galley).length === 2 ? reminded(galley) : undefined,
  );
  const listed = await homeOf(galley, ada, /lantern-2/u);
  await ada.clicks(second.card, "quote.approve");
  await galley.reply(second.post, ready);

  expect(galley.drawn(first.card)).toContain(allCan);
  expect(galley.drawn(second.card)).toContain("@Ana Moreau can approve");
  expect(page).toContain("Approvers to ask");
  expect(details).toMatch(/Approvers[^]*@Ada Okafor, @approvers/u);
  expect(told.toSorted()).toEqual(["@Ada Okafor, @approvers", "@Ana Moreau"]);
  expect(listed).toContain("[ Approve ·");
  const direct = galley.slack.state.messages.inChannel(galley.slack.channels.direct(ada.id).id);
  expect(direct.filter(({ text }) => text.includes("Approval needed"))).toHaveLength(1);
});

test("the second approval is asked of another one whom the book names, else of all approvers", async () => {
  await using galley = await openGalley();
  const { ada, ana } = galley.slack.people;
  await sets(galley, { second_approval_above: "200" });
  await begun(galley, [ana, ada]);
  const second = await part(galley, 2, "lantern-2.txt");
  await chooses(galley, second.card, [ana]);
  const third = await part(galley, 3, "lantern-3.txt");

  await ana.clicks(second.card, "quote.approve");
  const two = await galley.reply(second.post, /Second approval needed/u);
  await ana.clicks(third.card, "quote.approve");
  const one = await galley.reply(third.post, /Second approval needed/u);

  expect(galley.drawn(two)).toMatch(/@Robin Vale, @Ada Okafor +│/u);
  expect(galley.drawn(one)).toMatch(/@Robin Vale, @Ada Okafor, @approvers +│/u);
});

test("several cards of a book ask its people in their one total, those of two books all", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await begun(galley, [ana]);

  const two = (names: readonly [string, string], from: number) =>
    robin.uploads(
      "#translations",
      { name: names[0], content: serial(chapters(from, from)) },
      { name: names[1], content: serial(chapters(from + 1, from + 1)) },
    );
  const alike = await two(["lantern-2.txt", "lantern-3.txt"], 2);
  const own = await galley.slack.until(() => totalUnder(galley, alike));
  const mixed = await two(["lantern-4.txt", "whale.txt"], 4);
  const all = await galley.slack.until(() => totalUnder(galley, mixed));

  expect(own).toContain("@Ana Moreau can approve.");
  expect(all).toContain(`${allCan}.`);
});

function totalUnder({ replies, drawn }: Galley, post: Message): string | undefined {
  return replies(post)
    .map(drawn)
    .find((text) => text.includes("Approve all ·"));
}

test("nobody who cannot approve is chosen, and the form names them", async () => {
  await using galley = await openGalley();
  const { ana, guest } = galley.slack.people;
  const kim = galley.slack.people.add({ name: "kim", realName: "Kim & Co" });
  const { card } = await part(galley, 1, "lantern-1.txt");

  const refused = await chooses(galley, card, [ana, kim, guest]);

  expect(refused).toEqual({
    status: "errors",
    errors: {
      "book.approvers": "Only approvers and admins can be asked, not Kim & Co or Gil Guest.",
    },
  });
  const next = await part(galley, 2, "lantern-2.txt");
  expect(galley.drawn(next.card)).toContain(allCan);
});

test("once none of them can approve, all approvers are asked, and the form shows nobody", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await begun(galley, [ana]);

  othersLoseTheirRight(galley);
  const { card } = await part(galley, 2, "lantern-2.txt");

  expect(galley.drawn(card)).toContain(allCan);
  const form = await opensBookForm(galley, robin, card);
  expect(form).toMatch(/Approvers to ask[^]*\[ Select ▾ \]/u);
});

test("a deactivated approver is not asked", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  await begun(galley, [ana, ada]);

  const person = galley.slack.state.people.find(ana.id);
  if (person !== undefined) galley.slack.state.people.change(person, { isDeleted: true });
  galley.clock.skip(61_000);
  const { card } = await part(galley, 2, "lantern-2.txt");

  expect(galley.drawn(card)).toContain("· @Ada Okafor can approve ·");
});

test("an erased approver is in no book, and its requests ask all", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await begun(galley, [ana]);
  await galley.stop();
  const file = galley.env.STORE_URL.slice("sqlite:".length);
  const before = await readFile(file, "latin1");

  const words = [galley.slack.state.app.team.id, "person", ana.id];
  const { stdout } = spawnSync(process.execPath, ["src/operator/erase/main.ts", ...words], {
    env: { ...galley.env, LOG_LEVEL: "silent" },
    encoding: "utf8",
  });
  const after = await readFile(file, "latin1");
  await galley.start();

  expect(stdout).toContain("Erased:");
  expect(before).toContain(ana.id);
  expect(after).not.toContain(ana.id);
  const { card } = await part(galley, 2, "lantern-2.txt");
  expect(galley.drawn(card)).toContain(allCan);
});

test("a merged book keeps whom it asks, else takes whom the other one asks", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await begun(galley, [ana]);
  await part(galley, 2, "whale-1.txt");

  await choosesMerge(galley, robin, { book: "lantern", into: "whale" });
  await sendsMerge(galley, robin);

  expect(drawnForm(galley, robin)).toContain("is part of “whale” now");
  const { card } = await part(galley, 3, "whale-2.txt");
  expect(galley.drawn(card)).toContain("@Ana Moreau can approve");
});
