import { createReadStream } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

import { z } from "zod";

import { faultLine } from "#lib/fault-line.ts";
import { type Wire, sendJson, sendText } from "#sandbox/slack/http.ts";
import { parsedJson } from "#sandbox/slack/json.ts";
import { type Control, controlSchema } from "#sandbox/slack/page/playground-wire.ts";
import { mayRead, parseDeed, perform, shownFile } from "#sandbox/slack/page/screen.ts";
import type { Bytes } from "#sandbox/slack/state/files.ts";

import { type Controlled, obey } from "./controls.ts";
import type { Live } from "./live.ts";

type Deps = Controlled & { readonly live: Live; readonly assets: Assets };
type Visit = Wire & { readonly me: string; readonly address: URL };

/** Every address of the page. `as` in the query says who is asking. */
export async function answer(deps: Deps, { request, response }: Wire): Promise<void> {
  const address = new URL(request.url ?? "/", "http://page");
  const me = address.searchParams.get("as") ?? "";
  const visit = { request, response, me, address };
  const route = `${request.method} ${address.pathname.split("/").slice(0, 2).join("/")}`;
  if (request.method === "GET" && address.pathname.startsWith("/file/")) return file(deps, visit);
  if (request.method === "GET" && route !== "GET /live") return asset(deps, visit);
  const { slack } = deps.ground;
  const isKnown = slack.state.people.find(me) !== undefined;
  if (route === "GET /live") return deps.live.join(isKnown ? me : slack.people.robin.id, visit);
  if (!isKnown) {
    return sendJson(response, 400, { reason: "Nobody of that name is here." });
  }
  switch (route) {
    case "POST /do":
      return understood(visit, async (body) => perform(deps.ground.slack, me, parseDeed(body)));
    case "POST /control":
      return understood(visit, async (body) => turn(deps, controlSchema.parse(body)));
    case "POST /upload":
      return store(deps, visit, request);
    case "POST /sample":
      return sample(deps, visit);
    default:
      return sendText(response, 404, "Not Found");
  }
}

function asset({ assets }: Deps, { response, address }: Visit): void {
  const content = assets(address.pathname);
  if (content === undefined) return sendText(response, 404, "Not Found");
  response.writeHead(200, { "content-type": content.type }).end(content.body);
}

/** Follows a JSON body; what is none of ours is a 400 with the reason. */
async function understood(
  { request, response }: Visit,
  follow: (body: unknown) => Promise<unknown>,
): Promise<void> {
  try {
    sendJson(response, 200, await follow(parsedJson(await readText(request))));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    sendJson(response, 400, { reason: faultLine(error) });
  }
}

/** Every open page sees the new state, also while a bot is being started. */
async function turn({ live, ...controlled }: Deps, wish: Control) {
  const work = obey(controlled, wish);
  live.tellWorlds();
  await work;
  live.tellWorlds();
  return { status: "done" };
}

async function store({ ground }: Deps, { response, me, address }: Visit, bytes: Bytes) {
  const name = address.searchParams.get("name")?.slice(0, 255) ?? "";
  const stored = await ground.slack.state.files.store(
    { name: name || "untitled", user: me },
    bytes,
  );
  sendJson(response, 200, { file: shownFile(stored) });
}

async function sample(deps: Deps, visit: Visit): Promise<void> {
  const match = deps.ground.samples.find(({ id }) => id === visit.address.searchParams.get("id"));
  if (match === undefined) return sendText(visit.response, 404, "Not Found");
  visit.address.searchParams.set("name", match.name);
  return store(deps, visit, await match.content());
}

/** Bytes of a file, to keep; pictures of the plain kinds may also be looked at on the page. */
async function file({ ground }: Deps, { response, me, address }: Visit): Promise<void> {
  const record = ground.slack.state.files.find(address.pathname.slice("/file/".length));
  const isThere = record !== undefined && !record.isDeleted && mayRead(ground.slack, me, record);
  if (!isThere || record.path === undefined) return sendText(response, 404, "Not Found");
  const isShown = address.searchParams.has("look") && pictures.has(record.mimetype);
  const name = `filename*=UTF-8''${encodeURIComponent(record.name)}`;
  response.writeHead(200, {
    "content-type": isShown ? record.mimetype : "application/octet-stream",
    "content-disposition": isShown ? "inline" : `attachment; ${name}`,
  });
  await pipeline(createReadStream(record.path), response).catch(() => undefined);
}

const pictures = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

type Asset = { readonly type: string; readonly body: string };
type Assets = Awaited<ReturnType<typeof createAssets>>;

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
  const names = [...own.filter((name) => /\.(?:ts|css|html|svg)$/u.test(name)), ...shared];
  const entries = await Promise.all(
    names.map(async (name) => {
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
