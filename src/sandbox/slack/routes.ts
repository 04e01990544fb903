import type { ResponseUrls } from "./delivery/response-urls.ts";
import { serveDownload, serveLogin, serveUpload } from "./file-routes.ts";
import { bodyText, sendJson, sendText, type Wire } from "./http-body.ts";
import { fieldsOf, parsedJson } from "./json.ts";
import { type ApiDeps, serveApi } from "./web-api/serve.ts";

export type RouteDeps = ApiDeps & { readonly responseUrls: ResponseUrls };

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
  const body = fieldsOf(parsedJson(await bodyText(request)));
  const error = deps.responseUrls.use(id, body);
  const name = "response_url";
  const reply = error === undefined ? "ok" : { ok: false, error };
  deps.books.record({ direction: "to-slack", name, body, outcome: error ?? "ok", reply });
  // Not settled by Slack's documents: 404 for an address that is used up or too old.
  if (error === undefined) sendText(response, 200, "ok");
  else sendJson(response, error.endsWith("_url") ? 404 : 400, { ok: false, error });
}
