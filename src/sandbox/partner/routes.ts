import type { IncomingMessage } from "node:http";

import type { Caller } from "./callers.ts";
import type { Fault } from "./faults.ts";
import { detectLanguage } from "./language.ts";
import { readOrder } from "./order.ts";
import { readForm } from "./read-form.ts";
import type { Form } from "./read-form.ts";
import { done, refused } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { strikeBooks } from "./strike.ts";
import type { Task } from "./task.ts";
import { usageView } from "./usage.ts";
import { outputName, runningView, taskView } from "./views.ts";
import type { World } from "./world.ts";

/** One request of a known caller on its way through the service. */
export type Visit = {
  readonly request: IncomingMessage;
  readonly method: string;
  /** Path below the base path. */
  readonly path: string;
  readonly origin: string;
  readonly caller: Caller;
  /** The fault that strikes it, as soon as that is known. */
  readonly struck: { fault: Fault | undefined };
  readonly beforeCommit: () => Promise<Reply | undefined>;
};

/** The four endpoints of the document. */
export async function answerPartner(world: World, visit: Visit): Promise<Reply> {
  if (visit.method === "POST" && visit.path === "/tasks") return createTask(world, visit);
  const struck = await visit.beforeCommit();
  if (struck !== undefined) return struck;
  if (visit.method !== "GET") return refused(404, "There is no such endpoint.");
  if (visit.path === "/usage") {
    await world.finisher.settleAll();
    return done(usageView(world.books, { caller: visit.caller, at: world.now() }));
  }
  const [, taskId = "", download] = /^\/tasks\/([^/]+)(\/download)?$/.exec(visit.path) ?? [];
  const task = await findTask(world, { taskId, caller: visit.caller });
  // Not in the contract: unknown identifiers, and tasks of another account. Both are 404.
  if (task === undefined) return refused(404, "There is no such task.");
  return download === undefined ? showTask(world, task) : issueLink(world, { visit, task });
}

/** The path that `download_files` names; like every request it needs the key. */
export async function answerFile(world: World, visit: Visit): Promise<Reply> {
  const taskId = visit.path.split("/").at(-1) ?? "";
  const task = await findTask(world, { taskId, caller: visit.caller });
  if (task?.outputBytes === undefined) return refused(404, "There is no such file.");
  return { status: "file", path: world.texts.output(task.id), fileName: outputName(task) };
}

async function createTask(world: World, visit: Visit): Promise<Reply> {
  const { texts } = world;
  const form = await readForm(visit.request, texts);
  const action = form.fields.get("action") ?? "";
  if (visit.struck.fault === undefined) {
    const fault = world.faults.take({ method: visit.method, path: visit.path, action });
    strikeBooks(world, { fault, authorization: visit.request.headers.authorization });
    visit.struck.fault = fault;
  }
  try {
    return await placeOrder(world, { visit, form });
  } finally {
    // A task that was created has moved its text away; any other leaves it here.
    if (form.upload !== undefined) texts.discard(form.upload.path);
  }
}

type Placing = { readonly visit: Visit; readonly form: Form };

async function placeOrder(world: World, { visit, form }: Placing): Promise<Reply> {
  const { caller, struck, beforeCommit } = visit;
  const idempotencyKey = singleHeader(visit.request, "idempotency-key");
  const result = readOrder(form);
  if (result.status === "malformed") {
    const row = { account: caller.account, idempotencyKey, action: form.fields.get("action") };
    world.books.record({ type: "create", at: world.now(), outcome: "malformed", ...row });
    return refused(400, `${result.complaint}.`);
  }
  const { order } = result;
  const language = detectLanguage(order.upload.opening);
  return world.desk.create({
    caller,
    order,
    idempotencyKey,
    language,
    fault: struck.fault,
    beforeCommit,
  });
}

async function findTask(
  world: World,
  { taskId, caller }: { readonly taskId: string; readonly caller: Caller },
): Promise<Task | undefined> {
  const task = world.books.tasks.get(taskId);
  return task?.account === caller.account ? world.finisher.settle(task) : undefined;
}

function showTask(world: World, task: Task): Reply {
  if (task.status !== "pending") return done(taskView(task));
  return done(runningView(task, world.finisher.progress(task)));
}

type Issue = { readonly visit: Visit; readonly task: Task };

function issueLink(world: World, { visit, task }: Issue): Reply {
  // Not in the contract: the answer while the task runs, or when its action has no file.
  if (task.outputBytes === undefined) return refused(404, "This task has no file to download.");
  const seconds = visit.struck.fault?.kind === "expired-link" ? 0 : world.settings.linkSeconds;
  return done(world.links.issue(task, { origin: visit.origin, seconds }));
}

function singleHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
