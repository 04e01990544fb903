import { randomUUID } from "node:crypto";

import { available, memoryOf } from "./books.ts";
import type { BookEvent } from "./books.ts";
import { settle } from "./finish.ts";
import { readForm } from "./form.ts";
import { detectLanguage } from "./language.ts";
import { readOrder } from "./order.ts";
import type { Order } from "./order.ts";
import { done, refused } from "./send.ts";
import type { Reply } from "./send.ts";
import { strike } from "./strike.ts";
import { createdView } from "./task.ts";
import type { Task } from "./task.ts";
import type { Visit, World } from "./world.ts";

/** POST /tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export async function createTask(world: World, visit: Visit): Promise<Reply> {
  const { upload, fields, complaint } = await readForm(visit.request, world.texts);
  if (visit.fault === undefined) {
    const { method, path } = visit;
    visit.fault = world.faults.take({ method, path, action: fields.get("action") ?? "" });
  }
  try {
    const order = readOrder({ upload, fields, complaint });
    if (typeof order !== "string") return await place(world, { visit, order });
    note(world, { visit, action: fields.get("action"), outcome: "malformed" });
    return refused(400, order);
  } finally {
    // A task that was created has moved its text away; any other leaves it here.
    if (upload !== undefined) world.texts.discard(upload.path);
  }
}

type Placing = { readonly visit: Visit; readonly order: Order };

async function place(world: World, { visit, order }: Placing): Promise<Reply> {
  const stopped = await strike(world, visit, "before");
  if (stopped !== undefined) return stopped;
  const { account, idempotencyKey } = visit;
  const { action } = order;
  // From here to the journal's line nothing waits, so of two equal requests one makes the task.
  const id = world.books.remembered.get(memoryOf(account, idempotencyKey));
  const known = world.books.tasks.get(id ?? "");
  if (known !== undefined) {
    // Contract, POST /tasks rule 8.
    const outcome = known.fingerprint === order.fingerprint ? "replayed" : "conflict";
    note(world, { visit, action, outcome, taskId: known.id });
    if (outcome === "replayed") return done(createdView(await settle(world, known)));
    return refused(409, "This Idempotency-Key was used for a different request.");
  }
  const task = taskFor(world, { visit, order });
  const credits = world.books.accounts.get(account);
  // Contract, POST /tasks rule 9.
  if (task.reserved > 0 && (credits === undefined || available(credits) < task.reserved)) {
    note(world, { visit, action, outcome: "unpaid" });
    return refused(402, `The balance does not cover ${task.reserved} credits.`);
  }
  // The text first: a line in the journal without its text could never be worked on.
  world.texts.keep(order.upload.path, task.id);
  note(world, { visit, action, outcome: "created", taskId: task.id, task });
  return done(createdView(await settle(world, task)));
}

type Row = Omit<
  Extract<BookEvent, { type: "create" }>,
  "type" | "at" | "account" | "idempotencyKey"
>;

function note({ books, now }: World, { visit, ...row }: Row & { readonly visit: Visit }): void {
  const { account, idempotencyKey } = visit;
  books.record({ type: "create", at: now(), account, idempotencyKey, ...row });
}

// Not in the contract: what a preview without char_limit takes.
const sampleCharacters = 2_000;

function taskFor({ settings, now }: World, { visit, order }: Placing): Task {
  const { action, char_limit: limit, sourceCharacters } = order;
  // Contract, POST /tasks rules 1 to 3: the whole source, or the opening that char_limit names.
  const whole = action === "preview_translation" ? sampleCharacters : sourceCharacters;
  const characters = Math.min(limit ?? whole, sourceCharacters);
  const announced = limit === undefined ? (order.estimated_chars ?? characters) : characters;
  const cost = costOf(order, settings);
  const price = cost === "free" ? 0 : characters;
  return {
    id: `task_${randomUUID()}`,
    account: visit.account,
    idempotencyKey: visit.idempotencyKey,
    fingerprint: order.fingerprint,
    action,
    fileName: order.upload.fileName,
    targetLang: order.target_lang,
    strategy: order.glossary_strategy,
    glossary: order.glossary,
    sourceCharacters,
    characters,
    announced,
    price: visit.fault?.kind === "surcharge" ? price + visit.fault.credits : price,
    reserved: price === 0 ? 0 : announced,
    language: detectLanguage(order.upload.opening),
    createdAt: now(),
    linkSecret: randomUUID(),
    fault: visit.fault,
    hidesCharge: cost === "silently",
    status: "pending",
    charged: 0,
  };
}

/** Contract, Billing unit: 1 credit a source character processed. */
function costOf({ action, glossary_strategy: strategy }: Order, settings: World["settings"]) {
  if (action === "token_estimate") return settings.estimateCost;
  if (action === "preview_metadata") return settings.detectionCost;
  // Rule 6: extraction is skipped, so no source character is processed.
  const reads = action !== "glossary_extraction" || strategy !== "replace";
  return reads ? "per-character" : "free";
}
