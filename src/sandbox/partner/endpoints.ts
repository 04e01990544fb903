import { createHmac, timingSafeEqual } from "node:crypto";

import { prefixOf } from "./callers.ts";
import { createTask } from "./create.ts";
import { progressOf, settle, settleAll } from "./finish.ts";
import { done, refused } from "./send.ts";
import type { Reply } from "./send.ts";
import { strike } from "./strike.ts";
import { endedView, outputName, runningView } from "./task.ts";
import type { Task } from "./task.ts";
import type { Visit, World } from "./world.ts";

export const basePath = "/api/b2b/v1";
const filePath = "/api/tasks/download-file/";

/** The four endpoints of the document, and the path that `download_files` names. */
export async function answerCaller(world: World, visit: Visit): Promise<Reply> {
  const { method, path, account } = visit;
  const { pathname } = visit.address;
  if (!pathname.startsWith(`${basePath}/`) && !pathname.startsWith(filePath)) {
    return refused(404, "There is no such address.");
  }
  if (method === "POST" && path === "/tasks") return createTask(world, visit);
  const struck = await strike(world, visit, "before");
  if (struck !== undefined) return struck;
  if (method !== "GET") return refused(404, "There is no such endpoint.");
  if (path === "/usage") {
    await settleAll(world);
    return done(usageOf(world, visit));
  }
  const isFile = pathname.startsWith(filePath);
  const [, id = "", download] = /^\/tasks\/([^/]+)(\/download)?$/.exec(path) ?? [];
  const known = world.books.tasks.get(isFile ? pathname.slice(filePath.length) : id);
  // Not in the contract: unknown identifiers, and tasks of another account. Both are 404.
  if (known?.account !== account) return refused(404, "There is no such task.");
  const task = await settle(world, known);
  if (!isFile && download === undefined) return show(world, task);
  // Not in the contract: the answer while the task runs, or when its action has no file.
  if (task.outputBytes === undefined) return refused(404, "This task has no file to download.");
  return isFile ? fileOf(world, task) : issueLink(world, { visit, task });
}

/** The usage record of a key's account; the period is the calendar month, in UTC. */
function usageOf({ books, now }: World, { key, account }: Visit): Record<string, unknown> {
  const { balance = 0, charges = [] } = books.accounts.get(account) ?? {};
  const date = new Date(now());
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return {
    api_key_prefix: prefixOf(key),
    // Not in the contract: whether reservations lower the balance shown. Here only charges do.
    balance_credits: balance,
    period_used_credits: charges
      .filter(({ at }) => at >= start)
      .reduce((sum, { credits }) => sum + credits, 0),
    period_start: new Date(start).toISOString(),
    period_end: null,
    rate_limit_per_minute: books.keys.get(key)?.rpm,
  };
}

function show(world: World, task: Task): Reply {
  return done(
    task.status === "pending" ? runningView(task, progressOf(world, task)) : endedView(task),
  );
}

function fileOf({ texts }: World, task: Task): Reply {
  return { status: "file", path: texts.output(task.id), fileName: outputName(task) };
}

type Issue = { readonly visit: Visit; readonly task: Task };

/** Not in the contract: the unit of expires_in. Here it is seconds. */
function issueLink({ settings, now }: World, { visit, task }: Issue): Reply {
  const seconds = visit.fault?.kind === "expired-link" ? 0 : settings.linkSeconds;
  const expires = String(now() + seconds * 1_000);
  const query = new URLSearchParams({ expires, signature: sign(task, expires) });
  return done({
    download_url: `${visit.address.origin}/files/${task.id}?${query.toString()}`,
    expires_in: seconds,
    file_name: outputName(task),
    file_size: task.outputBytes ?? 0,
  });
}

/** Answers a download link, which needs no key, until it expires. */
export function openLink(world: World, { pathname, searchParams }: URL): Reply {
  const task = world.books.tasks.get(pathname.slice("/files/".length));
  const expires = searchParams.get("expires") ?? "";
  const expected = Buffer.from(task === undefined ? "" : sign(task, expires));
  const given = Buffer.from(searchParams.get("signature") ?? "");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  if (task === undefined || !isGenuine || Number(expires) <= world.now()) {
    return refused(403, "This link has expired or was never issued.");
  }
  return fileOf(world, task);
}

function sign({ linkSecret }: Task, expires: string): string {
  return createHmac("sha256", linkSecret).update(expires).digest("hex");
}
