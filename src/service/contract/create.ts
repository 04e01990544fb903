import { randomUUID } from "node:crypto";

import type { Create } from "../records/books.ts";
import type { Visit, World } from "../world.ts";
import { readForm, readOrder, type Order } from "./form.ts";
import { done, refused, type Reply } from "./send.ts";
import { createdView, type Task } from "./task.ts";
import { detectLanguage } from "./text.ts";

/** POST /tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export async function createTask(world: World, visit: Visit): Promise<Reply> {
  const form = await readForm(visit.request, world);
  const discard = async () => {
    if (form.upload !== undefined) await world.texts.discard(form.upload.taskId, "source");
  };
  const order = readOrder(form);
  if (typeof order === "string") {
    await discard();
    await note(world, visit, { action: form.fields.get("action"), outcome: "malformed" });
    return refused(400, order);
  }
  const { action } = order;
  const hostNote = await visit.beforeCommit?.(action);
  const task = taskFor(world, { visit, order, note: hostNote });
  const placed = await world.books.tasks.place(task);
  if (placed === "created") return done(createdView(await world.work.begin(task)));
  await discard();
  if (placed === "unpaid") {
    await note(world, visit, { action, outcome: "unpaid" });
    return refused(402, `The balance does not cover ${task.reserved} credits.`);
  }
  // Contract, POST /tasks rule 8.
  const isSame = placed.fingerprint === task.fingerprint;
  const becomes = isSame ? "replayed" : "conflict";
  await note(world, visit, { action, outcome: becomes, taskId: placed.id });
  return isSame
    ? done(createdView(await world.work.look(placed)))
    : refused(409, "This Idempotency-Key was used for a different request.");
}

type Noted = Partial<Pick<Create, "action" | "taskId">> & Pick<Create, "outcome">;

async function note(
  { books, now }: World,
  { account, idempotencyKey }: Visit,
  noted: Noted,
): Promise<void> {
  await books.creates.add({
    at: now(),
    account,
    idempotencyKey,
    action: undefined,
    taskId: undefined,
    ...noted,
  });
}

// Not in the contract: how much a preview without char_limit takes.
const sampleCharacters = 2_000;

type Ordered = { readonly visit: Visit; readonly order: Order; readonly note: unknown };

function taskFor({ isFree, now }: World, { visit, order, note }: Ordered): Task {
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
