import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, chaptersIn } from "../../../core/slice.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { escapeMrkdwn, plain } from "../../../slack/mrkdwn.ts";

/** “chapters 3 to 17”, “chapter 3”, or “chapters 2, 5 to 6”, as they are counted in the manuscript. */
export function partName(quote: Quote, slice: Slice, tongue: Tongue): string {
  const { t, amount } = tongue;
  const manuscript = manuscriptOf(quote);
  const { rows } = manuscript === undefined ? { rows: [] } : chaptersIn(manuscript, slice);
  const [first, ...others] = rows;
  if (first === undefined) return t`a part`;
  if (others.length === 0) {
    return first.first === first.last
      ? t`chapter ${first.first}`
      : t`chapters ${first.first} to ${first.last}`;
  }
  const words = rows
    .slice(0, rowsShown)
    .map((row) => (row.first === row.last ? amount(row.first) : t`${row.first} to ${row.last}`));
  const more = rows.length - rowsShown;
  const list = tongue.enumerated(words);
  return more > 0 ? t`chapters ${list} and ${more} more` : t`chapters ${list}`;
}

/** The same with the first and the last title where the chapters follow each other, in plain text. */
export function partInFull(quote: Quote, slice: Slice, tongue: Tongue): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, slice).titles;
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : `“${plain(title, titleShown)}”`,
  );
  const name = partName(quote, slice, tongue);
  if (first === "" || slice.length > 1) return name;
  return titles.length === 1 ? `${name} (${first})` : tongue.t`${name} (${first} to ${last})`;
}

/** The same for mrkdwn. */
export function partShown(quote: Quote, slice: Slice, tongue: Tongue): string {
  return escapeMrkdwn(partInFull(quote, slice, tongue));
}

const titleShown = 30;
/** A button has room for so many. */
const rowsShown = 4;
