import { globSync } from "node:fs";
import { isBuiltin } from "node:module";

import { expect, test } from "vitest";

import { manifest, root, textOf } from "./package.ts";

test("the bot imports nothing that the image leaves out", () => {
  const files = globSync("src/**/*.ts", { cwd: root }).filter(
    (path) => !path.startsWith("src/sandbox/"),
  );
  const imported = files.flatMap((path) => packagesIn(textOf(path)));

  expect(files).toContain("src/main.ts");
  expect(imported).toContain("@slack/bolt");
  expect(imported.filter((name) => !manifest.dependencies.includes(name))).toEqual([]);
});

test("the image holds the bot without its sandbox, and is not run by root", () => {
  const ignored = textOf(".dockerignore").split("\n");
  const dockerfile = textOf("Dockerfile");

  expect(ignored).toEqual(expect.arrayContaining(["*", "!src", "src/sandbox"]));
  expect(ignored.indexOf("src/sandbox")).toBeGreaterThan(ignored.indexOf("!src"));
  expect(dockerfile).toMatch(/^USER node$/mu);
});

test("all that the bot and its threads begin with is compiled in the image", () => {
  const threads = globSync("src/**/worker.ts", { cwd: root });

  expect(threads).toHaveLength(1);
  for (const file of ["src/app.ts", ...threads]) {
    expect(textOf("Dockerfile")).toContain(`await import('/app/${file}')`);
  }
});

test("the image starts the bot with the memory that npm start gives it", () => {
  const [flag] = /--max-semi-space-size=\d+/u.exec(textOf("package.json")) ?? [];

  expect(textOf("Dockerfile")).toContain(`CMD ["node", "${flag}", "src/main.ts"]`);
  expect(textOf("README.md")).toContain(`node ${flag} src/main.ts`);
});

/** Packages by name; what a file of the house itself imports begins with a dot. */
function packagesIn(source: string): readonly string[] {
  return [...source.matchAll(/(?:from |import\()"([^".][^"]*)"/gu)]
    .map(([, name = ""]) => name)
    .filter((name) => !isBuiltin(name))
    .map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/"));
}
