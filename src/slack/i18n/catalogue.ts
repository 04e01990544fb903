/**
 * Galley's sentences in one language, by the English one that stands in the code; `{0}`, `{1}` … stand
 * for what is put in. A thing that is counted has a form for each of the language's plural categories.
 */
export type Catalogue = {
  readonly sentences: Readonly<Record<string, string>>;
  readonly units: Readonly<Record<Unit, PluralForms>>;
};

/** What Galley counts. */
export type Unit = keyof typeof englishUnits;

/** `{0}` stands for the number. `Intl.PluralRules` names the category. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

export const englishUnits = {
  approval: { one: "{0} approval", other: "{0} approvals" },
  attempt: { one: "{0} attempt", other: "{0} attempts" },
  card: { one: "{0} card", other: "{0} cards" },
  character: { one: "{0} character", other: "{0} characters" },
  chapter: { one: "{0} chapter", other: "{0} chapters" },
  credit: { one: "{0} credit", other: "{0} credits" },
  "description of a picture": {
    one: "{0} description of a picture",
    other: "{0} descriptions of pictures",
  },
  estimate: { one: "{0} estimate", other: "{0} estimates" },
  hour: { one: "{0} hour", other: "{0} hours" },
  "list of contents": { one: "{0} list of contents", other: "{0} lists of contents" },
  manuscript: { one: "{0} manuscript", other: "{0} manuscripts" },
  minute: { one: "{0} minute", other: "{0} minutes" },
  "older manuscript": { one: "{0} older manuscript", other: "{0} older manuscripts" },
  "other channel": { one: "{0} other channel", other: "{0} other channels" },
  paragraph: { one: "{0} paragraph", other: "{0} paragraphs" },
  "reading beside a word": {
    one: "{0} reading beside a word",
    other: "{0} readings beside words",
  },
  request: { one: "{0} request", other: "{0} requests" },
  run: { one: "{0} run", other: "{0} runs" },
  "running task": { one: "{0} running task", other: "{0} running tasks" },
  term: { one: "{0} term", other: "{0} terms" },
  token: { one: "{0} token", other: "{0} tokens" },
  "tracked deletion": { one: "{0} tracked deletion", other: "{0} tracked deletions" },
} as const satisfies Record<string, PluralForms>;

/** English stands in the code. */
export const english: Catalogue = { sentences: {}, units: englishUnits };
