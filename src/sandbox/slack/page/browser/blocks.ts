import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../json.ts";
import { freshId, h, link } from "./dom.ts";
import { drawElement } from "./elements.ts";
import { mrkdwn } from "./mrkdwn.ts";
import { drawPicture } from "./pictures.ts";
import { richText } from "./rich-text.ts";
import type { Surface } from "./surface.ts";
import { drawTable } from "./tables.ts";
import { drawText, wordsOf } from "./text.ts";

/** Draws blocks as Slack draws them, one below the other. */
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
  context,
  actions,
  context_actions: actions,
  input,
  header: ({ text }) => h("h3", {}, wordsOf(text)),
  divider: () => h("hr"),
  image: (block, { reading }) => {
    const title = wordsOf(block["title"]);
    const picture = drawPicture(block, "large", reading);
    return h("figure", {}, title !== "" && h("figcaption", {}, title), picture);
  },
  rich_text: (block, { reading }) => richText(block, reading),
  table: (block, { reading }) => drawTable(block, reading),
  data_table: (block, { reading }) => drawTable(block, reading),
  markdown: ({ text }, { reading }) =>
    mrkdwn(textOf(text).replaceAll(/\*\*([^*\n]+)\*\*/gu, "*$1*"), reading, "linked"),
  alert: (block, { reading }) =>
    h(
      "div",
      { class: `alert-${textOf(block["level"]) || "default"}`, role: "note" },
      drawText(block["text"], reading),
    ),
  video: (block) => h("div", {}, "▶ ", link(textOf(block["video_url"]), wordsOf(block["title"]))),
  plan: (block, { reading }) =>
    h(
      "div",
      {},
      h("strong", {}, textOf(block["title"])),
      ...listOf(block["tasks"]).map((task) => taskCard(fieldsOf(task), reading)),
    ),
  task_card: (block, { reading }) => taskCard(block, reading),
  card,
  carousel: (block, surface) =>
    h(
      "div",
      { class: "cards", tabindex: 0, role: "group", "aria-label": "Cards" },
      ...cardsOf(block, surface),
    ),
};

/** Better a word about what is missing than a gap. */
const unknown = (type: string) =>
  h("div", { class: "unknown" }, `This page cannot draw “${type}” blocks.`);

function section(block: Fields, surface: Surface): HTMLElement {
  const { reading } = surface;
  const facts = listOf(block["fields"]).map((field) => drawText(field, reading));
  const accessory = fieldsOf(block["accessory"]);
  const control = isFields(block["accessory"]) && drawElement(block, accessory, surface);
  return h(
    "div",
    {},
    h(
      "div",
      { class: "section-words" },
      isFields(block["text"]) && drawText(block["text"], reading),
      facts.length > 0 && h("div", { class: "facts" }, ...facts),
    ),
    control && h("div", { class: "accessory" }, control.node),
  );
}

function context(block: Fields, { reading }: Surface): HTMLElement {
  const parts = listOf(block["elements"]).map(fieldsOf);
  const drawn = parts.map((part) =>
    part["type"] === "image" ? drawPicture(part, "thumb", reading) : drawText(part, reading),
  );
  return h("div", {}, ...drawn);
}

function actions(block: Fields, surface: Surface): HTMLElement {
  const elements = listOf(block["elements"]).map(fieldsOf);
  const drawn = elements.map(
    (element) => drawElement(block, element, surface)?.node ?? unknown(textOf(element["type"])),
  );
  return h("div", {}, ...drawn);
}

function input(block: Fields, surface: Surface): HTMLElement {
  const control = drawElement(block, fieldsOf(block["element"]), surface);
  if (control === undefined) return unknown(textOf(fieldsOf(block["element"])["type"]));
  const label = wordsOf(block["label"]);
  const isOptional = block["optional"] === true;
  const ids = { main: freshId(), label: freshId(), hint: freshId(), error: freshId() };
  const error = h("p", { id: ids.error, class: "field-error", role: "alert" });
  const { main } = control;
  main.id = ids.main;
  main.removeAttribute("aria-label");
  // A menu of several says what is chosen: ears hear it as well.
  const isMenu = main.tagName === "SUMMARY";
  main.setAttribute("aria-labelledby", isMenu ? `${ids.label} ${ids.main}` : ids.label);
  main.setAttribute("aria-describedby", `${ids.hint} ${ids.error}`);
  surface.form?.add(textOf(block["block_id"]), {
    read: control.read,
    isOptional,
    label,
    focus: () => main.focus(),
    complain: (words = "") => {
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

function card(block: Fields, surface: Surface): HTMLElement {
  const { reading } = surface;
  const texts = ["title", "subtitle", "body"].filter((name) => isFields(block[name]));
  const drawn = texts.map((name) => drawText(block[name], reading));
  const hero = fieldsOf(block["hero_image"]);
  const picture = isFields(block["hero_image"]) && drawPicture(hero, "large", reading);
  const buttons = actions({ ...block, elements: block["actions"] }, surface);
  return h("div", { class: "card" }, picture, ...drawn, buttons);
}

const cardsOf = (block: Fields, surface: Surface): readonly HTMLElement[] =>
  listOf(block["elements"]).map((one) => card(fieldsOf(one), surface));

function taskCard(task: Fields, reading: Surface["reading"]): HTMLElement {
  const sign = { complete: "✅", in_progress: "🔄", error: "⚠️" }[textOf(task["status"])] ?? "○";
  const more = ["details", "output"].map((name) => fieldsOf(task[name]));
  return h(
    "div",
    { class: "task-card" },
    `${sign} ${textOf(task["title"])}`,
    ...more.map((one) => richText(one, reading)),
  );
}
