import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";

import { ManuscriptFault } from "../../core/faults.ts";
import type { DocumentFormat, Encoding, Manuscript } from "../../core/manuscript.ts";
import type { Manuscripts } from "../../core/ports.ts";
import type { Rebuildable, Rebuilt } from "../../features/delivery/rules/put-back.ts";
import type { Bilingual } from "../../features/exports/rules/bilingual.ts";
import type { FormatId } from "../../features/exports/rules/formats.ts";
import { chunksOf } from "../text/count.ts";
import type { Marked } from "../text/read-manuscript.ts";
import {
  type Found,
  type Room,
  type WorkClock,
  askForWhole,
  askWorker,
  createRoom,
} from "./ask-worker.ts";
import { htmlEncoding } from "./html-encoding.ts";

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

/** A document as text. */
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

/** A text to be put into the document that it was translated from. */
type Wanted = Parameters<Manuscripts["putBack"]>[1] & {
  /** The hash of the document that was read. Another document is refused as "gone". */
  readonly fileSha256: string;
};

/**
 * Reads documents as text. The directory of a zip is at its end, so a document is held in memory
 * while it is read, and never on disk. Documents wait while others fill the room.
 *
 * The text throws ManuscriptFault, EncodingDoubt, and the errors of `chunks`.
 */
export function createDocuments(clock: WorkClock) {
  const room = createRoom(roomBytes);
  return {
    open: (posted: Posted): Opened => open(posted, room, clock),
    /** Throws ManuscriptFault, and the errors of the posted chunks. */
    putBack: async (
      posted: Posted & { readonly format: Rebuildable },
      { fileSha256, ...wanted }: Wanted,
    ): Promise<Rebuilt> => {
      const leave = await room.enter(posted.size + wanted.limit);
      try {
        const { bytes, ...file } = await hold(posted);
        if (file.fileSha256 !== fileSha256) throw new ManuscriptFault("gone");
        const { format, isMarked } = posted;
        const document = { bytes, format, encoding: "utf-8", isMarked } as const;
        return await askForWhole({ ask: "put-back", document, ...wanted }, clock);
      } finally {
        leave();
      }
    },
  };
}

const roomBytes = 128 * 1024 * 1024;

function open(posted: Posted, room: Room, clock: WorkClock): Opened {
  const { size, format, isMarked, signal } = posted;
  let encoding: Encoding = "utf-8";
  let fileSha256 = "";
  let found: Found = { headings: [], turns: [], leftOut: [], marks: 0 };
  const places: number[] = [];
  const text = async function* text(): AsyncGenerator<Uint8Array> {
    const leave = await room.enter(size);
    try {
      signal?.throwIfAborted();
      const held = await hold(posted);
      const { bytes } = held;
      ({ fileSha256 } = held);
      refuseCompound(bytes, format);
      if (format === "html") encoding = posted.encoding ?? htmlEncoding(bytes);
      const document = { bytes, format, encoding, isMarked };
      for await (const answer of askWorker({ ask: "read", document }, { clock, signal })) {
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
    marked: () => ({ ...found, places }),
    facts: () => {
      const { leftOut, marks } = found;
      const read = { fileBytes: size, fileSha256, encoding, leftOut };
      return isMarked === true ? { ...read, marks } : read;
    },
  };
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

/** Writes bilingual files in a thread of their own, because a long novel takes a second. */
export function createBookWriter(clock: WorkClock) {
  return async (format: FormatId, book: Bilingual): Promise<Uint8Array> =>
    await askForWhole({ ask: "write", format, book }, clock);
}
