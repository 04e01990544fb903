import { randomUUID } from "node:crypto";

import { available, memoryOf } from "./books.ts";
import type { Books, CreateRow } from "./books.ts";
import type { Caller } from "./callers.ts";
import type { Fault } from "./faults.ts";
import type { Finisher } from "./finish.ts";
import type { Order } from "./order.ts";
import { done, refused } from "./reply.ts";
import type { Reply } from "./reply.ts";
import type { Settings } from "./settings.ts";
import type { Task } from "./task.ts";
import type { Texts } from "./texts.ts";
import { createdView } from "./views.ts";

type Deps = {
  readonly books: Books;
  readonly texts: Texts;
  readonly settings: Settings;
  readonly finisher: Finisher;
  readonly now: () => number;
};

type Creation = {
  readonly caller: Caller;
  readonly order: Order;
  readonly idempotencyKey: string | undefined;
  readonly language: string;
  readonly fault: Fault | undefined;
  /** Runs after the request has been understood and before anything is committed. */
  readonly beforeCommit: () => Promise<Reply | undefined>;
};

// Not in the contract: what a preview without char_limit takes.
const sampleCharacters = 2_000;

/** Creates tasks: idempotency, reservation, commit (Contract, POST /tasks rules 1 to 9). */
export function createDesk(deps: Deps) {
  return {
    create: async (creation: Creation): Promise<Reply> => {
      const stopped = await creation.beforeCommit();
      if (stopped !== undefined) return stopped;
      // From here to the journal's line nothing waits, so of two equal requests one makes the task.
      return recall(deps, creation) ?? commit(deps, creation);
    },
  };
}

/** The answer of a key that is known already. Not async: see create. */
function recall(deps: Deps, creation: Creation): Promise<Reply> | undefined {
  const { caller, idempotencyKey, order } = creation;
  if (idempotencyKey === undefined) return undefined;
  const memory = deps.books.remembered.get(memoryOf(caller.account, idempotencyKey));
  const task = deps.books.tasks.get(memory?.taskId ?? "");
  if (memory === undefined || task === undefined) return undefined;
  // Contract, POST /tasks rule 8.
  if (memory.fingerprint !== order.fingerprint) {
    note(deps, { creation, outcome: "conflict", task });
    const message = "This Idempotency-Key was used for a different request.";
    return Promise.resolve(refused(409, message));
  }
  note(deps, { creation, outcome: "replayed", task });
  return show(deps, task);
}

async function commit(deps: Deps, creation: Creation): Promise<Reply> {
  const task = taskFor(deps, creation);
  const account = deps.books.accounts.get(task.account);
  // Contract, POST /tasks rule 9.
  if (task.reserved > 0 && (account === undefined || available(account) < task.reserved)) {
    note(deps, { creation, outcome: "unpaid" });
    return refused(402, `The balance does not cover ${task.reserved} credits.`);
  }
  // The text first: a line in the journal without its text could never be worked on.
  deps.texts.keep(creation.order.upload.path, task.id);
  note(deps, { creation, outcome: "created", task });
  return show(deps, task);
}

async function show({ finisher }: Deps, task: Task): Promise<Reply> {
  return done(createdView(await finisher.settle(task)));
}

type Note = {
  readonly creation: Creation;
  readonly outcome: CreateRow["outcome"];
  readonly task?: Task;
};

function note({ books, now }: Deps, { creation, outcome, task }: Note): void {
  const { caller, idempotencyKey, order } = creation;
  books.record({
    type: "create",
    at: now(),
    account: caller.account,
    idempotencyKey,
    fingerprint: order.fingerprint,
    outcome,
    action: order.action,
    taskId: task?.id,
    ...(outcome === "created" ? { task } : {}),
  });
}

function taskFor({ settings, now }: Deps, creation: Creation): Task {
  const { order, caller, fault, language } = creation;
  const characters = charactersOf(order);
  const price = priceOf(order, { characters, settings });
  const announced =
    order.charLimit === undefined ? (order.estimatedChars ?? characters) : characters;
  return {
    id: `task_${randomUUID()}`,
    account: caller.account,
    idempotencyKey: creation.idempotencyKey,
    action: order.action,
    fileName: order.upload.fileName,
    targetLang: order.targetLang,
    strategy: order.strategy,
    glossary: [...order.glossary],
    charLimit: order.charLimit,
    sourceCharacters: order.sourceCharacters,
    characters,
    announced,
    price: fault?.kind === "surcharge" ? price + fault.credits : price,
    reserved: price === 0 ? 0 : announced,
    language,
    createdAt: now(),
    endsAs: fault?.kind === "ends-as" ? fault.status : undefined,
    neverEnds: fault?.kind === "never-ends" ? true : undefined,
    omits: fault?.kind === "omits" ? { from: fault.from, to: fault.to } : undefined,
    ignoresTerms: fault?.kind === "ignores-terms" ? true : undefined,
    hidesCharge: isSilent(order, settings) ? true : undefined,
    status: "pending",
    charged: 0,
  };
}

/** Contract, POST /tasks rules 1 to 3: the whole source, or the opening that char_limit names. */
function charactersOf(order: Order): number {
  const whole = order.action === "preview_translation" ? sampleCharacters : order.sourceCharacters;
  return Math.min(order.charLimit ?? whole, order.sourceCharacters);
}

type Price = { readonly characters: number; readonly settings: Settings };

/** Contract, Billing unit: 1 credit a source character processed. */
function priceOf({ action, strategy }: Order, { characters, settings }: Price): number {
  switch (action) {
    case "translation":
    case "preview_translation":
      return characters;
    case "glossary_extraction":
      // Rule 6: extraction is skipped, so no source character is processed.
      return strategy === "replace" ? 0 : characters;
    case "token_estimate":
      return settings.estimateCost === "free" ? 0 : characters;
    case "preview_metadata":
      return settings.detectionCost === "free" ? 0 : characters;
  }
}

function isSilent({ action }: Order, { estimateCost, detectionCost }: Settings): boolean {
  return (
    (action === "token_estimate" && estimateCost === "silently") ||
    (action === "preview_metadata" && detectionCost === "silently")
  );
}
