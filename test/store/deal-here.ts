import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";

import { createLeaderElection } from "#store/redis-jobs.ts";

import { connectTo } from "../redis-server.ts";

/** Runs as a process: a replica that only prints when the worker is dealt to it. */
const redis = await connectTo({ url: process.argv[2] ?? "" });
const sleep = async (ms: number, signal?: AbortSignal) => {
  await delay(ms, undefined, signal && { signal }).catch(() => undefined);
};
const election = createLeaderElection({
  connect: redis.connectPatient,
  key: "test",
  now: Date.now,
  work: async (signal) => {
    console.log("dealt");
    if (process.argv[3] === "gives up") await untilGone();
    else if (!signal.aborted) await once(signal, "abort");
    console.log("let go");
  },
  sleep,
  onFault: () => {},
});
/** Fails as soon as Redis does, like an agenda that cannot read the ledger. */
async function untilGone(): Promise<never> {
  for (;;) {
    await redis.call((client) => client.ping()).catch(giveUp);
    await sleep(20);
  }
}

function giveUp(error: unknown): never {
  console.log("let go");
  throw error;
}

await election.start();
console.log("ready");
await once(process, "SIGTERM");
await election.stop();
process.exit(0);
