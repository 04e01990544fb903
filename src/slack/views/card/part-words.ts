import { type Range, chaptersIn } from "../../../domain/quote/parts.ts";
import { type Quote, manuscriptOf } from "../../../domain/quote/quote.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { escapeMrkdwn, plain } from "../../mrkdwn.ts";

/** “chapters 3 to 17”, or “chapter 3”; chapters are counted as they stand in the manuscript. */
export function partName(quote: Quote, range: Range, { t }: Tongue): string {
  const manuscript = manuscriptOf(quote);
  if (manuscript === undefined || manuscript.chapters.length === 0) return t`a part`;
  const { first, last } = chaptersIn(manuscript, range);
  return first === last ? t`chapter ${first}` : t`chapters ${first} to ${last}`;
}

/** The same with the first and the last title, in plain text. */
export function partInFull(quote: Quote, range: Range, tongue: Tongue): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, range).titles;
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : `“${plain(title, titleShown)}”`,
  );
  const name = partName(quote, range, tongue);
  if (first === "") return name;
  return titles.length === 1 ? `${name} (${first})` : tongue.t`${name} (${first} to ${last})`;
}

/** The same for mrkdwn. */
export function partShown(quote: Quote, range: Range, tongue: Tongue): string {
  return escapeMrkdwn(partInFull(quote, range, tongue));
}

const titleShown = 30;
