import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

import { ManuscriptFault } from "../../core/faults.ts";
import type { DocumentFormat, Encoding, LeftOut, Manuscript } from "../../core/manuscript.ts";
import type { Rebuildable, Rebuilt } from "../../features/delivery/rules/put-back.ts";
import type { Bilingual } from "../../features/exports/rules/bilingual.ts";
import type { FormatId } from "../../features/exports/rules/formats.ts";
import { chunksOf } from "../text/count.ts";
import type { Marked } from "../text/read-manuscript.ts";
import { type WorkClock, askForWhole, askWorker, type Room, createRoom } from "./ask-worker.ts";
import { htmlEncoding } from "./html-encoding.ts";
import type { PuttingBack } from "./put-back/put-back.ts";

type Posted = {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The stated size in bytes; no more is taken. */
  readonly size: number;
  readonly format: DocumentFormat;
  /** The encoding of an HTML page when somebody has chosen it; otherwise it is detected. */
  readonly encoding?: Encoding | undefined;
  /** True when emphasised text is marked by signs. */
  readonly isMarked?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type Opened = {
  /** The text in UTF-8, in pieces. */
  readonly text: AsyncIterable<Uint8Array>;
  readonly marked: () => Marked;
  /** Known when the text has been read to its end. */
  readonly facts: () => Pick<
    Manuscript,
    "encoding" | "fileBytes" | "fileSha256" | "leftOut" | "marks"
  >;
};

type Found = Pick<Marked, "headings" | "turns"> & {
  readonly leftOut: readonly LeftOut[];
  readonly marks: number;
};

/** A text to be put into the document that it was translated from. */
export type Wanted = Pick<PuttingBack, "translation" | "target" | "limit"> & {
  /** The hash of the document that was read. Another document is refused as "gone". */
  readonly fileSha256: string;
};

export type Documents = {
  readonly open: (posted: Posted) => Opened;
  readonly putBack: (
    posted: Posted & { readonly format: Rebuildable },
    wanted: Wanted,
  ) => Promise<Rebuilt>;
};

/**
 * Reads documents as text. The directory of a zip is at its end, so a document is held in memory
 * while it is read, and never on disk. Documents wait while others fill the room.
 *
 * The text throws ManuscriptFault, EncodingDoubt, and the errors of `chunks`.
 */
export function createDocuments(clock: WorkClock): Documents {
  const around = { room: createRoom(roomBytes), clock };
  return {
    putBack: (posted, wanted) => putBack(posted, wanted, around),
    open: (posted) => open(posted, around),
  };
}

const roomBytes = 128 * 1024 * 1024;

type Around = { readonly room: Room; readonly clock: WorkClock };

function open(posted: Posted, { room, clock }: Around): Opened {
  let fileSha256 = "";
  let found: Found = { headings: [], turns: [], leftOut: [], marks: 0 };
  const places: number[] = [];
  let encoding: Encoding = "utf-8";
  const text = async function* text(): AsyncGenerator<Uint8Array> {
    const leave = await room.enter(posted.size);
    try {
      posted.signal?.throwIfAborted();
      const held = await hold(posted);
      const { bytes } = held;
      ({ fileSha256 } = held);
      refuseCompound(bytes, posted.format);
      if (posted.format === "html") encoding = posted.encoding ?? htmlEncoding(bytes);
      const { format, isMarked } = posted;
      const document = { bytes, format, encoding, isMarked };
      const question = { ask: "read", document } as const;
      for await (const answer of askWorker({ question, signal: posted.signal, clock })) {
        if (answer.status === "end") found = answer;
        if (answer.status !== "piece") continue;
        places.push(...answer.places);
        yield answer.text;
      }
    } finally {
      leave();
    }
  };
  return {
    text: text(),
    marked: () => ({ places, headings: found.headings, turns: found.turns }),
    facts: () => {
      const { leftOut, marks } = found;
      const read = { fileBytes: posted.size, fileSha256, encoding, leftOut };
      return posted.isMarked === true ? { ...read, marks } : read;
    },
  };
}

/** Throws ManuscriptFault, and the errors of the posted chunks. */
async function putBack(
  posted: Posted & { readonly format: Rebuildable },
  { fileSha256, ...wanted }: Wanted,
  { room, clock }: Around,
): Promise<Rebuilt> {
  const leave = await room.enter(posted.size + wanted.limit);
  try {
    const { bytes, ...file } = await hold(posted);
    if (file.fileSha256 !== fileSha256) throw new ManuscriptFault("gone");
    const { format, isMarked } = posted;
    const document = { bytes, format, encoding: "utf-8", isMarked } as const;
    const question = { ask: "put-back", document, ...wanted } as const;
    const asking = { question, signal: posted.signal, clock };
    return (await askForWhole("rebuilt", asking)).rebuilt;
  } finally {
    leave();
  }
}

async function hold({ chunks, size }: Posted) {
  const hash = createHash("sha256");
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let length = 0;
  for await (const chunk of chunksOf(chunks)) {
    // Allocated only when Slack has begun to answer: anybody can state a size.
    bytes ??= new Uint8Array(size);
    hash.update(chunk);
    bytes.set(chunk, length);
    length += chunk.length;
  }
  if (bytes === undefined) throw new ManuscriptFault("empty");
  return { bytes, fileSha256: hash.digest("hex") };
}

/** Throws for a locked document: Word puts it into a file of its old kind. */
function refuseCompound(bytes: Uint8Array, format: DocumentFormat): void {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (format !== "html" && start === "d0cf11e0a1b11ae1") {
    throw new ManuscriptFault("protected-document");
  }
}

/**
 * Creates a writer of bilingual files. It works in its own thread, because a long novel takes a
 * second.
 */
export function createBookWriter(clock: WorkClock) {
  return async (format: FormatId, book: Bilingual): Promise<Uint8Array> =>
    (await askForWhole("written", { question: { ask: "write", format, book }, clock })).bytes;
}
