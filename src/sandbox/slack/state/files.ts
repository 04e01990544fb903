import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Share, SlackFile } from "#sandbox/slack/model.ts";

import type { Changes } from "./changes.ts";
import type { Ids } from "./ids.ts";

export type Bytes = string | Uint8Array | AsyncIterable<Uint8Array>;
export type NewFile = Partial<SlackFile> & { readonly name: string; readonly user: string };

/** Keeps files, their bytes on disk: a manuscript of any length passes through. */
export function createFiles(deps: { ids: Ids; changes: Changes; folder: string }) {
  const files = new Map<string, SlackFile>();
  const { ids, changes } = deps;

  function put(kind: "file-uploaded" | "file-changed", file: SlackFile): SlackFile {
    files.set(file.id, file);
    changes.announce({ kind, file });
    return file;
  }

  async function store(input: NewFile, bytes: Bytes): Promise<SlackFile> {
    const id = input.id ?? ids.id("F");
    const path = join(deps.folder, id);
    await pipeline(readable(bytes), createWriteStream(path));
    const { size } = await stat(path);
    return put("file-uploaded", { ...plainFile(id, ids.seconds(), input), size, path, ...input });
  }

  return {
    store,
    /** Stores a file that is only linked in Slack: nothing of it can be downloaded here. */
    storeExternal: (input: NewFile) =>
      put("file-uploaded", {
        ...plainFile(ids.id("F"), ids.seconds(), input),
        mode: "external",
        ...input,
      }),
    all: (): readonly SlackFile[] => [...files.values()],
    find: (id: string): SlackFile | undefined => files.get(id),
    change: (file: SlackFile, update: Partial<SlackFile>) =>
      put("file-changed", { ...file, ...update }),
    share: (file: SlackFile, share: Share) =>
      put("file-changed", { ...file, shares: [...file.shares, share] }),
  };
}

function readable(bytes: Bytes): Readable {
  const isWhole = typeof bytes === "string" || bytes instanceof Uint8Array;
  return isWhole ? Readable.from([Buffer.from(bytes)]) : Readable.from(bytes);
}

function plainFile(id: string, created: number, input: NewFile): SlackFile {
  return {
    id,
    created,
    title: input.name,
    mode: "hosted",
    size: 0,
    path: undefined,
    isDeleted: false,
    isStub: false,
    shares: [],
    ...filetypeOf(input.name),
    ...input,
  };
}

/** Slack's guess from the name alone, as `filetype` and `mimetype` of a file object. */
function filetypeOf(name: string): { filetype: string; mimetype: string } {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  const [filetype, mimetype] = types[ending] ?? ["binary", "application/octet-stream"];
  return { filetype, mimetype };
}

const types: Readonly<Record<string, readonly [filetype: string, mimetype: string]>> = {
  txt: ["text", "text/plain"],
  md: ["markdown", "text/markdown"],
  html: ["html", "text/html"],
  csv: ["csv", "text/csv"],
  json: ["json", "application/json"],
  png: ["png", "image/png"],
  jpg: ["jpg", "image/jpeg"],
};

type Upload = { readonly id: string; readonly name: string; readonly length: number };

/** Keeps uploads of the bot, and files that people handed in through its forms. */
export function createUploads(ids: Ids) {
  const byTicket = new Map<string, Upload>();
  const completed = new Set<string>();

  return {
    announce(name: string, length: number): { ticket: string; id: string } {
      const ticket = ids.id("");
      const id = ids.id("F");
      byTicket.set(ticket, { id, name, length });
      return { ticket, id };
    },
    find: (ticket: string): Upload | undefined => byTicket.get(ticket),
    complete: (id: string): void => void completed.add(id),
    isCompleted: (id: string): boolean => completed.has(id),
  };
}
