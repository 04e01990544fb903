import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

import type { Exchanges } from "./exchanges.ts";
import { sendText } from "./http-body.ts";
import type { SlackFile } from "./model.ts";
import { isKnownToBot } from "./web-api/files.ts";
import type { World } from "./world.ts";

type Deps = { readonly world: World; readonly exchanges: Exchanges; readonly botToken: string };
type Wire = { readonly request: IncomingMessage; readonly response: ServerResponse };

const SIGN_IN = `<!DOCTYPE html><html><head><title>Sign in | Slack</title></head>
<body><h1>Sign in to your workspace</h1></body></html>`;

/** `url_private` and `url_private_download`: without the right token Slack shows its login page. */
export async function serveDownload(deps: Deps, id: string, wire: Wire): Promise<void> {
  const file = deps.world.files.find(id);
  const mayRead = file !== undefined && isAllowed(deps, file, wire.request);
  const outcome = mayRead ? (file.isDeleted ? "404" : "200") : "302";
  const name = `download ${file?.name ?? id}`;
  deps.exchanges.record({ direction: "to-slack", name, body: {}, outcome, reply: undefined });
  if (!mayRead) return toLogin(wire);
  if (file.isDeleted || file.path === undefined) return sendText(wire.response, 404, "Not Found");
  wire.response.writeHead(200, {
    "content-type": file.mimetype,
    "content-length": String(file.size),
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  });
  // The bot may hang up in the middle; that is its right and no fault of ours.
  await pipeline(createReadStream(file.path), wire.response).catch(() => undefined);
}

function isAllowed({ world, botToken }: Deps, file: SlackFile, request: IncomingMessage): boolean {
  return request.headers.authorization === `Bearer ${botToken}` && isKnownToBot(world, file);
}

function toLogin({ request, response }: Wire): void {
  const location = `/login?redir=${encodeURIComponent(request.url ?? "/")}`;
  response.writeHead(302, { location }).end();
}

/** The login page: 200 and HTML, which a careless bot takes for the manuscript. */
export function serveLogin({ response }: Wire): void {
  sendText(response, 200, SIGN_IN, { "content-type": "text/html; charset=utf-8" });
}

/** Step two of an upload: the raw bytes at the address that step one gave out. */
export async function serveUpload({ world, exchanges }: Deps, ticket: string, wire: Wire) {
  const upload = world.uploads.find(ticket);
  const name = `upload ${upload?.name ?? ticket}`;
  if (upload === undefined) return sendText(wire.response, 404, "Not Found");
  const given = { id: upload.id, name: upload.name, user: world.app.botUserId };
  const file = await world.files.store(given, wire.request);
  const outcome = file.size === upload.length ? "200" : "400";
  exchanges.record({ direction: "to-slack", name, body: { size: file.size }, outcome, reply: {} });
  sendText(wire.response, Number(outcome), outcome === "200" ? `OK - ${file.size}` : "Bad length");
}
