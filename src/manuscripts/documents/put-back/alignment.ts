import { isRightToLeft } from "#domain/exports/bilingual.ts";

export type Direction = "rtl" | "ltr";

/**
 * Returns the direction into which a document turns; undefined when its own text already runs that way. Text
 * tells more than a language that a document names.
 */
export function turnOf(texts: readonly string[], target: string): Direction | undefined {
  let [all, leftward, characters] = [0, 0, 0];
  for (const text of texts) {
    all += text.match(/\p{L}/gu)?.length ?? 0;
    leftward += text.match(/[\p{sc=Arab}\p{sc=Hebr}\p{sc=Thaa}\p{sc=Syrc}]/gu)?.length ?? 0;
    characters += text.length;
    if (characters > enough) break;
  }
  const [from, to] = [2 * leftward > all, isRightToLeft(target)];
  if (from === to) return undefined;
  return to ? "rtl" : "ltr";
}

/** UTF-16 code units. */
const enough = 100_000;

/**
 * Mirrors the alignment that a page states: body text begins at the other margin, and a signature at the
 * end of its line stands there too. What has a direction of its own, such as code, stays as it is. Word
 * needs none of this: its “left” is where lines begin.
 */
export function pageMirrored(page: string, to: Direction | undefined): string {
  if (to === undefined) return page;
  return page
    .replaceAll(styleElement, (_, tag: string, css: string) => tag + sheetMirrored(css, to))
    .replaceAll(/<[a-z][^<>]*>/giu, (tag) => {
      const isPage = /^<(?:html|body)\b/iu.test(tag);
      const [, named] = /\sdir\s*=\s*["']?(ltr|rtl)\b/iu.exec(tag) ?? [];
      if (stays(named ?? directionIn(tag), isPage, to)) return tag;
      const opposite = to === "ltr" ? tag.replace(/(\sdir\s*=\s*["']?)rtl\b/iu, "$1ltr") : tag;
      return opposite
        .replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/iu, mirrored)
        .replace(alignedElement, (_, before: string, side: string) => before + otherSide(side));
    });
}

export function sheetMirrored(css: string, to: Direction | undefined): string {
  if (to === undefined) return css;
  return css.replaceAll(/\{[^{}]*\}/gu, (rule, at: number) => {
    const selector = css.slice(Math.max(0, at - 80), at);
    const isPage = /(?:^|[\s},;/])(?:html|body)\s*$/iu.test(selector);
    return stays(directionIn(rule), isPage, to) ? rule : mirrored(rule);
  });
}

/** True for a part of a page that keeps its own direction. */
function stays(direction: string | undefined, isPage: boolean, to: Direction): boolean {
  if (direction === undefined) return false;
  return to === "rtl" ? !isPage : direction.toLowerCase() === "ltr";
}

function directionIn(rule: string): string | undefined {
  return /\bdirection\s*:\s*(ltr|rtl)\b/iu.exec(rule)?.[1];
}

function mirrored(css: string): string {
  return css.replaceAll(
    /(\btext-align(?:-last)?\s*:\s*)(left|right)\b/giu,
    (_, before: string, side: string) => before + otherSide(side),
  );
}

function otherSide(side: string): string {
  return side.toLowerCase() === "left" ? "right" : "left";
}

/**
 * Turns the alignment of paragraphs in a part of an OpenDocument text. LibreOffice takes “start” for the left
 * side, whatever the direction, and writes it so; Word takes it for where lines begin. The left and the
 * right are the same to both. Margins need no change: both count them from where lines begin.
 */
export function odtMirrored(
  part: string,
  to: Direction | undefined,
  producer: "word" | "other",
): string {
  if (to === undefined) return part;
  const isLogical = to === "ltr" && producer === "word";
  return part.replaceAll(alignedParagraph, (all, before: string, side: string) => {
    if (isLogical && (side === "start" || side === "end")) return all;
    return `${before}${side === "start" || side === "left" ? "right" : "left"}`;
  });
}

const alignedParagraph =
  /(<(?:\w+:)?paragraph-properties\b[^<>]*?\s\w+:text-align\s*=\s*["'])(start|end|left|right)(?=["'])/gu;
const styleElement = /(<style\b[^<>]*>)([^<]*(?:<!--[^<]*)*)/giu;
/** Of other elements, it says where they float. */
const alignedElement = /^(<(?:p|div|h[1-6]|td|th|tr)\b[^<>]*?\salign\s*=\s*["']?)(left|right)\b/iu;
