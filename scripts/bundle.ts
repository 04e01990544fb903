import { join } from "node:path";

import { build } from "rolldown";

import { asAscii, withoutBlanks } from "./minify.ts";

/**
 * Bundles the programs of the images. `node scripts/bundle.ts FOLDER` writes the bot, the doctor,
 * the eraser and the thread that reads documents into this folder, with all that they import.
 * `FOLDER service` writes the service. A bundle needs nothing but Node.
 */
const [, , folder = "dist", what = "bot"] = process.argv;

const bot = {
  main: "src/main.ts",
  doctor: "src/operator/doctor/main.ts",
  erase: "src/operator/erase/main.ts",
  worker: "src/manuscripts/documents/worker.ts",
};

await build({
  cwd: join(import.meta.dirname, ".."),
  input: what === "service" ? { main: "src/service/main.ts" } : bot,
  platform: "node",
  plugins: [asAscii],
  output: {
    dir: folder,
    cleanDir: true,
    minify: withoutBlanks,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  },
});
