/** Returns numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const vocabulary =
  "lantern harbour winter letter garden window silver morning river stranger captain whisper shadow candle mountain silence carried waited answered looked turned walked remembered forgotten slowly gently".split(
    " ",
  );
const names = ["Mara", "Tobin", "Ysolde", "Hollis"];

/**
 * Returns a novel whose paragraphs are all different. They hold names, and some marks and numbers.
 */
export function aNovel(seed: number, { chapters = 4, paragraphs = 12 } = {}): string {
  const random = randomFrom(seed);
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? "";
  const sentence = (at: number) => {
    const words = Array.from({ length: 9 + Math.floor(random() * 6) }, () => pick(vocabulary));
    const extras = [`${pick(names)} and the ${words.join(" ")}`];
    if (random() < 0.3) extras.push(`in *${pick(vocabulary)}*`);
    if (random() < 0.2) extras.push(`of ${1000 + at * 7 + Math.floor(random() * 7)}`);
    if (random() < 0.1) extras.push("[12]");
    return `${extras.join(" ")}.`;
  };
  const chapter = (number: number) => [
    `Chapter ${number + 1} and the ${pick(vocabulary)} of ${pick(names)}`,
    ...Array.from({ length: paragraphs }, (_, at) =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => sentence(at)).join(" "),
    ),
  ];
  return `${Array.from({ length: chapters }, (_, number) => chapter(number).join("\n\n")).join("\n\n\n")}\n`;
}
