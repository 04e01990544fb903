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

/** Returns a stored value as a later version may write it: with one more field in every object. */
export function withLaterFields(schema: z.core.$ZodType, value: unknown): unknown {
  const members = membersOf(schema, value);
  if (members === undefined) return value;
  const later = Object.fromEntries(
    members.map(([name, inside, one]) => [name, withLaterFields(inside, one)]),
  );
  if (Array.isArray(value)) return Object.values(later);
  return hasFields(schema, value) ? { ...later, later: ["kept"] } : later;
}

/** Returns a stored value once for each enumeration in it, with a later version's word there. */
export function withLaterWord(
  schema: z.core.$ZodType,
  value: unknown,
  path = "",
): readonly (readonly [string, unknown])[] {
  const enumeration = narrowest(schema, value);
  if (enumeration instanceof z.ZodEnum) return [[path, "later"]];
  return (membersOf(schema, value) ?? []).flatMap(([name, inside, one]) => {
    const place = hasFields(schema, value) ? `${path}.${name}` : `${path}[]`;
    return withLaterWord(inside, one, place).map(([where, later]) => {
      const changed = { ...fieldsOf(value), [name]: later };
      return [where, Array.isArray(value) ? Object.values(changed) : changed] as const;
    });
  });
}

/** Returns the members of an object, array or record, each with its schema. */
function membersOf(schema: z.core.$ZodType, value: unknown): readonly Member[] | undefined {
  const inner = narrowest(schema, value);
  const members = Object.entries(fieldsOf(value));
  if (inner instanceof z.ZodArray || inner instanceof z.ZodRecord) {
    const inside = inner instanceof z.ZodArray ? inner.def.element : inner.def.valueType;
    return members.map(([name, one]) => [name, inside, one]);
  }
  if (!(inner instanceof z.ZodObject)) return undefined;
  const shape = new Map(Object.entries<z.core.$ZodType>(inner.def.shape));
  return members.map(([name, one]) => [name, shape.get(name) ?? z.unknown(), one]);
}

type Member = readonly [name: string, schema: z.core.$ZodType, value: unknown];

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" ? { ...value } : {};
}

function hasFields(schema: z.core.$ZodType, value: unknown): boolean {
  return narrowest(schema, value) instanceof z.ZodObject;
}

/** Returns the schema that reads a value, inside wrappers and unions. */
function narrowest(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  const inside =
    schema instanceof z.ZodUnion
      ? schema.def.options.find((member) => z.safeParse(member, value).success)
      : innerOf(schema);
  return inside === undefined ? schema : narrowest(inside, value);
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  // What is stored is on the other side of a transformation that comes first.
  if (schema instanceof z.ZodPipe) {
    return schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in;
  }
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
