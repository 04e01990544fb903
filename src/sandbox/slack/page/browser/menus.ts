import { h, pressable } from "./dom.ts";

export type MenuItem = {
  readonly words: string;
  readonly isDanger?: boolean;
  readonly choose: () => void;
};

/** The event of the document when a menu has closed: changes meanwhile can be drawn. */
export const menuClosed = "menu-closed";

type Menu = {
  /** A sign for the face; `label` is its name. */
  readonly sign: string;
  readonly label: string;
  /** True when the label is shown beside the sign, too. */
  readonly isLabelled?: boolean;
  readonly look: string;
  readonly focusName?: string;
  readonly items: () => readonly MenuItem[];
};

/** Draws a button with a menu: arrows walk, Escape closes it and returns the focus. */
export function menuButton({ sign, label, look, focusName, items, ...face }: Menu): HTMLElement {
  const ears = { "aria-haspopup": "menu", "aria-expanded": "false" };
  const opener = pressable(
    { class: look, ...ears, title: label, "data-focus": focusName },
    h("span", { "aria-hidden": "true" }, sign),
    h("span", { class: face.isLabelled === true ? undefined : "for-ears" }, label),
  );
  const holder = h("span", { class: "menu-holder" }, opener);
  let menu: HTMLElement | undefined;

  function close(): void {
    // Removing it takes the focus out of it, which would close it once more.
    const closing = menu;
    menu = undefined;
    closing?.remove();
    opener.setAttribute("aria-expanded", "false");
    if (closing !== undefined) document.dispatchEvent(new Event(menuClosed));
  }

  function open(): void {
    menu = h("div", { class: "menu", role: "menu", "aria-label": label }, ...items().map(item));
    holder.append(menu);
    opener.setAttribute("aria-expanded", "true");
    bringIntoView(menu);
    menu.querySelector("button")?.focus();
  }

  function item({ words, isDanger, choose }: MenuItem): HTMLElement {
    const pick = () => {
      close();
      opener.focus();
      choose();
    };
    const look = isDanger === true ? "menu-item danger" : "menu-item";
    return pressable({ class: look, role: "menuitem", tabindex: -1, click: pick }, words);
  }

  opener.addEventListener("click", () => (menu === undefined ? open() : close()));
  holder.addEventListener("keydown", (event) => walk(event, { menu, open, close, opener }));
  holder.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !holder.contains(relatedTarget)) close();
  });
  return holder;
}

/**
 * Aligns a menu with the end of its button; one that would be cut off at the left, with the start
 * of its blocks.
 */
function bringIntoView(menu: HTMLElement): void {
  const edge = menu.closest(".blocks")?.getBoundingClientRect().left ?? 0;
  const missing = edge - menu.getBoundingClientRect().left;
  if (missing > 0) menu.style.right = `${-missing}px`;
  menu.scrollIntoView({ block: "nearest" });
}

type Open = {
  readonly menu: HTMLElement | undefined;
  readonly open: () => void;
  readonly close: () => void;
  readonly opener: HTMLElement;
};

function walk(event: KeyboardEvent, { menu, open, close, opener }: Open): void {
  const all = [...(menu?.querySelectorAll("button") ?? [])];
  const at = all.findIndex((button) => button === document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (menu === undefined) {
    if (event.key !== "ArrowDown") return;
    open();
  } else if (event.key === "Escape") {
    close();
    opener.focus();
  } else if (step === undefined) return;
  else all.at((at + step) % all.length)?.focus();
  event.preventDefault();
  event.stopPropagation();
}
