import type { Archive } from "./archive.ts";
import { type Attributes, attributeOf, collectElements } from "./markup.ts";

/** Properties by which words look emphasised, by their names; `off` is the value without any. */
export type Properties = Readonly<Record<string, string>>;
export const off = "off";

export function propertyOf(name: string, attributes: Attributes): Properties {
  if (!slanted.has(name)) return {};
  const value = attributeOf(attributes, "val") ?? "1";
  if (/^(?:0|false|off|none|baseline)$/u.test(value)) return { [name]: off };
  // A kind of underline or a colour of a marker makes no other emphasis.
  return { [name]: name === "vertAlign" ? value : "on" };
}

const slanted = new Set([
  "i",
  "b",
  "iCs",
  "bCs",
  "smallCaps",
  "caps",
  "u",
  "strike",
  "dstrike",
  "vertAlign",
  "highlight",
  "rtl",
  "cs",
]);

/** Properties of styles by their ids. */
export type Styles = {
  /** The level of a heading, 1 being the highest. */
  readonly levels: ReadonlyMap<string, number>;
  /** How words of a style look, with what it inherits. */
  readonly looks: ReadonlyMap<string, Properties>;
  /** The id of the style of paragraphs that name none. */
  readonly usual: string;
};

/**
 * Reads the styles. Word names headings “heading 1” to “heading 9” in every language; other styles
 * follow one of these, or set a level.
 */
export async function readStyles(archive: Archive, part: string): Promise<Styles> {
  const levels = new Map<string, number>();
  const looks = new Map<string, Properties>();
  const elements = await collectElements(archive, part, (name, attributes) =>
    ofStyles.has(name) || slanted.has(name) ? { name, attributes } : undefined,
  );
  const bases = new Map<string, string>();
  let [style, usual] = ["", ""];
  for (const { name, attributes } of elements) {
    const value = attributeOf(attributes, "val") ?? "";
    if (name === "style") {
      style = attributeOf(attributes, "styleId") ?? "";
      const isUsual = /^(?:1|true|on)$/u.test(attributeOf(attributes, "default") ?? "");
      if (isUsual && attributeOf(attributes, "type") === "paragraph") usual = style;
    } else if (name === "basedOn") bases.set(style, value);
    else if (slanted.has(name)) {
      looks.set(style, { ...looks.get(style), ...propertyOf(name, attributes) });
    } else {
      const level = name === "name" ? byName(value) : byOutline(value);
      if (level !== undefined) levels.set(style, level);
    }
  }
  const own = new Map(looks);
  for (const follower of bases.keys()) {
    const chain = chainOf(follower, bases);
    const level = chain.map((one) => levels.get(one)).find((one) => one !== undefined);
    if (level !== undefined) levels.set(follower, level);
    const inherited = chain.toReversed().flatMap((one) => Object.entries(own.get(one) ?? {}));
    looks.set(follower, Object.fromEntries(inherited));
  }
  return { levels, looks, usual };
}

/** Returns a style and those on which it is based, as far as they are not based on each other. */
export function chainOf(style: string, bases: ReadonlyMap<string, string>): readonly string[] {
  const chain = [style];
  for (let base = bases.get(style); base !== undefined && !chain.includes(base);) {
    chain.push(base);
    base = chain.length < longestChain ? bases.get(base) : undefined;
  }
  return chain;
}

const ofStyles = new Set(["style", "name", "basedOn", "outlineLvl"]);
const longestChain = 12;

function byName(name: string): number | undefined {
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the level of a heading. The tenth level is body text. */
export function byOutline(value: string): number | undefined {
  return /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
