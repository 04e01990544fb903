import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** How long an idle connection is kept, ms: a minute, as most servers of APIs do. Node keeps it 5 s. */
export const keepAliveTimeout = 60_000;

export type Wire = { readonly request: IncomingMessage; readonly response: ServerResponse };

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

/** Starts the server for this machine alone and returns its address. */
export async function listen(server: Server, port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("listens on no port");
  return `http://127.0.0.1:${address.port}`;
}

export async function shut(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
