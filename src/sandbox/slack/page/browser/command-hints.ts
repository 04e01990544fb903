import { commands } from "../app.ts";
import { freshId, h, pressable } from "./dom.ts";

type Hint = (typeof commands)[number];

/** Shows the slash commands that match the typed text: arrows choose, Tab or Enter takes one. */
export function createHints(text: HTMLTextAreaElement) {
  const id = freshId();
  const node = h("div", { class: "hints", id, role: "listbox", "aria-label": "Commands" });
  let found: readonly Hint[] = [];
  let at = 0;

  function show(next: readonly Hint[], chosen: number): void {
    found = next;
    at = chosen;
    node.hidden = found.length === 0;
    node.replaceChildren(...found.map(line));
    text.setAttribute("aria-controls", node.hidden ? "" : id);
    text.setAttribute("aria-activedescendant", node.hidden ? "" : `${id}-${at}`);
  }

  function line({ command, hint, description }: Hint, index: number): HTMLElement {
    const look = { id: `${id}-${index}`, class: "hint-line", role: "option", tabindex: -1 };
    return pressable(
      { ...look, "aria-selected": String(index === at), click: () => take(index) },
      h("strong", {}, `${command} `),
      h("span", { class: "hint-usage" }, hint),
      h("span", { class: "hint-what" }, description),
    );
  }

  function take(index: number): void {
    text.value = `${found[index]?.command ?? ""} `;
    text.focus();
    show([], 0);
  }

  function update(): void {
    const isCommand = /^\/[\w-]*$/u.test(text.value);
    show(isCommand ? commands.filter(({ command }) => command.startsWith(text.value)) : [], 0);
  }

  /** Takes a key when the hints are open; returns true when no other handler should. */
  function press(event: KeyboardEvent): boolean {
    if (found.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isWhole = found[at]?.command === text.value;
    if (step !== undefined) show(found, (at + step + found.length) % found.length);
    else if (event.key === "Escape") show([], 0);
    else if (event.key === "Tab" || (event.key === "Enter" && !isWhole)) take(at);
    else return false;
    event.preventDefault();
    return true;
  }

  return { node, update, press };
}
