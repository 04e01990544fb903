import { withoutComments } from "./part-text.ts";

/** The properties of words by which a reader sees that they are emphasised. */
const properties = [
  "font-style",
  "font-weight",
  "font-variant",
  "text-decoration",
  "vertical-align",
] as const;
type Property = (typeof properties)[number];

/** How words look; a property that is not in it is at its initial value. */
export type Look = Partial<Readonly<Record<Property, string>>>;

/** Declarations by their selector: `em`, `.class` or `em.class`. */
export type StyleSheet = ReadonlyMap<string, Look>;

/**
 * Reads the rules of a style sheet that name one element, one class, or one class of an element.
 * Others are for fine points; so much is read that emphasis made by a class is seen.
 */
export function readStyleSheet(css: string): StyleSheet {
  const rules = new Map<string, Look>();
  for (const rule of withoutComments(css.slice(0, longestSheet), "/*", "*/").split("}")) {
    const at = rule.lastIndexOf("{");
    const selectors = rule.slice(0, Math.max(at, 0)).split(/[{@;]/u).at(-1) ?? "";
    const look = declared(rule.slice(at + 1, at + longestBody));
    if (Object.keys(look).length === 0 || rules.size > mostRules) continue;
    for (const selector of selectors.slice(0, longestSelectors).split(",")) {
      const one = selector.trim();
      if (simple.test(one)) rules.set(one, { ...rules.get(one), ...look });
    }
  }
  return rules;
}

/** Returns the properties that declarations set, each with a word for what it looks like. */
function declared(body: string): Look {
  const look: Partial<Record<Property, string>> = {};
  for (const declaration of body.split(";")) {
    const at = declaration.indexOf(":");
    const name = declaration.slice(0, Math.max(0, at)).trim().toLowerCase();
    const property = properties.find((one) => one === name.replace(/-(?:line|caps)$/u, ""));
    if (property === undefined) continue;
    const value = declaration.slice(at + 1).toLowerCase();
    // Empty for a value that looks like plain words.
    look[property] = values[property].exec(value)?.[0] ?? "";
  }
  return look;
}

const values: Readonly<Record<Property, RegExp>> = {
  "font-style": /italic|oblique/u,
  "font-weight": /bold|[6-9]00/u,
  "font-variant": /small-caps/u,
  "text-decoration": /underline|line-through/u,
  "vertical-align": /super|sub/u,
};

/** Returns how an element looks, in an element that looks so. */
export function lookOf(
  sheets: readonly StyleSheet[],
  {
    name,
    classes,
    style,
  }: { readonly name: string; readonly classes: string; readonly style: string },
  around: Look,
): Look {
  const classNames = classes.split(/\s+/u).filter((one) => one !== "");
  const selectors = [
    name,
    ...classNames.map((one) => `.${one}`),
    ...classNames.map((one) => `${name}.${one}`),
  ];
  const rules = sheets.flatMap((sheet) => selectors.flatMap((one) => sheet.get(one) ?? []));
  if (rules.length === 0 && style === "" && around["vertical-align"] === undefined) return around;
  const look: Partial<Record<Property, string>> = { ...around, "vertical-align": "" };
  for (const rule of [...rules, declared(style)]) Object.assign(look, rule);
  return look;
}

export function isAlike(one: Look, other: Look): boolean {
  return properties.every((property) => (one[property] ?? "") === (other[property] ?? ""));
}

/** UTF-16 units, and rules, of one sheet: far more than a book has. */
const longestSheet = 2 * 1024 * 1024;
const mostRules = 20_000;
const longestSelectors = 2000;
const longestBody = 4000;
const simple = /^(?:[a-z][a-z0-9]*)?(?:\.[\w-]+)?$/iu;
