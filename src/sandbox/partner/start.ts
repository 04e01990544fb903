import { once } from "node:events";
import { createServer } from "node:http";

import { basePath } from "../../service/contract/endpoints.ts";
import { applyChange, reportBooks } from "./controls.ts";
import type { Change } from "./controls.ts";
import type { FaultOrder } from "./faults.ts";
import { serve } from "./serve.ts";
import { openWorld } from "./world.ts";
import type { PartnerSandboxOptions } from "./world.ts";

/**
 * Starts the whole Partner API as a service on this machine, with state of its own.
 *
 * @returns its address (`url` ends with /api/b2b/v1), its books and its controls
 */
export async function startPartnerSandbox(options: PartnerSandboxOptions = {}) {
  const world = await openWorld(options);
  const log = options.log ?? (() => undefined);
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    serve(world, request, response).catch((cause: unknown) => {
      log(`the sandbox could not answer: ${String(cause)}`);
      response.destroy();
    });
  });
  server.listen(options.port ?? 0, "127.0.0.1");
  await once(server, "listening").catch(async (cause: unknown) => {
    await world.close();
    throw cause;
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  const origin = `http://127.0.0.1:${bound.port}`;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await world.close();
  };
  return {
    origin,
    url: `${origin}${basePath}`,
    books: () => reportBooks(world),
    /** Calls a listener for every answered request, with its idempotency key. */
    onRequest: world.requests.onAdd,
    inject: (fault: FaultOrder) => {
      world.faults.add(fault);
    },
    clearFaults: world.faults.clear,
    /** Applies to all requests from now on: the books are in this process. */
    change: (change: Change) => void applyChange(world, change),
    close,
    [Symbol.asyncDispose]: close,
  };
}
