import { createServer } from "node:http";

import { listen } from "../measure/listen.ts";

/** The smallest HTTP server. */
const server = createServer((_, response) => response.end("ok"));
console.log(JSON.stringify({ port: await listen(server) }));
process.once("SIGTERM", () => process.exit(0));
