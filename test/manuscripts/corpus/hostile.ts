import { Buffer } from "node:buffer";

import type { DocumentFormat, ManuscriptFaultReason } from "#domain/manuscript.ts";

import { docx, docxParts, p, r } from "./docx.ts";
import { epub, epubParts, page } from "./epub.ts";
import { odt } from "./odt.ts";
import { type ZipPart, inSixtyFourBits, zip } from "./zip.ts";

export type Hostile = {
  readonly what: string;
  readonly format: DocumentFormat;
  readonly reason: ManuscriptFaultReason;
  readonly bytes: () => Uint8Array;
};

const megabyte = 1024 * 1024;
const honest = docxParts(p("Once upon a time."));
const main = "word/document.xml";

/** Returns the honest document with changes to its main part. */
function withMain(change: Partial<ZipPart>): Buffer {
  return zip(honest.map((part) => (part.name === main ? { ...part, ...change } : part)));
}

function beside(...extra: readonly ZipPart[]): Buffer {
  return docx(p("Once upon a time."), { extra });
}

/** Returns text of this many bytes, which packs well but not suspiciously well. */
function prose(bytes: number): Buffer {
  const line = Buffer.alloc(1024);
  const all = Buffer.alloc(bytes, "and then ");
  for (let at = 0; at + 1024 < bytes; at += 1024) {
    line.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, 0);
    all.set(Buffer.from(line.subarray(0, 16).toString("hex")), at);
  }
  return all;
}

