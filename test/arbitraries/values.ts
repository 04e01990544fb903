import * as fc from "fast-check";

import { type Slice, sliceOf } from "#domain/slice.ts";

import { noon } from "../builders.ts";

export const id = fc.string({ minLength: 1, unit: "binary" });
export const text = fc.string({ unit: "binary" });
export const count = fc.nat();
export const at = fc.integer({ min: noon - 1_000_000, max: noon + 100_000_000 });
export const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
export const language = fc.constantFrom("fr", "de", "zh-TW");

/** Ranges in order that do not touch. */
export const slice: fc.Arbitrary<Slice> = fc
  .uniqueArray(fc.nat(100_000), { minLength: 2, maxLength: 6 })
  .map((ends) => {
    const sorted = ends.toSorted((one, other) => one - other);
    return sliceOf(
      sorted.flatMap((from, index) => {
        const to = sorted[index + 1];
        return index % 2 === 0 && to !== undefined ? [{ from, to }] : [];
      }),
    );
  });

export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
