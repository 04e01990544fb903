import { sizeWords } from "../../drawing/words.ts";
import type { App } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { menuButton } from "./menus.ts";

/** Holds files that wait to be sent: one's own, or samples. Calls `changed` after each change. */
export function createStage(app: App, changed: () => void) {
  const staged = new Map<string, HTMLElement>();
  const node = h("ul", { class: "chips", "aria-label": "Files to send" });

  async function put(given: File | string): Promise<void> {
    const file = await app.upload(given);
    if (file === undefined) return;
    const chip = fileChip(file, () => {
      chip.remove();
      staged.delete(file.id);
      changed();
    });
    staged.set(file.id, chip);
    node.append(chip);
    changed();
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
