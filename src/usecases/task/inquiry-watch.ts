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
  let usedBefore: number | undefined;
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
      if (isFree || seen !== undefined || usedBefore !== undefined) return;
      usedBefore = (await isQuiet(desk)) ? await readUsed(desk) : undefined;
    },
    after: async (desk, { task, characters }) => {
      const charged = task.state.status === "completed" ? (task.state.result.charged ?? 0) : 0;
      const before = usedBefore;
      usedBefore = undefined;
      if (charged > 0) return await note({ credits: charged, characters });
      if (isFree || before === undefined) return undefined;
      // Something paid ran beside it: the difference says nothing, the next inquiry is looked at.
      if (!(await isQuiet(desk))) return undefined;
      const credits = (await readUsed(desk)) - before;
      if (credits > 0) return await note({ credits, characters });
      isFree = true;
    },
  };
}

async function readUsed({ partner }: WatchDeps): Promise<number> {
  return (await partner.usage()).periodUsedCredits;
}

async function isQuiet(desk: WatchDeps): Promise<boolean> {
  const quotes = await openQuotes(desk);
  return quotes.flatMap(paidTasks).every(hasEnded);
}
