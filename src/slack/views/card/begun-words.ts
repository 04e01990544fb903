import type { Begun } from "../../../domain/quote/continuation.ts";
import { type Range, overlapping } from "../../../domain/quote/parts.ts";
import { type Quote, begunOf, manuscriptOf } from "../../../domain/quote/quote.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { day, escapeMrkdwn, linkTo } from "../../mrkdwn.ts";
import { limits } from "../blocks.ts";
import { plainName } from "../words.ts";
import { partName } from "./part-words.ts";

/** What the manuscript continues, in mrkdwn; nothing where it continues none. */
export function begunWords(quote: Quote, tongue: Tongue): readonly string[] {
  const begun = begunOf(quote);
  if (begun === undefined) return [];
  const { t } = tongue;
  const name = escapeMrkdwn(nameOf(begun, tongue));
  const file = begun.link === undefined ? name : linkTo(begun.link, name);
  const chapters = partName(quote, { from: 0, to: begun.to }, tongue);
  const date = day(begun.at);
  return [
    begun.to === manuscriptOf(quote)?.characters
      ? t`All of it is in ${file}.`
      : t`This continues ${file}.`,
    begun.bought === "all"
      ? t`Bought before, last on ${date}: ${chapters}.`
      : t`On that card, bought in part, last on ${date}: ${chapters}.`,
    ...(begun.isChanged ? [t`What comes after them there has changed since.`] : []),
    ...(overlapping(quote, undefined).length > 0
      ? []
      : [t`“Choose chapters” makes this card be about others, or about all.`]),
  ];
}

/** For a confirm dialog: what of these chapters, or of the whole, an earlier card deals with already. */
export function begunWarning(
  quote: Quote,
  part: Range | undefined,
  tongue: Tongue,
): readonly string[] {
  const begun = begunOf(quote);
  const { from, to } = part ?? { from: 0, to: Infinity };
  if (begun === undefined || from >= begun.to) return [];
  const chapters = partName(quote, { from, to: Math.min(to, begun.to) }, tongue);
  return [tongue.t`Already on an earlier card (${nameOf(begun, tongue)}): ${chapters}.`];
}

function nameOf({ name }: Begun, tongue: Tongue): string {
  if (name === "") return tongue.t`an earlier manuscript`;
  return `“${plainName({ file: { id: "", name } }, limits.nameInConfirm, tongue)}”`;
}
