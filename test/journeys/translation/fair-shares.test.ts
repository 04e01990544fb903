import { expect, test, vi } from "vitest";

import { patience } from "../../patience.ts";
import { quoted, translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

/** Requests a minute that the partner takes. Galley uses 54, and people have two thirds of those. */
const rpm = 60;
const ofPeople = 36;

test("an approval does not wait for ninety clicks on a link that the partner does not give", async () => {
  await using galley = await openGalley({ partner: { rpm } });
  const { robin, sam, ana } = galley.slack.people;
  const { reply } = await hurried(galley, translated(galley));
  const { card } = await hurried(galley, quoted(galley, tale(7, 1)));
  const before = await requests(galley);
  // The result was fetched once, to be compared with its source.
  const { path = "" } = before.find((one) => one.path.endsWith("/download")) ?? {};
  galley.partner.inject({ kind: "status", status: 503, times: 90, method: "GET", path });

  const clicks = Array.from({ length: 45 }, () => [robin, sam]).flat();
  const answered = Promise.all(clicks.map((person) => person.clicks(reply, "task.fresh_link")));
  await ana.clicks(card, "quote.approve");
  await answered;
  await galley.slack.until(() => answersTo(galley, [robin.id, sam.id]) === clicks.length);
  await galley.card(card, /✅ Done/u);

  const asked = (await requests(galley)).slice(before.length);
  const links = asked.filter((one) => one.path === path).length;
  expect(links).toBeLessThanOrEqual(ofPeople);
  expect(links).toBeGreaterThan(ofPeople / 2);
});

test("an estimate does not wait for the twelve of another person", async () => {
  await using galley = await openGalley({ partner: { rpm } });
  const { robin, sam } = galley.slack.people;
  await hurried(galley, quoted(galley));
  await inquiries(galley, 1);

  const twelve = Array.from({ length: 12 }, (_, n) => ({ name: `r${n}.txt`, content: tale(n, 2) }));
  await robin.uploads("#translations", ...twelve);
  await inquiries(galley, 1 + 1);
  const post = await sam.uploads("#translations", { name: "s.txt", content: tale(99, 1) });
  await galley.slack.until(() => galley.replies(post)[0]);
  const all = await inquiries(galley, 14);

  // Of each card the partner makes an estimate; the language is known without it.
  const ofSam = all.slice(1).map(({ sourceCharacters }) => sourceCharacters === tale(99, 1).length);
  expect(ofSam).toHaveLength(13);
  expect(ofSam.lastIndexOf(true)).toBeLessThan(6);
});

async function requests({ partner }: Galley) {
  return (await partner.records()).requests;
}

function answersTo({ slack }: Galley, people: readonly string[]): number {
  return slack.records.ephemerals().filter(({ user }) => people.includes(user)).length;
}

/** Waits for at least `count` inquiries for cards, in the order of their requests. */
async function inquiries(galley: Galley, count: number) {
  return await vi.waitFor(async () => {
    galley.clock.skip(1000);
    const { tasks } = await galley.partner.records();
    const mine = tasks.filter((task) => task.action !== "translation");
    if (mine.length < count) throw new Error(`${mine.length} of ${count} inquiries were made`);
    return mine;
  }, patience);
}

/** Puts the clock forward until `work` is done; returns its result. */
async function hurried<T>(galley: Galley, work: Promise<T>): Promise<T> {
  let isDone: true | undefined;
  void work.finally(() => {
    isDone = true;
  });
  await galley.passing(1000, () => isDone);
  return await work;
}
