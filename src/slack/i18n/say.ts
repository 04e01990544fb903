import { IntlMessageFormat } from "intl-messageformat";

/**
 * Galley's sentences in one language, by the English sentence in the code. They are ICU messages
 * with `{0}`, `{1}` … for the values.
 */
export type Catalogue = Readonly<Record<string, string>>;

/**
 * Translates an English sentence of the code; numbers are written as in the language. A part that
 * changes with a number is in the sentence: `{${count}, plural, one {# term was} other {# terms
 * were}} saved.`
 */
export type Say = (
  sentence: TemplateStringsArray,
  ...values: readonly (string | number)[]
) => string;

/**
 * Creates a translator. A sentence that the catalogue lacks stays English: a wrong language is
 * better than silence.
 */
export function createSay(language: string, catalogue: Catalogue): Say {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  // Created once, not for each message. `<@U1>` is no tag of a message.
  const options = {
    formatters: {
      getNumberFormat: () => numbers,
      getPluralRules: () => plurals,
      getDateTimeFormat: () => new Intl.DateTimeFormat(language),
    },
    ignoreTag: true,
  };
  const messages = new Map<string, IntlMessageFormat>();
  const messageOf = (key: string): IntlMessageFormat => {
    const known = messages.get(key);
    if (known !== undefined) return known;
    const message = new IntlMessageFormat(catalogue[key] ?? key, language, undefined, options);
    messages.set(key, message);
    return message;
  };
  return (sentence, ...values) => {
    const key = keyOf(sentence);
    const put = values.map((value, place) =>
      typeof value === "number" && !key.includes(`{${place}, plural`)
        ? numbers.format(value)
        : value,
    );
    return String(messageOf(key).format(Object.fromEntries(put.entries())));
  };
}

/** Returns the key of a sentence in the catalogues. A plural has its own braces. */
export function keyOf(parts: readonly string[]): string {
  return parts.reduce((key, part, index) =>
    part.startsWith(", plural, ") ? `${key}${index - 1}${part}` : `${key}{${index - 1}}${part}`,
  );
}
