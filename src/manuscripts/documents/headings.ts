import { chapterLimit } from "../../core/manuscript.ts";
import { markedHeading } from "../text/chapters.ts";
import { type Heading, shortTitle } from "../text/heading.ts";
import type { Turn } from "../text/matter.ts";
import { withoutSigns } from "./emphasis.ts";
import type { Block, Listed } from "./paragraph.ts";

export type Headings = ReturnType<typeof createHeadings>;

/**
 * The headings of a document: what it marks as such. Where it marks none that its list of contents names,
 * what that names: many books set their headings as paragraphs with a look. At most twice `chapterLimit`.
 */
export function createHeadings() {
  const marked: Heading[] = [];
  const listed: Heading[] = [];
  const places: number[] = [];
  const turns = createTurns();
  let both = 0;
  const noted = (place: () => Place): Place => {
    const noted = place();
    places.push(noted.start);
    return noted;
  };
  return {
    /** `place` answers the code points before and after the block. */
    add: (block: Block, place: () => Place) => {
      const { heading, listed: entry } = block;
      const text = withoutSigns(block, block.text);
      if (entry !== undefined && heading !== undefined) both += 1;
      const line = heading === undefined ? undefined : markedHeading(text, heading);
      if (line !== undefined && marked.length < most) marked.push({ ...line, ...noted(place) });
      if (entry !== undefined && heading === undefined && listed.length < most) {
        listed.push(...namedBy(entry, text, noted(place)));
      }
      turns.add(block, () => ({ start: noted(place).start, title: shortTitle(text) }));
    },
    /** Where each that may be one begins, in code points. */
    places: (): readonly number[] => places,
    /** Where its front and back matter begins and ends; none where it names none. */
    turns: turns.found,
    found: (): readonly Heading[] => {
      if (both > 1 || listed.length < 2) return marked;
      return [...marked, ...listed].toSorted((one, next) => one.start - next.start);
    },
  };
}

type Place = Pick<Heading, "start" | "end">;

/** What goes with what comes next is matter if that is. */
function createTurns() {
  const turns: Turn[] = [];
  let joining: Omit<Turn, "isMatter"> | undefined;
  return {
    add: ({ matter }: Block, turn: () => Omit<Turn, "isMatter">): void => {
      if (matter === "joins") {
        joining ??= turn();
        return;
      }
      const isMatter = matter === "is";
      if (turns.at(-1)?.isMatter !== isMatter && turns.length < most) {
        turns.push({ ...(joining ?? turn()), isMatter });
      }
      joining = undefined;
    },
    found: (): readonly Turn[] => (turns.some(({ isMatter }) => isMatter) ? turns : []),
  };
}

const most = 2 * chapterLimit;

/** A page may begin without a title: then the text itself is no heading. */
function namedBy({ label, depth }: Listed, text: string, place: Place): readonly Heading[] {
  const line = markedHeading(label, depth);
  if (line === undefined) return [];
  const isTitle = markedHeading(text, depth) !== undefined && isBegun(keyOf(text), keyOf(label));
  return [{ ...line, start: place.start, end: isTitle ? place.end : place.start }];
}

/** A title may stand in two paragraphs, its number first. */
function isBegun(one: string, other: string): boolean {
  return one !== "" && (one.startsWith(other) || other.startsWith(one));
}

function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
