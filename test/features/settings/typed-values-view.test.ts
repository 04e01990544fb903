import { expect, test } from "vitest";

import { typedNumber, typedZone } from "#features/settings/typed-values-view.ts";

test.each([
  ["50000", 50_000],
  [" 50,000 ", 50_000],
  ["50.000", 50_000],
  ["1 250 000", 1_250_000],
  ["1 250 000", 1_250_000],
  ["12’345", 12_345],
  ["５０，０００", 50_000],
  ["0", 0],
])("“%s” is the number %d", (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

test.each(["a lot", "-5", "1.5", "50,00", "1,2345", "5e3", "9".repeat(13), "50,000 credits"])(
  "“%s” is no number that anybody would want to guess at",
  (text) => {
    expect(typedNumber(text)).toBeUndefined();
  },
);

test("a time zone is taken by its IANA name, in any case", () => {
  expect(typedZone(" europe/berlin")).toBe("Europe/Berlin");
  expect(typedZone("Middle Earth")).toBeUndefined();
  expect(typedZone("")).toBeUndefined();
});
