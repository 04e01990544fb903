import { Buffer } from "node:buffer";

import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";

import { EncodingUnclearError } from "#domain/errors.ts";
import { type Encoding, encodings } from "#domain/manuscript.ts";
import { openText, readManuscript } from "#manuscripts/text/read-manuscript.ts";
import { guessEncoding } from "#manuscripts/text/sniff.ts";

import { runs } from "../../proofs/hostile/runs.ts";
import { oldEncodings, repertoire, written } from "../charsets.ts";
import { type Passage, corpus } from "../corpus.ts";
import { anyCuts, collect, pieces } from "../pieces.ts";

const passages = corpus.flatMap(({ encodings: found, ...passage }) =>
  found.map((encoding) => ({ ...passage, encoding })),
);

/** Passages too short to tell their encoding from similar ones: the person is asked. */
const doubtful: Readonly<Record<string, readonly Encoding[]>> = {
  "Estonian in iso-8859-15": ["iso-8859-15", "windows-1257", "windows-1252"],
};

describe("a beginning of a novel", () => {
  test.for(passages)(
    "in $language is read from $encoding",
    async ({ language, encoding, text }) => {
      const bytes = written(text, encoding);

      const read = await readOrDoubt(bytes);

      const expected = doubtful[`${language} in ${encoding}`] ?? alike(iconvText(bytes, encoding));
      expect(read).toEqual(expected);
    },
  );

  test.for([
    { length: 20, leastSure: 0.55 },
    { length: 100, leastSure: 0.94 },
  ])("cut to $length characters is asked about rather than misread", ({ length, leastSure }) => {
    const cuts = passages
      .filter(({ encoding }) => encoding !== "iso-2022-jp")
      .flatMap((passage) => snippets(passage, length));

    const guesses = cuts.map((cut) => ({ ...cut, guess: guessEncoding(cut.evidence) }));
    const sure = guesses.filter(({ guess }) => guess.isSure);

    expect(sure.filter(({ guess, text, evidence }) => !reads(guess, text, evidence.bytes))).toEqual(
      [],
    );
    expect(sure.length / guesses.length).toBeGreaterThan(leastSure);
  });
});

describe("every encoding", () => {
  test.for(encodings.map((encoding) => ({ encoding, characters: repertoire(encoding) })))(
    "$encoding is read back as it was written, in any pieces",
    async ({ encoding, characters }) => {
      const anyCharacter = fc.constantFrom(...characters);
      const anyPart = fc.oneof(anyCharacter, fc.constantFrom("a", "Z", " ", "~", "\\", "\r\n"));
      await fc.assert(
        fc.asyncProperty(fc.array(anyPart, { maxLength: 60 }), anyCuts, async (parts, cuts) => {
          const text = parts.join("");
          const chunks = pieces(written(text, encoding), cuts);

          const sent = await collect(openText({ chunks, encoding }));

          expect(sent.toString("utf8")).toBe(text);
        }),
        runs(60),
      );
    },
  );

  test.for(oldEncodings.filter((encoding) => encoding !== "iso-2022-jp"))(
    "%s is read as Node’s own decoder reads it, where that one knows it",
    (encoding) => {
      const decoder = new TextDecoder(encoding);
      const ours = repertoire(encoding).filter((character) => !systemMessage.test(character));
      const both = ours
        .map((character) => ({
          character,
          node: decoder.decode(iconv.encode(character, encoding)),
        }))
        .filter(({ node }) => !systemMessage.test(node));

      const different = both.filter(({ character, node }) => node !== character);

      expect(different.map(({ character }) => character).join("")).toBe(differing[encoding] ?? "");
      expect(both.length).toBeGreaterThan(ours.length / 3);
    },
  );

  test.for<{ encoding: Encoding; hex: string }>([
    { encoding: "shift_jis", hex: "82a082" },
    { encoding: "gb18030", hex: "d6d0d6" },
    { encoding: "big5", hex: "a4a4a4" },
    { encoding: "euc-kr", hex: "c7d1c7" },
    { encoding: "euc-jp", hex: "a4a2a4" },
    { encoding: "iso-2022-jp", hex: "1b24422422241b" },
    { encoding: "windows-1252", hex: "e981e9" },
    { encoding: "windows-1253", hex: "e1ffe1" },
  ])("$encoding that breaks its own rules is refused", async ({ encoding, hex }) => {
    const chunks = pieces(Buffer.from(hex, "hex"));

    const reading = readManuscript({ chunks, openings: [], encoding });

    await expect(reading).rejects.toMatchObject({ reason: "undecodable" });
  });
});

