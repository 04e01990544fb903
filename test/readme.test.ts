import { expect, test } from "vitest";

import { drawnNow } from "./catalogue/drawn.ts";
import { manifest, textOf } from "./package.ts";

const readme = textOf("README.md");

test("the README's settings are those that the bot reads", () => {
  const [, settings = ""] = readme.split("### Settings");
  const told = found(settings, /^\| `([A-Z][A-Z_]+)` \|/gmu);
  const read = found(textOf("src/config.ts"), /^ {4}([A-Z][A-Z_]+):/gmu);

  expect(told.toSorted()).toEqual(read.toSorted());
});

test("every npm script that the README names exists", () => {
  const named = found(readme, /npm (?:run )?(start|test|(?<=run )[a-z]+)/gu);

  expect(named).toContain("demo");
  expect(named.filter((name) => !manifest.scripts.includes(name))).toEqual([]);
});

test("every package has its reason in the README", () => {
  const [, table = ""] = readme.split("## Dependencies");
  const told = found(table, /`([^`]+)`/gu);

  expect(told.toSorted()).toEqual(
    [...manifest.dependencies, ...manifest.devDependencies].toSorted(),
  );
});

test("the pictures show the cards as they are drawn now: else take them with npm run pictures", () => {
  const drawn: unknown = JSON.parse(textOf("docs/images/drawn.json"));

  expect(drawn).toEqual(drawnNow());
});

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
}
