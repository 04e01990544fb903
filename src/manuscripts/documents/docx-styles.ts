import { posix } from "node:path";

import type { Archive } from "./archive.ts";
import { attributeOf, collectElements } from "./markup.ts";

/** The level of a heading by the id of its style, 1 being the highest. */
export type HeadingStyles = ReadonlyMap<string, number>;

type Said = { readonly name: string; readonly id: string; readonly value: string };

/** Word calls them “heading 1” to “heading 9” in every language; others follow one, or name a level. */
export async function readHeadingStyles(
  archive: Archive,
  mainPart: string,
): Promise<HeadingStyles> {
  const part = posix.join(posix.dirname(mainPart), "styles.xml");
  if (!archive.has(part)) return new Map();
  const said = await collectElements(archive.read(part), (name, attributes): Said | undefined =>
    read.has(name)
      ? {
          name,
          id: attributeOf(attributes, "styleId") ?? "",
          value: attributeOf(attributes, "val") ?? "",
        }
      : undefined,
  );
  const levels = new Map<string, number>();
  const bases: [style: string, base: string][] = [];
  let style = "";
  for (const { name, id, value } of said) {
    if (name === "style") style = id;
    if (name === "basedOn") bases.push([style, value]);
    const level = name === "name" ? byName(value) : byOutline(name, value);
    if (level !== undefined) levels.set(style, level);
  }
  // A style may stand above the one that it follows.
  for (let round = 0; round < longestChain; round += 1) {
    for (const [follower, base] of bases) {
      const level = levels.get(base);
      if (level !== undefined && !levels.has(follower)) levels.set(follower, level);
    }
  }
  return levels;
}

const read = new Set(["style", "name", "basedOn", "outlineLvl"]);
const longestChain = 4;

function byName(name: string): number | undefined {
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** The tenth level is that of the text. */
export function byOutline(name: string, value: string): number | undefined {
  return name === "outlineLvl" && /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
