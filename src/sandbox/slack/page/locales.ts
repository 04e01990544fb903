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

export type Locale = (typeof locales)[number][0];