export const hostileArchives: readonly Hostile[] = [
  {
    what: "a bomb that declares its size",
    format: "docx",
    reason: "unsafe-document",
    bytes: () => withMain({ content: Buffer.alloc(150 * megabyte, "a") }),
  },
  {
    what: "a bomb that declares to be small",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ content: Buffer.alloc(150 * megabyte, "a"), declared: { size: 4000 } }),
  },
  {
    what: "pages that are too much together",
    format: "epub",
    reason: "unsafe-document",
    bytes: () => {
      const parts = epubParts({
        pages: ["1", "2", "3", "4", "5"].map((id) => ({ id, body: "x" })),
      });
      const declared = { size: 45 * megabyte };
      return zip(
        parts.map((part) => (part.name.endsWith(".xhtml") ? { ...part, declared } : part)),
      );
    },
  },
  {
    what: "more parts than any book has",
    format: "epub",
    reason: "unsafe-document",
    bytes: () =>
      epub({
        pages: [{ id: "one", body: "<p>Once</p>" }],
        extra: Array.from({ length: 10_000 }, (_, n) => ({ name: `a/${n}`, content: "" })),
      }),
  },
  {
    what: "parts that share their bytes",
    format: "docx",
    reason: "unsafe-document",
    bytes: () => beside({ name: "word/copy.xml", content: "x", offset: 0 }),
  },
  {
    what: "two parts of one name",
    format: "docx",
    reason: "broken-document",
    bytes: () => beside({ name: main, content: "<w:document/>" }),
  },
  {
    what: "a name that climbs out",
    format: "docx",
    reason: "broken-document",
    bytes: () => beside({ name: "../../etc/passwd", content: "root" }),
  },
  {
    what: "a name of another system’s disk",
    format: "docx",
    reason: "broken-document",
    bytes: () => beside({ name: "C:/boot.ini", content: "x" }),
  },
  {
    what: "an encrypted part",
    format: "docx",
    reason: "protected-document",
    bytes: () => withMain({ flags: 0x0801 }),
  },
  {
    what: "a Word file locked by a password",
    format: "docx",
    reason: "protected-document",
    bytes: () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4096)]),
  },
  {
    what: "a book whose text is locked",
    format: "epub",
    reason: "protected-document",
    bytes: () =>
      epub({
        pages: [{ id: "one", body: "<p>Once</p>" }],
        extra: [
          {
            name: "META-INF/encryption.xml",
            content: `<encryption xmlns:enc="e"><enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></enc:EncryptedData></encryption>`,
          },
        ],
      }),
  },
  {
    what: "a book with a seller’s lock",
    format: "epub",
    reason: "protected-document",
    bytes: () =>
      epub({
        pages: [{ id: "one", body: "<p>Once</p>" }],
        extra: [{ name: "META-INF/rights.xml", content: "<rights/>" }],
      }),
  },
  {
    what: "an OpenDocument locked by a password",
    format: "odt",
    reason: "protected-document",
    bytes: () =>
      odt("<text:p>Once</text:p>", [
        {
          name: "META-INF/manifest.xml",
          content:
            "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>",
        },
      ]),
  },
  {
    what: "a method that nobody knows",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ method: 99 }),
  },
  {
    what: "bytes that do not inflate",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ content: "no deflate stream", method: 8 }),
  },
  {
    what: "a wrong checksum",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ declared: { crc: 1 } }),
  },
  {
    what: "another name before the bytes of a part than in the directory",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ local: { name: "word/documenT.xml" } }),
  },
  ...Object.entries({
    length: { size: 5 },
    "packed length": { packedSize: 5 },
    checksum: { crc: 5 },
    method: { method: 0 },
    lock: { flags: 0x0801 },
    "length in 64 bits": { size: 0xffffffff, extra: inSixtyFourBits(5, 5) },
  }).map(([what, local]): Hostile => ({
    what: `another ${what} before the bytes of a part than in the directory`,
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ local }),
  })),
  {
    what: "a part that the directory has and its end does not count",
    format: "docx",
    reason: "broken-document",
    bytes: () => beside({ name: "word/more.xml", content: "x", isUncounted: true }),
  },
  {
    what: "a name that ends for some programs in its middle",
    format: "docx",
    reason: "broken-document",
    bytes: () => beside({ name: "word/media/a\0.xml", content: "x" }),
  },
  {
    what: "a cut off end",
    format: "docx",
    reason: "broken-document",
    bytes: () => zip(honest).subarray(0, -30),
  },
  {
    what: "a directory that lies outside of the file",
    format: "docx",
    reason: "broken-document",
    bytes: () => {
      const bytes = zip(honest);
      bytes.writeUInt32LE(0x7fffffff, bytes.length - 6);
      return bytes;
    },
  },
  {
    what: "an archive where its text should be",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ content: zip(honest), method: "stored" }),
  },
  {
    what: "entities that grow a thousandfold",
    format: "docx",
    reason: "unsafe-document",
    bytes: () =>
      withMain({
        content: `<!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
      }),
  },
  {
    what: "an entity that reads a file",
    format: "epub",
    reason: "unsafe-document",
    bytes: () =>
      epub({
        pages: [
          {
            id: "one",
            content: `<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>&x;</p></body></html>`,
          },
        ],
      }),
  },
  {
    what: "elements nested without end",
    format: "docx",
    reason: "unsafe-document",
    bytes: () => withMain({ content: "<a>".repeat(200_000) }),
  },
  {
    what: "one element that never ends",
    format: "docx",
    reason: "unsafe-document",
    bytes: () => withMain({ content: prose(180 * megabyte).fill("<w:t a='", 0, 8) }),
  },
  {
    what: "a text that breaks off",
    format: "docx",
    reason: "broken-document",
    bytes: () => withMain({ content: `<w:document><w:body>${p("Once")}<w:p>${r("upon")}` }),
  },
  {
    what: "a field that swallows the rest",
    format: "docx",
    reason: "broken-document",
    bytes: () => docx(p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>') + p("Once upon a time.")),
  },
  {
    what: "a chapter that Word would read in from elsewhere",
    format: "docx",
    reason: "broken-document",
    bytes: () => docx(`${p("Once upon a time.")}<w:altChunk r:id="r9"/>`),
  },
  {
    what: "a chapter that is not there",
    format: "epub",
    reason: "broken-document",
    bytes: () =>
      zip(
        epubParts({ pages: [{ id: "one", body: "<p>Once</p>" }, { id: "two" }] }).filter(
          ({ name }) => !name.includes("two"),
        ),
      ),
  },
  {
    what: "a chapter of another place",
    format: "epub",
    reason: "broken-document",
    bytes: () =>
      zip(
        epubParts({ pages: [{ id: "one", body: "<p>Once</p>" }] }).map((part) =>
          part.name.endsWith(".opf")
            ? {
                ...part,
                content: String(part.content).replace("text/one", "https://evil.example/"),
              }
            : part,
        ),
      ),
  },
  {
    what: "a page in bytes that are no text",
    format: "epub",
    reason: "broken-document",
    bytes: () =>
      epub({
        pages: [
          {
            id: "one",
            content: Buffer.concat([Buffer.from(page("<p>")), Buffer.from([0xc3, 0x28])]),
          },
        ],
      }),
  },
  {
    what: "no archive at all",
    format: "epub",
    reason: "broken-document",
    bytes: () => Buffer.from("<html>Please log in</html>"),
  },
  { what: "an archive of nothing", format: "odt", reason: "broken-document", bytes: () => zip([]) },
];

/** Those that a translation could be written into. */
export const hostileBooks = hostileArchives
  .filter(isBook)
  .filter(({ what }) => !what.includes("password"));

function isBook(one: Hostile): one is Hostile & { readonly format: "docx" | "epub" } {
  return one.format === "docx" || one.format === "epub";
}
