import { sizeWords } from "../../drawing/words.ts";
import { commands } from "../app.ts";
import { freshId, h, pressable } from "./dom.ts";
import { menuButton } from "./menus.ts";
import type { App, Part } from "./state.ts";

type Place = { readonly channel: string; readonly thread: string | undefined };

type Composing = {
  readonly place: () => Place | undefined;
  readonly label: () => string;
};

type Composer = Part & { readonly add: (files: readonly File[]) => void };

/** Creates the field for text, files, samples and slash commands. Enter sends. */
export function createComposer(app: App, { place, label }: Composing): Composer {
  const text = h("textarea", { rows: 1, class: "compose-text", "aria-autocomplete": "list" });
  const send = pressable({ class: "send", "aria-label": "Send" }, "➤");
  const hints = createHints(text);
  const stage = createStage(app, () => {
    ready();
    text.focus();
  });

  function ready(): void {
    send.disabled = text.value.trim() === "" && stage.isEmpty();
    hints.update();
  }

  function submit(): void {
    const at = place();
    if (at === undefined || send.disabled) return;
    const words = text.value.trim();
    text.value = "";
    const files = stage.takeAll();
    if (words.startsWith("/") && files.length === 0) runCommand(app, words, at);
    else void app.perform({ deed: "post", text: written(app, words), files, ...at });
    // The button cannot be pressed now, and would take the focus with it.
    text.focus();
    ready();
  }

  text.addEventListener("input", ready);
  text.addEventListener("keydown", (event) => {
    if (hints.press(event) || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  send.addEventListener("click", submit);
  ready();
  const grow = h("span", { class: "grow" });
  const foot = h("div", { class: "compose-foot" }, ...stage.buttons, grow, send);
  const update = () => {
    text.placeholder = label();
    text.setAttribute("aria-label", label());
  };
  const node = h("div", { class: "composer" }, hints.node, stage.node, text, foot);
  return { node, add: stage.add, update };
}

function runCommand(app: App, words: string, { channel, thread }: Place): void {
  const [command = "", ...rest] = words.split(" ");
  const isKnown = commands.some((one) => one.command === command);
  if (!isKnown) app.warn(`${command} is not a valid command.`);
  else if (thread !== undefined) app.warn("Slack takes no slash commands in threads.");
  else void app.perform({ deed: "command", channel, command, text: rest.join(" ") });
}

/** Returns the text as Slack's own clients send it: signs escaped, people and channels by id. */
function written(app: App, words: string): string {
  const { people = [], channels = [] } = app.state.screen ?? {};
  const escaped = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll(/([@#])([\w-]+)/gu, (whole, sign: string, name: string) => {
    const match = [...(sign === "@" ? people : channels)].find((one) => one.name === name);
    return match === undefined ? whole : `<${sign}${match.id}>`;
  });
}

type Hint = (typeof commands)[number];

/** Shows the slash commands that match the typed text: arrows choose, Tab or Enter takes one. */
function createHints(text: HTMLTextAreaElement) {
  const id = freshId();
  const node = h("div", { class: "hints", id, role: "listbox", "aria-label": "Commands" });
  let matches: readonly Hint[] = [];
  let at = 0;

  function show(next: readonly Hint[], index: number): void {
    matches = next;
    at = index;
    node.hidden = matches.length === 0;
    node.replaceChildren(...matches.map(line));
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
    text.value = `${matches[index]?.command ?? ""} `;
    text.focus();
    show([], 0);
  }

  function update(): void {
    const isCommand = /^\/[\w-]*$/u.test(text.value);
    show(isCommand ? commands.filter(({ command }) => command.startsWith(text.value)) : [], 0);
  }

  /** Takes a key when the hints are open; returns true when no other handler should. */
  function press(event: KeyboardEvent): boolean {
    if (matches.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isWhole = matches[at]?.command === text.value;
    if (step !== undefined) show(matches, (at + step + matches.length) % matches.length);
    else if (event.key === "Escape") show([], 0);
    else if (event.key === "Tab" || (event.key === "Enter" && !isWhole)) take(at);
    else return false;
    event.preventDefault();
    return true;
  }

  return { node, update, press };
}

/** Holds files that wait to be sent: one's own, or samples. Calls `changed` after each change. */
function createStage(app: App, onChange: () => void) {
  const staged = new Map<string, HTMLElement>();
  const node = h("ul", { class: "chips", "aria-label": "Files to send" });

  async function put(input: File | string): Promise<void> {
    const file = await app.upload(input);
    if (file === undefined) return;
    const chip = fileChip(file, () => {
      chip.remove();
      staged.delete(file.id);
      onChange();
    });
    staged.set(file.id, chip);
    node.append(chip);
    onChange();
  }

  async function putAll(files: readonly File[]): Promise<void> {
    for (const file of files) await put(file);
  }
  const add = (files: readonly File[]) => void putAll(files);

  return {
    node,
    add,
    buttons: [...attachButton(add), samplesButton(app, (id) => void put(id))],
    isEmpty: () => staged.size === 0,
    takeAll(): readonly string[] {
      const ids = [...staged.keys()];
      staged.clear();
      node.replaceChildren();
      return ids;
    },
  };
}

/** Draws a chosen file that can still be removed. */
export function fileChip(
  { name, size }: { readonly name: string; readonly size: number },
  drop: () => void,
): HTMLElement {
  const away = pressable({ class: "chip-x", "aria-label": `Remove ${name}`, click: drop }, "×");
  return h("li", { class: "chip" }, `${name} (${sizeWords(size)}) `, away);
}

function attachButton(add: (files: readonly File[]) => void): readonly HTMLElement[] {
  const pick = h("input", { type: "file", multiple: true, hidden: true, tabindex: -1 });
  pick.addEventListener("change", () => {
    add([...(pick.files ?? [])]);
    pick.value = "";
  });
  const label = { "aria-label": "Attach a file", title: "Attach a file" };
  return [pressable({ class: "tool", ...label, click: () => pick.click() }, "📎"), pick];
}

function samplesButton(app: App, choose: (id: string) => void): HTMLElement {
  const items = () =>
    (app.state.welcome?.samples ?? []).map(({ id, title, name }) => ({
      words: `${title} · ${name}`,
      choose: () => choose(id),
    }));
  const look = { look: "tool tool-wide", isLabelled: true };
  return menuButton({ sign: "📚", label: "Samples", ...look, items });
}
