import { isRightToLeft } from "#domain/exports/bilingual.ts";

import { type Direction, odtMirrored, pageMirrored, sheetMirrored } from "./alignment.ts";

/** The language of a translation, and the direction into which its document turns for it, if it does. */
export type Into = { readonly target: string; readonly turn: Direction | undefined };

/**
 * Sets the new language in a part of a Word file, and its direction. Word's proofing marks of the old
 * language are removed, so that Word checks the text again.
 */
export function wordInto(part: string, { target, turn }: Into): string {
  return inDirection(part, { target, turn })
    .replaceAll(/<(?:\w+:)?(?:proofErr|proofState)\s[^<>]*\/>/gu, "")
    .replaceAll(/<(?:\w+:)?(?:lang|themeFontLang)\s[^<>]*>/gu, (tag) =>
      tag.replace(attributeFor(target), `$1"${attribute(target)}"`),
    );
}

/** Word checks three kinds of writing separately. */
function attributeFor(target: string): RegExp {
  const name = isEastern(target) ? "eastAsia" : isRightToLeft(target) ? "bidi" : "val";
  return new RegExp(String.raw`(\s(?:\w+:)?${name}\s*=\s*)(?:"[^"]*"|'[^']*')`, "u");
}

/**
 * Turns the direction of a part of a Word file. In Word, right-to-left words have a size, italics and
 * bold of their own.
 */
function inDirection(part: string, { target, turn }: Into): string {
  const across = isEastern(target)
    ? part
    : part.replaceAll(/<(?:\w+:)?textDirection\s[^<>]*\/>/gu, "");
  if (isRightToLeft(target)) {
    return rightToLeft(across.replaceAll(turning, "").replaceAll(plainAlone, "$&<$1$2Cs$3/>"));
  }
  // The styles of words that ran from the right do not say so.
  const areStyles = turn === "ltr" && /<(?:\w+:)?styles[\s>]/u.test(part.slice(0, nearStart));
  return across
    .split(/(?=<(?:\w+:)?rPr>)/u)
    .map((piece) => {
      const end = piece.indexOf("rPr>", 8);
      const properties = piece.slice(0, Math.max(0, end));
      const isTurned = properties !== "" && (areStyles || properties.search(turning) >= 0);
      return isTurned ? withPlain(properties) + piece.slice(end) : piece;
    })
    .join("")
    .replaceAll(turning, "");
}

const nearStart = 8192;
const turning = /<(?:\w+:)?(?:bidi|rtl|bidiVisual)(?:\s[^<>]*)?\/>/gu;
const plainAlone = /<(\w+:)?(b|i|sz)(\s[^<>]*)?\/>(?!\s*<(?:\w+:)?\2Cs\b)/gu;

/** Sets the size, italics and bold of right-to-left words for others too. */
function withPlain(properties: string): string {
  return properties.replaceAll(
    /<(\w+:)?(b|i|sz)Cs(\s[^<>]*)?\/>/gu,
    (tag, prefix: string = "", name: string, value: string = "") =>
      new RegExp(`<${prefix}${name}[\\s/]`, "u").test(properties)
        ? tag
        : `<${prefix}${name}${value}/>${tag}`,
  );
}

/** Marks paragraphs, tables and words as right-to-left; words of Latin letters alone stay as they are. */
function rightToLeft(part: string): string {
  const match = prefixed.exec(part);
  const name = match === null ? "w" : (match[1] ?? "");
  const prefix = name === "" ? "" : `${name}:`;
  return kinds.reduce((before, { element, mark, following }) => {
    const heads = new RegExp(String.raw`<${prefix}${element}(?:\s[^<>]*)?(?<!/)>`, "gu");
    const own = new RegExp(String.raw`\s*<${prefix}${element}Pr\s*(/?)>`, "uy");
    const next = new RegExp(
      String.raw`<(?:${prefix}(?:${following})\b|/${prefix}${element}Pr>)`,
      "gu",
    );
    const marked = `<${prefix}${mark}/>`;
    const whole = `<${prefix}${element}Pr>${marked}</${prefix}${element}Pr>`;
    const pieces: string[] = [];
    let position = 0;
    for (const { 0: head, index } of before.matchAll(heads)) {
      const end = index + head.length;
      if (element === "r" && isLatin(before, end, prefix)) continue;
      own.lastIndex = end;
      const [tag = "", isClosed = "/"] = own.exec(before) ?? [];
      next.lastIndex = end + tag.length;
      const at = isClosed === "/" ? end : (next.exec(before)?.index ?? end);
      pieces.push(before.slice(position, at), isClosed === "/" ? whole : marked);
      position = isClosed === "/" ? end + tag.length : at;
    }
    return pieces.join("") + before.slice(position);
  }, part);
}

