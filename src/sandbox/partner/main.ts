import { once } from "node:events";
import { parseArgs } from "node:util";

import { unknownVariables } from "#lib/environment.ts";

import { startPartnerSandbox } from "./start.ts";

const usage = `npm run sandbox -- [--keys KEY,KEY] [--balance CREDITS] [--rpm REQUESTS]
Variables: SANDBOX_PORT (4010), SANDBOX_STORE (a file; without it the state is in memory)`;

const stop = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
const { port, store, ...accounts } = (() => {
  try {
    return { ...readVariables(process.env), ...readArguments(process.argv.slice(2)) };
  } catch (cause) {
    return fail(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, 78);
  }
})();
const sandbox = await startPartnerSandbox({
  port,
  ...accounts,
  ...(store === undefined ? {} : { store }),
  log: console.log,
}).catch((cause: unknown) => fail(`The partner sandbox cannot start: ${String(cause)}`, 1));
const [key] = accounts.keys;
console.log(`The partner sandbox listens on ${sandbox.url}`);
console.log(`Its state: ${store ?? "in memory, gone at the end (SANDBOX_STORE names a file)"}.`);
console.log(`Try: curl -H "Authorization: Bearer ${key}" ${sandbox.url}/usage`);
console.log(`Its records, settings and faults: curl ${sandbox.origin}/sandbox`);
await stop;
await sandbox.close();

function fail(reason: string, code: number): never {
  console.error(reason);
  process.exit(code);
}

function readVariables(env: NodeJS.ProcessEnv) {
  const known = ["SANDBOX_PORT", "SANDBOX_STORE"];
  const [unknown] = unknownVariables(env, { prefixes: ["SANDBOX_"], known });
  if (unknown !== undefined) throw new Error(`${unknown} is no variable of the sandbox`);
  const { SANDBOX_PORT: port = "4010", SANDBOX_STORE: store } = env;
  return { port: wholeNumber("SANDBOX_PORT", port), store };
}

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      keys: { type: "string", default: "sandbox-key" },
      balance: { type: "string", default: "1000000" },
      rpm: { type: "string", default: "120" },
    },
  });
  const keys = values.keys.split(",").map((key) => key.trim());
  if (keys.some((key) => !/^[!-~]+$/u.test(key)))
    throw new Error("--keys has a key that is no word");
  const rpm = wholeNumber("--rpm", values.rpm);
  if (rpm === 0) throw new Error("--rpm must be more than 0");
  return { keys, balance: wholeNumber("--balance", values.balance), rpm };
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/u.test(text)) throw new Error(`${name} must be a whole number`);
  return Number(text);
}
