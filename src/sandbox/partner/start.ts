import { createServer } from "node:http";

import { basePath } from "../../service/contract/endpoints.ts";
import { listen, shut } from "../slack/http.ts";
import { type Change, applyChange, reportBooks } from "./controls.ts";
import type { FaultOrder } from "./faults.ts";
import { serve } from "./serve.ts";
import { type PartnerSandboxOptions, openWorld } from "./world.ts";

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
  const origin = await listen(server, options.port ?? 0).catch(async (cause: unknown) => {
    await world.close();
    throw cause;
  });
  const close = async () => {
    await shut(server);
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
