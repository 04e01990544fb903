import type { Archive } from "./archive.ts";
import { type Properties, chainOf, off } from "./docx-styles.ts";
import { type Attributes, attributeOf, collectElements } from "./markup.ts";

export type OdtStyles = ReturnType<typeof createOdtStyles>;

/** Reads the named styles of an OpenDocument text; those of its content are added as they are read. */
export async function readOdtStyles(archive: Archive): Promise<OdtStyles> {
  const styles = createOdtStyles();
  for (const { name, attributes } of await collectElements(archive, "styles.xml", (name, own) =>
    ofStyles.has(name) ? { name, attributes: own } : undefined,
  )) {
    styles.add(name, attributes);
  }
  return styles;
}

function createOdtStyles() {
  const own = new Map<string, Properties>();
  const parents = new Map<string, string>();
  let style = "";
  return {
    add: (name: string, attributes: Attributes): void => {
      if (name === "style") {
        const family = attributeOf(attributes, "family") ?? "";
        style = `${family} ${attributeOf(attributes, "name") ?? ""}`;
        own.delete(style);
        const parent = attributeOf(attributes, "parent-style-name");
        if (parent !== undefined) parents.set(style, `${family} ${parent}`);
      } else if (name === "default-style") style = "";
      else if (name === "text-properties" && style !== "") own.set(style, looks(attributes));
    },
    /** Returns how words of a style look, with what it inherits. */
    lookOf: (family: "paragraph" | "text", name: string): Properties => {
      const inherited = chainOf(`${family} ${name}`, parents).toReversed();
      return Object.fromEntries(inherited.flatMap((one) => Object.entries(own.get(one) ?? {})));
    },
  };
}

const ofStyles = new Set(["style", "default-style", "text-properties"]);

/** Returns the properties that emphasise words; any kind of a line under or through them is alike. */
function looks(attributes: Attributes): Properties {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => {
      const name = key.slice(key.indexOf(":") + 1);
      const match = emphatic[name.replace(/-(?:asian|complex)$/u, "")]?.exec(value);
      return match === undefined
        ? []
        : [[name, match?.[0] === undefined ? off : valueOf(match[0])]];
    }),
  );
}

function valueOf(value: string): string {
  if (/^-|sub/u.test(value)) return "sub";
  return /^\d|super/u.test(value) ? "super" : "on";
}

/** What a value has that is not plain. */
const emphatic: Readonly<Record<string, RegExp>> = {
  "font-style": /italic|oblique/u,
  "font-weight": /bold|[6-9]00/u,
  "font-variant": /small-caps/u,
  "text-underline-style": /^(?!none).+/u,
  "text-line-through-style": /^(?!none).+/u,
  "text-position": /^(?:-|super|sub|0*[1-9])/u,
  "background-color": /^#/u,
};

/** Returns how a look differs from the one around it; "" where it does not. */
export function differing(one: Properties, around: Properties): string {
  const names = [...new Set([...Object.keys(one), ...Object.keys(around)])].toSorted();
  return names
    .filter((name) => (one[name] ?? off) !== (around[name] ?? off))
    .map((name) => ` ${name}:${one[name] ?? off};`)
    .join("");
}
