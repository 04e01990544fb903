import type { Quote } from "#domain/quote.ts";
import type { BookPage } from "#features/books/show-book.ts";
import type { Home } from "#features/home/show-home.ts";

export function fullHome(quotes: readonly Quote[], text: string): Home {
  return {
    mayAsk: true,
    isNotified: true,
    mine: quotes,
    waiting: quotes,
    isWaitingCut: true,
    running: quotes,
    books: [...Array.from({ length: 200 }, (_, i) => `Book ${i}`), text].map((name, i) => ({
      id: `T1/book/${i}`,
      name,
    })),
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
  const parts = manuscripts.flatMap((quote) =>
    (["free", "requested", "running", "done"] as const).map((stage) => ({
      stage,
      quote,
      slice: [{ from: 0, to: 10 }],
      characters: 10 ** 9,
      price: stage === "free" ? undefined : 10 ** 9,
    })),
  );
  return {
    id: "T1/book/0",
    name: text,
    manuscripts,
    isMore: true,
    characters: 10 ** 12,
    chapters: 10 ** 6,
    languages: Array.from({ length: 100 }, () => ({ target: text, parts })),
    terms: Array.from({ length: 100 }, () => ({ language: text, count: 10 ** 6 })),
    spent: 10 ** 12,
    budget: { budget: 10 ** 12, per: "month", left: 10 ** 12 },
    targets: Array.from({ length: 100 }, () => text),
    strategy: "replace",
    requesters: Array.from({ length: 100 }, (_, i) => `U0REQUEST${i}`),
    approvers: Array.from({ length: 100 }, (_, i) => `U0APPROVE${i}`),
    asked: Array.from({ length: 5 }, (_, i) => `U0ASKED${i}`),
    mayEdit: true,
    mayErase: true,
  };
}
