import { setTimeout as delay } from "node:timers/promises";

import { type Config, readConfig, secretsOf } from "../../config.ts";
import { ConfigFault } from "../../environment.ts";
import { type Finding, exitCodeOf, lineOf, mend, ok, summaryOf } from "../findings.ts";
import { withoutSecrets } from "../log.ts";
import { examine } from "./examine.ts";

const config = readOrLeave();
const clean = withoutSecrets(secretsOf(config));
const findings: Finding[] = [];
print(ok("environment", "every variable can be read."));
const found = examine(config, {
  now: Date.now,
  tick: () => performance.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
  nodeVersion: process.versions.node,
});
for await (const finding of found) print(finding);
console.log(summaryOf(findings));
process.exit(exitCodeOf(findings));

function print(finding: Finding): void {
  findings.push(finding);
  console.log(clean(lineOf(finding)));
}

function readOrLeave(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    for (const line of error.message.split("\n")) {
      console.log(lineOf(mend("environment", `${line}.`)));
    }
    process.exit(78);
  }
}
