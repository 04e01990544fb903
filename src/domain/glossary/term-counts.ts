import type { TermsUsed } from "#domain/delivery/compare.ts";
import type { Glossary } from "#domain/partner.ts";

/**
 * Counts terms in a streamed text in one pass: ten thousand terms cost little more than one. A name
 * in a script with spaces is matched as whole words, so “Ana” is not found in “Banana”.
 */
export function createTermCounts(terms: readonly string[]) {
  const root = trieOf(terms);
  const longest = terms.reduce((most, { length }) => Math.max(most, length), 0);
  const counts = new Map<string, number>();
  let [before, rest] = ["", ""];
  const count = (upTo: number): void => {
    for (let start = 0; start < upTo; start += 1) {
      for (const term of termsAt(root, rest, start)) {
        const ahead = start === 0 ? before : rest[start - 1];
        const after = rest[start + term.length];
        const isInWord = areOneWord(ahead, term.at(0)) || areOneWord(term.at(-1), after);
        if (!isInWord) counts.set(term, (counts.get(term) ?? 0) + 1);
      }
    }
    before = rest[upTo - 1] ?? before;
    rest = rest.slice(upTo);
  };
  return {
    /** Takes the next piece of the text, which may be cut between any two characters. */
    add: (piece: string): void => {
      rest += piece;
      // A term that begins near the end may continue in the next piece.
      count(Math.max(0, rest.length - longest - 1));
    },
    /** Returns the number of occurrences of each term; a term that does not occur is left out. */
    end: (): ReadonlyMap<string, number> => {
      count(rest.length);
      return counts;
    },
  };
}

type Trie = { term: string | undefined; readonly next: Map<string, Trie> };

function trieOf(terms: readonly string[]): Trie {
  const root: Trie = { term: undefined, next: new Map() };
  for (const term of terms) {
    let node = root;
    for (const unit of term.split("")) {
      const next = node.next.get(unit) ?? { term: undefined, next: new Map() };
      node.next.set(unit, next);
      node = next;
    }
    if (term !== "") node.term = term;
  }
  return root;
}

function termsAt(root: Trie, text: string, start: number): readonly string[] {
  let node = root.next.get(text[start] ?? "");
  if (node === undefined) return none;
  const matches: string[] = [];
  for (let at = start + 1; node !== undefined; at += 1) {
    if (node.term !== undefined) matches.push(node.term);
    node = node.next.get(text[at] ?? "");
  }
  return matches;
}

const none: readonly string[] = [];

/** True when both characters belong to a script with spaces; other scripts have no such words. */
function areOneWord(one = "", other = ""): boolean {
  return spaced.test(one) && spaced.test(other);
}

const spaced = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}]/u;

export function createTermCheck(glossary: Glossary) {
  const terms = Object.entries(glossary).map(([source, target]) => ({
    source,
    target: folded(target),
  }));
  const inSource = createTermCounts(terms.map(({ source }) => source));
  const inResult = createTermCounts(terms.map(({ target }) => target));
  return {
    source: inSource.add,
    result: (piece: string): void => inResult.add(folded(piece)),
    end: (): TermsUsed => {
      const [had, has] = [inSource.end(), inResult.end()];
      const looked = terms.filter(({ source, target }) => had.has(source) && target !== "");
      const missing = looked.filter(({ target }) => !has.has(target));
      return {
        looked: looked.length,
        unused: missing.length,
        missing: missing.slice(0, mostNamed).map(({ source }) => source),
      };
    },
  };
}

/** The form in which case and Unicode composition make no difference. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

const mostNamed = 10;