/** Elements, their mark, and what may follow it in their properties. */
const kinds = [
  {
    element: "tbl",
    mark: "bidiVisual",
    following:
      "tblStyleRowBandSize|tblStyleColBandSize|tblW|jc|tblCellSpacing|tblInd|tblBorders|shd|tblLayout|tblCellMar|tblLook|tblCaption|tblDescription|tblPrChange",
  },
  {
    element: "p",
    mark: "bidi",
    following:
      "adjustRightInd|snapToGrid|spacing|ind|contextualSpacing|mirrorIndents|suppressOverlap|jc|textDirection|textAlignment|textboxTightWrap|outlineLvl|divId|cnfStyle|rPr|sectPr|pPrChange",
  },
  { element: "r", mark: "rtl", following: "cs|em|lang|eastAsianLayout|specVanish|oMath|rPrChange" },
];

const prefixed =
  /\sxmlns(?::(\w{1,32}))?\s*=\s*["']http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main["']/u;

/** True for a run whose first words have letters, none of which is written from right to left. */
function isLatin(part: string, from: number, prefix: string): boolean {
  const near = part.slice(from, from + 4000);
  const run = near.slice(0, Math.max(0, near.indexOf(`</${prefix}t>`)));
  const words = run.slice(run.lastIndexOf(">") + 1);
  return /\p{L}/u.test(words) && !/[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Syrc}]/u.test(words);
}

/** Sets the new language in a page that names one, and the direction in which it is written. */
export function pageInto(page: string, { target, turn }: Into): string {
  return writtenAcross(pageMirrored(page, turn), target).replaceAll(
    /<(?:html|body|ncx)\b[^<>]*>/giu,
    (tag) =>
      withDirection(tag, "dir", target, tag.startsWith("<html")).replaceAll(
        /(\s(?:xml:)?lang\s*=\s*)(?:"[^"]*"|'[^']*')/giu,
        `$1"${attribute(target)}"`,
      ),
  );
}

