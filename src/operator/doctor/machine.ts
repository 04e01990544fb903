import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import type { Config } from "../../config.ts";
import { type Finding, cannotTell, mend, ok } from "../findings.ts";

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
