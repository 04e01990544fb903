import { type Range, chaptersIn } from "../../domain/parts.ts";
import { type Quote, manuscriptOf } from "../../domain/quote.ts";
import { escapeMrkdwn, plain } from "../mrkdwn.ts";
import { amount } from "./words.ts";

/** “chapters 3 to 17”, or “chapter 3”; chapters are counted as they stand in the manuscript. */
export function partName(quote: Quote, range: Range): string {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || manuscript.chapters.length === 0) return "a part";
  const { first, last } = chaptersIn(manuscript, range);
  return first === last
    ? `chapter ${amount(first)}`
    : `chapters ${amount(first)} to ${amount(last)}`;
}

/** The same with the first and the last title, in plain text. */
export function partInFull(quote: Quote, range: Range): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, range).titles;
  const [first, last] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : `“${plain(title, titleShown)}”`,
  );
  const name = partName(quote, range);
  if (first === undefined || first === "") return name;
  return titles.length === 1 ? `${name} (${first})` : `${name} (${first} to ${last})`;
}

/** The same for mrkdwn. */
export function partShown(quote: Quote, range: Range): string {
  return escapeMrkdwn(partInFull(quote, range));
}

const titleShown = 30;
