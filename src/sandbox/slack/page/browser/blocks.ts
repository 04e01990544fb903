import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../json.ts";
import { freshId, h, link } from "./dom.ts";
import { drawElement } from "./elements.ts";
import { drawText, wordsOf } from "./mrkdwn.ts";
import type { Surface } from "./surfaces.ts";

export function drawBlocks(blocks: readonly Fields[], surface: Surface): HTMLElement {
  return h("div", { class: "blocks" }, ...blocks.map((block) => drawBlock(block, surface)));
}

function drawBlock(block: Fields, surface: Surface): HTMLElement {
  const type = textOf(block["type"]);
  const node = kinds[type]?.(block, surface) ?? unknown(type);
  node.classList.add("block", `block-${type}`);
  return node;
}

type Draw = (block: Fields, surface: Surface) => HTMLElement;

const kinds: Readonly<Record<string, Draw>> = {
  section,
  input,
  table,
  header: ({ text }) => h("h3", {}, wordsOf(text)),
  divider: () => h("hr"),
  context: ({ elements }, { reading }) =>
    h("div", {}, ...listOf(elements).map((text) => drawText(text, reading))),
  actions: (block, surface) =>
    h(
      "div",
      {},
      ...listOf(block["elements"]).map((one) => drawElement(block, fieldsOf(one), surface).node),
    ),
  rich_text: ({ elements }) => {
    const parts = listOf(elements).flatMap((section) => listOf(fieldsOf(section)["elements"]));
    return h("div", { class: "rich-text" }, h("p", {}, ...parts.map(fieldsOf).map(inline)));
  },
};

/** A sentence about the missing kind is better than a gap. */
const unknown = (type: string) =>
  h("div", { class: "unknown" }, `This page cannot draw “${type}” blocks.`);

const inline = ({ text, url }: Fields): Node | string =>
  url === undefined ? textOf(text) : link(textOf(url), textOf(text) || textOf(url));

function section(block: Fields, surface: Surface): HTMLElement {
  const { text, fields, accessory } = block;
  const facts = listOf(fields).map((field) => drawText(field, surface.reading));
  return h(
    "div",
    {},
    h(
      "div",
      { class: "section-words" },
      isFields(text) && drawText(text, surface.reading),
      facts.length > 0 && h("div", { class: "facts" }, ...facts),
    ),
    isFields(accessory) &&
      h("div", { class: "accessory" }, drawElement(block, accessory, surface).node),
  );
}

function input(block: Fields, surface: Surface): HTMLElement {
  const control = drawElement(block, fieldsOf(block["element"]), surface);
  const label = wordsOf(block["label"]);
  const isOptional = block["optional"] === true;
  const ids = { main: freshId(), label: freshId(), hint: freshId(), error: freshId() };
  const error = h("p", { id: ids.error, class: "field-error", role: "alert" });
  const { main } = control;
  main.id = ids.main;
  main.removeAttribute("aria-label");
  // The summary of a menu for several choices names them: screen readers read it as well.
  const isMenu = main.tagName === "SUMMARY";
  main.setAttribute("aria-labelledby", isMenu ? `${ids.label} ${ids.main}` : ids.label);
  main.setAttribute("aria-describedby", `${ids.hint} ${ids.error}`);
  surface.fields?.set(textOf(block["block_id"]), {
    read: control.read,
    isOptional,
    focus: () => main.focus(),
    complain: (words) => {
      error.textContent = words;
      main.setAttribute("aria-invalid", String(words !== ""));
    },
  });
  return h(
    "div",
    {},
    h(
      "label",
      { class: "label", id: ids.label, for: ids.main },
      label,
      isOptional && h("span", {}, " (optional)"),
    ),
    control.node,
    h("p", { id: ids.hint, class: "hint" }, wordsOf(block["hint"])),
    error,
  );
}

/** The first row is the head. A wide table scrolls by itself. */
function table(block: Fields): HTMLElement {
  const [head = [], ...rows] = listOf(block["rows"]).map(listOf);
  const settings = listOf(block["column_settings"]).map(fieldsOf);
  const cells = (tag: "th" | "td", row: readonly unknown[]) =>
    row.map((cell, index) => {
      const { align, is_wrapped: isWrapped } = settings[index] ?? {};
      const look = `${textOf(align)} ${isWrapped === true ? "wraps" : ""}`.trim();
      const scope = tag === "th" ? "col" : undefined;
      return h(tag, { class: look || undefined, scope }, wordsOf(cell));
    });
  const element = h(
    "table",
    {},
    h("thead", {}, h("tr", {}, ...cells("th", head))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...cells("td", row)))),
  );
  const label = `Table of ${rows.length} rows`;
  return h("div", { class: "scrolls", role: "region", tabindex: 0, "aria-label": label }, element);
}
