import { addNotice } from "../../../core/notices.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { awaitsReminder, reminderAt, roundOf } from "../rules/reminding.ts";

/**
 * Has those who may decide reminded of a quote, once, as the policy of this moment says; several that wait
 * in one conversation are told of together.
 *
 * @throws what keeps the policy or the store from being read: then nobody is reminded yet.
 */
export async function remind(
  ports: Pick<Ports, "ledger" | "settings" | "now">,
  quote: Quote,
): Promise<Quote> {
  const { workspace, channel } = quote.place;
  const now = ports.now();
  const { policy } = await ports.settings.read(workspace);
  const at = reminderAt(policy, quote.request.at, now);
  if (at === undefined || at > now) return await later(ports, quote, at);
  const page = { offset: 0, limit: pageSize };
  const neighbours = await ports.ledger.list("channel", `${workspace}/${channel}`, page);
  const round = roundOf(quote, neighbours, now);
  switch (round.status) {
    case "wait":
      return await later(ports, quote, round.until);
    case "told":
      return await note(ports, quote, (before) =>
        addNotice(before, { kind: "reminder", beside: [] }, { status: "said", ts: undefined }),
      );
    case "tell":
      return await note(ports, quote, (before) =>
        addNotice(before, { kind: "reminder", beside: round.beside }),
      );
  }
}

async function later(
  ports: Pick<Ports, "ledger">,
  quote: Quote,
  remindAt: number | undefined,
): Promise<Quote> {
  return await note(ports, quote, (before) => ({
    ...before,
    approval: { ...before.approval, remindAt },
  }));
}

/** Unless somebody decided meanwhile. */
async function note(
  { ledger }: Pick<Ports, "ledger">,
  { id }: Quote,
  next: (before: Quote) => Quote,
): Promise<Quote> {
  return await ledger.change(id, (before) => (awaitsReminder(before) ? next(before) : before));
}

const pageSize = 100;
