import { posix } from "node:path";

import type { Archive } from "./archive.ts";
import { type Attributes, attributeOf, collectElements } from "./markup.ts";

/** Properties of styles by their ids. */
export type Styles = {
  /** The level of a heading, 1 being the highest. */
  readonly levels: ReadonlyMap<string, number>;
  /** The properties with which a style emphasises a word. */
  readonly emphasis: ReadonlyMap<string, string>;
};

export const noStyles: Styles = { levels: new Map(), emphasis: new Map() };

type Said = { readonly name: string; readonly id: string; readonly value: string };

/**
 * Reads the styles. Word names headings “heading 1” to “heading 9” in every language; other styles
 * follow one of these, or set a level.
 */
export async function readStyles(archive: Archive, mainPart: string): Promise<Styles> {
  const part = posix.join(posix.dirname(mainPart), "styles.xml");
  if (!archive.has(part)) return noStyles;
  const said = await collectElements(archive.read(part), (name, attributes): Said | undefined =>
    read.has(name) || isEmphasis(name, attributes)
      ? {
          name,
          id: attributeOf(attributes, "styleId") ?? "",
          value: attributeOf(attributes, "val") ?? "",
        }
      : undefined,
  );
  const levels = new Map<string, number>();
  const emphasis = new Map<string, string>();
  const bases: [style: string, base: string][] = [];
  let style = "";
  for (const { name, id, value } of said) {
    if (name === "style") style = id;
    if (name === "basedOn") bases.push([style, value]);
    if (!read.has(name)) emphasis.set(style, `${emphasis.get(style) ?? ""} ${name}`);
    const level = name === "name" ? byName(value) : byOutline(name, value);
    if (level !== undefined) levels.set(style, level);
  }
  // A style may come before the one on which it is based.
  for (let round = 0; round < longestChain; round += 1) {
    for (const [follower, base] of bases) {
      const level = levels.get(base);
      if (level !== undefined && !levels.has(follower)) levels.set(follower, level);
    }
  }
  return { levels, emphasis };
}

/** True for a property of a run that emphasises it. */
export function isEmphasis(name: string, attributes: Attributes): boolean {
  const value = attributeOf(attributes, "val") ?? "1";
  return slanted.has(name) && !/^(?:0|false|off|none)$/u.test(value);
}

const slanted = new Set(["i", "b", "smallCaps", "caps", "u"]);

const read = new Set(["style", "name", "basedOn", "outlineLvl"]);
const longestChain = 4;

function byName(name: string): number | undefined {
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the level of a heading. The tenth level is body text. */
export function byOutline(name: string, value: string): number | undefined {
  return name === "outlineLvl" && /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
