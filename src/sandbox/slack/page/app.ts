import type { CommandHint, ShortcutHint } from "./wire.ts";

/** What manifest.yml tells Slack's composer and menus to offer; a test compares the two. */
export const commands: readonly CommandHint[] = [
  {
    command: "/translate",
    hint: "help | status | glossary | settings | fr",
    description: "Hand in a manuscript for translation",
  },
  {
    command: "/translate-usage",
    hint: "",
    description: "Credits of the partner account, for admins",
  },
];

export const shortcuts: readonly ShortcutHint[] = [
  { callbackId: "translate_manuscript", name: "Translate this file" },
];
