import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import type { Clock } from "#lib/clock.ts";
import { request } from "#lib/http.ts";
import type { Config } from "#operator/config.ts";
import { defaultApiUrl } from "#slack/clients.ts";

import type { Finding, Findings } from "./findings.ts";

/** Examines the disk of an SQLite store. */
export async function* examineDisk({ store }: Config): Findings {
  if (store.kind !== "sqlite") return;
  try {
    const { bavail, bsize } = await statfs(folderOf(store.path));
    yield diskFinding(bavail * bsize);
  } catch (error) {
    yield `cannot tell disk: the free space cannot be read: ${String(error)}.`;
  }
}

/** @param bytes free for the store's file. */
export function diskFinding(bytes: number): Finding {
  const free = `${Math.floor(bytes / megabyte).toLocaleString("en")} MB are free for the store`;
  return bytes < leastFree
    ? `fix disk: only ${free}: make room. A full disk keeps Galley from recording approvals.`
    : `ok disk: ${free}.`;
}

/** Returns the nearest folder above the file that exists. */
export function folderOf(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) || folder === dirname(folder) ? folder : folderOf(folder);
}

const megabyte = 1024 * 1024;
const leastFree = 200 * megabyte;

/** Compares our clock with those of Slack and the partner, by the Date header of any answer. */
export async function* examineClocks({ slack, partner }: Config, { now }: Clock): Findings {
  yield clockFinding("Slack", await skewOf(slack.apiUrl ?? defaultApiUrl, now));
  yield clockFinding("the partner", await skewOf(partner.baseUrl, now));
}

/** @param aheadMs how far our clock is ahead of theirs; undefined when that is not known. */
export function clockFinding(whose: "Slack" | "the partner", aheadMs: number | undefined): Finding {
  if (aheadMs === undefined) return `cannot tell clock: ${whose} did not tell the time.`;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const differs = `ours is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"}`;
  const says = `${seconds <= 1 ? "ours agrees with" : differs} ${whose}’s`;
  if (Math.abs(aheadMs) < worstMs) return `ok clock: ${says}.`;
  // The partner's serves only for differences, and for a Retry-After that names a date.
  return whose === "Slack"
    ? `fix clock: ${says}: set it (NTP). Beyond a minute its signed requests are refused.`
    : `cannot tell clock: ${says}; Slack’s shows which of them is right.`;
}

async function skewOf(address: string, now: () => number): Promise<number | undefined> {
  try {
    const start = now();
    // No token and no key: every server tells the time with any answer.
    const { headers, body } = await request(new URL("/", address), {
      method: "HEAD",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await body.dump();
    const theirs = Date.parse(String(headers["date"]));
    // The header is cut to seconds. The answer was made half-way between the request and its
    // arrival.
    return Number.isNaN(theirs) ? undefined : (start + now()) / 2 - (theirs + 500);
  } catch {
    return undefined;
  }
}

const worstMs = 60_000;
const timeoutMs = 5000;
