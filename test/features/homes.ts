import type { Quote } from "../../src/core/quote.ts";
import type { BookPage, Home, Some } from "../../src/features/home/actions/show-home.ts";

function some<T>(shown: readonly T[]): Some<T> {
  return { shown, isMore: true };
}

export function fullHome(quotes: readonly Quote[], text: string): Home {
  const listed = some(quotes.slice(0, 10));
  return {
    mayAsk: true,
    isNotified: true,
    mine: some(quotes.slice(0, 15)),
    waiting: listed,
    running: listed,
    books: [...Array.from({ length: 200 }, (_, i) => `Book ${i}`), text],
    money: { reading: { balance: 5, used: 1, at: 1 }, promised: 7, month: "2026-11", rows: [] },
  };
}

export const emptyHome: Home = {
  isNotified: undefined,
  mayAsk: true,
  mine: { shown: [], isMore: false },
  waiting: undefined,
  running: { shown: [], isMore: false },
  books: [],
  money: undefined,
};

export function fullBook(manuscripts: readonly Quote[], text: string): BookPage {
  return {
    book: text,
    manuscripts,
    isMore: true,
    characters: 10 ** 12,
    chapters: 10 ** 6,
    languages: Array.from({ length: 100 }, () => text),
    terms: Array.from({ length: 100 }, () => ({ language: text, count: 10 ** 6 })),
    spent: 10 ** 12,
    mayErase: true,
  };
}
