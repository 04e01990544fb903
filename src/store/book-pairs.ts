import type { Book } from "#domain/book/book.ts";
import type { BookPairs, TermRecords } from "#domain/context.ts";
import { type TermBase, emptyTermBase } from "#domain/glossary/glossary.ts";
import type { Account } from "#domain/spending/account.ts";

import type { CasRecords } from "./small-records.ts";
import type { CasStore, IndexEntry } from "./store.ts";

type Parts = {
  readonly books: CasRecords<Book | undefined>;
  readonly terms: CasRecords<TermBase>;
  readonly accounts: CasRecords<Account>;
};

/** Opens the one write that changes two books, their glossaries and the account. */
export function createBookPairs(store: CasStore, { books, terms, accounts }: Parts): BookPairs {
  return {
    decide: async ({ from, into, account: name }, next) => {
      for (;;) {
        const [one, other, oneTerms, otherTerms, account] = await Promise.all([
          books.look(from),
          books.look(into),
          terms.look(from),
          terms.look(into),
          accounts.look(name),
        ]);
        const pair = {
          from: one.record,
          into: other.record,
          fromTerms: oneTerms.record,
          intoTerms: otherTerms.record,
          account: account.record,
        };
        const { record, outcome } = next(pair);
        if (record === pair) return { record, outcome };
        const isDone = await store.commit([
          one.changeTo(record.from),
          other.changeTo(record.into),
          oneTerms.changeTo(record.fromTerms),
          otherTerms.changeTo(record.intoTerms),
          account.changeTo(record.account),
        ]);
        if (isDone) return { record, outcome };
      }
    },
    unfinished: async (limit) => {
      const { index, value } = unfinishedMerge;
      const keys = await store.list(index, value, { offset: 0, limit });
      return keys.map((key) => key.slice(key.indexOf(":") + 1));
    },
  };
}

/** Lists a book whose cards are not all moved yet. */
export const unfinishedMerge: IndexEntry = { index: "merge", value: "unfinished", order: 0 };

/** Reads and writes the terms of a merged book where they are now, whoever asks by its old id. */
export function createTerms(terms: CasRecords<TermBase>): TermRecords {
  const decide: TermRecords["decide"] = async (home, next) => {
    const { record, outcome } = await terms.decide(home, (before) => {
      if (before.movedTo !== undefined) return { record: before, outcome: undefined };
      const decided = next(before);
      return { record: decided.record, outcome: { decided } };
    });
    if (outcome !== undefined) return outcome.decided;
    return await decide(record.movedTo ?? home, next);
  };
  return {
    read: async (home) => {
      let base = await terms.read(home);
      while (base.movedTo !== undefined) base = await terms.read(base.movedTo);
      return base;
    },
    change: async (home, next) => {
      const decided = await decide(home, (base) => ({ record: next(base), outcome: undefined }));
      return decided.record;
    },
    decide,
    erase: async (home) => void (await terms.change(home, () => emptyTermBase)),
  };
}
