import { fieldsOf, textOf } from "../../json.ts";
import { h } from "./dom.ts";
import { mrkdwn, plainWithEmoji } from "./mrkdwn.ts";
import type { Reading } from "./reading.ts";

/** The bare words of a text object, for labels, options and ears. */
export function wordsOf(text: unknown): string {
  const { text: words, emoji } = fieldsOf(text);
  return emoji === false ? textOf(words) : plainWithEmoji(textOf(words));
}

/** A text object drawn: `mrkdwn` with its marks, `plain_text` as it stands. */
export function drawText(text: unknown, reading: Reading): HTMLElement {
  const { type, text: words, verbatim } = fieldsOf(text);
  if (type !== "mrkdwn") return h("div", { class: "plain" }, wordsOf(text));
  return mrkdwn(textOf(words), reading, verbatim === true ? "verbatim" : "linked");
}
