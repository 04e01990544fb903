import type { CommandHint } from "../wire.ts";
import type { App } from "./app.ts";
import { freshId, h, pressable } from "./dom.ts";

/** Slash commands that fit what is being typed: arrows choose, Tab or Enter takes one. */
export function createHints(app: App, text: HTMLTextAreaElement) {
  const id = freshId();
  const node = h("div", { class: "hints", id, role: "listbox", "aria-label": "Commands" });
  let found: readonly CommandHint[] = [];
  let at = 0;

  function show(next: readonly CommandHint[], chosen: number): void {
    found = next;
    at = chosen;
    node.hidden = found.length === 0;
    node.replaceChildren(...found.map((hint, index) => drawn(hint, index)));
    text.setAttribute("aria-controls", node.hidden ? "" : id);
    text.setAttribute("aria-activedescendant", node.hidden ? "" : `${id}-${at}`);
  }

  function drawn(hint: CommandHint, index: number): HTMLElement {
    const look = { id: `${id}-${index}`, isChosen: index === at };
    return line(hint, { ...look, take: () => take(index) });
  }

  function take(index: number): void {
    text.value = `${found[index]?.command ?? ""} `;
    text.focus();
    show([], 0);
  }

  function update(): void {
    const isCommand = /^\/[\w-]*$/u.test(text.value);
    const { commands = [] } = app.state.screen ?? {};
    show(isCommand ? commands.filter(({ command }) => command.startsWith(text.value)) : [], 0);
  }

  /** Takes a key when the hints are open; true when nobody else should. */
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

type Look = { readonly id: string; readonly isChosen: boolean; readonly take: () => void };

function line({ command, hint, description }: CommandHint, { id, isChosen, take }: Look) {
  const look = { class: "hint-line", role: "option", tabindex: -1 };
  return pressable(
    { id, ...look, "aria-selected": String(isChosen), click: take },
    h("strong", {}, `${command} `),
    h("span", { class: "hint-usage" }, hint),
    h("span", { class: "hint-what" }, description),
  );
}
