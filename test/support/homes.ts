import type { Quote } from "#domain/quote.ts";
import type { BookPage, Home } from "#features/home/show-home.ts";

export function fullHome(quotes: readonly Quote[], text: string): Home {
  return {
    mayAsk: true,
    isNotified: true,
    mine: quotes,
    waiting: quotes,
    isWaitingCut: true,
    running: quotes,
    books: [...Array.from({ length: 200 }, (_, i) => `Book ${i}`), text],
    money: { reading: { balance: 5, used: 1, at: 1 }, reserved: 7, month: "2026-11", rows: [] },
  };
}

export const emptyHome: Home = {
  isNotified: undefined,
  mayAsk: true,
  mine: [],
  waiting: undefined,
  isWaitingCut: false,
  running: [],
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
