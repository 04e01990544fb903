import type { IncomingMessage } from "node:http";

import { keyOf } from "./contract/callers.ts";
import { answerCaller, basePath, isLink, openLink } from "./contract/endpoints.ts";
import type { Reply } from "./contract/send.ts";
import type { Visit, World } from "./world.ts";

/** Reads the address and headers of a request, and finds its key. */
export async function openVisit(
  { books }: World,
  request: IncomingMessage,
  { linkSeconds }: Pick<Visit, "linkSeconds">,
): Promise<Visit> {
  const { method = "GET", headers } = request;
  const address = new URL(request.url ?? "/", `http://${headers.host ?? "localhost"}`);
  const key = await books.keys.find(keyOf(headers.authorization));
  return {
    request,
    address,
    method,
    path: address.pathname.replace(basePath, ""),
    key,
    account: key?.account ?? "",
    idempotencyKey: headers["idempotency-key"]?.toString(),
    linkSeconds,
  };
}

export async function answer(world: World, visit: Visit): Promise<Reply> {
  if (isLink(visit)) return openLink(world, visit);
  return world.callers.refuse(visit.key) ?? answerCaller(world, visit);
}
