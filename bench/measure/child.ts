import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import { z } from "zod";

/** CPU and memory that a child has used when it answers. */
export type Meter = {
  readonly cpuMs: number;
  readonly rssMb: number;
  /** The greatest `rssMb` so far. */
  readonly peakMb: number;
};

export type Child = Awaited<ReturnType<typeof openChild>>;

type Forking = { readonly args?: readonly string[]; readonly execArgv?: string[] };

/** Runs one module of `bench/children` as a process of its own, which answers one question at a time. */
export async function openChild(name: string, { args = [], ...options }: Forking = {}) {
  const file = fileURLToPath(new URL(`../children/${name}.ts`, import.meta.url));
  const child = fork(file, args, { ...options, serialization: "advanced" });
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`${name} ended with ${String(code)}`);
  });
  ended.catch(() => undefined);
  const next = async () => {
    const said: readonly unknown[] = await Promise.race([once(child, "message"), ended]);
    return answer.parse(said[0]);
  };
  await next();
  const ask = async (question: unknown): Promise<unknown> => {
    child.send({ question });
    const { value, fault } = await next();
    if (fault !== undefined) throw new Error(`${name}: ${fault}`);
    return value;
  };
  return {
    pid: child.pid ?? 0,
    ask,
    meter: async (): Promise<Meter> => {
      child.send({ question: "meter" });
      return (await next()).meter;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
}

const answer = z.object({
  value: z.unknown().optional(),
  fault: z.string().optional(),
  meter: z.object({ cpuMs: z.number(), rssMb: z.number(), peakMb: z.number() }),
});
