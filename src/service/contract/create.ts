import { randomUUID } from "node:crypto";

import type { Create } from "../records/books.ts";
import type { Visit, World } from "../world.ts";
import { readForm, readOrder, type Order } from "./form.ts";
import { done, refused, type Reply } from "./send.ts";
import { taskView, type Task } from "./task.ts";
import { detectLanguage } from "./text.ts";

/** POST /tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export async function createTask(world: World, visit: Visit): Promise<Reply> {
  const { books, work, now } = world;
  const form = await readForm(visit.request, world);
  const order = readOrder(form);
  /** Writes the outcome of a request that makes no task, and discards its text. */
  const refuse = async (outcome: Create["outcome"], taskId?: string): Promise<void> => {
    if (form.upload !== undefined) await books.texts.forget(form.upload.taskId);
    const { account, idempotencyKey } = visit;
    const action = form.fields.get("action");
    await books.creates.add({ at: now(), account, idempotencyKey, outcome, action, taskId });
  };
  if (typeof order === "string") {
    await refuse("malformed");
    return refused(400, order);
  }
  const hostNote = await visit.beforeCommit?.(order.action);
  const task = taskFor(world, visit, order, hostNote);
  const placed = await books.tasks.place(task);
  if (placed === "created") return done(taskView(await work.begin(task)));
  if (placed === "unpaid") {
    await refuse("unpaid");
    return refused(402, `The balance does not cover ${task.reserved} credits.`);
  }
  // Contract, POST /tasks rule 8.
  const isSame = placed.fingerprint === task.fingerprint;
  await refuse(isSame ? "replayed" : "conflict", placed.id);
  return isSame
    ? done(taskView(await work.look(placed)))
    : refused(409, "This Idempotency-Key was used for a different request.");
}

// Not in the contract: how much a preview without char_limit takes.
const sampleCharacters = 2_000;

function taskFor({ isFree, now }: World, visit: Visit, order: Order, note: unknown): Task {
  const { action, char_limit: limit, sourceCharacters, upload } = order;
  // Contract, POST /tasks rules 1 to 3: the whole source, or the opening that char_limit names.
  const whole = action === "preview_translation" ? sampleCharacters : sourceCharacters;
  const characters = Math.min(limit ?? whole, sourceCharacters);
  const announced = limit === undefined ? (order.estimated_chars ?? characters) : characters;
  // Rule 6: extraction is skipped, so no source character is processed.
  const readsNothing = action === "glossary_extraction" && order.glossary_strategy === "replace";
  // Contract, Billing unit: 1 credit a source character processed.
  const price = readsNothing || isFree(action) ? 0 : characters;
  return {
    id: upload.taskId,
    account: visit.account,
    keyPrefix: visit.key?.prefix ?? "",
    idempotencyKey: visit.idempotencyKey,
    fingerprint: order.fingerprint,
    action,
    fileName: upload.fileName,
    targetLang: order.target_lang,
    strategy: order.glossary_strategy,
    glossary: order.glossary,
    sourceCharacters,
    characters,
    announced,
    price,
    reserved: price === 0 ? 0 : announced,
    language: detectLanguage(upload.opening),
    createdAt: now(),
    linkSecret: randomUUID(),
    note,
    status: "pending",
    charged: 0,
  };
}
