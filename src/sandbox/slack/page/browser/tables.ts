import { type Fields, fieldsOf, listOf, textOf } from "../../json.ts";
import { h } from "./dom.ts";
import type { Reading } from "./reading.ts";
import { richText } from "./rich-text.ts";

/** A `table` or `data_table`: the first row is its head. A wide one scrolls by itself. */
export function drawTable(block: Fields, reading: Reading): HTMLElement {
  const [head = [], ...rows] = listOf(block["rows"]).map(listOf);
  const settings = listOf(block["column_settings"]).map(fieldsOf);
  const caption = textOf(block["caption"]);
  const cells = (tag: "th" | "td", row: readonly unknown[]) =>
    row.map((cell, index) => {
      const { align, is_wrapped: isWrapped } = settings[index] ?? {};
      const look = `${textOf(align)} ${isWrapped === true ? "wraps" : ""}`.trim();
      const scope = tag === "th" ? "col" : undefined;
      return h(tag, { class: look || undefined, scope }, drawCell(fieldsOf(cell), reading));
    });
  const table = h(
    "table",
    {},
    caption !== "" && h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...cells("th", head))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells("td", row)))),
  );
  const label = caption || `Table of ${rows.length} rows`;
  return h("div", { class: "scrolls", role: "region", tabindex: 0, "aria-label": label }, table);
}

function drawCell(cell: Fields, reading: Reading): Node | string {
  return cell["type"] === "rich_text" ? richText(cell, reading) : textOf(cell["text"]);
}
