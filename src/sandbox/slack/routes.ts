import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";

import type { ResponseUrls } from "#sandbox/slack/web-api/content.ts";
import { isKnownToBot } from "#sandbox/slack/web-api/files.ts";
import { type ApiDeps, serveApi } from "#sandbox/slack/web-api/serve.ts";

import type { ApiFault } from "./faults.ts";
import { type Wire, sendJson, sendText } from "./http.ts";
import { fieldsOf, parsedJson } from "./json.ts";
import type { SlackFile } from "./model.ts";

type RouteDeps = ApiDeps & { readonly responseUrls: ResponseUrls };

/** Every address that Slack gives to an app, on one server. */
export async function route(deps: RouteDeps, wire: Wire): Promise<void> {
  const { pathname } = new URL(wire.request.url ?? "/", "http://slack");
  const [, room = "", first = "", second = ""] = pathname.split("/");
  switch (room) {
    case "api":
      return serveApi(deps, first, wire);
    case "files-pri":
      return serveDownload(deps, first.split("-").at(-1) ?? "", wire);
    case "upload":
      return serveUpload(deps, second, wire);
    case "response":
      return serveResponse(deps, first, wire);
    case "login":
      return serveLogin(wire);
    default:
      return sendText(wire.response, 404, "Not Found");
  }
}

async function serveResponse(deps: RouteDeps, id: string, { request, response }: Wire) {
  const body = fieldsOf(parsedJson(await readText(request)));
  const error = deps.responseUrls.use(id, body);
  const name = "response_url";
  const reply = error === undefined ? "ok" : { ok: false, error };
  deps.records.record({ direction: "to-slack", name, body, outcome: error ?? "ok", reply });
  // Not settled by Slack's documents: 404 for an address that is used up or too old.
  if (error === undefined) sendText(response, 200, "ok");
  else sendJson(response, error.endsWith("_url") ? 404 : 400, { ok: false, error });
}

const page = (words: string) => `<!DOCTYPE html><html><head><title>Slack</title></head>
<body><h1>${words}</h1></body></html>`;
const html = { "content-type": "text/html; charset=utf-8" };

/** Serves `url_private` and its download: without the right token Slack's login page. */
async function serveDownload(deps: ApiDeps, id: string, wire: Wire): Promise<void> {
  const file = deps.world.files.find(id);
  const fault = deps.faults.ofCall("download");
  const mayRead = file !== undefined && isAllowed(deps, file, wire.request);
  const outcome = mayRead ? (statusOf(fault) ?? (file.isDeleted ? 404 : 200)) : 302;
  const name = `download ${file?.name ?? id}`;
  const line = { name, body: {}, outcome: String(outcome), reply: undefined };
  deps.records.record({ direction: "to-slack", ...line });
  if (mayRead && fault?.fault === "redirected") return onward(wire, fault.to);
  if (mayRead && fault?.fault === "login-page") return void wire.response.end(page("Sign in"));
  if (outcome === 302 || file?.path === undefined) return toLogin(wire);
  if (outcome !== 200) return refuse(wire, outcome, fault);
  if (fault?.fault === "slow") await sleep(fault.ms);
  await sendFile(file, file.path, { wire, fault });
}

async function sendFile(
  file: SlackFile,
  path: string,
  { wire, fault }: { wire: Wire; fault: ApiFault | undefined },
): Promise<void> {
  // The file object may state a wrong size; the wire does not.
  const { size } = await stat(path);
  wire.response.writeHead(200, {
    "content-type": file.mimetype,
    "content-length": String(size),
    "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
  });
  const isCut = fault?.fault === "lost-reply" && size > 1;
  const bytes = createReadStream(path, isCut ? { end: Math.floor(size / 2) - 1 } : {});
  // The bot may hang up in the middle, which is no fault of the sandbox.
  await pipeline(bytes, wire.response, { end: !isCut }).catch(() => undefined);
  if (isCut) wire.response.destroy();
}

function statusOf(fault: ApiFault | undefined): number | undefined {
  if (fault?.fault === "500-before" || fault?.fault === "500-after") return 503;
  if (fault?.fault === "rate-limited") return 429;
  return fault?.fault === "refused" ? 302 : undefined;
}

/** Errors are pages of HTML, as the login page is. */
function refuse({ response }: Wire, status: number, fault: ApiFault | undefined): void {
  const wait = fault?.fault === "rate-limited" ? fault.retryAfter : undefined;
  const headers = wait === undefined ? html : { ...html, "retry-after": wait };
  sendText(response, status, page("Something went wrong"), headers);
}

function isAllowed({ world, credentials }: ApiDeps, file: SlackFile, { headers }: IncomingMessage) {
  return headers.authorization === `Bearer ${credentials.botToken}` && isKnownToBot(world, file);
}

/** Enterprise Grid serves a file at another host, which wants the token again. */
function onward({ request, response }: Wire, to: string | undefined): void {
  response.writeHead(302, { location: to ?? request.url ?? "/" }).end();
}

function toLogin({ request, response }: Wire): void {
  const location = `/login?redir=${encodeURIComponent(request.url ?? "/")}`;
  response.writeHead(302, { location }).end();
}

/** Serves the login page: 200 and HTML, which a careless bot takes for the manuscript. */
function serveLogin({ response }: Wire): void {
  sendText(response, 200, page("Sign in to your workspace"), html);
}

/** Serves step two of an upload: the raw bytes at the address that step one returned. */
async function serveUpload(deps: ApiDeps, ticket: string, wire: Wire): Promise<void> {
  const { world, records } = deps;
  const upload = world.uploads.find(ticket);
  const fault = deps.faults.ofCall("upload");
  const name = `upload ${upload?.name ?? ticket}`;
  if (upload === undefined) return sendText(wire.response, 404, "Not Found");
  if (fault?.fault === "500-before") return sendText(wire.response, 500, "");
  const input = { id: upload.id, name: upload.name, user: world.app.botUserId };
  const { size } = await world.files.store(input, wire.request);
  // Not in Slack's documents: the answer to a wrong length.
  const outcome = statusOf(fault) ?? (size === upload.length ? 200 : 400);
  const line = { name, body: { size }, outcome: String(outcome), reply: undefined };
  records.record({ direction: "to-slack", ...line });
  if (fault?.fault === "lost-reply") wire.request.socket.destroy();
  else sendText(wire.response, outcome, outcome === 200 ? `OK - ${size}` : "");
}