export function packageInto(source: string, target: string): string {
  // Older packages have no such attribute.
  const mayAdd = /<(?:\w+:)?package\b[^<>]*\sversion\s*=\s*["']3/u.test(source);
  const [, language = ""] = /<(?:\w+:)?language\b[^<>]*>\s*([\w-]*)/iu.exec(source) ?? [];
  // Pages of vertical lines turn from right to left.
  const mayBeVertical = isEastern(language) && isEastern(target);
  return source
    .replace(/<(?:\w+:)?spine\b[^<>]*>/u, (tag) =>
      mayBeVertical ? tag : withDirection(tag, "page-progression-direction", target, mayAdd),
    )
    .replaceAll(/<(?:\w+:)?meta\s[^<>]*>/gu, (tag) =>
      mayBeVertical || !tag.includes("primary-writing-mode")
        ? tag
        : tag.replace(
            /(?:horizontal|vertical)-(?:lr|rl)/u,
            isRightToLeft(target) ? "horizontal-rl" : "horizontal-lr",
          ),
    )
    .replace(/(<(?:\w+:)?language\b[^<>]*(?<!\/)>)[^<]*/iu, `$1${attribute(target)}`);
}

/** Sets the new language in a part of an OpenDocument text, its direction, and where its lines begin. */
export function odtInto(
  source: string,
  { target, turn }: Into,
  producer: "word" | "other",
): string {
  const part = odtMirrored(source, turn, producer);
  const kind = isEastern(target) ? "-asian" : isRightToLeft(target) ? "-complex" : "";
  const [language, ...others] = target.split("-");
  const country = others.find((one) => /^[A-Z]{2}$/u.test(one)) ?? "none";
  const pattern = new RegExp(
    String.raw`(\s\w+:language${kind}=)"(?!none")[^"]*"(\s+\w+:country${kind}=)"[^"]*"`,
    "gu",
  );
  const inLanguage = part
    .replaceAll(pattern, `$1"${attribute(language ?? "")}"$2"${country}"`)
    .replace(/(<dc:language>)[^<]*/u, `$1${attribute(target)}`);
  if (isEastern(target)) {
    return inLanguage.replaceAll(/(\s\w+:writing-mode=)"(?:rl|rl-tb)"/gu, '$1"lr-tb"');
  }
  const mode = isRightToLeft(target) ? "rl-tb" : "lr-tb";
  const horizontal = inLanguage.replaceAll(
    /(\s\w+:writing-mode=)"(?:lr|rl|tb|lr-tb|rl-tb|tb-rl|tb-lr|page)"/gu,
    `$1"${mode}"`,
  );
  if (!isRightToLeft(target)) return horizontal;
  const [, prefix] = turn === undefined ? [] : (alignedAs.exec(part) ?? []);
  const side = prefix === undefined ? "" : ` ${prefix}:text-align="right"`;
  return horizontal.replaceAll(usualStyle, (style) => withDirectionOf(style, side));
}

/** The style of all paragraphs and its first properties, which may say nothing of their direction. */
const usualStyle = /<(?:\w+:)?default-style\s[^<>]*>\s{0,100}<\w+:paragraph-properties\s?[^<>]*>/gu;

/** Adds the direction, and the right side to what no style aligns, which LibreOffice sets to the left. */
function withDirectionOf(style: string, side: string): string {
  if (!style.includes('family="paragraph"')) return style;
  const at = style.lastIndexOf("<");
  const prefix = style.slice(at + 1, style.indexOf(":", at));
  const mode = style.includes("writing-mode") ? "" : ` ${prefix}:writing-mode="rl-tb"`;
  const more = style.includes(":text-align=") ? mode : mode + side;
  return style.replace(/\/?>$/u, (end) => more + end);
}

const alignedAs =
  /\sxmlns:(\w{1,32})\s*=\s*["']urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1\.0["']/u;

/** Sets the encoding in which a page is written now. One that names none gets a mark. */
export function htmlInUtf8(page: string): string {
  return declaredInPage.test(page) ? page.replace(declaredInPage, "$1utf-8") : `\uFEFF${page}`;
}

const declaredInPage = /(<meta\b[^<>]*?charset\s{0,20}=[\s"']{0,20})([\w.:-]+)/iu;

/** Sets the direction of a style sheet. */
export function sheetInto(css: string, { target, turn }: Into): string {
  return writtenAcross(sheetMirrored(css, turn), target);
}

/** Turns vertical lines into horizontal ones for a language that is never written otherwise. */
function writtenAcross(part: string, target: string): string {
  if (isEastern(target)) return part.replaceAll(rightToLeftStyle, "$1ltr");
  const across = part.replaceAll(
    /((?:-\w{2,8}-)?writing-mode\s*:\s*)(?:vertical-(?:rl|lr)|tb-(?:rl|lr)|sideways-(?:rl|lr))/giu,
    "$1horizontal-tb",
  );
  return isRightToLeft(target)
    ? across.replaceAll(leftToRightPage, "$1rtl")
    : across.replaceAll(rightToLeftStyle, "$1ltr");
}

const rightToLeftStyle = /(\bdirection\s*:\s*)rtl\b/giu;
/** A rule for a whole page: parts of it, such as code, may stay as they are. */
const leftToRightPage = /(\b(?:html|body)\s*\{[^{}]*?\bdirection\s*:\s*)ltr\b/giu;

/** Sets the direction of an element; adds it for a right-to-left language where it may be missing. */
function withDirection(tag: string, name: string, target: string, mayAdd: boolean): string {
  const direction = isRightToLeft(target) ? "rtl" : "ltr";
  const pattern = new RegExp(
    String.raw`(\s${name}\s*=\s*)(?:"(?:rtl|ltr|default)"|'(?:rtl|ltr|default)')`,
    "u",
  );
  if (pattern.test(tag)) return tag.replace(pattern, `$1"${direction}"`);
  return direction === "rtl" && mayAdd
    ? tag.replace(/\/?>$/u, (end) => ` ${name}="rtl"${end}`)
    : tag;
}

/** Languages that may stay vertical. */
function isEastern(target: string): boolean {
  return /^(?:ja|ko|zh)\b/u.test(target);
}

function attribute(target: string): string {
  return target.replaceAll(/[^\w-]/gu, "");
}
/** Changes a declared encoding to UTF-8. */
export function asUtf8(source: string): string {
  return source
    .replace(
      /^(\s*<\?xml[^>]*?\sencoding\s*=\s*)(?!["']utf-8["'])(?:"[^"]*"|'[^']*')/iu,
      `$1"UTF-8"`,
    )
    .replace(declaredInPage, (all, before: string, label: string) =>
      /^utf-8$/iu.test(label) ? all : `${before}utf-8`,
    );
}
