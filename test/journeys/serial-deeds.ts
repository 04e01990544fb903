import { clicks, posts, ready } from "./between-deeds.ts";
import { orders } from "./deeds.ts";
import type { House } from "./house.ts";
import { chapters, serial } from "./long-texts.ts";

/** Returns the manuscript as of this many chapters. */
export const grown = (count: number) => serial(chapters(1, count));
export const lengthOf = (first: number, last: number) =>
  grown(last).length - (first === 1 ? 0 : chapters(1, first - 1).join("").length);

/** The first chapters are posted, and their translation has come back. */
export async function begun(house: House, count: number) {
  const post = await posts(house, grown(count));
  const card = await house.card(post, /\[ Approve ·/u);
  await clicks(house, card, "quote.approve");
  await house.reply(post, ready);
  return card;
}

/** Returns the length in characters of each text that the partner was sent to translate. */
export async function sent(house: House): Promise<readonly number[]> {
  return (await orders(house)).tasks.map(({ characters }) => characters);
}
