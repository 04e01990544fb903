import { readFile } from "node:fs/promises";

/** A file that people can post without having one. */
export type Sample = {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly content: () => Promise<string | Uint8Array>;
};

/** The samples that the page offers beside a person's own files. */
export const samples: readonly Sample[] = [
  inFolder("A short story", "the-salt-clock.txt"),
  inFolder("A story in a Word file", "the-mapmaker-of-fog.docx"),
  serial("A serial: chapters 1 and 2", "the-glass-quarter-1.txt", "Chapter Three"),
  serial("The serial goes on: chapters 1 to 4", "the-glass-quarter-2.txt"),
  written("A novel of a million characters", "the-lamps-of-saltmere.txt", writeNovel),
  inFolder("A Japanese story", "shiodokei-no-shima.txt"),
  written("An empty file", "empty.txt", () => ""),
  inFolder("A picture, which gets no answer", "lighthouse.png"),
];

function inFolder(title: string, name: string): Sample {
  const path = new URL(`../samples/${name}`, import.meta.url);
  return { id: name, title, name, content: () => readFile(path) };
}

/** A text that grows: what was translated of it before costs nothing. */
function serial(title: string, name: string, upTo?: string): Sample {
  const path = new URL("../samples/the-glass-quarter.txt", import.meta.url);
  const content = async () => {
    const text = await readFile(path, "utf8");
    return upTo === undefined ? text : text.slice(0, text.indexOf(upTo));
  };
  return { id: name, title, name, content };
}

function written(title: string, name: string, write: () => string): Sample {
  return { id: name, title, name, content: async () => write() };
}

const length = 1_000_000;

const people = ["Marlow Finch", "Ilse Brandt", "Captain Orrin", "Teodora Vance", "old Hannes Riek"];
const places = ["the Lantern House", "Saltmere", "the Glass Quarter", "Harrow Bridge", "the Mill"];
const times = [
  "That evening",
  "Before dawn",
  "In the third week of rain",
  "Years later",
  "At noon",
];
const deeds = [
  "opened the letter and read it twice",
  "counted the lamps along the water",
  "said nothing about the missing ledger",
  "asked for the key that nobody had used since the flood",
  "wrote a name on the wall and wiped it off again",
  "listened to the tide under the floorboards",
  "promised to come back before the bells",
];

/** A novel of a million characters with chapters: the same words each time, so the same price. */
export function writeNovel(): string {
  let seed = 7;
  /** Chance that falls the same way each time (a linear congruential generator). */
  const pick = (words: readonly string[]) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return words[Math.floor((seed / 2 ** 32) * words.length)] ?? "";
  };
  const sentence = () =>
    `${pick(times)} ${pick(people)} came to ${pick(places)} and ${pick(deeds)}.`;
  const paragraph = () => `\n${Array.from({ length: 5 }, sentence).join(" ")}\n`;
  let novel = "The Lamps of Saltmere\n";
  for (let number = 1; novel.length < length; number += 1) {
    novel += `\nChapter ${number}\n${Array.from({ length: 60 }, paragraph).join("")}`;
  }
  return novel.slice(0, length);
}
