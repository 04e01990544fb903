import type { Server } from "node:http";

/** Starts the server and returns its own address. */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, host, resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("listens on no port");
  return `http://${host}:${address.port}`;
}

export async function shut(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
