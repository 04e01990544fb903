import type { AppContext } from "#domain/context.ts";
import { approval } from "#features/approval/feature.ts";
import { books } from "#features/books/feature.ts";
import { finishMerges } from "#features/books/merge-books.ts";
import { excerptBlocks } from "#features/delivery/delivery-reply-view.ts";
import { delivery } from "#features/delivery/feature.ts";
import { eraseClosed } from "#features/erasure/erase-records.ts";
import { estimateCard, peopleOnCard } from "#features/estimate/estimate-card-view.ts";
import { estimate } from "#features/estimate/feature.ts";
import { exportFiles } from "#features/exports/feature.ts";
import { glossary } from "#features/glossary/feature.ts";
import { home } from "#features/home/feature.ts";
import { intake } from "#features/intake/feature.ts";
import { recovery } from "#features/recovery/feature.ts";
import { settings } from "#features/settings/feature.ts";
import type { ListenerDeps } from "#features/shared/action.ts";
import type { Feature, StepRows } from "#features/shared/feature.ts";
import type { ThreadViews } from "#features/shared/thread.ts";
import { spending } from "#features/spending/feature.ts";
import { translation } from "#features/translation/feature.ts";

/** All features. The worker, the dispatcher and Home read this list and know no single one. */
export const features: readonly Feature[] = [
  intake,
  estimate,
  approval,
  delivery,
  exportFiles,
  translation,
  glossary,
  spending,
  settings,
  home,
  books,
  recovery,
];

/** A step that no feature takes does not compile. */
export const steps: StepRows = {
  ...intake.steps,
  ...estimate.steps,
  ...approval.steps,
  ...delivery.steps,
  ...translation.steps,
  ...glossary.steps,
  ...spending.steps,
};

/** A notice that no feature draws does not compile. */
export const threadViews: ThreadViews = {
  card: estimateCard,
  peopleOnCard,
  excerpt: excerptBlocks,
  notices: { ...intake.notices, ...estimate.notices, ...approval.notices, ...translation.notices },
};

/** What one feature shows of the others. An entry that no feature has does not compile. */
export const shownOfFeatures: Pick<ListenerDeps, "resultEntries" | "homeParts"> = {
  resultEntries: {
    ...spending.resultEntries,
    ...translation.resultEntries,
    ...exportFiles.resultEntries,
    ...glossary.resultEntries,
  },
  homeParts: features.flatMap(({ home: part }) => part ?? []),
};

/** Does what no single card has to do, at the start and then every hour. @throws what one part threw. */
export async function workHourly(ctx: AppContext): Promise<void> {
  const parts = await Promise.allSettled([eraseClosed(ctx), finishMerges(ctx)]);
  const failed = parts.find((part) => part.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
