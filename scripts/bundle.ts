import { join } from "node:path";

import { build } from "rolldown";

/**
 * What the image runs: `node scripts/bundle.ts FOLDER` writes the bot, the doctor, the eraser and the thread that
 * reads documents into this folder, with all that they import. They need nothing else but Node.
 */
const [, , folder = "dist"] = process.argv;

await build({
  cwd: join(import.meta.dirname, ".."),
  input: {
    main: "src/main.ts",
    doctor: "src/operator/doctor/main.ts",
    erase: "src/operator/erase/main.ts",
    worker: "src/manuscripts/documents/worker.ts",
  },
  platform: "node",
  output: {
    dir: folder,
    cleanDir: true,
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
  },
});
