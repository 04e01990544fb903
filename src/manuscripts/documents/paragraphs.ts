import { type Block, type Paragraph, createParagraph, unplaced } from "./paragraph.ts";

export type Paragraphs = {
  readonly begin: (mark?: string) => void;
  readonly end: () => void;
  /** Returns the open paragraph; text outside of one is ignored. */
  readonly current: () => Paragraph | undefined;
  /** Adds blocks after the open paragraph. */
  readonly follow: (blocks: readonly Block[]) => void;
  /** Continues the open paragraph in the next one: its mark was deleted. */
  readonly joinNext: () => void;
  /** Ends a continued paragraph that has no next one. */
  readonly close: () => void;
  readonly take: () => readonly Block[];
};

type Open = { readonly paragraph: Paragraph; readonly after: Block[]; joinsNext: boolean };

/**
 * Collects the paragraphs of a part in order. One inside another (a text box, a note) follows the
 * outer one.
 */
export function createParagraphs(part: string, blanks: "collapsed" | "kept"): Paragraphs {
  const open: Open[] = [];
  const found: Block[] = [];
  let carried: Paragraph | undefined;
  const blockOf = (paragraph: Paragraph): readonly Block[] => {
    const block = paragraph.block(part);
    return block === undefined ? [] : [block];
  };
  const close = (): void => {
    if (carried !== undefined) found.push(...blockOf(carried));
    carried = undefined;
  };
  return {
    begin: (mark = "") => {
      const paragraph = carried ?? createParagraph(blanks);
      carried = undefined;
      if (mark !== "") paragraph.add(unplaced(mark, "mark"));
      open.push({ paragraph, after: [], joinsNext: false });
    },
    end: () => {
      const ended = open.pop();
      if (ended === undefined) return;
      const outer = open.at(-1)?.after ?? found;
      if (ended.joinsNext && open.length === 0) carried = ended.paragraph;
      else outer.push(...blockOf(ended.paragraph));
      for (const block of ended.after) outer.push(block);
    },
    current: () => open.at(-1)?.paragraph,
    follow: (blocks) => {
      for (const block of blocks) open.at(-1)?.after.push(block);
    },
    joinNext: () => {
      const last = open.at(-1);
      if (last !== undefined) last.joinsNext = true;
    },
    close,
    take: () => found.splice(0),
  };
}
