import { clicks, posts, ready } from "./between-deeds.ts";
import { orders } from "./deeds.ts";
import type { Galley } from "./galley.ts";
import { chapters, serial } from "./long-texts.ts";

/** Returns the manuscript as of this many chapters. */
export const grown = (count: number) => serial(chapters(1, count));
export const lengthOf = (first: number, last: number) =>
  grown(last).length - (first === 1 ? 0 : chapters(1, first - 1).join("").length);

/** The first chapters are posted, and their translation has come back. */
export async function begun(galley: Galley, count: number) {
  const post = await posts(galley, grown(count));
  const card = await galley.card(post, /\[ Approve ·/u);
  await clicks(galley, card, "quote.approve");
  await galley.reply(post, ready);
  return card;
}

/** Returns the length in characters of each text that the partner was sent to translate. */
export async function sent(galley: Galley): Promise<readonly number[]> {
  return (await orders(galley)).tasks.map(({ characters }) => characters);
}
