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
    scope: "connections:write",
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
    return { ok: true, ...(await permitted(name, token, credentials).run(call)) };
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
  const { botToken, appToken, scopes } = credentials;
  if (credentials.isRevoked) throw new Refusal("token_revoked");
  if (![botToken, appToken].includes(token)) throw new Refusal("invalid_auth");
  if (isAppCall !== (token === appToken)) throw new Refusal("not_allowed_token_type");
  if (!isAppCall && method.scope !== undefined && !scopes.includes(method.scope)) {
    throw new Refusal("missing_scope", { needed: method.scope, provided: scopes.join(",") });
  }
  return method;
}
