import { hostileArchives } from "../../manuscripts/corpus/hostile.ts";

const zip = Buffer.from("504b0304140000000800", "hex");
const program = Buffer.concat([Buffer.from("MZ\x90\0\x03\0\0\0", "latin1"), Buffer.alloc(64)]);
const cap = 100 * 1024 * 1024;

type File = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly size?: number;
};

const noText = /is empty/u;
const packed = /can’t read “[^”]+”\. Please post the manuscript as/u;
const damaged = /is damaged/u;
const locked = /is locked by a password or copy protection/u;
const unsafe = /has an unusual structure/u;
const notPlain = /can’t read the characters/u;
const tooLarge = /is larger than my limit of 100 MB/u;
const oneReading = /Does this read correctly\?/u;
/** The answer to an accepted file. */
export const offer = /\[ Approve ·/u;

/** Uploaded files, and the first answer to each. Number 60 is tested elsewhere. */
export const files: readonly (readonly [what: string, file: File, answer: RegExp])[] = [
  ["41 no bytes", { name: "a.txt", content: "" }, noText],
  ["42 one byte above the cap", { name: "a.txt", content: "Once", size: cap + 1 }, tooLarge],
  ["43 a name of 300 characters", { name: `${"n".repeat(296)}.txt`, content: "Once" }, offer],
  ["44 a path for a name", { name: "../../etc/passwd", content: "Once more" }, offer],
  ["45 quotes and line ends in its name", { name: 'a"\r\nb: c.txt', content: "Once again" }, offer],
  ["46 a call of everybody for a name", { name: "<!here>.txt", content: "Once and again" }, offer],
  ["47 a program that is called a text", { name: "a.txt", content: program }, notPlain],
  ["48 a document that is none", { name: "a.docx", content: "Once upon a time" }, damaged],
  ["49 an archive that swells a thousandfold", { name: "a.zip", content: zip }, packed],
  [
    "50 an archive of overlapping entries, called a text",
    { name: "a.txt", content: zip },
    notPlain,
  ],
  [
    "51 an archive of thousands of entries",
    { name: "a.epub", content: archive("more parts than any book has") },
    unsafe,
  ],
  ["52 a locked archive", { name: "a.docx", content: archive("an encrypted part") }, locked],
  [
    "53 entities that swell, in plain text: text is not XML",
    { name: "a.txt", content: '<!DOCTYPE a [<!ENTITY b "&c;&c;">]><a>&b;</a>' },
    offer,
  ],
  [
    "54 an archive with a name that leads out of it",
    { name: "a.docx", content: archive("a name that climbs out") },
    damaged,
  ],
  ["55 half a book", { name: "a.epub", content: zip.subarray(0, 4) }, damaged],
  [
    "56 UTF-16 without a mark",
    { name: "a.txt", content: Buffer.from("Once upon a time.\r\n", "utf16le") },
    offer,
  ],
  [
    "57 GB18030",
    { name: "a.txt", content: Buffer.from("c4e3bac3a3aca1a2cac0bde7a1a30a81308130", "hex") },
    oneReading,
  ],
  ["58 blanks alone", { name: "a.txt", content: " \r\n\t\u3000" }, noText],
  ["59 one line of 200 MB", { name: "a.txt", content: "Once", size: 2 * cap }, tooLarge],
];

function archive(what: string): Uint8Array {
  const found = hostileArchives.find((hostile) => hostile.what === what);
  if (found === undefined) throw new Error(`no archive with ${what}`);
  return found.bytes();
}
