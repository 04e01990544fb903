import { once } from "node:events";

import { readEnvironment } from "./environment.ts";
import { startPartnerSandbox } from "./start.ts";

const environment = readEnvironment(process.env);
if (environment.status === "faulty") {
  for (const fault of environment.faults) console.error(fault);
  process.exit(78);
}
const { options } = environment;
const stop = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
const sandbox = await startPartnerSandbox({ ...options, log: console.log }).catch(sayAndExit);
const [key] = options.keys;
console.log(`The partner sandbox listens on ${sandbox.url}`);
console.log(
  `Keys: ${options.keys.join(", ")}. State: ${options.store ?? "in memory, gone at the end"}.`,
);
console.log(`Try: curl -H "Authorization: Bearer ${key}" ${sandbox.url}/usage`);
console.log(`Its books, settings and faults: curl ${sandbox.origin}/sandbox`);
await stop;
await sandbox.close();

function sayAndExit(cause: unknown): never {
  console.error(
    `The partner sandbox cannot start: ${cause instanceof Error ? cause.message : String(cause)}`,
  );
  process.exit(1);
}
