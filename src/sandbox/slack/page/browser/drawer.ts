import type { LogLine } from "../playground-wire.ts";
import { freshId, h, pressable } from "./dom.ts";
import { createList, createScroll } from "./list.ts";
import type { App, Part } from "./state.ts";
import { createWorlds } from "./worlds.ts";

/** Draws the drawer: state and faults of the outside worlds, and the requests between them. */
export function createDrawer(app: App): Part & { readonly toggle: () => void } {
  const rooms = [
    createRoom("Outside worlds", createWorlds(app)),
    createRoom("Requests", createLog(app)),
  ];
  let open: Room | undefined;

  function show(next: Room | undefined): void {
    open = next;
    update();
    if (next === undefined) document.querySelector<HTMLElement>("[data-open=drawer]")?.focus();
    else next.tab.focus();
  }

  function update(): void {
    node.hidden = open === undefined;
    for (const room of rooms) {
      room.tab.setAttribute("aria-selected", String(open === room));
      room.part.node.hidden = open !== room;
    }
    open?.part.update();
  }

  const tabs = { role: "tablist", "aria-label": "Drawer", class: "tabs" };
  const close = { "aria-label": "Close the drawer", click: () => show(undefined) };
  const head = h("div", { class: "drawer-head" }, h("div", tabs, ...rooms.map(({ tab }) => tab)));
  head.append(h("span", { class: "grow" }), pressable({ class: "tool", ...close }, "×"));
  const look = { class: "drawer", "aria-label": "Outside worlds", hidden: true };
  const node = h("aside", look, head, ...rooms.map(({ part }) => part.node));
  for (const room of rooms) room.tab.addEventListener("click", () => show(room));
  return { node, update, toggle: () => show(open === undefined ? rooms[0] : undefined) };
}

type Room = { readonly tab: HTMLElement; readonly part: Part };

function createRoom(words: string, part: Part): Room {
  part.node.id = freshId();
  part.node.setAttribute("role", "tabpanel");
  part.node.setAttribute("aria-label", words);
  const tab = { class: "tab", role: "tab", "aria-controls": part.node.id };
  return { tab: pressable(tab, words), part };
}

const filters: Readonly<Record<string, (line: LogLine) => boolean>> = {
  "All requests": () => true,
  "With the partner": ({ to }) => to === "partner",
  "With Slack": ({ from, to }) => from === "Slack" || to === "Slack",
  "With an idempotency key": ({ idempotencyKey }) => idempotencyKey !== undefined,
};

/** Lists every request between Galley, Slack and partner, in the order of their answers. */
function createLog(app: App): Part {
  const list = h("ol", { class: "log", "aria-label": "Requests, oldest first" });
  const look = { class: "scroller", tabindex: 0, "aria-label": "Requests" };
  const scroll = createScroll(h("div", look, list));
  const show = createList(list);
  const names = Object.keys(filters).map((name) => h("option", { value: name }, name));
  const filter = h("select", { class: "select", "aria-label": "Which requests" }, ...names);
  const head = h("div", { class: "log-head" }, filter);

  function update(): void {
    const lines = app.state.lines.filter(filters[filter.value] ?? (() => true));
    show(
      lines.map((line) => ({
        key: String(line.number),
        signature: [],
        draw: () => drawLine(line),
      })),
    );
    scroll.follow(filter.value);
  }

  filter.addEventListener("change", update);
  return { node: h("div", { class: "log-panel" }, head, scroll.node), update };
}

function drawLine(line: LogLine): HTMLElement {
  const { at, from, to, name, about, idempotencyKey: key, outcome, isFault, detail } = line;
  const time = h("time", {}, new Date(at).toLocaleTimeString("en-GB"));
  const party = [from, to].includes("Slack") ? "slack" : "partner";
  const way = h("span", { class: `way way-${party}` }, `${from} → ${to}`);
  const what = h("span", { class: "what" }, h("strong", {}, name), about !== "" && ` ${about}`);
  const short =
    key !== undefined && h("code", { title: `Idempotency key ${key}` }, `key ${key.slice(0, 8)}`);
  const end = h("span", { class: isFault ? "outcome is-fault" : "outcome" }, outcome);
  return h(
    "li",
    {},
    h(
      "details",
      {},
      h("summary", {}, time, way, what, short, end),
      key !== undefined && h("p", {}, `Idempotency-Key: ${key}`),
      h("pre", { tabindex: 0 }, detail),
    ),
  );
}
