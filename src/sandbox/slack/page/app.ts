/** What manifest.yml tells Slack's composer and menus to offer; a test compares the two. */
export const commands = [
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
] as const;

export const shortcuts = [
  { callbackId: "translate_manuscript", name: "Translate this file" },
] as const;

/** What the page offers of the languages that Slack has: as Slack names them, and as they call themselves. */
export const locales = [
  ["en-US", "English"],
  ["de-DE", "Deutsch"],
  ["es-ES", "Español"],
  ["fr-FR", "Français"],
  ["ja-JP", "日本語"],
  ["ko-KR", "한국어"],
  ["pt-BR", "Português"],
  ["zh-CN", "简体中文"],
  ["zh-TW", "繁體中文"],
] as const;
