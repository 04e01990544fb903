import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import type { Outbox } from "../delivery/outbox.ts";
import type { Sockets } from "../delivery/sockets.ts";
import type { Exchanges } from "../exchanges.ts";
import { bodyText, sendJson } from "../http-body.ts";
import { type Fields, fieldsOf, parsedJson, textOf } from "../json.ts";
import type { World } from "../world.ts";
import { createArgs } from "./call.ts";
import type { ApiFaults, SetFault } from "./faults.ts";
import { answer, type Credentials } from "./methods.ts";

export type ApiDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly sockets: Sockets;
  readonly faults: ApiFaults;
  readonly exchanges: Exchanges;
  readonly credentials: Credentials;
};

type Reply = {
  readonly status: number;
  readonly body: Fields;
  readonly headers: Record<string, string>;
};

/** Answers one Web API call, with whatever fault was set for its method. */
export async function serveApi(
  deps: ApiDeps,
  name: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const raw = await argumentsOf(request);
  const fault = deps.faults.take(name);
  const reply = await replyTo(deps, name, { raw, fault, token: tokenOf(request, raw) });
  const isLost = fault?.fault === "lost-reply";
  const outcome = isLost ? "reply lost" : outcomeOf(reply);
  deps.exchanges.record({
    direction: "to-slack",
    name,
    body: logged(raw),
    outcome,
    reply: reply.body,
  });
  if (isLost) request.socket.destroy();
  else sendJson(response, reply.status, reply.body, reply.headers);
}

const outcomeOf = ({ status, body }: Reply): string =>
  status === 200 ? textOf(body["error"]) || "ok" : String(status);

type Asked = { readonly raw: Fields; readonly fault: SetFault | undefined; readonly token: string };

async function replyTo(deps: ApiDeps, name: string, { raw, fault, token }: Asked): Promise<Reply> {
  const hiddenAfter = fault?.fault === "stale" ? fault.setAt : undefined;
  const run = async () => {
    const call = { ...deps, args: createArgs(raw), hiddenAfter };
    return plain(deps, await answer(name, { call, token, credentials: deps.credentials }));
  };
  switch (fault?.fault) {
    case "rate-limited":
      return limited(fault.retryAfter);
    case "500-before":
      return broken;
    case "500-after":
      await run();
      return broken;
    case "refused":
      return plain(deps, { ok: false, error: fault.error });
    case "slow":
      await sleep(fault.ms);
      return run();
    case "lost-reply":
    case "stale":
    case undefined:
      return run();
  }
}

const plain = ({ credentials }: ApiDeps, body: Fields): Reply => ({
  status: 200,
  body,
  headers: { "x-oauth-scopes": credentials.scopes.join(",") },
});

const broken: Reply = { status: 500, body: { ok: false, error: "internal_error" }, headers: {} };

function limited(retryAfter: string | undefined): Reply {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "retry-after": retryAfter };
  return { status: 429, body: { ok: false, error: "ratelimited" }, headers };
}

async function argumentsOf(request: IncomingMessage): Promise<Fields> {
  const url = new URL(request.url ?? "/", "http://slack");
  const query = Object.fromEntries(url.searchParams);
  const body = await bodyText(request);
  const isJson = (request.headers["content-type"] ?? "").startsWith("application/json");
  const given = isJson ? fieldsOf(parsedJson(body)) : Object.fromEntries(new URLSearchParams(body));
  return { ...query, ...given };
}

function tokenOf(request: IncomingMessage, raw: Fields): string {
  const header = request.headers.authorization ?? "";
  return header.startsWith("Bearer ") ? header.slice(7) : textOf(raw["token"]);
}

/** The log shows objects as objects and no token. */
function logged(raw: Fields): Fields {
  const readable = (value: unknown) =>
    typeof value === "string" && /^[[{]/.test(value) ? (parsedJson(value) ?? value) : value;
  const entries = Object.entries(raw).filter(([name]) => name !== "token");
  return Object.fromEntries(entries.map(([name, value]) => [name, readable(value)]));
}
