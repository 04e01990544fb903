import { type Config, readConfig, secretsOf } from "../../config.ts";
import { ConfigFault } from "../../environment.ts";
import { sleep } from "../../sleep.ts";
import { type Finding, exitCodeOf, lineOf, mend, ok, summaryOf } from "../findings.ts";
import { withoutSecrets } from "../log.ts";
import { examineClocks, examineMachine } from "./machine.ts";
import { examinePartner } from "./partner.ts";
import { examineSlack } from "./slack.ts";
import { examineStore } from "./store.ts";

const config = readOrLeave();
const clean = withoutSecrets(secretsOf(config));
const findings: Finding[] = [];
print(ok("environment", "every variable can be read."));
// It spends nothing, posts nothing and changes nothing. Every fault is a finding; none is thrown.
for (const examine of [examineMachine, examineStore, examineSlack, examinePartner, examineClocks]) {
  const found = examine(config, {
    now: Date.now,
    tick: () => performance.now(),
    sleep,
    nodeVersion: process.versions.node,
  });
  for await (const finding of found) print(finding);
}
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
