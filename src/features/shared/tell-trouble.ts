import type { AppContext } from "#domain/context.ts";
import {
  ManuscriptError,
  OvertakenError,
  PartnerError,
  RequestAbortedError,
  SlackBusyError,
  SlackRefusedError,
} from "#domain/errors.ts";
import { type Quote, findTask } from "#domain/quote.ts";
import { type Step, stepName } from "#domain/steps.ts";
import { isPaid } from "#domain/task.ts";
import { type Trouble, withTrouble } from "#domain/trouble.ts";
import { type SlackClients, slackCall } from "#slack/clients.ts";
import type { ViewContexts } from "#slack/people.ts";

import type { Alert } from "./alerts.ts";
import { placeOf } from "./conversation.ts";
import { troubleReply } from "./trouble-view.ts";

type TroubleDeps = {
  readonly ctx: AppContext;
  readonly clients: SlackClients;
  readonly contexts: ViewContexts;
  readonly alert: (alert: Alert) => void;
  readonly onFault: (error: unknown) => void;
};

/**
 * Watches the steps that fail: one that keeps failing is noted on its card within minutes, and told to a
 * person within the hour. Its memory is this process's; what was told is in the record.
 */
export function createTroubles(deps: TroubleDeps) {
  const { ctx, alert, onFault } = deps;
  /** When each failing step failed first and last. */
  const failing = new Map<string, { readonly first: number; readonly last: number }>();
  const unserved = new Map<string, number>();
  const times = new Map<string, number>();
  const note = async (quoteId: string, step: Step, error: unknown): Promise<void> => {
    const name = `${quoteId} ${stepName(step)}`;
    const now = ctx.now();
    for (const [old, { last }] of failing) if (now - last > forgottenMs) failing.delete(old);
    const { first } = failing.get(name) ?? { first: now };
    failing.set(name, { first, last: now });
    const age = now - first;
    const isBusy = error instanceof SlackBusyError;
    if (age < (isBusy ? toldMs : shownMs)) return;
    const quote = await ctx.quoteStore.find(quoteId);
    const audience = audiences[step.kind];
    // Nobody waits for an inquiry.
    if (quote === undefined || audience === "nobody" || isInquiry(quote, step)) return;
    const fault = faultOf(step, error);
    const trouble: Trouble = { step: stepName(step), fault, since: first };
    const next = await ctx.quoteStore.change(quoteId, (before) => withTrouble(before, trouble));
    if (fault === "file" && age >= fileToldMs) reportUnserved(quoteId);
    const isDue = age >= (fault === "file" ? fileToldMs : toldMs);
    if (audience !== "person" || !isDue || next.trouble?.told !== undefined) return;
    // An outage concerns many cards of one person, who reads of it once.
    const { request, place, card } = next;
    const listener = card.status === "posted" ? request.by : (place.thread ?? request.by);
    const isTold = now - (times.get(`${fault} ${listener}`) ?? -Infinity) < toldMs;
    const isHeard = isTold || (await tellRequester(deps, next, trouble));
    if (isHeard) times.set(`${fault} ${listener}`, now);
    for (const [old, at] of times) if (now - at > toldMs) times.delete(old);
    if (!isHeard || fault === "galley") {
      alert({ about: "stuck", step: step.kind, why: wordOf(error) });
    }
    await ctx.quoteStore.change(quoteId, (before) =>
      withTrouble(before, { ...trouble, told: now }),
    );
  };
  const reportUnserved = (quoteId: string): void => {
    const now = ctx.now();
    unserved.set(quoteId, now);
    for (const [id, at] of unserved) if (now - at > hourMs) unserved.delete(id);
    if (unserved.size >= manyFiles) alert({ about: "files-unserved", count: unserved.size });
  };
  return {
    /** Takes a step, and notes its failure: what cannot be noted now is noted when it fails again. */
    watch: async (quoteId: string, step: Step, take: () => Promise<void>): Promise<void> => {
      try {
        await take();
        failing.delete(`${quoteId} ${stepName(step)}`);
      } catch (error) {
        const isTurn = error instanceof SlackBusyError && error.isTurn;
        if (!isTurn && !(error instanceof OvertakenError)) {
          await note(quoteId, step, error).catch(onFault);
        }
        throw error;
      }
    },
  };
}

/**
 * Who learns of a step that keeps failing: a person, the card alone, or nobody, because Galley goes on
 * without it.
 */
const audiences: { readonly [Kind in Step["kind"]]: "person" | "card" | "nobody" } = {
  read: "person",
  "show-card": "person",
  measure: "person",
  send: "person",
  poll: "person",
  say: "person",
  "post-file": "person",
  "approve-by-policy": "person",
  "look-at-coverage": "person",
  "look-at-terms": "person",
  "tell-batch-total": "card",
  "give-up": "card",
  expire: "card",
  remind: "card",
  "record-charge": "person",
  "keep-terms": "card",
  "say-with-text": "nobody",
  compare: "nobody",
  balance: "nobody",
  "read-usage-after": "nobody",
  "weigh-inquiry": "nobody",
};

function isInquiry(quote: Quote, step: Step): boolean {
  const task = "key" in step ? findTask(quote, step.key) : undefined;
  return task !== undefined && !isPaid(task);
}

function faultOf(step: Step, error: unknown): Trouble["fault"] {
  const chain = causesOf(error);
  const isSlack = chain.some(
    (one) =>
      one instanceof SlackRefusedError ||
      one instanceof SlackBusyError ||
      (one instanceof Error && "code" in one && String(one.code).startsWith("slack_webapi")),
  );
  const isUnread = (one: unknown) =>
    one instanceof ManuscriptError ||
    (one instanceof RequestAbortedError && one.why === "not-readable");
  if (chain.some(isUnread)) return "file";
  if (isSlack) return step.kind === "read" || step.kind === "measure" ? "file" : "slack";
  return chain.some((one) => one instanceof PartnerError) ? "partner" : "galley";
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) {
    causes.push(one);
  }
  return causes;
}

function wordOf(error: unknown): string {
  if (error instanceof SlackRefusedError) return error.code;
  return error instanceof Error ? error.name : "";
}

/**
 * Tells the requester: in the conversation while nothing else stands there, else directly. Returns false
 * if Slack takes neither.
 */
async function tellRequester(
  { ctx, clients, contexts }: TroubleDeps,
  quote: Quote,
  trouble: Trouble,
): Promise<boolean> {
  const { by } = quote.request;
  const hasCard = quote.card.status === "posted";
  const link = hasCard ? await ctx.thread.linkTo(quote).catch(() => undefined) : undefined;
  for (const where of [...(hasCard ? [] : [placeOf(quote)]), { channel: by }]) {
    try {
      const context = await contexts.forChannel(where.channel);
      const message = troubleReply(quote, trouble, { context, ...(link && { link }) });
      await slackCall(() => clients.once.chat.postMessage({ ...where, ...message }));
      return true;
    } catch (error) {
      if (!(error instanceof SlackRefusedError)) throw error;
    }
  }
  return false;
}

const hourMs = 3_600_000;
/** A step that is no longer due fails no more. */
const forgottenMs = 7 * 24 * hourMs;
const shownMs = 120_000;
/** Slack’s files are the one thing that a person can bring again. */
const fileToldMs = 900_000;
/** A person hears within the hour. */
const toldMs = 1_800_000;
const manyFiles = 3;
