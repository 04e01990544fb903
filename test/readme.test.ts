import { existsSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { expect, test } from "vitest";

import { termsInGlossary } from "#domain/glossary/glossary.ts";
import { personLimits } from "#domain/spending/person-limits.ts";

import { drawnNow } from "./catalogue/drawn.ts";
import { manifest, root, textOf } from "./package.ts";

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(`${root}docs`)
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

test("the settings that are documented are those that the bot reads", () => {
  const told = found(textOf("docs/settings.md"), /^\| `([A-Z][A-Z_]+)` \|/gmu);
  const read = found(textOf("src/operator/config.ts"), /^ {4}([A-Z][A-Z_]+):/gmu);

  expect(told.toSorted()).toEqual(read.toSorted());
});

test("the limits for each person that are documented are those that hold", () => {
  const [, table = ""] = textOf("docs/trust.md").split("## For each person");
  const told = found(table, /^\| [a-z ,:]+ \| (\d+) \|/gmu);
  const hold = Object.values(personLimits).map(({ atMost }) => String(atMost));

  expect(told.toSorted()).toEqual(hold.toSorted());
});

test("the limits of terms that are documented are those that hold", () => {
  const told = [
    /^- A file of terms .*$/mu.exec(textOf("docs/guide.md")),
    /^\| tables of terms .*$/mu.exec(textOf("docs/trust.md")),
  ];
  const hold = [termsInGlossary.toLocaleString("en")];

  expect(told.map((line) => found(line?.[0] ?? "", /(\d+,\d+)/gu))).toEqual([hold, hold]);
});

test("the settings of the service that are documented are those that it reads", () => {
  const told = found(textOf("docs/service.md"), /^\| `([A-Z][A-Z_]+)`/gmu);
  const read = found(textOf("src/service/config.ts"), /^ {4}([A-Z][A-Z_]+):/gmu);

  expect(told.toSorted()).toEqual(read.toSorted());
});

test("the settings that the README sets exist", () => {
  const set = found(textOf("README.md"), /^ *([A-Z][A-Z_]+)=/gmu);

  expect(set).toContain("PARTNER_API_KEY");
  expect(set.filter((name) => !textOf("src/operator/config.ts").includes(`    ${name}:`))).toEqual(
    [],
  );
});

test("every npm script that the pages name exists", () => {
  const text = pages.map(textOf).join("\n");
  const named = found(text, /npm (?:run )?(start|test|(?<=run )[a-z]+)/gu);

  expect(named).toContain("demo");
  expect(named.filter((name) => !manifest.scripts.includes(name))).toEqual([]);
});

test("every package has its reason", () => {
  const [, table = ""] = textOf("docs/testing.md").split("## Dependencies");
  const told = found(table, /`([^`]+)`/gu);

  expect(told.toSorted()).toEqual(
    [...manifest.dependencies, ...manifest.devDependencies].toSorted(),
  );
});

test("every link and picture of a page leads to a file, and to a heading of it", () => {
  const links = pages.flatMap(linksOf);

  expect(links.length).toBeGreaterThan(40);
  expect(links.filter(({ to, heading }) => !leads(to, heading))).toEqual([]);
});

test("every page can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached) {
    for (const { to } of linksOf(page)) if (pages.includes(to)) reached.add(to);
  }

  expect([...reached].toSorted()).toEqual(pages.toSorted());
});

test("the pictures show the cards as they are drawn now: else take them with npm run pictures", () => {
  const drawn: unknown = JSON.parse(textOf("docs/images/drawn.json"));

  expect(drawn).toEqual(drawnNow());
});

type Link = { readonly page: string; readonly to: string; readonly heading: string };

/** Returns the links of a page within the project; paths are from the project's folder. */
function linksOf(page: string): readonly Link[] {
  const targets = found(textOf(page), /(?:\]\(|src="|srcset=")([^)"\s]+)[)"]/gu);
  return targets
    .filter((target) => !/^[a-z]+:/u.test(target))
    .map((target) => {
      const [path = "", heading = ""] = target.split("#");
      return { page, to: path === "" ? page : normalize(join(dirname(page), path)), heading };
    });
}

function leads(to: string, heading: string): boolean {
  if (!existsSync(`${root}${to}`)) return false;
  return heading === "" || headingsOf(to).includes(heading);
}

/** Returns the anchors of a page's headings, as GitHub names them. */
function headingsOf(page: string): readonly string[] {
  return found(textOf(page), /^#+ (.+)$/gmu).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
}
