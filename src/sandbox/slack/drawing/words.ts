import { type Fields, fieldsOf, isFields, listOf, textOf } from "../json.ts";
import { drawnDate } from "./dates.ts";
import { drawnMrkdwn, drawnPlain, type Reading } from "./mrkdwn.ts";

/** The words of a text object. */
export function wordsOf(text: unknown, reading: Reading): string {
  const { type, text: content } = fieldsOf(text);
  return type === "mrkdwn" ? drawnMrkdwn(textOf(content), reading) : drawnPlain(textOf(content));
}

/** The words of a rich text, lists with their bullets. */
export function richWords(block: Fields, reading: Reading): string {
  return partsOf(block)
    .map((part) => partWords(part, reading))
    .join("\n");
}

const partsOf = (block: Fields): readonly Fields[] => listOf(block["elements"]).filter(isFields);

function partWords(part: Fields, reading: Reading): string {
  const inline = () =>
    partsOf(part)
      .map((one) => inlineWords(one, reading))
      .join("");
  switch (part["type"]) {
    case "rich_text_list":
      return listWords(part, reading);
    case "rich_text_quote":
      return inline().replaceAll(/^/gm, "│ ");
    default:
      return inline();
  }
}

function listWords(part: Fields, reading: Reading): string {
  const indent = "  ".repeat(Number(part["indent"] ?? 0));
  const isOrdered = part["style"] === "ordered";
  return partsOf(part)
    .map(
      (item, index) => `${indent}${isOrdered ? `${index + 1}.` : "•"} ${partWords(item, reading)}`,
    )
    .join("\n");
}

function inlineWords(one: Fields, reading: Reading): string {
  const name = (field: string) => reading.names(textOf(one[field])) ?? textOf(one[field]);
  switch (one["type"]) {
    case "user":
      return `@${name("user_id")}`;
    case "usergroup":
      return `@${name("usergroup_id")}`;
    case "channel":
      return `#${name("channel_id")}`;
    case "broadcast":
      return `@${textOf(one["range"])}`;
    case "emoji":
      return drawnPlain(`:${textOf(one["name"])}:`);
    case "link":
      return textOf(one["text"]) || textOf(one["url"]);
    case "date":
      return drawnDate(Number(one["timestamp"]), textOf(one["format"]), reading);
    default:
      return textOf(one["text"]);
  }
}
