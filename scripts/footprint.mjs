// Counts the files and functions of src/ that one demo runs, without sandbox and service, from V8's coverage.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "galley-footprint-"));
const demo = ["--import", "./scripts/require-node.mjs", "src/sandbox/demo/main.ts", "--once"];
const { status, stderr } = spawnSync(process.execPath, demo, {
  cwd: root,
  env: { ...process.env, NODE_V8_COVERAGE: folder },
  encoding: "utf8",
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}

/** The functions that ran in any process, by file. */
const ran = new Map();
for (const name of readdirSync(folder)) {
  const { result } = JSON.parse(readFileSync(join(folder, name), "utf8"));
  for (const { url, functions } of result) {
    const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
    if (!file.startsWith("src/") || /^src\/(?:sandbox|service)\//u.test(file)) continue;
    // The module itself has no name and runs whenever it is imported.
    for (const { functionName, ranges } of functions) {
      if (functionName === "" || ranges[0].count === 0) continue;
      const known = ran.get(file) ?? new Set();
      ran.set(file, known.add(`${functionName} ${ranges[0].startOffset}`));
    }
  }
}
rmSync(folder, { recursive: true });

const functions = [...ran.values()].reduce((sum, { size }) => sum + size, 0);
if (process.argv.includes("--files")) console.log([...ran.keys()].sort().join("\n"));
console.log(`${ran.size} files, ${functions} functions`);
