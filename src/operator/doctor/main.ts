import { sleep } from "#lib/clock.ts";
import { ConfigError } from "#lib/environment.ts";
import { type Config, readConfig, secretsOf } from "#operator/config.ts";
import { withoutSecrets } from "#operator/log.ts";

import type { Finding } from "./findings.ts";
import { examineClocks, examineDisk } from "./machine.ts";
import { examinePartner } from "./partner.ts";
import { examineSlack } from "./slack.ts";
import { examineStore } from "./store.ts";

const config = readOrLeave();
const clean = withoutSecrets(secretsOf(config));
const findings: Finding[] = [];
print("ok environment: every variable can be read.");
// It spends nothing, posts nothing and changes nothing. Every fault is a finding; none is thrown.
for (const examine of [examineDisk, examineStore, examineSlack, examinePartner, examineClocks]) {
  const results = examine(config, { now: Date.now, tick: () => performance.now(), sleep });
  for await (const finding of results) print(finding);
}
const [faults, open] = [count("fix"), count("cannot tell")];
const summary = faults === 0 ? "Nothing to fix." : `To fix: ${faults}.`;
console.log(open === 0 ? summary : `${summary} Could not be told from here: ${open}.`);
process.exit(faults === 0 ? 0 : 1);

function count(verdict: string): number {
  return findings.filter((finding) => finding.startsWith(verdict)).length;
}

function lineOf(finding: Finding): string {
  return finding.replace(/^(?:ok|fix|cannot tell) /u, (verdict) => verdict.padEnd(13));
}

function print(finding: Finding): void {
  findings.push(finding);
  console.log(clean(lineOf(finding)));
}

function readOrLeave(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.message.split("\n")) {
      console.log(lineOf(`fix environment: ${line}.`));
    }
    process.exit(78);
  }
}
