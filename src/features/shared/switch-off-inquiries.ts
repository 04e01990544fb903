import type { AppContext } from "#domain/context.ts";
import { isSwitchable } from "#domain/estimate/inquiries.ts";

/** Stops the inquiries that no rule demands, after `credits` that nobody ordered, and tells the admins. */
export async function switchOffInquiries(
  { inquiries, settings, workspace, now }: AppContext,
  credits: number,
): Promise<void> {
  const { policy } = await settings.read(workspace);
  if (!isSwitchable(await inquiries.read(), policy)) return;
  // Told before it is written: after a crash in between the admins hear of it twice, not never.
  inquiries.tell({ about: "inquiries-off", credits });
  await inquiries.change((before) => ({ ...before, off: before.off ?? { credits, at: now() } }));
}
