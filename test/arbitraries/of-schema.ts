import * as fc from "fast-check";
import { z } from "zod";

import { at, count, fraction, id, language } from "#domain/fields.ts";
import { sliceSchema } from "#domain/slice.ts";

import * as values from "./values.ts";

/** Fields whose schema accepts more than the sensible values. */
const known = new Map<z.core.$ZodType, fc.Arbitrary<unknown>>([
  [at, values.at],
  [count, values.count],
  [fraction, values.fraction],
  [id, values.id],
  [language, values.language],
  [sliceSchema, values.slice],
]);

/** Returns any value that a schema reads back as it was written, sensible or not. */
export function arbitraryOf<Schema extends z.ZodType>(
  schema: Schema,
): fc.Arbitrary<z.output<Schema>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the walk follows the schema
  return walk(schema) as fc.Arbitrary<z.output<Schema>>;
}

function walk(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const value = known.get(schema);
  if (value !== undefined) return value;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.def.shape);
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, walk(field)])));
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map(walk));
  if (schema instanceof z.ZodArray) return fc.array(walk(schema.def.element), { maxLength: 3 });
  if (schema instanceof z.ZodOptional) return values.maybe(walk(schema.def.innerType));
  // Nothing is ever written as null.
  if (schema instanceof z.ZodNullable) return walk(schema.def.innerType);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
    return walk(schema.def.innerType);
  if (schema instanceof z.ZodPipe) {
    return walk(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in);
  }
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  const fits = (value: unknown) => z.safeParse(schema, value).success;
  if (schema instanceof z.ZodNumber)
    return fc.oneof(fc.nat({ max: 23 }), fc.integer()).filter(fits);
  if (schema instanceof z.ZodRecord) {
    const names = values.text.filter((name) => name !== "__proto__");
    return fc.dictionary(names, walk(schema.def.valueType), { maxKeys: 3, noNullPrototype: true });
  }
  if (schema instanceof z.ZodString) return values.text.filter(fits);
  throw new Error(`no arbitrary for ${schema._zod.def.type}`);
}
