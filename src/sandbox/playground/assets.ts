import { readFile, readdir } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

export type Asset = { readonly type: string; readonly body: string };
export type Assets = Awaited<ReturnType<typeof createAssets>>;

const sandbox = new URL("../", import.meta.url);
const page = "slack/page/browser/";

/** Code that page and server share: no IO in it, and nothing of Node. */
const shared = [
  "slack/json.ts",
  "slack/blocks/values.ts",
  "slack/drawing/words.ts",
  "slack/page/app.ts",
];

/**
 * The page's files by address, read once: its TypeScript is served with the types blanked out, as
 * Node itself runs it, so that the page needs no build step. Nothing else can be asked for.
 */
export async function createAssets() {
  const own = (await readdir(new URL(page, sandbox))).map((name) => `${page}${name}`);
  const read = [...own.filter((name) => /\.(?:ts|css|html|svg)$/u.test(name)), ...shared];
  const entries = await Promise.all(
    read.map(async (name) => {
      const text = await readFile(new URL(name, sandbox), "utf8");
      return [`/${name}`, assetOf(name, text)] as const;
    }),
  );
  const assets = new Map<string, Asset>(entries);
  return (path: string): Asset | undefined =>
    assets.get(path === "/" ? `/${page}index.html` : path);
}

function assetOf(name: string, text: string): Asset {
  const ending = name.split(".").at(-1) ?? "";
  if (ending === "ts") return { type: "text/javascript; charset=utf-8", body: stripped(text) };
  const types: Readonly<Record<string, string>> = {
    css: "text/css; charset=utf-8",
    html: "text/html; charset=utf-8",
    svg: "image/svg+xml",
  };
  return { type: types[ending] ?? "text/plain; charset=utf-8", body: text };
}

/** The function is the one that Node 24 runs every file of this project through; only calling it warns. */
function stripped(text: string): string {
  const warn = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(text);
  } finally {
    process.emitWarning = warn;
  }
}
