import { setTimeout as delay } from "node:timers/promises";

import { z } from "zod";

import { FormData, fetch } from "../../src/lib/http.ts";

/** A process of the service, as one account sees it. */
export type Access = { readonly url: string; readonly key: string };

/** A task's file and its fields. */
type Order = Readonly<Record<string, string>> & { readonly file: string };

const taskSchema = z.object({
  data: z.object({
    task_id: z.string(),
    status: z.string(),
    credits_charged: z.number().optional(),
  }),
});

export type Task = z.infer<typeof taskSchema>["data"];

/** Creates a task, of a whole translation unless told otherwise. */
export async function created({ url, key }: Access, { file, ...fields }: Order): Promise<Task> {
  const body = new FormData();
  const all = {
    action: "translation",
    target_lang: "fr",
    estimated_chars: `${file.length}`,
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) body.append(name, value);
  body.append("file", new Blob([file]), "novel.txt");
  const headers = { authorization: `Bearer ${key}` };
  const reply = await fetch(`${url}/tasks`, { method: "POST", headers, body });
  const text = await reply.text();
  if (reply.status !== 200) throw new Error(`${reply.status} ${text}`);
  return taskSchema.parse(JSON.parse(text)).data;
}

/** Polls a task to its end. */
export async function ended({ url, key }: Access, task: Task, pollMs: number): Promise<Task> {
  const headers = { authorization: `Bearer ${key}` };
  let data = task;
  while (data.status === "pending") {
    await delay(pollMs);
    const reply = await fetch(`${url}/tasks/${data.task_id}`, { headers });
    ({ data } = taskSchema.parse(await reply.json()));
  }
  if (data.status !== "completed") throw new Error(JSON.stringify(data));
  return data;
}

/** Translates a whole novel. */
export async function translated(access: Access, file: string, pollMs: number): Promise<void> {
  const data = await ended(access, await created(access, { file }), pollMs);
  if (data.credits_charged !== file.length) throw new Error(JSON.stringify(data));
}

/** Sends the same prompts straight to the model. */
export async function bare(prompts: readonly string[], url: string, atOnce: number): Promise<void> {
  const waiting = [...prompts];
  const work = async () => {
    for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
      const body = { model: "scripted", messages: [{ role: "user", content: prompt }] };
      const reply = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      await reply.text();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
