const longestLine = 1 << 16;

/** Regroups pieces of text into lines with their ends; a line without end is cut at a sentence or space. */
export async function* toLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of text) {
    rest += piece;
    const end = rest.lastIndexOf("\n") + 1;
    if (end > 0) {
      yield* rest.slice(0, end).match(/[^\n]*\n/g) ?? [];
      rest = rest.slice(end);
    }
    while (rest.length > longestLine) {
      const cut = cutOf(rest);
      yield rest.slice(0, cut);
      rest = rest.slice(cut);
    }
  }
  if (rest !== "") yield rest;
}

function cutOf(text: string): number {
  const head = text.slice(0, longestLine);
  const cut = Math.max(head.lastIndexOf("。"), head.lastIndexOf(" ")) + 1;
  if (cut > 0) return cut;
  return /[\uD800-\uDBFF]$/.test(head) ? longestLine - 1 : longestLine;
}

const abbreviations = "(?<!\\b(?:Mr|Mrs|Ms|Dr|St|Mme|Mlle|Sr|Sra|Hr|Fr|[A-Z]))";
const alphabetic = new RegExp(`${abbreviations}([.!?…]+["'”’»)\\]]*)(\\s+)(?=\\S)`, "gu");
const ideographic = /([。！？]+[」』”’）]*)(?=[^。！？」』”’）\s])/gu;

/** Sentences of one line and the spaces between them, alternately; joined they are the line again. */
export function toSentences(line: string): string[] {
  const mark = "\u0000";
  const marked = line
    .replace(alphabetic, `$1${mark}$2${mark}`)
    .replace(ideographic, `$1${mark}${mark}`);
  return marked.split(mark);
}
