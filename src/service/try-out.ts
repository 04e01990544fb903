import { readFile } from "node:fs/promises";

import { ConfigFault } from "../environment.ts";
import type { ServiceConfig } from "./config.ts";
import { countCodePoints } from "./contract/characters.ts";
import { detectLanguage } from "./contract/language.ts";
import type { Stretch } from "./contract/task.ts";
import type { Engine, Job } from "./engines/engine.ts";

type Parts = {
  readonly engine: Engine;
  readonly now: () => number;
  readonly note: (line: string) => void;
};

/** Translates one text file without an account, to try a model. */
export async function tryOut(
  { giveUpMs }: Pick<ServiceConfig, "giveUpMs">,
  [path = "", target = ""]: readonly string[],
  { engine, now, note }: Parts,
): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new ConfigFault(`${path} cannot be read: ${String(cause)}`);
  });
  const source = detectLanguage(text);
  const reason = await engine.ready();
  if (reason !== undefined) throw new ConfigFault(reason);
  const characters = countCodePoints(text);
  note(`${characters} characters from ${source} to ${target}`);
  const job: Job = {
    taskId: "trial",
    source,
    target,
    glossary: [],
    characters,
    finished: async () => undefined,
    finish: async () => undefined,
    progress: (share) => note(`${Math.floor(share * 100)} %`),
    gap: (kind, stretch) => note(`${kind}: ${named(stretch)}`),
    deadline: now() + giveUpMs,
    signal: new AbortController().signal,
  };
  const glossary = await engine.extract(text, job);
  const translated = engine.translate(once(text), { ...job, glossary });
  return (await Array.fromAsync(translated)).join("");
}

async function* once(text: string) {
  yield text;
}

function named({ from, to }: Stretch): string {
  return from === to ? `paragraph ${from}` : `paragraphs ${from} to ${to}`;
}
