import type { IncomingMessage, ServerResponse } from "node:http";

export type Wire = { readonly request: IncomingMessage; readonly response: ServerResponse };

export async function bodyText(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const type = { "content-type": "application/json; charset=utf-8" };
  response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body));
}

export function sendText(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...headers }).end(body);
}
