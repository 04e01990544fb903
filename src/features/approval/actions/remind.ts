import { addNotice } from "../../../core/notices.ts";
import type { Ports } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import {
  awaitsReminder,
  suitableFrom,
  nextReminded,
  reminderAt,
  groupOf,
} from "../rules/reminding.ts";
import { maySpend } from "./rights.ts";

/**
 * Reminds the approvers of a quote under the current policy, and the admins the second time. Quotes
 * that wait in one conversation share a reminder.
 *
 * @throws when the policy or the store cannot be read: nobody is reminded yet.
 */
export async function remind(
  ports: Pick<Ports, "ledger" | "settings" | "people" | "now">,
  quote: Quote,
): Promise<Quote> {
  // Somebody may decide meanwhile.
  const note = (next: (before: Quote) => Quote) =>
    ports.ledger.change(quote.id, (before) => (awaitsReminder(before) ? next(before) : before));
  const later = (remindAt: number | undefined) =>
    note((before) => ({ ...before, approval: { ...before.approval, remindAt } }));
  const { workspace, channel } = quote.place;
  const at = ports.now();
  const { policy } = await ports.settings.read(workspace);
  const wanted = reminderAt(policy, quote);
  if (wanted === undefined || wanted > at) return await later(wanted);
  const suits = suitableFrom(at, policy, await utcOffsets(ports, quote));
  if (suits > at) return await later(suits);
  const page = { offset: 0, limit: pageSize };
  const neighbours = await ports.ledger.list("channel", `${workspace}/${channel}`, page);
  const group = groupOf(quote, neighbours, at);
  if (group.status === "wait") return await later(group.until);
  return await note((before) => {
    const to = nextReminded(before);
    if (to === undefined) return before;
    const told =
      group.status === "told"
        ? addNotice(before, { kind: "reminder", to, at, beside: [] }, said)
        : addNotice(before, { kind: "reminder", to, at, beside: group.beside });
    return { ...told, approval: { ...told.approval, remindAt: reminderAt(policy, told) } };
  });
}

const said = { status: "said", ts: undefined } as const;

/** Returns the offsets of the people who may approve; without any, every time suits. */
async function utcOffsets(
  { people }: Pick<Ports, "people">,
  { request }: Quote,
): Promise<readonly number[]> {
  const { admins, approvers } = await people.roles();
  const others = [...new Set([...approvers, ...admins])].filter((id) => id !== request.by);
  const found = await Promise.all(
    others.slice(0, mostAsked).map((id) =>
      people.find(id).then(
        ({ utcOffsetMs }) => utcOffsetMs ?? [],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Records whether an approver wants a direct message for each request. */
export async function notifyMe(
  ports: Pick<Ports, "workspace" | "people" | "settings">,
  { person: id, wants }: { readonly person: string; readonly wants: boolean },
): Promise<void> {
  const [person, roles] = await Promise.all([ports.people.find(id), ports.people.roles()]);
  if (!maySpend(person, roles)) return;
  await ports.settings.change(ports.workspace, ({ notify = [], ...settings }) => {
    const others = notify.filter((one) => one !== id);
    return { ...settings, notify: wants ? [...others, id] : others };
  });
}

const pageSize = 100;
/** Each of them is a request to Slack. */
const mostAsked = 20;
