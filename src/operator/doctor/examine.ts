import type { Config } from "../../config.ts";
import type { DoctorDeps, Finding } from "../findings.ts";
import { examineClocks, examineMachine } from "./machine.ts";
import { examinePartner } from "./partner.ts";
import { examinePeople, examineSlack } from "./slack.ts";
import { examineStore } from "./store.ts";

/**
 * Examines everything that Galley depends on, one thing after the other. It spends nothing, posts
 * nothing and changes nothing. Every fault is a finding; none is thrown.
 */
export async function* examine(config: Config, deps: DoctorDeps): AsyncIterable<Finding> {
  yield* await examineMachine(config, deps);
  yield* await examineStore(config, deps);
  const { findings, workspace } = await examineSlack(config);
  yield* findings;
  if (workspace !== undefined) yield* await examinePeople(config, { ...deps, workspace });
  yield* await examinePartner(config, deps);
  yield* await examineClocks(config, deps);
}
