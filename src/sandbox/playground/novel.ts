const wanted = 1_000_000;
const sentencesInParagraph = 5;
const paragraphsInChapter = 60;

const title = "The Lamps of Saltmere\n";
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
const ends = [
  "The harbour was quiet.",
  "“You are late,” somebody said from the stairs.",
  "Nobody believed it, and everybody went to look.",
  "It was the last time that they spoke of it.",
  "The clock had stopped at ten past four.",
];

/** A novel of a million characters with chapters: the same words each time, so the same price. */
export function writeNovel(): string {
  const next = createDice(7);
  const chapters = [title];
  let { length } = title;
  for (let number = 1; length < wanted; number += 1) {
    const chapter = writeChapter(number, next).slice(0, wanted - length);
    length += chapter.length;
    chapters.push(chapter);
  }
  return chapters.join("");
}

type Dice = (sides: number) => number;

function writeChapter(number: number, next: Dice): string {
  const paragraphs = Array.from({ length: paragraphsInChapter }, () => writeParagraph(next));
  return `\nChapter ${number}\n\n${paragraphs.join("\n\n")}\n`;
}

function writeParagraph(next: Dice): string {
  const pick = (words: readonly string[]) => words[next(words.length)] ?? "";
  const sentence = () =>
    `${pick(times)} ${pick(people)} came to ${pick(places)} and ${pick(deeds)}.`;
  return [...Array.from({ length: sentencesInParagraph }, sentence), pick(ends)].join(" ");
}

/** Chance that falls the same way each time (a linear congruential generator). */
function createDice(seed: number): Dice {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
