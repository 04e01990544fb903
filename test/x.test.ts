import { expect, test } from "vitest";

test("x", () => {
  expect(process.versions.node.startsWith("24")).toBe(true);
});
