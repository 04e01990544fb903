import type { House } from "./house.ts";

const names = ["One", "Two", "Three", "Four", "Five", "Six"];
const chapters = names.map(
  (name) => `Chapter ${name}\n\nIlse Brandt lit lamp ${name} and told nobody of it.\n\n`,
);
/** The manuscript as it had grown to so many chapters; a file ends without blank lines. */
export const grown = (count: number) => chapters.slice(0, count).join("").trimEnd();
export const lengthOf = (first: number, last: number) =>
  grown(last).length - (first === 1 ? 0 : chapters.slice(0, first - 1).join("").length);

export async function uploads(house: House, content: string, name = "lantern.txt") {
  const { robin } = house.slack.people;
  return await robin.uploads("#translations", { name, content });
}

/** The first chapters are posted, and their translation has come back. */
export async function begun(house: House, count: number) {
  const post = await uploads(house, grown(count));
  const card = await house.card(post, /\[ Approve \]/u);
  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.reply(post, /is ready/u);
  return card;
}
