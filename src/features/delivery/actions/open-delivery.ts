import { countItems } from "../../../core/count-items.ts";
import { freeTranslation, withoutResult } from "../../../core/coverage.ts";
import { chaptersOf } from "../../../core/delivery.ts";
import { HostNotAllowed, NotFound, PartnerFault, RateLimited } from "../../../core/faults.ts";
import { deliveryFileName } from "../../../core/file-names.ts";
import type { Download } from "../../../core/partner.ts";
import type { LimitCheck } from "../../../core/person-limits.ts";
import type { Ports } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Click, findQuote } from "../../approval/actions/decide.ts";
import { isPresent, mayHaveResult } from "../../approval/actions/rights.ts";

export type DeliveryOutcome = NoDelivery | LinkOutcome;

type LinkOutcome =
  | { readonly status: "open"; readonly download: Download; readonly fileName: string }
  | { readonly status: "not-finished" }
  | NoLink;

export type NoLink =
  | { readonly status: "partner-trouble" }
  /** The operator does not allow results from that host: the same click gives the link once it is allowed. */
  | { readonly status: "host-not-allowed"; readonly host: string }
  /** The person, or everybody together, requested too many; ms. */
  | { readonly status: "too-many"; readonly until: number };

/** Fetches a fresh link for a finished task, for the one who clicked. It is never stored or posted. */
export async function openDelivery(
  ports: Pick<Ports, "workspace" | "ledger" | "people"> & LinkDeps,
  click: Click & { readonly key: string },
): Promise<DeliveryOutcome> {
  const found = await findDelivery(ports, click);
  return found.status === "found" ? await linkTo(ports, found, click) : found;
}

/** Fetches a fresh link to the result that was found. */
export async function linkTo(
  ports: LinkDeps,
  { quote, task, taskId }: FoundDelivery,
  click: Click,
): Promise<LinkOutcome> {
  const fileName = deliveryFileName(quote.file.name, task.target, chaptersOf(quote, task));
  return await freshLink(ports, { taskId, fileName }, click);
}

type LinkDeps = Pick<Ports, "openLink" | "limits" | "rules" | "now" | "tick">;

async function freshLink(
  ports: LinkDeps,
  { taskId, fileName }: { readonly taskId: string; readonly fileName: string },
  click: Click,
): Promise<LinkOutcome> {
  const checked = await countLink(ports, click);
  if (checked.status === "too-many") return checked;
  try {
    return { status: "open", download: await ports.openLink(taskId, click.person), fileName };
  } catch (error) {
    // Not in the contract: the answer for a result that cannot be downloaded yet.
    return error instanceof NotFound ? { status: "not-finished" } : noLink(ports, error);
  }
}

/** Counts one more link against the person’s limit. */
export function countLink(
  ports: Omit<LinkDeps, "openLink">,
  { person }: Click,
): Promise<LimitCheck> {
  return countItems(ports, { kind: "links", person, ids: [`${ports.now()} ${ports.tick()}`] });
}

/**
 * Returns the reason why no link is available now.
 *
 * @throws errors that are not the partner's faults.
 */
export function noLink({ now }: Pick<Ports, "now">, error: unknown): NoLink {
  if (error instanceof RateLimited && error.retryAfterMs !== undefined) {
    return { status: "too-many", until: now() + error.retryAfterMs };
  }
  if (error instanceof HostNotAllowed) return { status: "host-not-allowed", host: error.host };
  if (error instanceof PartnerFault) return { status: "partner-trouble" };
  throw error;
}

export type NoDelivery =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed" }
  | { readonly status: "not-finished" };

export type FoundDelivery = {
  readonly status: "found";
  readonly quote: Quote;
  readonly task: Task;
  readonly taskId: string;
};

/** Finds the finished run of a click, for full members who are in the conversation now. */
export async function findDelivery(
  ports: Pick<Ports, "workspace" | "ledger" | "people">,
  click: Click & { readonly key: string },
): Promise<FoundDelivery | NoDelivery> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const task = findTask(quote, click.key);
  return task?.state.status === "completed"
    ? { status: "found", quote, task, taskId: task.state.taskId }
    : { status: "not-finished" };
}

export type ExistingOutcome =
  | Exclude<DeliveryOutcome, { status: "not-finished" }>
  /** The card does not offer it any more. */
  | { readonly status: "none" }
  /** It was made in a conversation that the one who clicked is not in. */
  | { readonly status: "not-theirs" }
  /** The partner does not have it any more. */
  | { readonly status: "gone" };

type Deps = Pick<Ports, "workspace" | "ledger" | "people" | "wake"> & LinkDeps;

/** Fetches a fresh link to the existing translation, for a person who may see it. Free. */
export async function openExisting(ports: Deps, click: Click): Promise<ExistingOutcome> {
  const quote = await findQuote(ports, click);
  if (quote === undefined) return { status: "unknown-card" };
  if (!(await isPresent(ports, click))) return { status: "not-allowed" };
  const done = freeTranslation(quote);
  const other = done && (await ports.ledger.find(done.quoteId));
  const task = done && other && findTask(other, done.key);
  if (other === undefined || task?.state.status !== "completed") return { status: "none" };
  const may = await mayHaveResult(ports, { person: click.person, of: other, askedOn: quote });
  if (!may) return { status: "not-theirs" };
  const fileName = deliveryFileName(quote.file.name, quote.target);
  const link = await freshLink(ports, { taskId: task.state.taskId, fileName }, click);
  if (link.status !== "not-finished") return link;
  await ports.ledger.change(quote.id, (before) => withoutResult(before, task.key));
  ports.wake(quote.id);
  return { status: "gone" };
}
