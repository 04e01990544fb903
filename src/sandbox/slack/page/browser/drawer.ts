import type { App, Part } from "./app.ts";
import { freshId, h, pressable } from "./dom.ts";
import { createLog } from "./log.ts";
import { createWorlds } from "./worlds.ts";

/** The drawer below: what the outside worlds hold and do wrong, and what is said between them. */
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