describe("bytes that contradict what came before them", () => {
  const plain = "Nothing but plain English for a long while.\n".repeat(3000);
  const late = "And then: “Où êtes-vous allée ?” demanda le garçon, très fâché.\n";

  test("after a long beginning in plain ASCII are asked about, not guessed", async () => {
    const bytes = Buffer.concat([Buffer.from(plain), written(late.repeat(3), "windows-1252")]);

    expect((await readOrDoubt(bytes)).includes("windows-1252")).toBe(true);
  });

  test("are asked about when they are escapes to Japanese", async () => {
    const bytes = Buffer.concat([Buffer.from(plain), written("夜も更けた。\n", "iso-2022-jp")]);

    expect(await readOrDoubt(bytes)).toEqual(["iso-2022-jp"]);
  });

  test.for([
    { where: "at once", head: "“Où êtes-vous allée ?”\n".repeat(30) },
    { where: "far down", head: "“Où êtes-vous allée ?”\n".repeat(6000) },
  ])("refuse a file that is UTF-8 and then something else, $where", async ({ head }) => {
    const bytes = Buffer.concat([Buffer.from(head), written(late, "windows-1252")]);

    await expect(readOrDoubt(bytes)).rejects.toMatchObject({ reason: "undecodable" });
  });
});

test("a single accent at the very end of plain ASCII is not taken for half a character", async () => {
  const bytes = written(
    "She went down to the harbour and waited for him in the café",
    "windows-1252",
  );

  const read = await readOrDoubt(bytes);

  expect(read).toBe("She went down to the harbour and waited for him in the café");
});

test("what somebody says that it is, it is read as", async () => {
  const bytes = written("Она пришла домой поздно вечером.", "koi8-r");

  const chunks = pieces(bytes);
  const { manuscript } = await readManuscript({ chunks, openings: [], encoding: "windows-1251" });

  expect(manuscript).toMatchObject({ encoding: "windows-1251", characters: 32 });
  expect(manuscript.otherEncodings).toBeUndefined();
});

/**
 * Returns the text that a partner would get, or the candidates that a person would be asked about.
 */
async function readOrDoubt(bytes: Uint8Array): Promise<string | readonly Encoding[]> {
  try {
    const { manuscript } = await readManuscript({ chunks: pieces(bytes), openings: [] });
    const { encoding } = manuscript;
    const text = await collect(openText({ chunks: pieces(bytes), encoding }));
    return alike(text.toString("utf8"));
  } catch (error) {
    if (error instanceof EncodingUnclearError) return error.candidates;
    throw error;
  }
}

function iconvText(bytes: Buffer, encoding: Encoding): string {
  return encoding === "iso-2022-jp"
    ? new TextDecoder(encoding).decode(bytes)
    : iconv.decode(bytes, encoding);
}

function snippets(
  { text, encoding }: Omit<Passage, "encodings"> & { encoding: Encoding },
  length: number,
) {
  const characters = Array.from(iconvText(written(text, encoding), encoding));
  const starts = characters.keys().filter((start) => start % 7 === 0);
  return [...starts]
    .map((start) => characters.slice(start, start + length).join(""))
    .filter((cut) => Array.from(cut).length === length && /[^\p{ASCII}]/u.test(cut))
    .map((cut) => ({
      encoding,
      text: cut,
      evidence: { bytes: written(cut, encoding), end: "whole" as const },
    }));
}

function reads(
  { encodings: [first] }: ReturnType<typeof guessEncoding>,
  text: string,
  bytes: Buffer,
) {
  return first !== undefined && alike(iconvText(bytes, first)) === alike(text);
}

/**
 * Turns commas below into cedillas: Romanian has the same bytes for both, and is read with
 * cedillas.
 */
function alike(text: string): string {
  return text.replaceAll("ș", "ş").replaceAll("ț", "ţ").replaceAll("Ș", "Ş").replaceAll("Ț", "Ţ");
}

/** Signs for drawing boxes that the two decoders read differently. */
const differing: Partial<Record<Encoding, string>> = { "koi8-u": "╝╬", big5: "￭" };

/**
 * Control, private, unassigned and replacement characters: a decoder returns them for unknown
 * bytes.
 */
const systemMessage = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u;
