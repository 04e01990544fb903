import type { AppContext } from "#domain/context.ts";
import { isSwitchable, isUntold } from "#domain/estimate/inquiries.ts";

/**
 * Tells the admins of `credits` that nobody ordered, and stops the inquiries that no rule demands. While
 * none is left to stop, it only tells, and once.
 */
export async function tellUnordered(
  { inquiries, settings, workspace, now }: AppContext,
  credits: number,
): Promise<void> {
  const { policy } = await settings.read(workspace);
  const record = await inquiries.read();
  const finding = { credits, at: now() };
  // Told before it is written: after a crash in between the admins hear of it twice, not never.
  if (isSwitchable(record, policy)) {
    inquiries.tell({ about: "inquiries-off", credits });
    await inquiries.change((before) => ({ ...before, off: before.off ?? finding }));
  } else if (isUntold(record, policy, finding)) {
    inquiries.tell({ about: "unordered", credits });
    await inquiries.change((before) => ({ ...before, told: finding }));
  }
}
