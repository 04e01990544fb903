import { hash } from "node:crypto";

import { z } from "zod";

/** Times are ms since 1970. */
export const at = z.number();
export const count = z.number();
/** From 0 to 1. */
export const fraction = z.number();
/** Ids are never empty. */
export const id = z.string().min(1);
export const language = z.string();

/** JSON has no undefined: a missing field parses as undefined, and code sets it explicitly. */
export const maybe = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** The same for a field that code may leave out as well. */
export const optional = <T extends z.ZodType>(schema: T) => maybe(schema).optional();

/**
 * An object in a record. It keeps fields that this version does not know: a newer replica wrote them,
 * and an older one must not lose them when it rewrites the record.
 */
export const stored = <Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> =>
  z.looseObject(shape);

/**
 * A list of foreign length. A schema's complaint about one item takes a kilobyte, so what is beyond the
 * limit does not reach it.
 */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value): unknown => (Array.isArray(value) ? value.slice(0, mostItems) : value),
    z.array(item),
  );

const mostItems = 20_000;

/** A record by outside words: unlike zod's own it keeps one named `__proto__`. */
export const byWord = <T extends z.ZodType>(value: T) =>
  z
    .preprocess((raw) => renamed(raw, "__proto__", standIn), z.record(z.string(), value))
    .transform((record) => renamed(record, standIn, "__proto__"));

function renamed<T>(value: T, from: string, to: string): T {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, from)) return value;
  const plain: object = value;
  const entries: [string, unknown][] = Object.entries(plain);
  const pairs = entries.map(([name, one]) => [name === from ? to : name, one] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same values under other names
  return Object.fromEntries(pairs) as T;
}

const standIn = "\u0000__proto__";

/** The output of a schema, deeply read-only. */
export type ReadonlyOf<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** Returns 64 bits of SHA-256 over a value's JSON, in hex. Equal values have equal digests. */
export function digestOf(value: unknown): string {
  return hash("sha256", JSON.stringify(value)).slice(0, 16);
}
