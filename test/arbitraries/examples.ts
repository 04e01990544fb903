import { z } from "zod";

import { at, count, fraction, id, language } from "#domain/fields.ts";
import { sliceSchema } from "#domain/slice.ts";

import { noon } from "../builders.ts";

const known = new Map<z.core.$ZodType, unknown>([
  [at, noon],
  [count, 12],
  [fraction, 0.5],
  [id, "id"],
  [language, "fr"],
  [sliceSchema, [{ from: 0, to: 12 }]],
]);

/**
 * Returns as few values of a schema as show each member of each union, each word of each enumeration,
 * and each optional field both there and missing.
 */
export function examplesOf(schema: z.core.$ZodType): readonly unknown[] {
  if (known.has(schema)) return [known.get(schema)];
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.def.shape).map(
      ([name, field]) => [name, examplesOf(field)] as const,
    );
    const most = Math.max(1, ...fields.map(([, examples]) => examples.length));
    return Array.from({ length: most }, (_, n) =>
      Object.fromEntries(fields.map(([name, examples]) => [name, examples[n % examples.length]])),
    );
  }
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(examplesOf);
  if (schema instanceof z.ZodArray) return examplesOf(schema.def.element).map((one) => [one]);
  if (schema instanceof z.ZodRecord)
    return examplesOf(schema.def.valueType).map((one) => ({ name: one }));
  // A field that is there comes first: the first example has all fields.
  if (isOptional(schema)) return [...examplesOf(schema.def.innerType), undefined];
  const inside = innerOf(schema);
  if (inside !== undefined) return examplesOf(inside);
  if (schema instanceof z.ZodEnum) return schema.options;
  if (schema instanceof z.ZodLiteral) return [...schema.values];
  if (schema instanceof z.ZodBoolean) return [true, false];
  const found = [12, "text", "2026-11-27"].find((one) => z.safeParse(schema, one).success);
  if (found === undefined) throw new Error(`no example for ${schema._zod.def.type}`);
  return [found];
}

/** Returns the name of each member of each union and each word of each enumeration, with its path. */
export function wordsOf(schema: z.core.$ZodType, path = ""): readonly string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries<z.core.$ZodType>(schema.def.shape).flatMap(([name, field]) =>
      wordsOf(field, `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodUnion) {
    return schema.def.options.flatMap((member, n) => {
      const name = `${path}|${memberOf(member, n)}`;
      return [name, ...wordsOf(member, name)];
    });
  }
  if (schema instanceof z.ZodArray) return wordsOf(schema.def.element, `${path}[]`);
  if (schema instanceof z.ZodRecord) return wordsOf(schema.def.valueType, `${path}[]`);
  const inside = innerOf(schema);
  if (inside !== undefined) return wordsOf(inside, path);
  if (schema instanceof z.ZodEnum) return schema.options.map((word) => `${path} ${word}`);
  return [];
}

/** Returns those of `wordsOf` that a stored value shows. */
export function wordsIn(schema: z.core.$ZodType, value: unknown, path = ""): readonly string[] {
  if (value === undefined || value === null) return [];
  if (schema instanceof z.ZodObject) {
    const given = new Map<string, unknown>(Object.entries(value));
    return Object.entries<z.core.$ZodType>(schema.def.shape).flatMap(([name, field]) =>
      wordsIn(field, given.get(name), `${path}.${name}`),
    );
  }
  if (schema instanceof z.ZodUnion) {
    return schema.def.options.flatMap((member, n) => {
      if (!z.safeParse(member, value).success) return [];
      const name = `${path}|${memberOf(member, n)}`;
      return [name, ...wordsIn(member, value, name)];
    });
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) {
    const inside = schema instanceof z.ZodArray ? schema.def.element : schema.def.valueType;
    return Object.values(value).flatMap((one) => wordsIn(inside, one, `${path}[]`));
  }
  const inside = innerOf(schema);
  if (inside !== undefined) return wordsIn(inside, value, path);
  return schema instanceof z.ZodEnum && typeof value === "string" ? [`${path} ${value}`] : [];
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodPipe) return schema.def.in;
  if (isOptional(schema)) return schema.def.innerType;
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    return schema.def.innerType;
  }
  return undefined;
}

function isOptional(schema: z.core.$ZodType): schema is z.ZodOptional | z.ZodExactOptional {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
}

/** Returns the word that tells a member from others, else its place. */
function memberOf(member: z.core.$ZodType, place: number): string {
  if (member instanceof z.ZodObject) {
    const fields = Object.values<z.core.$ZodType>(member.def.shape);
    const literal = fields.find((field) => field instanceof z.ZodLiteral);
    if (literal instanceof z.ZodLiteral) return String(literal.value);
  }
  return String(place);
}
