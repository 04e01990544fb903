import type { Fields } from "../json.ts";
import { type Call, type Method, Refusal } from "./call.ts";
import { chatUpdateMethods } from "./chat-update.ts";
import { chatMethods } from "./chat.ts";
import { conversationMethods } from "./conversations.ts";
import { fileMethods } from "./files.ts";
import { peopleMethods } from "./people.ts";
import { viewMethods } from "./views.ts";

const socketMethods: Readonly<Record<string, Method>> = {
  "apps.connections.open": {
    scope: undefined,
    run: ({ sockets }) => ({ url: sockets.ticketUrl() }),
  },
};

const methods: Readonly<Record<string, Method>> = {
  ...chatMethods,
  ...chatUpdateMethods,
  ...conversationMethods,
  ...fileMethods,
  ...peopleMethods,
  ...viewMethods,
  ...socketMethods,
};

export type Credentials = {
  readonly botToken: string;
  readonly appToken: string;
  /** The scopes that the bot token was granted. */
  readonly scopes: readonly string[];
  /** True once the app was uninstalled or its token revoked. */
  readonly isRevoked: boolean;
};

/** Checks token and scope in Slack's order and runs the method; `ok: false` is an answer, too. */
export async function answer(
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
