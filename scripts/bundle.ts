import { join } from "node:path";

import { build } from "rolldown";

import { asAscii, withoutBlanks, withoutReceivers } from "./minify.ts";

const bot = {
  main: "src/main.ts",
  doctor: "src/operator/doctor/main.ts",
  erase: "src/operator/erase/main.ts",
  worker: "src/manuscripts/documents/worker.ts",
};

/**
 * Bundles the programs of an image into a folder: the bot with the doctor, the eraser and the thread
 * that reads documents, or the service. A bundle needs nothing but Node.
 */
export async function bundle(folder: string, what: "bot" | "service") {
  return await build({
    cwd: join(import.meta.dirname, ".."),
    input: what === "service" ? { main: "src/service/main.ts" } : bot,
    platform: "node",
    plugins: [withoutReceivers, asAscii],
    output: {
      dir: folder,
      cleanDir: true,
      minify: withoutBlanks,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
  });
}

// `node scripts/bundle.ts FOLDER` writes the bot, `FOLDER service` the service.
if (import.meta.main) {
  const [, , folder = "dist", what] = process.argv;
  await bundle(folder, what === "service" ? "service" : "bot");
}
