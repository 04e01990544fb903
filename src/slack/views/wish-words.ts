import type { Quote } from "../../domain/quote.ts";
import { type FirstWish, noteChars } from "../../domain/wish.ts";
import { mention, outside } from "../mrkdwn.ts";
import { limits } from "./blocks.ts";

/** What those who decide should know beside the price, one paragraph each; empty when nothing was said. */
export function wishWords({ wish, book, requester }: Quote): readonly string[] {
  const facts = [
    ...(book === undefined ? [] : [`*Book* ${outside(book, limits.nameShown)}`]),
    ...(wish?.dueOn === undefined ? [] : [`*Needed by* ${dayWords(wish.dueOn)}`]),
    ...(wish?.first === undefined ? [] : [`*Asked for* ${firstWords(wish.first)}`]),
  ];
  return [
    ...(facts.length === 0 ? [] : [facts.join("\n")]),
    ...(wish?.note === undefined
      ? []
      : [`*Note* from ${mention(requester)}\n${outside(wish.note, noteChars)}`]),
  ];
}

/** The same in one sentence, for notifications and screen readers. */
export function spokenWish({ wish }: Pick<Quote, "wish">): string {
  const { first, dueOn } = wish ?? {};
  return [
    ...(first === undefined ? [] : [`Asked for: ${firstWords(first)}.`]),
    ...(dueOn === undefined ? [] : [`Needed by ${dayWords(dueOn)}.`]),
  ].join(" ");
}

export function firstWords(first: FirstWish): string {
  switch (first) {
    case "translation":
      return "the whole translation";
    case "preview":
      return "a preview first";
    case "glossary":
      return "a glossary first";
    case "estimate":
      return "the price alone; nothing is to be bought yet";
  }
}

/** As a choice of the form. */
export function firstLabel(first: FirstWish): string {
  switch (first) {
    case "translation":
      return "The whole translation";
    case "preview":
      return "A preview of the opening";
    case "glossary":
      return "A glossary of names and terms";
    case "estimate":
      return "Nothing yet, I only want to know the price";
  }
}

/** `27 November 2026`: a day is the same in every time zone. */
export function dayWords(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? outside(day, limits.wordShown) : dayFormat.format(at);
}

const dayFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
