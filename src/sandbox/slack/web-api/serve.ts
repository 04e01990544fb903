import { text as readText } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

import type { Outbox } from "#sandbox/slack/delivery/outbox.ts";
import type { Sockets } from "#sandbox/slack/delivery/sockets.ts";
import type { Faults, SetFault } from "#sandbox/slack/faults.ts";
import { type Wire, sendJson } from "#sandbox/slack/http.ts";
import { type Fields, fieldsOf, listOf, parsedJson, textOf } from "#sandbox/slack/json.ts";
import type { Records } from "#sandbox/slack/state/changes.ts";
import type { World } from "#sandbox/slack/world.ts";

import { type Call, type Method, Refusal, createArgs } from "./call.ts";
import { chatMethods, reactionMethods } from "./chat.ts";
import { conversationMethods, peopleMethods } from "./conversations.ts";
import { fileMethods } from "./files.ts";
import { viewMethods } from "./views.ts";

const methods: Readonly<Record<string, Method>> = {
  ...chatMethods,
  ...conversationMethods,
  ...fileMethods,
  ...peopleMethods,
  ...reactionMethods,
  ...viewMethods,
  "apps.connections.open": {
    scope: undefined,
    run: ({ sockets }) => ({ url: sockets.ticketUrl() }),
  },
};

type Credentials = {
  readonly botToken: string;
  readonly appToken: string;
  readonly scopes: readonly string[];
  /** True once the app was uninstalled or its token revoked. */
  readonly isRevoked: boolean;
};

export type ApiDeps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly sockets: Sockets;
  readonly faults: Faults;
  readonly records: Records;
  readonly credentials: Credentials;
};

type Reply = {
  readonly status: number;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, string>>;
};

/** Answers one Web API call, with the fault that is set for its method. */
export async function serveApi(
  deps: ApiDeps,
  name: string,
  { request, response }: Wire,
): Promise<void> {
  const raw = Object.fromEntries(new URLSearchParams(await readText(request)));
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  const fault = deps.faults.ofCall(
    name,
    naming.flatMap((argument) => raw[argument] ?? []),
  );
  const { status, body, headers } = await replyTo(deps, name, { raw, fault, token });
  const isLost = fault?.fault === "lost-reply";
  const answered = status === 200 ? textOf(body["error"]) || "ok" : String(status);
  const line = { name, body: readable(raw), outcome: isLost ? "reply lost" : answered };
  deps.records.record({ direction: "to-slack", ...line, reply: body });
  if (isLost) request.socket.destroy();
  else sendJson(response, status, body, headers);
}

/** Arguments that name a conversation, a person or a file. */
const naming = ["channel", "channel_id", "user", "user_id", "users", "file", "filename"];

type Asked = { readonly raw: Fields; readonly fault: SetFault | undefined; readonly token: string };

async function replyTo(deps: ApiDeps, name: string, { raw, fault, token }: Asked): Promise<Reply> {
  const headers = { "x-oauth-scopes": deps.credentials.scopes.join(",") };
  const hiddenAfter = fault?.fault === "stale" ? fault.setAt : undefined;
  const call = { ...deps, args: createArgs(raw), hiddenAfter };
  const run = async () => ({ status: 200, body: await answer(name, call, token), headers });
  switch (fault?.fault) {
    case "rate-limited": {
      const wait = fault.retryAfter === undefined ? {} : { "retry-after": fault.retryAfter };
      return { status: 429, body: { ok: false, error: "ratelimited" }, headers: wait };
    }
    case "500-before":
      return broken;
    case "500-after":
      await run();
      return broken;
    case "refused":
      return { status: 200, body: { ok: false, error: fault.error }, headers };
    case "slow":
      await sleep(fault.ms);
      return run();
    case "unprocessed": {
      const { body, ...reply } = await run();
      const { url_private: _, url_private_download: __, ...file } = fieldsOf(body["file"]);
      return { ...reply, body: { ...body, file } };
    }
    case "unshared": {
      const { body, ...reply } = await run();
      const [file, files] = [fieldsOf(body["file"]), listOf(body["files"]).map(fieldsOf)];
      const content =
        body["file"] === undefined ? { files: files.map(unshared) } : { file: unshared(file) };
      return { ...reply, body: body["ok"] === true ? { ...body, ...content } : body };
    }
    case "redirected":
    case "login-page":
    case "lost-reply":
    case "stale":
    case undefined:
      return run();
  }
}

function unshared(file: Fields): Fields {
  return { ...file, channels: [], groups: [], ims: [], shares: {} };
}

const broken: Reply = { status: 500, body: { ok: false, error: "internal_error" }, headers: {} };

/** Shows objects as objects in the log. */
const readable = (raw: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      /^[[{]/.test(value) ? (parsedJson(value) ?? value) : value,
    ]),
  );

/** Checks token and scope in Slack's order and runs the method; `ok: false` is an answer, too. */
async function answer(name: string, call: Call & ApiDeps, token: string): Promise<Fields> {
  try {
    const method = permitted(name, token, call.credentials);
    const { scopes } = call.credentials;
    const needed = typeof method.scope === "function" ? method.scope(call) : method.scope;
    if (needed !== undefined && !scopes.includes(needed)) {
      throw new Refusal("missing_scope", { needed, provided: scopes.join(",") });
    }
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
