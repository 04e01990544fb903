import { join } from "node:path";

import { build } from "rolldown";

import { withoutBlanks } from "../../../scripts/minify.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = join(root, "node_modules", ".cache", "chaos-bot");

/**
 * Bundles the bot into one file, as in the image: it starts hundreds of times, in half the time.
 */
export async function bundleBot(): Promise<string> {
  await build({
    input: { bot: join(import.meta.dirname, "bot.ts") },
    platform: "node",
    output: {
      dir: folder,
      minify: withoutBlanks,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    },
  });
  return join(folder, "bot.mjs");
}
