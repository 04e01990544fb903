import { chapterLimit } from "../../core/manuscript.ts";
import { markedHeading } from "../text/chapters.ts";
import { type Heading, shortTitle } from "../text/heading.ts";
import type { Turn } from "../text/matter.ts";
import { withoutSigns } from "./emphasis.ts";
import type { Block, Listed } from "./paragraph.ts";

export type Headings = ReturnType<typeof createHeadings>;

/**
 * Collects the headings of a document. Marked headings count. Headings of its contents list count
 * too, unless more than one of them is marked: many books set headings as styled paragraphs. At
 * most twice `chapterLimit` of each kind.
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
    /** `place` returns the start and end of the block, in code points. */
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
    /** Returns the start of each possible heading, in code points. */
    places: (): readonly number[] => places,
    /**
     * Places at which front and back matter begins and ends; empty when the document names none.
     */
    turns: turns.found,
    found: (): readonly Heading[] => {
      if (both > 1 || listed.length < 2) return marked;
      return [...marked, ...listed].toSorted((one, next) => one.start - next.start);
    },
  };
}

type Place = Pick<Heading, "start" | "end">;

/** Collects the turns. A block that joins the next one is matter when that one is. */
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

/** Returns the heading of an entry. It has no length when the page begins without its title. */
function namedBy({ label, depth }: Listed, text: string, place: Place): readonly Heading[] {
  const line = markedHeading(label, depth);
  if (line === undefined) return [];
  const isTitle = markedHeading(text, depth) !== undefined && isBegun(keyOf(text), keyOf(label));
  return [{ ...line, start: place.start, end: isTitle ? place.end : place.start }];
}

/** True when one begins the other: a title may be split over two paragraphs, its number first. */
function isBegun(one: string, other: string): boolean {
  return one !== "" && (one.startsWith(other) || other.startsWith(one));
}

function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
