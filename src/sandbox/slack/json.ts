/** Readers of JSON from outside: a wrong shape reads as empty, never as an exception. */
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The fields that have a value: Slack leaves absent fields out instead of sending null. */
export function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
