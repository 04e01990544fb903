import { paidTasks } from "../domain/quote.ts";
import { hasEnded, isPaid } from "../domain/task.ts";
import type { InquiryWatch } from "./deps.ts";
import { openQuotes } from "./open-quotes.ts";

type WatchDeps = Parameters<InquiryWatch["before"]>[0];

/**
 * Contract, Not shown: whether estimates and language detection cost anything. The account is read before
 * and after the first of this process that nothing paid ran beside; a charge that the task itself names
 * counts always.
 *
 * @param onCharged called once, when an inquiry turned out to cost credits.
 */
export function createInquiryWatch(onCharged: () => void): InquiryWatch {
  let verdict: "open" | "free" | "charged" = "open";
  let usedBefore: number | undefined;
  const charge = (): void => {
    if (verdict === "charged") return;
    verdict = "charged";
    onCharged();
  };
  return {
    isFree: () => verdict !== "charged",
    before: async (desk) => {
      if (verdict !== "open" || usedBefore !== undefined) return;
      usedBefore = (await isQuiet(desk)) ? await readUsed(desk) : undefined;
    },
    after: async (desk, inquiry) => {
      const charged = inquiry.state.status === "completed" ? inquiry.state.result.charged : 0;
      if ((charged ?? 0) > 0) charge();
      if (verdict !== "open" || usedBefore === undefined) return;
      const before = usedBefore;
      usedBefore = undefined;
      // Something paid ran beside it: the difference says nothing, the next inquiry is looked at.
      if (!(await isQuiet(desk))) return;
      if ((await readUsed(desk)) > before) charge();
      else verdict = "free";
    },
  };
}

async function readUsed({ partner }: WatchDeps): Promise<number> {
  return (await partner.usage()).periodUsedCredits;
}

async function isQuiet(desk: WatchDeps): Promise<boolean> {
  const quotes = await openQuotes(desk);
  return quotes.flatMap(paidTasks).every((task) => hasEnded(task) || !isPaid(task));
}
