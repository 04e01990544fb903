import { Buffer } from "node:buffer";
import { type Hash, createHash } from "node:crypto";

import { EncodingDoubt, ManuscriptFault } from "../../core/faults.ts";
import type { Encoding, Manuscript } from "../../core/manuscript.ts";
import type { TextNames } from "../../core/text-names.ts";
import { sips } from "./chunks.ts";
import { createDecoder, type Decoder } from "./decode.ts";
import type { Marked } from "./find-chapters.ts";
import { hasEscapes, sniff } from "./sniff.ts";
import { type Limits, createTextMeter } from "./text-meter.ts";

type Reading = Limits & {
  /** The file's bytes, in pieces of any size. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** What somebody says that it is; without it, the bytes are looked at. */
  readonly encoding?: Encoding | undefined;
  readonly marked?: () => Marked;
};

export type ReadText = { readonly manuscript: Manuscript; readonly names: TextNames };

/**
 * Counts, measures, hashes and names a file and its text in one pass, holding no more of it than a piece.
 *
 * Throws EncodingDoubt when it may be one thing or another, and ManuscriptFault: "empty", "binary",
 * "undecodable" or "unsupported-type"; what `chunks` throws passes through.
 */
export async function readManuscript({
  chunks,
  encoding,
  marked,
  ...limits
}: Reading): Promise<ReadText> {
  const text = createTextMeter(limits, marked);
  let fileBytes = 0;
  let opened: Opened | undefined;
  let file: FileHash | undefined;
  for await (const chunk of headFirst(sips(chunks))) {
    fileBytes += chunk.length;
    opened ??=
      encoding === undefined ? open(chunk) : { encoding, decoder: createDecoder(encoding) };
    file ??= hashOfFile(opened.encoding, chunk);
    file.hash?.update(chunk);
    const isAsciiSoFar = encoding === undefined && text.isAscii();
    text.add(decode({ opened, chunk, isAsciiSoFar }));
  }
  if (opened === undefined) {
    throw new ManuscriptFault("empty");
  }
  text.add(opened.decoder.end());
  const { encoding: taken, otherEncodings } = opened;
  const { manuscript: measured, names } = text.close();
  const manuscript = {
    encoding: taken,
    ...(otherEncodings !== undefined && { otherEncodings }),
    fileBytes,
    fileSha256: file?.hash?.digest("hex") ?? measured.textSha256,
    ...measured,
  };
  return { manuscript, names };
}

/** No hash of its own when the file is its text byte for byte: hashing is half of the work. */
type FileHash = { readonly hash: Hash | undefined };

function hashOfFile(encoding: Encoding, head: Uint8Array): FileHash {
  const isText = encoding === "utf-8" && head[0] !== markStart;
  return { hash: isText ? undefined : createHash("sha256") };
}

/** The first byte of a byte order mark in UTF-8, which is no part of the text. */
const markStart = 0xef;

type Opened = Pick<Manuscript, "encoding" | "otherEncodings"> & { readonly decoder: Decoder };

function open(head: Uint8Array): Opened {
  // However long the first piece came: the same file is always judged by the same bytes.
  const sniffed = sniff(head.subarray(0, HEAD_BYTES), head.length < HEAD_BYTES ? "whole" : "cut");
  switch (sniffed.status) {
    case "proved": {
      const { encoding } = sniffed;
      return { encoding, decoder: createDecoder(encoding) };
    }
    case "likely": {
      const { encoding, others: otherEncodings } = sniffed;
      return { encoding, otherEncodings, decoder: createDecoder(encoding) };
    }
    case "doubtful":
      throw new EncodingDoubt(sniffed.candidates);
  }
}

type Piece = {
  readonly opened: Opened;
  readonly chunk: Uint8Array;
  readonly isAsciiSoFar: boolean;
};

/** A long beginning in plain ASCII proves nothing: the first bytes beyond it are to be looked at anew. */
function decode({ opened, chunk, isAsciiSoFar }: Piece): Uint8Array {
  const { encoding, decoder } = opened;
  const isOpen = isAsciiSoFar && encoding === "utf-8";
  try {
    if (isOpen && hasEscapes(chunk)) throw new EncodingDoubt(["iso-2022-jp"]);
    return decoder.write(chunk);
  } catch (error) {
    const isUndecodable = error instanceof ManuscriptFault && error.reason === "undecodable";
    throw isOpen && isUndecodable ? new EncodingDoubt(candidatesIn(chunk)) : error;
  }
}

/**
 * What a piece may be in that is not what the beginning seemed to be: never sure enough to be taken.
 *
 * @throws ManuscriptFault "undecodable" when it goes on as UTF-8 before it does not.
 */
function candidatesIn(chunk: Uint8Array): readonly Encoding[] {
  const start = Math.max(0, beyondAscii(chunk) - 200);
  const sniffed = sniff(chunk.subarray(start, start + HEAD_BYTES), "cut");
  switch (sniffed.status) {
    case "proved":
      throw new ManuscriptFault("undecodable");
    case "likely":
      return [sniffed.encoding, ...sniffed.others];
    case "doubtful":
      return sniffed.candidates;
  }
}

function beyondAscii(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x80);
}

/** Enough to tell an encoding by. */
const HEAD_BYTES = 64 * 1024;

/** The same bytes, the first piece being long enough to judge by unless there are no more. */
async function* headFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const head: Uint8Array[] = [];
  let missing = HEAD_BYTES;
  for await (const chunk of chunks) {
    if (missing <= 0) {
      yield chunk;
    } else {
      head.push(chunk);
      missing -= chunk.length;
      if (missing <= 0) {
        yield Buffer.concat(head);
      }
    }
  }
  if (missing > 0 && missing < HEAD_BYTES) {
    yield Buffer.concat(head);
  }
}
