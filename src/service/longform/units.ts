/**
 * What is translated in one piece: a paragraph, or a part of a very long one. `lead` is what stands
 * before it (blank lines, indents, ornaments) and is kept as it is.
 */
export type Unit = {
  /** Of its paragraph, counted from 1. */
  readonly paragraph: number;
  readonly lead: string;
  readonly text: string;
  readonly startsChapter: boolean;
};

export type Manuscript = { readonly units: readonly Unit[]; readonly tail: string };

const hasWords = /[\p{L}\p{N}]/u;
const heading =
  /^(?:#{1,3}\s|第.{1,8}[章回話话卷部节節]|(?:chapter|part|book|prologue|epilogue|chapitre|kapitel|teil|capítulo|capitolo|глава|часть|rozdział|hoofdstuk)\b.{0,60}$|[ivxlc]{1,6}\.?$)/iu;

/**
 * A line with words in it is a paragraph. Where lines are wrapped at a fixed width, a block of lines is.
 *
 * @param longest characters of a unit
 */
export function splitText(text: string, longest: number): Manuscript {
  const units: Unit[] = [];
  let lead = "";
  let paragraph = 0;
  for (const line of isWrapped(text) ? wrappedBlocks(text) : lines(text)) {
    const body = line.trim();
    const at = line.length - line.trimStart().length;
    const [indent, end] = [line.slice(0, at), line.slice(at + body.length)];
    if (!hasWords.test(body)) {
      lead += line;
      continue;
    }
    paragraph += 1;
    const joined = body
      .split("\n")
      .map((part) => part.trim())
      .join(" ");
    for (const [index, part] of parts(joined, longest).entries()) {
      const startsChapter = index === 0 && heading.test(body);
      units.push({
        paragraph,
        lead: index === 0 ? lead + indent : part.lead,
        text: part.text,
        startsChapter,
      });
    }
    lead = end;
  }
  return { units, tail: lead };
}

/**
 * Everything before, between and after the units as it was.
 *
 * @param space what the target language puts between sentences
 */
export function joinText(
  { units, tail }: Manuscript,
  translated: readonly string[],
  space: string,
): string {
  const pieces = units.map(({ lead, paragraph }, index) => {
    const continues = units[index - 1]?.paragraph === paragraph;
    return (continues && lead === "" ? space : lead) + (translated[index] ?? "");
  });
  return pieces.join("") + tail;
}

function lines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
}

const wrapWidth = { least: 45, most: 100 };

/** Whether most lines that another one follows end at about the same width, as in old plain-text books. */
function isWrapped(text: string): boolean {
  const followed = lines(text).filter((line, index, all) => {
    return hasWords.test(line) && hasWords.test(all[index + 1] ?? "");
  });
  const full = followed.filter((line) => {
    const { length } = line.trim();
    return length >= wrapWidth.least && length <= wrapWidth.most;
  });
  return followed.length >= 10 && full.length >= followed.length * 0.8;
}

function wrappedBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let block = "";
  for (const line of lines(text)) {
    if (hasWords.test(line)) block += line;
    else {
      blocks.push(block, line);
      block = "";
    }
  }
  return [...blocks, block].filter((one) => one !== "");
}

type Part = { readonly lead: string; readonly text: string };

/** Cut after sentences, or else at spaces, or else anywhere between characters. */
function parts(text: string, longest: number): readonly Part[] {
  const found: Part[] = [];
  let rest = text;
  let lead = "";
  while (rest.length > longest) {
    const opening = rest.slice(0, longest);
    const cut = /^.*[.!?…。！？]["'”’»」』)]*(?=\s|(?<=[。！？」』]))/su.exec(opening)?.[0].length;
    const at = cut ?? /^.*(?=\s)/su.exec(opening)?.[0].length ?? wholeCharacters(opening);
    const size = at === 0 ? wholeCharacters(opening) : at;
    found.push({ lead, text: rest.slice(0, size) });
    const after = rest.slice(size);
    lead = /^\s*/u.exec(after)?.[0] ?? "";
    rest = after.slice(lead.length);
  }
  if (rest !== "") found.push({ lead, text: rest });
  return found;
}

function wholeCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return (last & 0xfc00) === 0xd800 ? text.length - 1 : text.length;
}
