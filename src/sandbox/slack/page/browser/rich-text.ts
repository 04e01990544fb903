import { drawnDate } from "../../drawing/dates.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { h, link } from "./dom.ts";
import { emojiNamed, mention } from "./mrkdwn.ts";
import type { Reading } from "./reading.ts";

/** A `rich_text` block, or what stands in a cell of a table. */
export function richText(block: Fields, reading: Reading): HTMLElement {
  const parts = partsOf(block).map((part) => drawPart(part, reading));
  return h("div", { class: "rich-text" }, ...parts);
}

const partsOf = (block: Fields): readonly Fields[] => listOf(block["elements"]).map(fieldsOf);

function drawPart(part: Fields, reading: Reading): HTMLElement {
  const words = () => partsOf(part).map((one) => inline(one, reading));
  switch (part["type"]) {
    case "rich_text_list":
      return list(part, reading);
    case "rich_text_quote":
      return h("blockquote", {}, ...words());
    case "rich_text_preformatted":
      return h("pre", { tabindex: 0 }, ...words());
    default:
      return h("p", {}, ...words());
  }
}

function list(part: Fields, reading: Reading): HTMLElement {
  const isOrdered = part["style"] === "ordered";
  const items = partsOf(part).map((item) =>
    h("li", {}, ...partsOf(item).map((one) => inline(one, reading))),
  );
  const start = isOrdered ? Number(part["offset"] ?? 0) + 1 : undefined;
  const props = { class: `indent-${Number(part["indent"] ?? 0)}` };
  return isOrdered ? h("ol", { ...props, start }, ...items) : h("ul", props, ...items);
}

function inline(one: Fields, reading: Reading): Node | string {
  const style = fieldsOf(one["style"]);
  const tags = (["bold", "italic", "strike", "code", "underline"] as const).filter(
    (name) => style[name] === true,
  );
  return tags.reduce<Node | string>((inner, name) => h(tagOf[name], {}, inner), bare(one, reading));
}

const tagOf = { bold: "strong", italic: "em", strike: "s", code: "code", underline: "u" } as const;

function bare(one: Fields, reading: Reading): Node | string {
  const text = textOf(one["text"]);
  switch (one["type"]) {
    case "link":
      return link(textOf(one["url"]), text || textOf(one["url"]));
    case "user":
      return mention("@", textOf(one["user_id"]), { reading });
    case "usergroup":
      return mention("@", textOf(one["usergroup_id"]), { reading });
    case "channel":
      return mention("#", textOf(one["channel_id"]), { reading });
    case "broadcast":
      return h("span", { class: "mention" }, `@${textOf(one["range"])}`);
    case "emoji":
      return emojiNamed(textOf(one["name"])) ?? `:${textOf(one["name"])}:`;
    case "date":
      return drawnDate(Number(one["timestamp"]), textOf(one["format"]), reading);
    case "color":
      return textOf(one["value"]);
    default:
      return text;
  }
}
