import { paidTasks } from "../../domain/quote/quote.ts";
import type { Tariff } from "../../domain/task/inquiries.ts";
import { hasEnded } from "../../domain/task/task.ts";
import type { InquiryWatch } from "../deps.ts";
import { openQuotes } from "../quote/open-quotes.ts";

type WatchDeps = Parameters<InquiryWatch["before"]>[0];

type Deps = {
  /** What was found out, kept where every replica and the next start see it. Both throw with the store. */
  readonly tariffs: {
    readonly find: () => Promise<Tariff | undefined>;
    /** Answers whether it was the first. */
    readonly note: (tariff: Tariff) => Promise<boolean>;
  };
  /** Called once, when an inquiry turned out to cost credits. */
  readonly onCharged: () => void;
};

/**
 * Contract, Not shown: whether estimates and language detection cost anything. The account is read before
 * and after the first of this process that nothing paid ran beside; a charge that the task itself names
 * counts always.
 */
export function createInquiryWatch({ tariffs, onCharged }: Deps): InquiryWatch {
  let isFree = false;
  let first: Before | undefined;
  let seen: Tariff | undefined;
  const note = async (tariff: Tariff): Promise<void> => {
    // Should the store not take it, this process knows it all the same.
    seen = tariff;
    if (await tariffs.note(tariff)) onCharged();
  };
  return {
    tariff: async () => {
      const known = await tariffs.find();
      if (known === undefined && seen !== undefined) await note(seen);
      return known ?? seen;
    },
    before: async (desk) => {
      if (isFree || seen !== undefined || first !== undefined || !(await isQuiet(desk))) return;
      const books = await readBooks(desk);
      first = { books, used: await readUsed(desk) };
    },
    after: async (desk, { task, characters }) => {
      const charged = task.state.status === "completed" ? (task.state.result.charged ?? 0) : 0;
      const before = first;
      first = undefined;
      if (charged > 0) return await note({ credits: charged, characters });
      if (isFree || before === undefined) return undefined;
      // Something paid runs beside it, or came and went: the difference says nothing, the next is looked at.
      if (!(await isQuiet(desk))) return undefined;
      const credits = (await readUsed(desk)) - before.used;
      if ((await readBooks(desk)) !== before.books) return undefined;
      if (credits > 0) return await note({ credits, characters });
      // What was refused, or failed, might have cost something otherwise.
      isFree = task.state.status === "completed";
    },
  };
}

/** Before an inquiry: credits of the period, and what had been bought by then. */
type Before = { readonly used: number; readonly books: string };

/** Whatever is bought leaves a trace here before it can be charged. */
async function readBooks({ account }: WatchDeps): Promise<string> {
  const { booked, commitments } = await account.read();
  return JSON.stringify([booked, commitments.map(({ key, freed }) => [key, freed])]);
}

async function readUsed({ partner }: WatchDeps): Promise<number> {
  return (await partner.usage()).periodUsedCredits;
}

async function isQuiet(desk: WatchDeps): Promise<boolean> {
  const quotes = await openQuotes(desk);
  return quotes.flatMap(paidTasks).every(hasEnded);
}
