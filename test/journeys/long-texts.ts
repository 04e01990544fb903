/** Writes distinct paragraphs of about 330 characters; every character is one code unit. */
const paragraphs = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => paragraph(first + index)).join("\n\n");

/** Writes a text without chapters. Another `first` gives another text. */
export function tale(first = 0, count = 40): string {
  return paragraphs(first, count);
}

/** Writes a chapter that is long enough to be recognised in any text. */
export function chapter(number: number): string {
  return `Chapter ${number}\n\n${paragraphs(1000 * number, 10)}\n\n`;
}

/** The manuscript with these chapters; a file ends without blank lines. */
export function serial(chapters: readonly string[]): string {
  return chapters.join("").trimEnd();
}

/** Returns the chapters from `first` to `last`, both included. */
export function chapters(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => chapter(first + index));
}

/** Writes the last third of the paragraphs anew. */
export function rewritten(text: string): string {
  const parts = text.trimEnd().split("\n\n");
  const kept = Math.ceil((2 * parts.length) / 3);
  const others = paragraphs(50_000, parts.length - kept).replaceAll(
    "on the morning",
    "in the year",
  );
  return `${parts.slice(0, kept).join("\n\n")}\n\n${others}${text.slice(text.trimEnd().length)}`;
}

function paragraph(number: number): string {
  return [0, 1, 2].map((index) => sentence(3 * number + index)).join(" ");
}

/** No 32 letters of a sentence occur in another one: Galley knows a text by such runs of letters. */
function sentence(number: number): string {
  const pick = (words: readonly string[]) => words[number % words.length] ?? "";
  const name = (index: number) => syllable(number, 2 * index) + syllable(number, 2 * index + 1);
  return `${pick(people)} ${pick(deeds)} ${name(0)} ${pick(places)} ${name(1)} on the morning of day ${number}, and ${pick(ends)} ${name(2)}.`;
}

function syllable(number: number, index: number): string {
  const mixed = Math.imul((number + 1) * 8 + index, 0x9e3779b1) >>> 8;
  return `${"bdfgklmnprstvwz"[mixed % 15] ?? ""}${"aeiou"[(mixed >>> 8) % 5] ?? ""}`;
}

// The lengths of these lists have no common divisor: a sentence repeats only after 5,005 others.
const people = [
  "Marlow Finch",
  "Ilse Brandt",
  "Captain Orrin",
  "Teodora Vance",
  "Old Hannes",
  "The harbour master",
  "A boy from the mill",
];
const deeds = [
  "counted the boats",
  "lit the lamp",
  "read the letter",
  "hid the ledger",
  "asked for the key",
  "heard the bells",
  "left a coat",
  "wrote a name",
  "sold the clock",
  "waited for news",
  "lost the thread",
];
const places = [
  "at the Lantern House",
  "on Harrow Bridge",
  "below the mill",
  "behind the church",
  "in the Glass Quarter",
  "by the salt stairs",
  "at the ferry",
  "under the arches",
  "near the old dyke",
  "above the market",
  "inside the archive",
  "along the quay",
  "beside the well",
];
const ends = [
  "nobody believed it",
  "the tide had turned",
  "it rained again",
  "the harbour was quiet",
  "somebody laughed",
];
