import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { examplesOf } from "../../arbitraries/examples.ts";
import { kinds } from "./kinds.ts";

/**
 * `npm run records -- v1` writes the records of this version. Once a version is released its folder is
 * never written again, and later versions must read it: new words get a new folder.
 */
const here = fileURLToPath(new URL("./", import.meta.url));
const [version = ""] = process.argv.slice(2);
const numberOf = (name: string) => Number(/^v(?<number>\d+)$/u.exec(name)?.groups?.["number"]);
const later = (await readdir(here)).filter((name) => numberOf(name) > numberOf(version));

if (!(numberOf(version) > 0) || later.length > 0) {
  console.error(`Usage: npm run records -- vN, the newest. Later ones: ${later.join(", ")}`);
  process.exit(1);
}
await rm(`${here}${version}`, { recursive: true, force: true });
await mkdir(`${here}${version}`);
for (const [kind, schema] of Object.entries(kinds)) {
  const records = examplesOf(schema);
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  await writeFile(`${here}${version}/${kind}.jsonl`, lines.join(""));
  console.log(`${kind}: ${records.length}`);
}
