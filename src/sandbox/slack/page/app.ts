/** The commands and shortcuts of manifest.yml; a test compares the two. */
export const commands = [
  {
    command: "/translate",
    hint: "help | status | glossary | settings | fr",
    description: "Request a translation of a manuscript",
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

/** Slack's locales that the page offers, with their own names. */
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
