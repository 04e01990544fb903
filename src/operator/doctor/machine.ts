import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import type { Config } from "../../config.ts";
import { request } from "../../http.ts";
import { defaultApiUrl } from "../../slack/clients.ts";
import { type Finding, cannotTell, mend, ok, type DoctorDeps } from "../findings.ts";

/** Examines the runtime, and the disk of an SQLite store. */
export async function examineMachine(
  { store }: Pick<Config, "store">,
  { nodeVersion }: { readonly nodeVersion: string },
): Promise<readonly Finding[]> {
  const node =
    Number.parseInt(nodeVersion, 10) >= oldestNode
      ? ok("Node", `${nodeVersion}.`)
      : mend("Node", `${nodeVersion} is too old: run Galley with Node ${oldestNode} or newer.`);
  return store.kind === "sqlite" ? [node, await examineDisk(store.path)] : [node];
}

async function examineDisk(path: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(folderOf(path));
    return diskFinding(bavail * bsize);
  } catch (error) {
    return cannotTell("disk", `the free space cannot be read: ${String(error)}.`);
  }
}

/** @param bytes free for the store's file. */
export function diskFinding(bytes: number): Finding {
  const free = `${Math.floor(bytes / megabyte).toLocaleString("en")} MB are free for the store`;
  return bytes < leastFree
    ? mend("disk", `only ${free}: make room. A full disk keeps Galley from recording approvals.`)
    : ok("disk", `${free}.`);
}

/** Returns the nearest folder above the file that exists. */
export function folderOf(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) || folder === dirname(folder) ? folder : folderOf(folder);
}

const oldestNode = 24;
const megabyte = 1024 * 1024;
const leastFree = 200 * megabyte;

type Deps = Pick<DoctorDeps, "now">;

/** Compares our clock with those of Slack and the partner, by the Date header of any answer. */
export async function examineClocks(config: Config, deps: Deps): Promise<readonly Finding[]> {
  const [slack, partner] = await Promise.all([
    skewOf(config.slack.apiUrl ?? defaultApiUrl, deps),
    skewOf(config.partner.baseUrl, deps),
  ]);
  return [slackClock(slack), partnerClock(partner)];
}

/** @param aheadMs how far our clock is ahead of Slack's; undefined when that is not known. */
export function slackClock(aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return cannotTell("clock", "Slack did not tell the time.");
  return Math.abs(aheadMs) < worstMs
    ? ok("clock", `${words(aheadMs)} Slack’s.`)
    : mend(
        "clock",
        `${words(aheadMs)} Slack’s: set it (NTP). Beyond a minute its signed requests are refused.`,
      );
}

/** The partner's clock serves only for differences, and for a Retry-After that names a date. */
export function partnerClock(aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return cannotTell("clock", "the partner did not tell the time.");
  return Math.abs(aheadMs) < worstMs
    ? ok("clock", `${words(aheadMs)} the partner’s.`)
    : cannotTell("clock", `${words(aheadMs)} the partner’s; Slack’s shows which of them is right.`);
}

async function skewOf(address: string, { now }: Deps): Promise<number | undefined> {
  try {
    const asked = now();
    // No token and no key: every server tells the time with any answer.
    const { headers, body } = await request(new URL("/", address), {
      method: "HEAD",
      signal: AbortSignal.timeout(patienceMs),
    });
    await body.dump();
    const theirs = Date.parse(String(headers["date"]));
    // The header is cut to seconds. The answer was made half-way between the request and its
    // arrival.
    return Number.isNaN(theirs) ? undefined : (asked + now()) / 2 - (theirs + 500);
  } catch {
    return undefined;
  }
}

function words(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= 1) return "ours agrees with";
  return `ours is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
}

const worstMs = 60_000;
const patienceMs = 5000;
