import { once } from "node:events";

import { startPartnerSandbox } from "./start.ts";

const { SANDBOX_PORT = "4010", SANDBOX_STORE: store } = process.env;
const stop = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
const sandbox = await startPartnerSandbox({
  port: Number(SANDBOX_PORT),
  ...(store === undefined ? {} : { store }),
  log: console.log,
}).catch((cause: unknown) => {
  console.error(`The partner sandbox cannot start: ${String(cause)}`);
  process.exit(1);
});
console.log(`The partner sandbox listens on ${sandbox.url}`);
console.log(`Its state: ${store ?? "in memory, gone at the end (SANDBOX_STORE names a file)"}.`);
console.log(`Try: curl -H "Authorization: Bearer sandbox-key" ${sandbox.url}/usage`);
console.log(`Its books, settings and faults: curl ${sandbox.origin}/sandbox`);
await stop;
await sandbox.close();
