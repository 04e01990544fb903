import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

import { knowCaller } from "#http/connections.ts";
import type { Key } from "#service/records/records.ts";
import type { Visit, ServiceContext } from "#service/service-context.ts";

import { createTask } from "./create.ts";
import { skipBody } from "./form.ts";
import { done, refused, type Reply } from "./send.ts";
import { outputName, taskView, type Task } from "./task.ts";

export const basePath = "/api/b2b/v1";
const filePath = "/api/tasks/download-file/";
const linkPath = "/files/";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/iu;

/** Reads the address and headers of a request, and finds its key. Returns undefined for odd ones. */
export async function openVisit(
  { records }: Pick<ServiceContext, "records">,
  request: IncomingMessage,
  { linkSeconds }: Pick<Visit, "linkSeconds">,
): Promise<Visit | undefined> {
  const { method = "GET", headers, url = "/" } = request;
  const { host = "localhost" } = headers;
  const address = hostPattern.test(host) ? URL.parse(`http://${host}${url}`) : null;
  if (address === null || !url.startsWith("/")) return undefined;
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  const key = await records.keys.find(bearer);
  return {
    request,
    address,
    method,
    path: address.pathname.replace(basePath, ""),
    key,
    account: key?.account ?? "",
    idempotencyKey: headers["idempotency-key"]?.toString(),
    linkSeconds,
  };
}

export async function answer(ctx: ServiceContext, visit: Visit): Promise<Reply> {
  if (isLink(visit)) return openLink(ctx, visit);
  const { key, request } = visit;
  const isKnown = key?.revoked === false;
  if (isKnown) knowCaller(request, key.hash);
  const reply = (await ctx.callers.refuse(key)) ?? (await answerCaller(ctx, visit));
  // A caller who is still sending might not read the answer.
  if (isKnown && reply.status === "refused" && reply.http !== 408)
    await skipBody(request, ctx, visit.account);
  return reply;
}

/** True for a request of a download link, which needs no key. */
export function isLink({ method, address }: Visit): boolean {
  return method === "GET" && address.pathname.startsWith(linkPath);
}

/** Answers the four endpoints of the document, and the path that `download_files` names. */
export async function answerCaller(ctx: ServiceContext, visit: Visit): Promise<Reply> {
  const { method, path, account } = visit;
  const { pathname } = visit.address;
  if (!pathname.startsWith(`${basePath}/`) && !pathname.startsWith(filePath)) {
    return refused(404, "There is no such address.");
  }
  if (method === "POST" && path === "/tasks") return createTask(ctx, visit);
  if (method !== "GET") return refused(404, "There is no such endpoint.");
  if (path === "/usage") return done(await usageOf(ctx, visit));
  const isFile = pathname.startsWith(filePath);
  const [, id = "", download] = /^\/tasks\/([^/]+)(\/download)?$/.exec(path) ?? [];
  const record = await ctx.records.tasks.find(isFile ? pathname.slice(filePath.length) : id);
  // Not in the contract: unknown identifiers, and tasks of another account. Both are 404.
  if (record?.account !== account) return refused(404, "There is no such task.");
  const task = await ctx.work.look(record);
  if (!isFile && download === undefined) {
    const isPending = task.status === "pending";
    return done(taskView(task, isPending ? await ctx.work.progress(task) : undefined));
  }
  // Not in the contract: the answer while the task runs, when its action has no file, or when the
  // file was erased.
  if (task.output === undefined) return refused(404, "This task has no file to download.");
  return isFile ? fileOf(ctx, task) : issueLink(ctx, visit, task);
}

/** The usage record of a key's account; the period is the calendar month, in UTC. */
async function usageOf(
  { records, now }: ServiceContext,
  { key, account }: Visit,
): Promise<Record<string, unknown>> {
  const date = new Date(now());
  const start = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  return {
    api_key_prefix: key?.prefix,
    // Not in the contract: whether reservations lower the balance shown. Here only charges do.
    balance_credits: (await records.accounts.find(account))?.balance ?? 0,
    period_used_credits: await records.accounts.used(account, start),
    period_start: new Date(start).toISOString(),
    period_end: null,
    rate_limit_per_minute: key?.rpm,
  };
}

function fileOf({ records }: ServiceContext, task: Task): Reply {
  const { id, output = "", outputBytes: size = 0 } = task;
  const text = records.texts.read(id, output, size);
  return { status: "file", text, size, fileName: outputName(task) };
}

/** Not in the contract: the unit of expires_in. Here it is seconds. */
function issueLink({ now, origin }: ServiceContext, visit: Visit, task: Task): Reply {
  const seconds = visit.linkSeconds;
  const expires = String(now() + seconds * 1_000);
  const query = new URLSearchParams({ expires, signature: sign(task, expires) });
  return done({
    download_url: `${origin ?? visit.address.origin}${linkPath}${task.id}?${query.toString()}`,
    expires_in: seconds,
    file_name: outputName(task),
    file_size: task.outputBytes ?? 0,
  });
}

/** Answers a download link until it expires. */
export async function openLink(
  ctx: ServiceContext,
  { request, address: { pathname, searchParams } }: Visit,
): Promise<Reply> {
  const task = await ctx.records.tasks.find(pathname.slice(linkPath.length));
  const expires = searchParams.get("expires") ?? "";
  const expected = Buffer.from(task === undefined ? "" : sign(task, expires));
  const actual = Buffer.from(searchParams.get("signature") ?? "");
  const isGenuine = actual.length === expected.length && timingSafeEqual(actual, expected);
  if (isGenuine && task !== undefined) knowCaller(request, task.account);
  if (task?.output === undefined || !isGenuine || Number(expires) <= ctx.now()) {
    return refused(403, "This link has expired or was never issued.");
  }
  return fileOf(ctx, task);
}

function sign({ linkSecret }: Task, expires: string): string {
  return createHmac("sha256", linkSecret).update(expires).digest("hex");
}

/**
 * Notes a request of a key, unless it had its limit in the last minute; then returns the ms until
 * the next one may come.
 */
export type TakeRequest = (key: Pick<Key, "hash" | "rpm">, now: number) => Promise<number>;

/** Counts the requests in this process alone. */
export function createWindow() {
  const windows = new Map<string, number[]>();
  const recentOf = (hash: string, now: number): number[] => {
    const recent = (windows.get(hash) ?? []).filter((time) => time > now - minute);
    windows.set(hash, recent);
    return recent;
  };
  const take: TakeRequest = async ({ hash, rpm }, now) => {
    const recent = recentOf(hash, now);
    const oldest = recent.length < rpm ? undefined : recent.at(-rpm);
    if (oldest === undefined) recent.push(now);
    return oldest === undefined ? 0 : oldest + minute - now;
  };
  return { recentOf, take };
}

const minute = 60_000;

/** Checks who may call, and how often. */
export function createCallers({
  now,
  take,
}: Pick<ServiceContext, "now"> & { readonly take: TakeRequest }): ServiceContext["callers"] {
  return {
    /**
     * Returns the refusal of a caller, if there is one (Authentication 1 and 4, Errors 401 and
     * 429).
     */
    refuse: async (key) => {
      if (key === undefined || key.revoked) {
        return refused(401, "A valid bearer key is required.");
      }
      // Not in the contract: which requests count. All do, but for those that are refused here.
      const wait = await take(key, now());
      if (wait <= 0) return undefined;
      const seconds = Math.max(1, Math.ceil(wait / 1_000));
      return refused(429, `More than ${key.rpm} requests a minute.`, String(seconds));
    },
  };
}
