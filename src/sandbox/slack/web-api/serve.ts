import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

import type { Books } from "../books.ts";
import type { Outbox } from "../delivery/outbox.ts";
import type { Sockets } from "../delivery/sockets.ts";
import type { Faults, SetFault } from "../faults.ts";
import { bodyText, sendJson } from "../http-body.ts";
import { type Fields, fieldsOf, parsedJson, textOf } from "../json.ts";
import type { World } from "../world.ts";
import { type Call, createArgs, type Method, Refusal } from "./call.ts";
import { chatMethods } from "./chat.ts";
import { conversationMethods } from "./conversations.ts";
import { fileMethods } from "./files.ts";
import { peopleMethods } from "./people.ts";
import { viewMethods } from "./views.ts";

const methods: Readonly<Record<string, Method>> = {
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...peopleMethods,
  ...viewMethods,
  "apps.connections.open": {
    scope: undefined,
    run: ({ sockets }) => ({ url: sockets.ticketUrl() }),
  },
};

export type Credentials = {
  readonly botToken: string;
  readonly appToken: string;
  /** The scopes that the bot token was granted. */
  readonly scopes: readonly string[];
  /** True once the app was uninstalled or its token revoked. */
  readonly isRevoked: boolean;
};

export type ApiDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly sockets: Sockets;
  readonly faults: Faults;
  readonly books: Books;
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
  const fault = deps.faults.ofCall(name);
  const reply = await replyTo(deps, name, { raw, fault, token: tokenOf(request, raw) });
  const isLost = fault?.fault === "lost-reply";
  const outcome = isLost ? "reply lost" : outcomeOf(reply);
  deps.books.record({
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

/** Checks token and scope in Slack's order and runs the method; `ok: false` is an answer, too. */
async function answer(
  name: string,
  { call, token, credentials }: { call: Call; token: string; credentials: Credentials },
): Promise<Fields> {
  try {
    const method = permitted(name, token, credentials);
    refuseUnscoped(method, call, credentials);
    return { ok: true, ...(await method.run(call)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, error: error.error, ...error.extra };
  }
}

function permitted(name: string, token: string, credentials: Credentials): Method {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (method === undefined) throw new Refusal("unknown_method", { req_method: name });
  if (token === "") throw new Refusal("not_authed");
  const isAppCall = name === "apps.connections.open";
  const { botToken, appToken } = credentials;
  if (credentials.isRevoked) throw new Refusal("token_revoked");
  if (![botToken, appToken].includes(token)) throw new Refusal("invalid_auth");
  if (isAppCall !== (token === appToken)) throw new Refusal("not_allowed_token_type");
  return method;
}

function refuseUnscoped({ scope }: Method, call: Call, { scopes }: Credentials): void {
  const needed = typeof scope === "function" ? scope(call) : scope;
  if (needed === undefined || scopes.includes(needed)) return;
  throw new Refusal("missing_scope", { needed, provided: scopes.join(",") });
}
