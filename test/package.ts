import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { z } from "zod";

export const root = fileURLToPath(new URL("../", import.meta.url));

/** Returns a file of the project as text, by its path from the project's folder. */
export function textOf(path: string): string {
  return readFileSync(`${root}${path}`, "utf8");
}

const names = z.record(z.string(), z.unknown()).transform((entries) => Object.keys(entries));

/** Names of the npm scripts and packages in package.json. */
export const manifest = z
  .object({ scripts: names, dependencies: names, devDependencies: names })
  .parse(JSON.parse(textOf("package.json")));
